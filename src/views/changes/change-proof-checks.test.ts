import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { changeProofChecks, type Read } from './change-proof-checks.ts';

const HOLDS: Verdict = { outcome: 'holds' };
const MISMATCH: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
const FAILED: Verdict = { outcome: 'cannot-check', code: 'request-failed', reason: 'no answer' };
const both = { consistency: HOLDS, range: HOLDS };
const sizes = { from: 197, to: 208, now: 208 };
const between: Read = { kind: 'between', refused: 0, missing: 0 };
const copy = { kind: 'copy', verdict: HOLDS, size: 208, missing: 0 } as const satisfies Read;
/** The lines in their order; those in brackets stand apart. */
const stated = (checks: ReturnType<typeof changeProofChecks>): string =>
  checks.map(({ id, state, isBesides }) => (isBesides ? `(${id} ${state})` : `${id} ${state}`)).join(', ');

describe('changeProofChecks', () => {
  test.each<[string, string, Parameters<typeof changeProofChecks>]>([
    ['nothing read yet', 'consistency holds', [both, sizes, undefined]],
    [
      'which version came before is not verified',
      'consistency holds, range holds, data holds, before not-checked',
      [both, sizes, between],
    ],
    [
      'from the empty log on',
      'consistency holds, range holds, data holds',
      [both, { ...sizes, from: 0 }, between],
    ],
    [
      'a failed request, and data that does not match',
      'consistency cannot-check, range checking, data does-not-match, before not-checked',
      [{ consistency: FAILED, range: undefined }, sizes, { ...between, refused: 1, missing: 1 }],
    ],
    [
      'data that is not there',
      'consistency holds, range holds, data cannot-check, before not-checked',
      [both, sizes, { ...between, missing: 2 }],
    ],
    ['a copy of the whole log', 'copy holds, (consistency holds)', [both, sizes, copy]],
    [
      'a copy, and a proof that could not be read',
      'copy holds, (consistency cannot-check)',
      [{ ...both, consistency: FAILED }, sizes, copy],
    ],
    [
      'a copy without some of its data',
      'copy holds, data cannot-check, (consistency holds)',
      [both, sizes, { ...copy, missing: 3 }],
    ],
    [
      'a copy that is not compared yet',
      'copy checking, (consistency holds)',
      [both, sizes, { ...copy, verdict: undefined }],
    ],
    [
      'a copy of another log',
      'copy does-not-match, (consistency holds)',
      [both, sizes, { ...copy, verdict: MISMATCH }],
    ],
  ])('%s', (_, lines, given) => expect(stated(changeProofChecks(...given))).toBe(lines));

  test('a proof that does not fit is no fact about the logs, and a copy that shows them to fit is believed', () => {
    const bad = { ...both, consistency: MISMATCH };
    expect(changeProofChecks(bad, sizes, copy).at(-1)?.detail).toMatch(/a log or the proof/);
    const line = changeProofChecks({ ...bad, copyShows: true }, sizes, copy).at(-1);
    expect([line?.title, line?.detail]).toEqual([
      expect.stringMatching(/^The proof sent does not connect/),
      expect.stringMatching(/^All 208 entries, read and hashed here, give .* consistency proof/),
    ]);
    expect(changeProofChecks({ ...both, copyShows: true }, sizes, copy).at(-1)?.detail).not.toMatch(
      /All 208/,
    );
  });

  test('of data that was sent and does not match nothing says that the server has none', () => {
    const checks = changeProofChecks(both, sizes, { ...copy, verdict: MISMATCH, missing: 1 });
    expect(checks.map(({ title }) => title).join()).not.toMatch(/rebuild|could not be had/);
    expect(checks.find(({ id }) => id === 'data')?.detail).not.toMatch(/does not have/);
  });
});
