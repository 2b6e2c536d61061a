import { cannotCheck, type Verdict } from '../core/verdict.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { HeadConsistencyCheck } from '../verify/protocol.ts';
import type { RecallResult } from '../verify/remembered-root.ts';

/** MemoryFinding is how a head compares with what this browser saw before. */
export interface MemoryFinding {
  /**
   * holds: the log continues what an earlier visit remembered. not-checked: there is nothing to compare with, because this is the first visit or storage
   * refuses. does-not-match: see `misbehaviour`. cannot-check: the comparison was not made, and why.
   */
  readonly verdict: Verdict;
  readonly recalled: RecallResult;
  /** What it was compared with. Where the verdict holds, what was seen in an earlier visit. */
  readonly since?: SeenHead;
  /** Whether `since` was imported from a file, so that this browser never saw it. */
  readonly fromFile?: true;
  readonly check?: HeadConsistencyCheck;
  /** What the register must never do, and did. */
  readonly misbehaviour?: Misbehaviour;
  /** Something may be remembered that could not be read: single proofs count, the visit as a whole does not. */
  readonly unread?: true;
}

/** withholdUnlessConsistent is the verdict of a check against a head, once that head was compared with what was seen before: nothing holds for a head that contradicts it, or was not compared. */
export function withholdUnlessConsistent(finding: MemoryFinding, verdict: Verdict): Verdict {
  const { outcome } = finding.verdict;
  if (verdict.outcome !== 'holds' || outcome === 'holds' || outcome === 'not-checked' || finding.unread)
    return verdict;
  if (outcome === 'does-not-match')
    return cannotCheck(
      'head-contradicted',
      'it matches the root that is published now, which contradicts the one seen before',
    );
  const why = 'reason' in finding.verdict ? finding.verdict.reason : '';
  return cannotCheck(
    'head-not-compared',
    `the published root was not compared with the one seen before: ${why}`,
  );
}
