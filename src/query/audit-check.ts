import type { QueryClient } from '@tanstack/react-query';
import { type Check, isSameHead } from '../core/check-result.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import { notChecked, type Verdict } from '../core/verdict.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { checkQuery } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** AuditCheck is what an audit lets one say of the log with the current head. */
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
  const make = async (queries: QueryClient): Promise<AuditCheck> => {
    if (result === undefined)
      return { ofAnotherHead: false, verdict: notChecked('not-made', 'no audit was made here') };
    const leafRuleTitle = LEAF_RULE_NAMES.find(({ id }) => id === result.leafRule)?.title;
    const found: AuditCheck = { ...auditCheck(result, head), leafRuleTitle };
    if (found.verdict.outcome === 'holds') await memoryOf(queries, session, head);
    return judged(session, head, found);
  };
  return checkQuery(session, check, make, {
    key: [JSON.stringify(result?.head ?? null)],
    // An audit of an earlier visit says nothing of what this one has read.
    facts: () => (result === undefined ? {} : { checkedAt: result.finishedAt }),
  });
}

/** auditCheck says it without regard to what is remembered. */
export function auditCheck({ verdict, head: audited }: AuditResult, head: Checkpoint): AuditCheck {
  const ofAnotherHead = !isSameHead(audited, head);
  if (!ofAnotherHead || verdict.outcome === 'does-not-match') return { verdict, ofAnotherHead };
  return { ofAnotherHead, verdict: notChecked('other-head', 'the audit was of another head of the log') };
}
