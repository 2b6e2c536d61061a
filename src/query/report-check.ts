import {
  CancelledError,
  type FetchQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type Check, checkId, type CheckResult } from '../core/check-result.ts';
import { cannotCheck, type CannotCheckCode, notChecked, type Verdict } from '../core/verdict.ts';
import type { TrustStore } from '../trust/trust-store.ts';
import { IncompleteListError } from '../log/log-pages.ts';
import { describeFailure } from './failure.ts';
import { type RegisterSession, CHECK, queryKey } from './session.ts';

/**
 * checkQuery makes a check once and reports its result to the trust store; see reportCheck. `key` names the
 * source of a check that can be made from several.
 */
export function checkQuery<Found extends { readonly verdict: Verdict }>(
  session: RegisterSession,
  check: Check,
  make: (queries: QueryClient, signal: AbortSignal) => Promise<Found>,
  {
    key = [],
    facts,
  }: {
    key?: readonly string[];
    facts?: (found: Found) => Partial<CheckResult>;
  } = {},
) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, ...key, checkId(check)),
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, () => make(client, signal), facts),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}

/** CheckQuery is such a query. Its data has what the check found by itself; what counts, the trust store knows. */
export type CheckQuery<Found extends { readonly verdict: Verdict }> = ReturnType<typeof checkQuery<Found>>;

/**
 * ensureChecked returns the result of a check to another query, whose signal is `signal`. A check that is
 * repeated meanwhile, because its head contradicts the remembered root, first rejects with a CancelledError,
 * which the waiting query would take for its own and stay pending.
 */
export async function ensureChecked<Found, Key extends readonly unknown[]>(
  queries: QueryClient,
  check: FetchQueryOptions<Found, Error, Found, Key>,
  signal?: AbortSignal,
): Promise<Found> {
  for (;;) {
    try {
      return await queries.ensureQueryData(check);
    } catch (error) {
      if (!(error instanceof CancelledError) || signal?.aborted) throw error;
    }
  }
}

/**
 * reportCheck makes a check and reports its verdict to the trust store, or that it could not be made.
 * `facts` are further parts of the result, for example a newer head. Rejects as `make` does; an
 * aborted check is not reported.
 */
export async function reportCheck<Found extends { readonly verdict: Verdict }>(
  trust: TrustStore,
  check: Check,
  signal: AbortSignal,
  make: () => Promise<Found>,
  facts?: (found: Found) => Partial<CheckResult>,
): Promise<Found> {
  try {
    signal.throwIfAborted();
    const found = await make();
    trust.report({ ...check, verdict: found.verdict, checkedAt: Date.now(), ...facts?.(found) });
    return found;
  } catch (error) {
    reportFailure(trust, check, error, signal);
    throw error;
  }
}

/** reportVerdict reports the verdict of a check that was made just now. */
export function reportVerdict(trust: TrustStore, check: Check, verdict: Verdict): void {
  trust.report({ ...check, verdict, checkedAt: Date.now() });
}

/** reportFailure reports that a check could not be made, unless it, or a query that it waits for, was cancelled. */
export function reportFailure(trust: TrustStore, check: Check, error: unknown, signal: AbortSignal): void {
  if (!signal.aborted && !(error instanceof CancelledError)) reportVerdict(trust, check, failed(error));
}

/** failed returns the verdict for a failed request or worker: it says nothing about the register. */
export function failed(error: unknown): Verdict {
  const code = error instanceof IncompleteListError ? 'incomplete' : 'request-failed';
  const { message, summary } = describeFailure(error);
  return cannotCheck(code, message, summary);
}

/** failedBecause does so with what could not be done, as a clause before the failure. */
export function failedBecause(code: CannotCheckCode, what: string, error: unknown): Verdict {
  const { message, summary } = describeFailure(error);
  return cannotCheck(code, `${what}: ${message}`, summary && `${what}: ${summary}`);
}

/** Repetition says when to repeat a finding, and how. */
interface Repetition<Found> {
  /** isDoubtful reports whether answers of different ages would explain the finding. */
  readonly isDoubtful: (found: Found) => boolean;
  /** again makes the finding from fresh answers. */
  readonly again: (found: Found) => Promise<Found>;
  /** The most repetitions; 1 by default. */
  readonly times?: number;
  /** The finding if an answer cannot be reread; by default the failure is the result. */
  readonly unread?: (found: Found) => Found;
}

/**
 * confirmed returns the finding that counts. Caches serve answers of different ages, so a doubtful finding,
 * above all a mismatch, is first repeated with fresh answers. One that is still doubtful counts.
 */
export async function confirmed<Found>(
  first: Found,
  { isDoubtful, again, times = 1, unread }: Repetition<Found>,
): Promise<Found> {
  let found = first;
  for (let time = 0; time < times && isDoubtful(found); time += 1) {
    try {
      found = await again(found);
    } catch (error) {
      if (unread === undefined) throw error;
      return unread(found);
    }
  }
  return found;
}

/** NEWER_ANSWER is the verdict on an answer that the server has since replaced. */
export const NEWER_ANSWER: Verdict = notChecked('newer-answer', 'there is a newer answer by now');

/** UNREAD_AGAIN is the verdict on contradicting answers of which one cannot be reread. */
export const UNREAD_AGAIN: Verdict = cannotCheck(
  'answers-disagree',
  'the answers contradict each other and could not be read again: they may be of different ages',
);
