import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Checkpoint } from '../core/model.ts';
import { notChecked } from '../core/verdict.ts';
import type { AnswerOf, QuestionName, QuestionOf, SummaryAnswer } from '../log/questions.ts';
import { failuresOf } from './ask-again.ts';
import { describeFailure } from './failure.ts';
import {
  copyCheck,
  copyCheckQuery,
  copyIn,
  CopyController,
  type RegisterCopy,
  type CopyPhase,
} from './copy-controller.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { type RegisterSession, useSession, NO_HEAD, queryKey } from './session.ts';
import { useVerdict } from './use-page-checks.ts';

/**
 * READ_WITHOUT_ASKING is the number of entries up to which a register is read whole when a view wants it; for
 * a larger one the reader decides.
 */
export const READ_WITHOUT_ASKING = 20_000;

/**
 * HELD_AT_MOST is the most entries that a page can hold: a million with their data would take more memory
 * than a tab has, and ten thousand requests from a server with small pages.
 */
export const HELD_AT_MOST = 250_000;

const controllers = new WeakMap<RegisterSession, CopyController>();

/** copyControllerOf is the controller of a session. It reads nothing by itself. */
export function copyControllerOf(session: RegisterSession, queries: QueryClient): CopyController {
  const known = controllers.get(session);
  if (known !== undefined) return known;
  const controller = new CopyController(
    session,
    queries,
    async () => (await import('./log-tools.ts')).logTools,
    () => noteLeft(queries, session),
  );
  controllers.set(session, controller);
  return controller;
}

/** noteLeft notes that a register was left; see left-registers.ts. Without that code it keeps what it read. */
export function noteLeft(queries: QueryClient, session: RegisterSession): void {
  import('./left-registers.ts').then(
    ({ leaveRegister }) => leaveRegister(queries, session),
    () => undefined,
  );
}

/** endCopy drops a session's copy, if there is one. */
export function endCopy(session: RegisterSession): void {
  controllers.get(session)?.end();
  controllers.delete(session);
}

/**
 * WholeLogCopy is a register's copy as a view sees it; `too-large` if the register has more
 * entries than a page can hold.
 */
export type WholeLogCopy = (CopyPhase | { readonly phase: 'too-large'; readonly most: number }) & {
  /** The log size; undefined until known. */
  readonly entries: number | undefined;
  /** Why a copy that is complete could not be brought to that size. */
  readonly error: Error | null;
  /** start begins to read it, or tries again. */
  readonly start: () => void;
};

/** isCopyComing reports whether the copy is complete, being read, or about to be. */
export function isCopyComing({ phase, entries }: WholeLogCopy): boolean {
  return phase === 'absent' ? entries === undefined : phase === 'reading' || phase === 'ready';
}

/**
 * useCopy follows the copy of a register. With `want`, a register of at most READ_WITHOUT_ASKING entries
 * is read at once, and again as it grows. For a view of an earlier size `at`, a copy counts as being
 * read until it has that size.
 */
export function useCopy(session: RegisterSession, want: boolean, at = 0): WholeLogCopy {
  const controller = copyControllerOf(session, useQueryClient());
  const phase = useAgainstMemory(session, useSyncExternalStore(controller.subscribe, controller.phase));
  const { data: head, isError } = useQuery(headQuery(session));
  const { data: register } = useQuery(registerQuery(session));
  // A register without proofs can be read, too: the summary gives its size.
  const entries = head?.logSize ?? (isError ? register?.totalEntries : undefined);
  const isAbsent = phase.phase === 'absent';
  const fits = entries !== undefined && entries <= HELD_AT_MOST;
  const isSoon = want && isAbsent && fits && entries <= READ_WITHOUT_ASKING;
  const { error } = useQuery({
    ...copyQuery(session, entries ?? 0, head, phase.phase === 'ready' && !phase.copy.unanswered),
    enabled: isSoon || (fits && !isAbsent),
    notifyOnChangeProps: ['error'],
  });
  const start = useCallback(() => {
    if (fits) void controller.read(entries, head, true);
  }, [controller, fits, entries, head]);
  if (isAbsent && entries !== undefined && !fits)
    return { phase: 'too-large', most: HELD_AT_MOST, entries, error, start };
  const done = copyIn(phase)?.size ?? 0;
  if (phase.phase === 'ready' && done < at && error !== null)
    return { phase: 'failed', failure: describeFailure(error), entries, error, start };
  if (isSoon || (phase.phase === 'ready' && done < at))
    return { phase: 'reading', what: 'entries', done, of: isSoon ? entries : at, entries, error, start };
  return { ...phase, entries, error, start };
}

/**
 * copyQuery reads a register to a size. It is a query, so that what fails for want of an answer is asked again as all
 * else is; and another one with and without a copy that got all its answers (`isHeld`), so that one that was lost is read again.
 */
export function copyQuery(
  session: RegisterSession,
  size: number,
  head: Checkpoint | undefined,
  isHeld: boolean,
) {
  return queryOptions({
    queryKey: queryKey(session, 'whole', size, head?.rootHash ?? '', Number(isHeld)),
    queryFn: async ({ client, queryKey: key }) => {
      const query = client.getQueryCache().find({ queryKey: key });
      const isAgain = query !== undefined && failuresOf(query) > 0;
      return (await copyControllerOf(session, client).read(size, head, false, isAgain)) !== undefined;
    },
    // The controller knows whether there is anything to read.
    staleTime: 0,
  });
}

/**
 * useAgainstMemory withdraws "holds" from a copy whose head contradicts what is remembered, which may become
 * known after it was read. The page on view declares its check.
 */
function useAgainstMemory(session: RegisterSession, phase: CopyPhase): CopyPhase {
  const { head, verdict, own = verdict } = copyIn(phase) ?? NO_COPY;
  const check = copyCheckQuery(session, head ?? NO_HEAD, own);
  useQuery({ ...check, enabled: head !== undefined, notifyOnChangeProps: [] });
  const { trust } = session;
  const judged = useSyncExternalStore(trust.subscribe, () => head && trust.verdictOf(copyCheck(head)));
  return useMemo(
    () =>
      phase.phase === 'ready' && judged !== undefined && phase.copy.own?.outcome === 'holds'
        ? { ...phase, copy: { ...phase.copy, verdict: judged } }
        : phase,
    [phase, judged],
  );
}

/**
 * useVerifiedCopy returns this page's copy of the register on view if it is verified whole at this
 * head. It starts no reading.
 */
export function useVerifiedCopy(head: Checkpoint | undefined): RegisterCopy | undefined {
  const copy = copyIn(useCopy(useSession(), false));
  return useVerdict(head && copyCheck(head))?.outcome === 'holds' ? copy : undefined;
}

type CopyQuestion<Name extends QuestionName> = Omit<QuestionOf<Name>, 'at'> & {
  readonly at?: number | undefined;
};

/** copyAnswer asks the copy one of the questions of log/questions.ts, without `at` about the present. */
export function copyAnswer<Name extends QuestionName>(
  session: RegisterSession,
  copy: RegisterCopy,
  name: Name,
  question: CopyQuestion<Name>,
) {
  const whole = { ...question, at: question.at ?? copy.size };
  return queryOptions({
    queryKey: queryKey(session, 'copy', copy.id, name, JSON.stringify(whole)),
    queryFn: async ({ client }) =>
      (await copyControllerOf(session, client).host(copy).answer(name, whole)) as AnswerOf<Name>,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/**
 * useCopyAnswer asks the copy if there is one and the answer is wanted. A cached answer
 * is returned in any case.
 */
export function useCopyAnswer<Name extends QuestionName>(
  session: RegisterSession,
  copy: RegisterCopy | undefined,
  name: Name,
  question: CopyQuestion<Name>,
  wanted = true,
): UseQueryResult<AnswerOf<Name>> {
  const enabled = wanted && copy !== undefined;
  return useQuery({ ...copyAnswer(session, copy ?? NO_COPY, name, question), enabled });
}

/** useCountsAt counts the register at a log size, or all of a copy if none is known, if there is a copy. */
export function useCountsAt(size: number | undefined): SummaryAnswer | undefined {
  const session = useSession();
  const copy = copyIn(useCopy(session, false));
  const at = size ?? copy?.size ?? 0;
  const isReached = copy !== undefined && copy.size >= at;
  return useCopyAnswer(session, isReached ? copy : undefined, 'summary', { at }).data;
}

/** NO_COPY is the copy in the options of a disabled question. */
export const NO_COPY: RegisterCopy = {
  id: '',
  size: 0,
  head: undefined,
  verdict: notChecked('not-made', 'the register was not read'),
  missing: 0,
};
