import { useQuery } from '@tanstack/react-query';
import type { Verdict } from '../core/verdict.ts';
import type { Declared } from '../trust/page-checks.ts';
import { headQuery } from './register-queries.ts';
import { copyCheck } from './replica-check.ts';
import { useReplica } from './replica.ts';
import { useSession } from './session.ts';
import { usePageChecks } from './use-page-checks.ts';

/**
 * useWholeLog names the check that a page made from many entries rests on: a copy of the whole log, read in this page, that was verified at the head. Not checked
 * where nobody has asked for the copy, or it could not be read.
 */
export function useWholeLog(): Declared {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const copy = useReplica(session, false);
  switch (copy.phase) {
    case 'ready':
      if (head?.logSize === 0) return EMPTY;
      return copy.replica.head === undefined ? notGreen(copy.replica.verdict) : head && copyCheck(head);
    case 'reading':
      return undefined;
    case 'failed':
      return { outcome: 'cannot-check', code: 'request-failed', reason: copy.failure.message };
    case 'absent':
    case 'too-large':
      return NOT_READ;
  }
}

/** DeclareMissing is for a page that says that something is not there: only a verified copy of the whole log could show that. */
export function DeclareMissing({ at }: { readonly at?: number | undefined }): null {
  usePageChecks('missing', { 'whole-log': useWholeLog() }, at);
  return null;
}

function notGreen(verdict: Verdict): Verdict {
  return verdict.outcome === 'holds' ? NOT_READ : verdict;
}

const EMPTY: Verdict = { outcome: 'not-checked', code: 'empty-log', reason: 'the log is empty' };

const NOT_READ: Verdict = {
  outcome: 'not-checked',
  code: 'not-made',
  reason: 'this page has not read the whole log',
};
