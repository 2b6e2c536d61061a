import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { isUnanswered } from '../api/retry.ts';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { clientOf, readQuery } from './client-query.ts';
import { inclusionCheck, type ProofContext } from './inclusion-queries.ts';
import { memoryOf, memoryQuery } from './memory-queries.ts';
import { checkQuery, confirmed, failed, NEWER_ANSWER, reportFailure, reportVerdict } from './report-check.ts';
import { type RegisterSession, queryKey } from './session.ts';

/**
 * ENTRIES_PER_PAGE is how many entries the log view fetches at once; page n starts at entry
 * n × ENTRIES_PER_PAGE + 1.
 */
export const ENTRIES_PER_PAGE = 100;

/**
 * entriesPageQuery reads page `page` (0-based) of the log of `logSize` entries. A full page never
 * changes, so it is never requested again; the last one is keyed by its length, so that it is read
 * again when the log grows.
 */
export function entriesPageQuery(session: RegisterSession, page: number, logSize: number) {
  const start = page * ENTRIES_PER_PAGE + 1;
  const count = Math.max(0, Math.min(ENTRIES_PER_PAGE, logSize - start + 1));
  return readQuery(session, ['entries', start, count], async (api, signal, queries) => {
    let remark = '';
    const entries = await api.entries(start, count, signal, (said) => (remark = said));
    // Only a page that was read again takes its remark back.
    queries.setQueryData(listRemarkQuery(session).queryKey, (before) =>
      remark !== '' || before?.start === start ? { start, remark } : before,
    );
    return entries;
  });
}

/**
 * entriesAgainQuery reads a page of the log again, once for each head: entries that their proofs do not prove may
 * be older. Views follow the cache.
 */
function entriesAgainQuery(session: RegisterSession, entries: readonly Entry[], head: Checkpoint) {
  const [start, last] = [entries[0]?.entryNumber ?? 1, entries.at(-1)?.entryNumber ?? 1];
  const page = entriesPageQuery(session, Math.floor((start - 1) / ENTRIES_PER_PAGE), last);
  return queryOptions({
    queryKey: queryKey(session, 'entries-again', start, last, head.rootHash),
    queryFn: ({ client }) => client.fetchQuery({ ...page, staleTime: 0 }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
}

/**
 * listRemarkQuery returns the last sentence about wrong order in the list of entries, if any, with the start
 * of its page. It makes no requests.
 */
export function listRemarkQuery(session: RegisterSession) {
  return queryOptions<{ readonly start: number; readonly remark: string }>({
    queryKey: queryKey(session, 'entry-list-remark'),
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

/** RunFinding is the result of proving consecutive entries by the proofs of two of them. */
export interface RunFinding {
  /** Whether both proofs give the root of the head. A mismatch does not say which entry is at fault. */
  readonly verdict: Verdict;
  /** The entries that it is about: a run whose ends cannot be proved is shortened, to none (`last` < `first`) at most. */
  readonly first: number;
  readonly last: number;
}

/**
 * runCheckQuery proves consecutive entries, at least one, by the proofs of the first and the last of them, and
 * reports each as proved. Where these do not give the root it reads the entries and both proofs once more: if
 * they still do not, the run does not match, and the entries are left to their own proofs (entryCheckQuery), as
 * are those that a shorter run lacks.
 */
export function runCheckQuery(session: RegisterSession, entries: readonly Entry[], head: Checkpoint) {
  const check: Check = { kind: 'inclusion', subject: JSON.stringify(entries), head };
  const make = async (queries: QueryClient, signal: AbortSignal): Promise<RunFinding> => {
    const proving = { session, queries, api: await clientOf(queries, session), signal };
    // The leaf rule of earlier visits comes with the remembered root.
    await queries.ensureQueryData(memoryQuery(session));
    const proved = async (): Promise<RunFinding> =>
      confirmed(await proveRun(proving, entries, head), {
        isDoubtful: ({ verdict }) => verdict.outcome === 'does-not-match',
        async again(found) {
          const again = await queries.fetchQuery(entriesAgainQuery(session, entries, head));
          const isSame = JSON.stringify(again) === check.subject;
          return isSame ? proveRun(proving, entries, head) : { ...found, verdict: NEWER_ANSWER };
        },
        unread: (found) => found,
      });
    const { trust } = session;
    try {
      const [, found] = await Promise.all([memoryOf(queries, session, head), proved().catch(refusedRun)]);
      if (found.verdict.outcome === 'holds')
        for (const entry of within(entries, found))
          reportVerdict(trust, inclusionCheck(entry, head), found.verdict);
      return found;
    } catch (error) {
      // The run is asked again, and no entry on its own.
      for (const entry of entries) {
        const own = inclusionCheck(entry, head);
        if (trust.verdictOf(own) === undefined) reportFailure(trust, own, error, signal);
      }
      throw error;
    }
  };
  return checkQuery(session, check, make, {
    facts: (found) => ({ head, proves: { entries: within(entries, found), head } }),
  });
}

function within(
  entries: readonly Entry[],
  { first, last }: Pick<RunFinding, 'first' | 'last'>,
): readonly Entry[] {
  return entries.filter(({ entryNumber }) => entryNumber >= first && entryNumber <= last);
}

/** refusedRun is the finding of a run of which the server refuses the proofs. Throws any other error. */
function refusedRun(error: unknown): RunFinding {
  if (!(error instanceof ApiError) || isUnanswered(error)) throw error;
  return { verdict: failed(error), first: 1, last: 0 };
}

async function proveRun(
  proving: ProofContext,
  entries: readonly Entry[],
  head: Checkpoint,
): Promise<RunFinding> {
  const { api, session, signal } = proving;
  const ends = entries.length === 1 ? [entries] : [entries, entries.toReversed()];
  const [from, to = from] = await Promise.all(ends.map((end) => provableOf(proving, end, head)));
  if (from === undefined || to === undefined) throw new Error('A run of entries has an end.');
  const [first, last] = [from.entry.entryNumber, to.entry.entryNumber];
  const run = within(entries, { first, last });
  const leafRule = session.trust.leafRule();
  const request = { variant: api.variant, entries: run, firstPath: from.path, lastPath: to.path };
  const { verdict, leafRule: found } = await session.verifier.checkRun(
    { ...request, checkpoint: head, ...(leafRule && { leafRule }) },
    signal,
  );
  if (found !== undefined) session.trust.learnLeafRule(found);
  return { verdict, first, last };
}

/** TRIES is at how many entries from an end of a run a proof is asked for. */
const TRIES = 3;

/**
 * provableOf returns the first of these entries whose proof the server does not refuse. Rejects if there is none,
 * or no answer.
 */
async function provableOf(
  { api, signal }: ProofContext,
  entries: readonly Entry[],
  { logSize }: Checkpoint,
): Promise<{ readonly entry: Entry; readonly path: readonly Hash[] }> {
  let refused: unknown = new Error('A run of entries has at least one.');
  for (const entry of entries.slice(0, TRIES)) {
    try {
      return { entry, path: (await api.entryProof(entry.entryNumber, logSize, signal)).auditPath };
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || isUnanswered(error)) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** RunProgress is the progress of proving the run that an entry is in. */
export interface RunProgress {
  readonly check: Check | undefined;
  readonly data: RunFinding | undefined;
}

/** isLeftOut reports whether a run says nothing of an entry, which then needs its own proof. */
export function isLeftOut({ entryNumber }: Entry, { data }: Pick<RunProgress, 'data'>): boolean {
  if (data === undefined) return false;
  return data.verdict.outcome !== 'holds' || entryNumber < data.first || entryNumber > data.last;
}
