import type { Hash } from '../core/hash.ts';
import type { Verdict } from '../core/verdict.ts';
import { formatNumber } from './format.ts';
import type { DrawnCheck } from './proof/proof-figure.tsx';

/** EarlierCheck is the check of an entry at a size that the published root may have outgrown. */
interface EarlierCheck extends DrawnCheck {
  readonly head?: { readonly logSize: number; readonly rootHash: Hash };
  readonly growth?: { readonly verdict: Verdict };
}

/**
 * drawnEarlier is a check as the picture draws it, and what a root that holds is then called. At an earlier size there is no published root to set against
 * the computed one: where the log’s growth from it does not hold, the picture leaves the root in doubt, and a line of its own says what does not match.
 */
export function drawnEarlier<Check extends EarlierCheck>(
  check: Check | undefined,
): { readonly check: Check | undefined; readonly rootHolds?: string } {
  const size = check?.checkpoint.logSize;
  if (check?.head === undefined || size === undefined || size >= check.head.logSize) return { check };
  const rootHolds = `is the root at size ${formatNumber(size)}`;
  if (check.verdict.outcome === 'holds' || check.growth === undefined) return { check, rootHolds };
  const reason = 'the root it leads to is not shown to begin the published log';
  return {
    rootHolds,
    check: { ...check, verdict: { outcome: 'cannot-check', code: 'root-not-shown', reason } },
  };
}
