import { type Query, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entry } from '../core/model.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery, listRemarkQuery } from './entry-queries.ts';
import { type RegisterSession, useSession } from './session.ts';
import type { Check } from '../core/check-result.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { itemCheck } from './data-queries.ts';
import { checkOf, type Resource } from './keys.ts';

/** LogStretch is the rows of the log on view, 0-based, `end` excluded, and how they are moving (ui/scroller). */
interface LogStretch {
  readonly start: number;
  readonly end: number;
  readonly heading: -1 | 0 | 1;
  readonly hurried: boolean;
}

/** AHEAD is how many rows before they come into view their page is asked for, in the direction of the scroll. */
const AHEAD = 40;

/**
 * useLogPages reads the pages of a stretch of the log of `logSize` entries. Pages that are flown past are not asked for, those asked for and left are given up, and only the latest are kept.
 * - entryAt: the entry of a row of the stretch, 0-based; undefined before its page was read
 * - isUnread: whether the request for the page of a row came to its end without the entry: it failed, or the server sent fewer. False again while it is made again
 * - remark: what was wrong with the order of the list, in a sentence: the entries were put in order, and those that it lacked read one by one
 * - failed: a page that could not be read, if there is one
 */
export function useLogPages({ start, end, heading, hurried }: LogStretch, logSize: number, resting: boolean) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: remark } = useQuery(listRemarkQuery(session));
  const from = Math.max(0, heading < 0 ? start - AHEAD : start);
  const to = Math.min(logSize, heading > 0 ? end + AHEAD : end);
  const first = Math.floor(from / ENTRIES_PER_PAGE);
  const last = Math.floor(Math.max(from, to - 1) / ENTRIES_PER_PAGE);
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({
      ...entriesPageQuery(session, first + index, logSize),
      enabled: !hurried,
    })),
  });
  useEffect(() => trimLog(queries, session), [queries, session, first, last, resting]);
  const pageOf = (row: number) => pages[Math.floor(row / ENTRIES_PER_PAGE) - first];
  const entryAt = (row: number): Entry | undefined => pageOf(row)?.data?.[row % ENTRIES_PER_PAGE];
  return {
    entryAt,
    remark,
    isUnread: (row: number) => pageOf(row)?.isPending === false && entryAt(row) === undefined,
    failed: pages.find((page) => page.isError),
  };
}

/** KEPT is how much of what is not on view is kept: pages of the log, and what their rows asked for. Proofs are counted on the overview, and small. */
export const KEPT = { page: 40, proof: 1_000, item: 400, trail: 400 } as const;

type LogResource = keyof typeof KEPT;

/** Queries that an earlier look found spent: one that was given up a moment ago would set itself a timer after its removal, and be kept by it for minutes. */
const spentBefore = new WeakSet<Query>();

/**
 * trimLog gives back what a long scroll through the log has left in the cache: of the pages, and of the proofs, items and trails that their rows asked for, the
 * latest are kept. It is called whenever the log stands elsewhere. What is on view, under way, failed or did not hold stays: it is worth more than its memory.
 */
export function trimLog(queries: QueryClient, session: RegisterSession): void {
  const cache = queries.getQueryCache();
  const left: Readonly<Record<LogResource, Query[]>> = { page: [], proof: [], item: [], trail: [] };
  for (const query of cache.findAll({ queryKey: [session.id] })) {
    const kind = query.meta?.resource;
    if (!isLogResource(kind)) continue;
    if (query.isActive() || !isSpent(query, session)) spentBefore.delete(query);
    else if (spentBefore.has(query)) left[kind].push(query);
    else spentBefore.add(query);
  }
  for (const kind of ['page', 'proof', 'item', 'trail'] as const) {
    const found = left[kind];
    found.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of found.slice(KEPT[kind])) {
      const check = checkIn(query);
      if (check !== undefined) session.trust.withdraw(check);
      cache.remove(query);
    }
  }
}

function isLogResource(resource: Resource | undefined): resource is LogResource {
  return resource !== undefined && resource in KEPT;
}

/** Read and, where it is a check, found to hold; or given up before it was read. */
function isSpent(query: Query, { trust }: RegisterSession): boolean {
  const { fetchStatus, status, data } = query.state;
  if (fetchStatus !== 'idle' || status === 'error') return false;
  const check = checkIn(query);
  return check === undefined || data === undefined || trust.verdictOf(check)?.outcome === 'holds';
}

/** checkIn is the check that a query has reported: of an item, by the data that it was given. */
function checkIn(query: Query): Check | undefined {
  const { data } = query.state;
  return query.meta?.resource === 'item' && data !== undefined
    ? itemCheck(data as ItemCheck)
    : checkOf(query);
}
