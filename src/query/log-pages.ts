import { type Query, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entry } from '../core/model.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery, listRemarkQuery } from './entry-queries.ts';
import { type RegisterSession, useSession } from './session.ts';
import type { Check } from '../core/check-result.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { itemCheck } from './data-queries.ts';
import { checkOf, type Resource } from './keys.ts';

/** LogStretch is the range of log rows on view, 0-based, `end` excluded, and its movement (ui/scroller). */
interface LogStretch {
  readonly start: number;
  readonly end: number;
  readonly heading: -1 | 0 | 1;
  readonly hurried: boolean;
}

/** AHEAD is how many rows ahead of the view pages are requested, in the direction of the scroll. */
const AHEAD = 40;

/**
 * useLogPages reads the pages of a stretch of the log of `logSize` entries. It requests no pages during a fast scroll, cancels requests for pages left, and keeps only the latest.
 * - entryAt: the entry of a row, 0-based; undefined until its page is read
 * - isUnread: whether the request for a row's page ended without the entry: it failed, or the server sent fewer. False while it is repeated
 * - remark: a sentence about wrong order in the list: the entries were put in order, and missing ones read one by one
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

/** KEPT is how many pages and row queries that are not on view stay cached. Proofs are small, and the overview counts them. */
export const KEPT = { page: 40, proof: 1_000, item: 400, trail: 400 } as const;

type LogResource = keyof typeof KEPT;

/** Queries found unused in an earlier call: one cancelled a moment ago would set a timer after its removal that keeps it for minutes. */
const spentBefore = new WeakSet<Query>();

/**
 * trimLog removes old queries of a long scroll from the cache: it keeps the latest pages, and the latest proofs, items and trails of their rows. It is called after
 * each scroll. Queries on view, under way, failed or not holding stay.
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

/** Whether a query was read and, if a check, holds; or was cancelled before it was read. */
function isSpent(query: Query, { trust }: RegisterSession): boolean {
  const { fetchStatus, status, data } = query.state;
  if (fetchStatus !== 'idle' || status === 'error') return false;
  const check = checkIn(query);
  return check === undefined || data === undefined || trust.verdictOf(check)?.outcome === 'holds';
}

/** checkIn returns the check that a query has reported; that of an item depends on its data. */
function checkIn(query: Query): Check | undefined {
  const { data } = query.state;
  return query.meta?.resource === 'item' && data !== undefined
    ? itemCheck(data as ItemCheck)
    : checkOf(query);
}
