import { describe, expect, test } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { comparisonCheck, rememberedChecks } from './compare-checks.ts';

const hash = (digit: string) => parseHash(digit.repeat(64), 'bare') ?? expect.unreachable('no hash');
const own = { logSize: 295, rootHash: hash('a') };
const remembered = { ...own, lastSeenMs: Date.UTC(2026, 10, 21), givenUp: [] };

describe('comparisonCheck', () => {
  const compared = (theirs: typeof own, verdict: Verdict) => {
    const parts = { from: theirs, to: own, oldSteps: [], newSteps: [], computedInMs: 0 };
    return comparisonCheck({ ...parts, verdict, own }, theirs);
  };

  test('one root at two sizes cannot be', () =>
    expect(
      compared(
        { ...own, logSize: 208 },
        { outcome: 'does-not-match', code: 'two-sizes', reason: 'one root cannot be that of two log sizes' },
      ),
    ).toMatchObject({
      state: 'does-not-match',
      title: expect.stringMatching(/two log sizes/),
      detail: expect.stringMatching(/208 entries.*295 entries/),
    }));

  test('equal roots where the published one is in doubt are no agreement', () => {
    const verdict: Verdict = {
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: 'it does not fit',
    };
    expect(compared(own, verdict)).toMatchObject({
      state: 'cannot-check',
      title: expect.stringMatching(/in doubt/),
      detail: 'It does not fit.',
    });
    expect(compared({ logSize: 200, rootHash: hash('b') }, verdict).title).not.toMatch(/in doubt/);
  });
});

describe('rememberedChecks', () => {
  const seenAtMs = Date.UTC(2026, 10, 20);
  const b = { logSize: 295, rootHash: hash('b') };
  const earlierB = { ...b, logSize: 208 };
  test.each([
    ['the remembered root', own, remembered, 'holds', /21 November 2026|Nov/],
    ['one that came from a file', own, { ...remembered, importedAtMs: 1 }, 'not-checked', /from a file/],
    ['another one at the same size', b, remembered, 'does-not-match', /one root hash at each size/],
    [
      'the same one at another size',
      { ...own, logSize: 208 },
      remembered,
      'does-not-match',
      /295 entries; the link says 208 entries/,
    ],
    [
      'one that was given up',
      b,
      { ...remembered, givenUp: [{ ...b, seenAtMs }] },
      'not-checked',
      /no longer shows/,
    ],
    [
      'one of another size that was given up',
      earlierB,
      { ...remembered, givenUp: [{ ...earlierB, seenAtMs }] },
      'not-checked',
      /no longer shows/,
    ],
    [
      'one that was given up once and is remembered again',
      own,
      { ...remembered, givenUp: [{ ...own, seenAtMs }] },
      'holds',
      /Both/,
    ],
  ])('theirs is %s', (_, theirs, known, state, detail) =>
    expect(rememberedChecks(theirs, known)).toMatchObject([{ state, detail: expect.stringMatching(detail) }]),
  );

  test('nothing is said of another root at another size: that takes a proof', () => {
    expect(rememberedChecks(earlierB, remembered)).toEqual([]);
    expect(rememberedChecks(earlierB, { ...remembered, givenUp: [{ ...b, seenAtMs }] })).toEqual([]);
  });
});
