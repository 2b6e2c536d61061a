import { describe, expect, it } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { comparisonWords } from './words.ts';

const hash = (digit: string) => parseHash(digit.repeat(64), 'bare') ?? expect.unreachable('no hash');
const own = { logSize: 295, rootHash: hash('a') };

function worded(theirs: typeof own, verdict: Verdict) {
  const parts = { from: theirs, to: own, oldSteps: [], newSteps: [], computedInMs: 0 };
  return comparisonWords({ ...parts, verdict, own }, theirs);
}

describe('comparisonWords', () => {
  it('says of one root at two sizes that it cannot be', () => {
    const verdict: Verdict = {
      outcome: 'does-not-match',
      code: 'data-differs',
      reason: 'one root cannot be that of two log sizes',
    };
    expect(worded({ ...own, logSize: 208 }, verdict)).toMatchObject({
      state: 'does-not-match',
      title: 'One root cannot be of two log sizes',
      detail: expect.stringMatching(/208 entries.*295 entries/),
    });
  });

  it('says that equal roots are equal where the published one is in doubt, and does not call that agreement', () => {
    const verdict: Verdict = {
      outcome: 'cannot-check',
      code: 'head-contradicted',
      reason: 'it does not fit the one seen before',
    };
    expect(worded(own, verdict)).toEqual({
      state: 'cannot-check',
      title: 'Theirs is the root that is published to you now, and that is in doubt',
      detail: 'It does not fit the one seen before.',
    });
    expect(worded({ logSize: 200, rootHash: hash('b') }, verdict).title).toBe(
      'These roots cannot be compared',
    );
  });
});
