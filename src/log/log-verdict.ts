import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import type { AuditFinding } from '../verify/audit-result.ts';
import type { Findings, LogProgress } from './log-host.ts';

/**
 * verdictOf returns the verdict on a log. Only a wrong root or wrong data is a mismatch;
 * unreadable data is cannot-check; `why` is the first reason.
 */
export function verdictOf(
  { rootHash }: Checkpoint,
  {
    computedRoot: computed,
    named,
    seen,
    findings: { list, count },
  }: Pick<LogProgress, 'named' | 'seen'> & {
    readonly computedRoot?: Hash | undefined;
    readonly findings: Findings;
  },
  why?: string,
): Verdict {
  if (computed !== undefined && computed !== rootHash)
    return { outcome: 'does-not-match', code: 'hash-differs', expected: rootHash, computed };
  const ofKind = (kind: AuditFinding['kind']) => list.find((finding) => finding.kind === kind);
  const wrong = ofKind('item');
  if (wrong)
    return doesNotMatch('data-differs', `the data of entry ${wrong.entries?.[0]} does not match its hash`);
  const unwritable = ofKind('unreadable');
  if (unwritable) return cannotCheck('unhashable', unwritable.text);
  if (computed === undefined)
    return cannotCheck('unknown-leaf-rule', 'no known leaf rule gives the published root');
  if (named > seen || count > 0)
    return cannotCheck(
      'incomplete',
      `the data of ${named - seen} of the ${named} hashes recorded in the log could not be read${why ? `: ${why}` : ''}`,
    );
  return { outcome: 'holds' };
}
