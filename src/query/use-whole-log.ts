import { useQuery } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import type { DeclaredCheck } from '../trust/page-checks.ts';
import { auditCheckQuery, storedAuditQuery, trailIndexQuery, useHasStored } from './stored-audit.ts';
import { copyCheck, copyIn } from './copy-controller.ts';
import { useCopy, useCopyAnswer } from './copy.ts';
import { headQuery } from './register-queries.ts';
import { failed } from './report-check.ts';
import { useSession, checkOf, NO_HEAD } from './session.ts';
import { usePageChecks } from './use-page-checks.ts';

/**
 * useWholeLog declares the check of a page made from many entries: a copy of the whole log, read in this
 * page and verified at the head. Not checked if the reader did not start the copy; could not be checked
 * if it could not be read.
 */
export function useWholeLog(): DeclaredCheck {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const reading = useCopy(session, false);
  switch (reading.phase) {
    case 'ready': {
      const { copy, error } = reading;
      if (head?.logSize === 0) return EMPTY;
      if (copy.head === undefined) return copy.verdict.outcome === 'holds' ? NOT_READ : copy.verdict;
      if (head === undefined) return undefined;
      return error === null || isSameHead(copy.head, head) ? copyCheck(head) : failed(error);
    }
    case 'reading':
      return undefined;
    case 'failed':
      return cannotCheck('request-failed', reading.failure.message, reading.failure.summary);
    case 'absent':
    case 'too-large':
      return NOT_READ;
  }
}

/**
 * NOT_SHOWN is declared by a page that shows the server's answer without comparing it with a copy of the log.
 */
export const NOT_SHOWN: Verdict = notChecked('not-made', 'what is shown was not compared with the whole log');

/**
 * DeclareMissing is for a page that shows the server's answer that something does not exist, which was
 * not compared with the log.
 */
export function DeclareMissing({ at }: { readonly at?: number | undefined }): null {
  usePageChecks('missing', { 'whole-log': NOT_SHOWN }, at);
  return null;
}

/**
 * useMissingRecord declares that the server does not have a record, and reports whether the log has
 * entries of its key nevertheless, by a copy of the whole log or a stored audit of this log. Without
 * either nothing was compared.
 */
export function useMissingRecord(recordKey: string, at: number | undefined): boolean {
  const session = useSession();
  const whole = useWholeLog();
  const copy = copyIn(useCopy(session, false));
  const { data: trail, error } = useCopyAnswer(session, copy, 'trail', { key: recordKey, at });
  const audited = useAuditedKey(recordKey, copy === undefined && at === undefined);
  const answered = trail === undefined ? (error === null ? undefined : failed(error)) : whole;
  const isThere = copy === undefined ? audited?.isThere === true : (trail?.length ?? 0) > 0;
  const known = copy === undefined ? (audited === undefined ? NOT_SHOWN : audited.check) : answered;
  usePageChecks('missing', { 'whole-log': isThere ? IN_THE_LOG : known }, at);
  return isThere;
}

/**
 * useAuditedKey looks up a key in the stored audit of this head: whether the log has entries of it, and the
 * check that proves it. undefined without such an audit.
 */
function useAuditedKey(key: string, isWanted: boolean) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const enabled = useHasStored('audit', session.id) && isWanted;
  const { data: index } = useQuery({ ...trailIndexQuery(session), enabled });
  const { data: stored } = useQuery({ ...storedAuditQuery(session), enabled });
  const audit = auditCheckQuery(session, stored ?? undefined, head ?? NO_HEAD);
  const isSame = head !== undefined && !!stored && isSameHead(stored.head, head);
  useQuery({ ...audit, enabled: enabled && isSame });
  if (!enabled || !isSame || !index || !isSameHead(index.checkpoint, head)) return undefined;
  return { isThere: index.latestOf(key) !== undefined, check: checkOf(audit) };
}

const IN_THE_LOG: Verdict = cannotCheck(
  'answers-disagree',
  'there is said to be no such record, and the log that this page read has entries of it',
);

const EMPTY: Verdict = notChecked('empty-log', 'the log is empty');

const NOT_READ: Verdict = notChecked('not-made', 'this page has not read the whole log');
