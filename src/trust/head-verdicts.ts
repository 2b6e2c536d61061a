import type { Checkpoint } from '../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';

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
