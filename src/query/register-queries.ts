import { queryOptions, useQuery } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import type { SeenHead } from '../verify/evidence/misbehaviour.ts';
import { clientOf } from './client-query.ts';
import { compareHeads, memoryCheckQuery, type Visit } from './memory-queries.ts';
import { confirmed } from './report-check.ts';
import { type RegisterSession, useSession, headKey, queryKey } from './session.ts';

/** HEAD_STALE_MS is how long the head of a log counts as current. */
export const HEAD_STALE_MS = 60_000;

/**
 * OLDER is the number of answers in a row older than the current head after which one is judged: caches of a
 * server may differ in age.
 */
export const OLDER = 3;

/** registerQuery reads the register's summary (`/register`) or context (`/context`). */
export function registerQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'register'),
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      // Opening the register has just read its summary.
      const { opened } = api;
      return opened !== undefined && Date.now() - opened.at < HEAD_STALE_MS
        ? opened.register
        : api.register(signal);
    },
    staleTime: HEAD_STALE_MS,
  });
}

/**
 * headQuery returns the page's head: the published one, once it is proved to continue the previous head. An
 * older or unproved one changes nothing; a contradicting one becomes the page's, so that every check says so.
 */
export function headQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: headKey(session),
    queryFn: async ({ client: queries, signal }): Promise<Checkpoint> => {
      const visit = { session, queries, signal };
      const known = session.trust.heads.current();
      let { head, is } = await confirmed(await readHead(visit), {
        isDoubtful: (reading) => reading.is === 'older',
        again: () => readHead(visit),
        times: OLDER - 1,
      });
      if (is === 'older' && (await judgeOlder(visit, head))) is = 'contradicted';
      if ((is === 'unproved' || is === 'older') && known !== undefined) return known;
      session.trust.heads.set(head, is === 'grown');
      return head;
    },
    staleTime: HEAD_STALE_MS,
  });
}

/** useSummary reads the summary of the register on view. */
export const useSummary = () => useQuery(registerQuery(useSession()));

/** useHead reads the head of the register on view. */
export const useHead = () => useQuery(headQuery(useSession()));

/** freshHead reads the head of the log again. */
export function freshHead({ queries, session }: Pick<Visit, 'queries' | 'session'>): Promise<Checkpoint> {
  return queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
}

/**
 * HeadReading is the published head, compared with the page's own.
 * - first, same: there is none, or this is it.
 * - grown: it is larger, and a consistency proof shows that it continues it.
 * - contradicted: it contradicts it; the trust store knows why.
 * - older: it is smaller: from an old cache, or a shortened log.
 * - unproved: it is larger, but the proof could not be read or checked.
 */
interface HeadReading {
  readonly head: Checkpoint;
  readonly is: 'first' | 'same' | 'grown' | 'contradicted' | 'older' | 'unproved';
}

/** readHead reads the published head and compares it with the page's. Rejects if it cannot be read. */
export async function readHead(visit: Visit): Promise<HeadReading> {
  const { session, queries, signal } = visit;
  const { trust } = session;
  const published = await (await clientOf(queries, session)).registerProof(signal);
  trust.heads.publish(published);
  const head: Checkpoint = { logSize: published.logSize, rootHash: published.rootHash };
  const known = trust.heads.current();
  if (known === undefined) return { head, is: 'first' };
  if (isSameHead(known, head)) {
    trust.heads.noteGrowth('none');
    return { head, is: 'same' };
  }
  if (head.logSize === known.logSize) return { head, is: 'contradicted' };
  if (head.logSize < known.logSize) return { head, is: 'older' };
  if (known.logSize === 0) return { head, is: 'grown' };
  const is = await compareInVisit(visit, { ...known, seenAtMs: Date.now() }, head);
  if (is === 'unproved') trust.heads.noteGrowth(is);
  return { head, is };
}

/**
 * judgeOlder compares a head that stays smaller than the page's with the largest head proved in this visit,
 * and reports whether they contradict each other. Without such a proof the page keeps its head.
 */
export async function judgeOlder(visit: Visit, head: Checkpoint): Promise<boolean> {
  const seen = visit.session.trust.seenHead();
  if (seen === undefined || isSameHead(seen, head)) return false;
  return (await compareInVisit(visit, seen, head)) === 'contradicted';
}

/** compareInVisit compares a head with one of this visit, and reports a mismatch to the trust store. */
async function compareInVisit(
  visit: Visit,
  since: SeenHead,
  head: Checkpoint,
): Promise<'grown' | 'contradicted' | 'unproved'> {
  const { session, queries, signal } = visit;
  try {
    const recalled = await session.memory.recall(session.memory.id);
    const found = await compareHeads(visit, recalled, since, head);
    const { outcome } = found.verdict;
    if (outcome === 'holds') return 'grown';
    if (outcome !== 'does-not-match') return 'unproved';
    session.trust.reportMemory(head, found);
    queries.setQueryData(memoryCheckQuery(session, head).queryKey, found);
    return 'contradicted';
  } catch {
    signal.throwIfAborted();
    return 'unproved';
  }
}
