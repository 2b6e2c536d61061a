import { queryOptions } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { CHECK } from './keys.ts';
import { reportCheck } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** AuditCheck is what an audit lets one say of the log with the head at hand. */
export interface AuditCheck {
  readonly verdict: Verdict;
  /** Whether the audit was of another head: what held then is not checked now. */
  readonly ofAnotherHead: boolean;
  /** The leaf rule in plain English, where one was found. */
  readonly leafRuleTitle?: string | undefined;
}

/**
 * auditCheckQuery says what an audit is worth for a head. It holds for the very head that it was of, and only as long as the root this browser remembers does
 * not contradict that head; a mismatch stays one whatever was published since.
 */
export function auditCheckQuery(session: RegisterSession, result: AuditResult | undefined, head: Checkpoint) {
  const check: Check = { kind: 'whole-log', subject: `audit ${result?.finishedAt ?? ''}`, head };
  return queryOptions({
    queryKey: [session.id, CHECK, 'audit', result?.finishedAt ?? null, result?.head, head],
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(
        session.trust,
        check,
        signal,
        async (): Promise<AuditCheck> => {
          if (result === undefined)
            return {
              ofAnotherHead: false,
              verdict: { outcome: 'not-checked', code: 'not-made', reason: 'no audit was made here' },
            };
          const leafRuleTitle = LEAF_RULE_NAMES.find(({ id }) => id === result.leafRule)?.title;
          const found: AuditCheck = { ...auditCheck(result, head), leafRuleTitle };
          if (found.verdict.outcome !== 'holds') return found;
          await memoryOf(client, session, head);
          return judged(session, head, found);
        },
        // An audit of an earlier visit says nothing of what this one has read.
        () => (result === undefined ? {} : { checkedAt: result.finishedAt }),
      ),
    staleTime: Infinity,
  });
}

/** auditCheck says it without regard to what is remembered. */
export function auditCheck({ verdict, head: audited }: AuditResult, head: Checkpoint): AuditCheck {
  const ofAnotherHead = audited.logSize !== head.logSize || audited.rootHash !== head.rootHash;
  if (!ofAnotherHead || verdict.outcome === 'does-not-match') return { verdict, ofAnotherHead };
  return {
    ofAnotherHead,
    verdict: {
      outcome: 'not-checked',
      code: 'other-head',
      reason: 'the audit was of another head of the log',
    },
  };
}
