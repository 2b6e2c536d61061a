import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { checkAtEarlierSize } from './inclusion-check.ts';

const root = 'a'.repeat(64) as never;
const check = (verdict: Verdict, logSize: number, headSize?: number) => ({
  verdict,
  entry: { entryNumber: 1, key: 'k', itemHashes: [] },
  checkpoint: { logSize, rootHash: root },
  computedRoot: root,
  steps: [],
  computedInMs: 1,
  ...(headSize === undefined ? {} : { head: { logSize: headSize, rootHash: root }, growth: { verdict } }),
});

describe('checkAtEarlierSize', () => {
  it('leaves a check at the head as it is', () => {
    for (const outcome of ['holds', 'does-not-match'] as const) {
      const now = check({ outcome, reason: 'x' } as Verdict, 9);
      expect(checkAtEarlierSize(now)).toEqual({ check: now });
      const atHead = check({ outcome, reason: 'x' } as Verdict, 9, 9);
      expect(checkAtEarlierSize(atHead)).toEqual({ check: atHead });
    }
    expect(checkAtEarlierSize(undefined)).toEqual({ check: undefined });
  });

  it('calls the root of an earlier size no published one', () => {
    const held = check({ outcome: 'holds' }, 7, 9);
    expect(checkAtEarlierSize(held)).toEqual({ check: held, rootHolds: 'is the root at size 7' });
  });

  it('draws no equal root as refuted where it does not begin the published log', () => {
    const drawn = checkAtEarlierSize(
      check({ outcome: 'does-not-match', code: 'path-length', reason: 'x' }, 7, 9),
    );
    expect(drawn.check?.verdict.outcome).toBe('cannot-check');
  });
});
