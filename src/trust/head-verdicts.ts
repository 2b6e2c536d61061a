import type { Checkpoint } from '../core/model.ts';
import type { Misbehaviour, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { HeadConsistencyCheck } from '../verify/protocol.ts';
import type { RecallResult } from './remembered-root.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';

/** MemoryFinding is the comparison of a head with the root that this browser remembers. */
export interface MemoryFinding {
  /**
   * holds: the log continues what an earlier visit remembered. not-checked: there is nothing to compare with,
   * because this is the first visit or storage refuses. does-not-match: see `misbehaviour`. cannot-check: the
   * comparison failed; the reason says why. With the code `storage-unread`, the stored root could not be
   * read: single proofs count, the visit as a whole does not.
   */
  readonly verdict: Verdict;
  readonly recalled: RecallResult;
  /** What it was compared with. If the verdict holds, a root seen in an earlier visit. */
  readonly since?: SeenHead;
  readonly check?: HeadConsistencyCheck;
  /** What the register did that it must never do. */
  readonly misbehaviour?: Misbehaviour;
}

/** twoRoots returns the verdict on every check of a log for whose size two roots were published. */
export function twoRoots({ logSize }: Checkpoint): Verdict {
  const reason = `two different roots were published for a log of ${logSize} entries`;
  return doesNotMatch('two-roots', reason);
}

/**
 * withholdUnlessConsistent returns the verdict that counts for a check that holds against a head: nothing
 * holds for a head that contradicts the remembered root, or was not compared with it.
 */
export function withholdUnlessConsistent(memory: Verdict, verdict: Verdict): Verdict {
  if (memory.outcome === 'holds' || memory.outcome === 'not-checked' || memory.code === 'storage-unread')
    return verdict;
  if (memory.outcome === 'does-not-match')
    return cannotCheck(
      'head-contradicted',
      'it matches the root that is published now, which contradicts the one seen before',
    );
  const { reason, summary = reason } = memory;
  const text = 'the published root was not compared with the one seen before';
  return cannotCheck('head-not-compared', `${text}: ${reason}`, `${text}: ${summary}`);
}
