import { type InfiniteData, type QueryClient, notifyManager, queryOptions } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { entriesPageQuery } from './list-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryOf, type Visit } from './memory-queries.ts';
import { addNews, deferUpdate, putRecord } from './pending-updates.ts';
import { judgeOlder, OLDER, readHead, registerQuery } from './register-queries.ts';
import { runCheckQuery } from './run-queries.ts';
import { type RegisterSession, headKey, queryKey } from './session.ts';

/** HeadPoll is the result of one look at the head of a log. */
interface HeadPoll {
  /**
   * - same: it is the current head
   * - grown: it continues the current head, by a consistency proof, and is now the page's
   * - contradicted: it contradicts the remembered root; the alarm says so
   * - older, failed: it comes from an old cache, or could not be read or compared
   */
  readonly found: 'same' | 'grown' | 'contradicted' | 'older' | 'failed';
  /** The time until the next look. */
  readonly waitMs: number;
  /** How many looks in a row found an older head. */
  readonly older: number;
}

/** FIRST_MS is the wait after a change, LONGEST_MS the longest wait without one. */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;

/** The factor by which each wait is longer than the previous one. */
const SLOWER = { same: 1.5, grown: 0, contradicted: Infinity, older: 2, failed: 2 };

/**
 * watchQuery looks at the head of a register every 30 seconds at first, and up to every 5 minutes while
 * nothing changes, as long as the page is visible and online. A larger head becomes the page's only if its
 * consistency proof holds; the data on view is then updated. A contradicting head becomes the page's, too, so
 * that every check says so.
 */
export function watchQuery(session: RegisterSession) {
  const key = queryKey(session, 'watch');
  const first: HeadPoll = { found: 'same', waitMs: FIRST_MS, older: 0 };
  return queryOptions({
    queryKey: key,
    queryFn: async ({ client: queries, signal }): Promise<HeadPoll> => {
      const before = queries.getQueryData<HeadPoll>(key) ?? first;
      const visit = { session, queries, signal };
      const found = await look(visit, before.older + 1).catch((): HeadPoll['found'] => 'failed');
      const waitMs = Math.min(LONGEST_MS, Math.max(FIRST_MS, before.waitMs * SLOWER[found]));
      // Pages opened together should not ask together.
      const spread = 0.8 + 0.4 * Math.random();
      return { found, waitMs: waitMs * spread, older: found === 'older' ? before.older + 1 : 0 };
    },
    initialData: first,
    initialDataUpdatedAt: Date.now,
    staleTime: FIRST_MS,
    refetchInterval: ({ state }) => state.data?.waitMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    networkMode: 'online',
  });
}

async function look(visit: Visit, older: number): Promise<HeadPoll['found']> {
  const { session, queries, signal } = visit;
  const { trust } = session;
  const known = trust.head();
  // Nothing on view needs a head.
  if (known === undefined) return 'same';
  const { head, is } = await readHead(visit);
  if (is === 'first' || is === 'same') return 'same';
  if (is === 'unproved') return 'failed';
  if (is === 'older' && older < OLDER) return 'older';
  if (is === 'older') await judgeOlder(visit, head);
  const { verdict } = await memoryOf(queries, session, head).catch((error: unknown) => {
    signal.throwIfAborted();
    if (is === 'grown') trust.noteGrowth('unproved');
    throw error;
  });
  const isContradicted = trust.memoryOf(head)?.verdict.outcome === 'does-not-match';
  if (is === 'contradicted' || isContradicted) {
    setHead(queries, session, head);
    return 'contradicted';
  }
  if (is === 'older') return 'older';
  // If the root of an earlier visit could not be read, the log may still grow in this one.
  if (verdict.outcome === 'cannot-check' && verdict.code !== 'storage-unread') return 'failed';
  const show = await fetchOnView(visit, known, head);
  signal.throwIfAborted();
  // Another query may have read this head or a larger one meanwhile. The data on view still has to follow.
  if ((trust.head()?.logSize ?? 0) < head.logSize) setHead(queries, session, head, true);
  show();
  addNews(session, known.logSize + 1, head.logSize);
  return 'grown';
}

function setHead(queries: QueryClient, session: RegisterSession, head: Checkpoint, continues = false): void {
  session.trust.setHead(head, continues);
  queries.setQueryData(headKey(session), head);
}

/**
 * PROVED_AHEAD is the most proofs on view to make for the new head before it is shown, so that nothing on the
 * page goes back to "checking": the rows of a log on a tall screen.
 */
const PROVED_AHEAD = 60;
/** LISTED is the most pages of a list of records to reread automatically. */
const LISTED = 5;

/**
 * fetchOnView refetches the data on view for a head that continues the current one, and returns a function
 * that shows it at once, after the head itself. Data that cannot be fetched is left to the views.
 */
async function fetchOnView(
  { queries, session, signal }: Visit,
  from: Checkpoint,
  to: Checkpoint,
): Promise<() => void> {
  const api = await clientOf(queries, session);
  const active = queries.getQueryCache().findAll({ queryKey: [session.id], type: 'active' });
  const onView = active.map(({ meta = {} }) => meta);
  const keys = new Set(onView.flatMap(({ recordKey }) => recordKey ?? []));
  const recordOf = async (key: string) => ({
    record: await api.record(key, signal),
    trail: await api.trail(key, signal),
  });
  const before = onView.filter(({ check }) => check?.head !== undefined && isSameHead(check.head, from));
  const entries = before.flatMap(({ entry }) => entry ?? []);
  const runs = before.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const [summary, records] = await Promise.all([
    api.register(signal).catch(() => undefined),
    Promise.all([...keys].map((key) => recordOf(key).catch(() => undefined))),
    ...onView.map(async ({ page, full }) => {
      if (page === undefined || full) return;
      const rows = entriesPageQuery(session, page, to.logSize);
      await queries.prefetchQuery(rows);
      const read = queries.getQueryData(rows.queryKey);
      if (read && read.length > 0) await queries.prefetchQuery(runCheckQuery(session, read, to));
    }),
    ...runs.map((run) => queries.prefetchQuery(runCheckQuery(session, run, to))),
    ...entries
      .slice(0, PROVED_AHEAD)
      .map((entry) => queries.prefetchQuery(entryCheckQuery(session, entry, to))),
  ]);
  return () =>
    notifyManager.batch(() => {
      if (summary !== undefined) queries.setQueryData(registerQuery(session).queryKey, summary);
      for (const newer of records)
        if (newer !== undefined && !deferUpdate(queries, session, newer)) putRecord(queries, session, newer);
      void queries.invalidateQueries({
        queryKey: [session.id, 'records'],
        predicate: ({ state }) =>
          ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= LISTED,
      });
    });
}
