import { describe, expect, test } from 'vitest';
import { licenceChecks, type Read } from './licence-words.ts';

const HOLDS = { verdict: { outcome: 'holds' } } as const;
const both = { consistency: HOLDS, range: HOLDS };
const sizes = { from: 197, to: 208, now: 208 };
const between: Read = { kind: 'between', refused: 0, missing: 0 };
const stated = (checks: ReturnType<typeof licenceChecks>): readonly string[] =>
  checks.map(({ id, state }) => `${id} ${state}`);

describe('licenceChecks', () => {
  test('without a copy the version before stays the server’s word', () =>
    expect(stated(licenceChecks(both, sizes, between))).toEqual([
      'consistency holds',
      'range holds',
      'data holds',
      'before not-checked',
    ]));

  test('from the empty log on there is no version before', () =>
    expect(stated(licenceChecks(both, { ...sizes, from: 0 }, between))).not.toContain('before not-checked'));

  test('a copy stands for entries, data and versions before', () =>
    expect(stated(licenceChecks(both, sizes, { kind: 'replica', ...HOLDS, size: 208, missing: 0 }))).toEqual([
      'consistency holds',
      'copy holds',
    ]));

  test('a copy without some of its data says so', () =>
    expect(stated(licenceChecks(both, sizes, { kind: 'replica', ...HOLDS, size: 208, missing: 3 }))).toEqual([
      'consistency holds',
      'copy holds',
      'data cannot-check',
    ]));

  test('a copy of another log is said to be one', () => {
    const verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' } as const;
    const checks = licenceChecks(both, sizes, { kind: 'replica', verdict, size: 208, missing: 0 });
    expect(stated(checks)).toEqual(['consistency holds', 'copy does-not-match']);
  });

  test('a proof that does not fit is no fact about the logs, and a copy that shows them to fit is believed', () => {
    const bad = {
      ...both,
      consistency: { verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'x' } },
    } as const;
    const copy: Read = { kind: 'replica', ...HOLDS, size: 208, missing: 0 };
    const [plain] = licenceChecks(bad, sizes, copy);
    expect(plain?.detail).toBe('Whether a log or a proof is another one the proofs cannot tell. X.');
    const checks = licenceChecks({ ...bad, copyShows: true }, sizes, copy);
    expect(stated(checks)).toEqual(['consistency does-not-match', 'copy holds']);
    expect(checks[0]?.title).toBe('The proof sent does not lead from the smaller log to the larger one');
    expect(checks[0]?.detail).toMatch(/^All 208 entries, read and hashed here, rebuild .* consistency proof/);
    expect(licenceChecks({ ...both, copyShows: true }, sizes, copy)[0]?.detail).not.toMatch(/All 208/);
  });

  test('of data that was sent and does not match nothing says that the server has none', () => {
    const verdict = {
      outcome: 'does-not-match',
      code: 'data-differs',
      reason: 'an item hashes to something else',
    } as const;
    const checks = licenceChecks(both, sizes, { kind: 'replica', verdict, size: 208, missing: 1 });
    expect(stated(checks)).toEqual(['consistency holds', 'copy does-not-match', 'data cannot-check']);
    expect(checks.map(({ title }) => title).join()).not.toMatch(/rebuild|could not be had/);
    expect(checks[2]?.detail).not.toMatch(/does not have/);
  });

  test('a failed request is no mismatch, and data that does not match is one', () => {
    const checks = licenceChecks({ consistency: { failure: 'no answer' }, range: {} }, sizes, {
      ...between,
      refused: 1,
      missing: 1,
    });
    expect(stated(checks).slice(0, 3)).toEqual([
      'consistency cannot-check',
      'range checking',
      'data does-not-match',
    ]);
  });

  test('data that is not there cannot be checked', () =>
    expect(stated(licenceChecks(both, sizes, { ...between, missing: 2 }))).toContain('data cannot-check'));
});
