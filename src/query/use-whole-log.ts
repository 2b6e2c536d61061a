import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cannotCheck, notChecked, type Verdict } from '../core/verdict.ts';
import type { Declared } from '../trust/page-checks.ts';
import { NO_COPY } from './copy.ts';
import { headQuery } from './register-queries.ts';
import { copyCheck } from './copy-check.ts';
import { copyAnswer, useCopy } from './copy.ts';
import { failed } from './report-check.ts';
import { useSession } from './session.ts';
import { usePageChecks, useVerdict } from './use-page-checks.ts';
import type { SummaryAnswer } from '../log/questions.ts';

/**
 * useWholeLog names the check that a page made from many entries rests on: a copy of the whole log, read in this page, that was verified at the head. Not checked
 * where nobody has asked for the copy, or it could not be read.
 */
export function useWholeLog(): Declared {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const reading = useCopy(session, false);
  switch (reading.phase) {
    case 'ready':
      if (head?.logSize === 0) return EMPTY;
      return reading.copy.head === undefined ? notGreen(reading.copy.verdict) : head && copyCheck(head);
    case 'reading':
      return undefined;
    case 'failed':
      return cannotCheck('request-failed', reading.failure.message);
    case 'absent':
    case 'too-large':
      return NOT_READ;
  }
}

/** NOT_SHOWN is declared by a page that shows what the server says, and not what a copy of the log does. */
export const NOT_SHOWN: Verdict = notChecked(
  'not-made',
  'this page shows what the server sends, and has not compared it with the whole log',
);

/** DeclareMissing is for a page on which the server says that something is not there: nothing was compared with the log. */
export function DeclareMissing({ at }: { readonly at?: number | undefined }): null {
  usePageChecks('missing', { 'whole-log': NOT_SHOWN }, at);
  return null;
}

/** DeclareMissingRecord is for a record that the server does not have: a copy of the whole log, where this page has one, tells whether the log has an entry of its key. */
export function DeclareMissingRecord({
  recordKey,
  at,
}: {
  readonly recordKey: string;
  readonly at?: number | undefined;
}): null {
  const session = useSession();
  const whole = useWholeLog();
  const reading = useCopy(session, false);
  const copy = reading.phase === 'ready' ? reading.copy : undefined;
  const trail = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'trail', { key: recordKey, at }),
    enabled: copy !== undefined,
  });
  const isThere = (trail.data?.length ?? 0) > 0;
  const answered =
    trail.data === undefined ? (trail.error === null ? undefined : failed(trail.error)) : whole;
  usePageChecks(
    'missing',
    { 'whole-log': copy === undefined ? NOT_SHOWN : isThere ? IN_THE_LOG : answered },
    at,
  );
  return null;
}

const IN_THE_LOG: Verdict = cannotCheck(
  'answers-disagree',
  'the server says that there is no such record, and the log that this page read has entries of it',
);

function notGreen(verdict: Verdict): Verdict {
  return verdict.outcome === 'holds' ? NOT_READ : verdict;
}

const EMPTY: Verdict = notChecked('empty-log', 'the log is empty');

const NOT_READ: Verdict = notChecked('not-made', 'this page has not read the whole log');

/** useProvedEntries lists the entries whose entry proof held in this visit, ascending. */
export function useProvedEntries(): readonly number[] {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, trust.provedEntries);
}

/** useReadInVisit is how many entries, from the first on, were read in this visit and verified whole at the head; 0 where they were not. It reads nothing itself. */
export function useReadInVisit(): number {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const reading = useCopy(session, false);
  const isVerified = useVerdict(head && copyCheck(head))?.outcome === 'holds';
  return reading.phase === 'ready' && isVerified ? reading.copy.size : 0;
}

/** useCountsAt counts the register at a log size, where its copy is there to count; with `want` a small register is read for it. */
export function useCountsAt(at: number, want = false): SummaryAnswer | undefined {
  const session = useSession();
  const reading = useCopy(session, want);
  const copy = reading.phase === 'ready' && reading.copy.size >= at ? reading.copy : undefined;
  const { data } = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'summary', { at }),
    enabled: copy !== undefined,
  });
  return data;
}
