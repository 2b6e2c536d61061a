import { infiniteQueryOptions } from '@tanstack/react-query';
import { isCut, type Onward, type Page, type PageRef } from '../../api/pager.ts';
import type { RegisterRecord } from '../../core/model.ts';
import { clientOf } from '../../query/client-query.ts';
import { HEAD_STALE_MS } from '../../query/register-queries.ts';
import { type RegisterSession, queryKey } from '../../query/session.ts';

/** nextOf returns the next page; null after a page without a new key, or a server could go on for ever. */
function nextOf(
  { values, next }: Page<RegisterRecord>,
  pages: readonly Page<RegisterRecord>[],
): PageRef | null {
  const before = new Set(pages.slice(0, -1).flatMap((page) => page.values.map(({ key }) => key)));
  return next !== undefined && values.some(({ key }) => !before.has(key)) ? next : null;
}

/** RecordFilter selects the records whose attribute has exactly this value. The server filters them. */
export interface RecordFilter {
  readonly attribute: string;
  readonly value: string;
}

/** recordsQuery reads the list of records page by page: all of them, or those that a filter selects. */
export function recordsQuery(session: RegisterSession, filter?: RecordFilter) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, 'records', ...(filter ? [filter.attribute, filter.value] : [])),
    queryFn: async ({ client, signal, pageParam }) => {
      const server = await clientOf(client, session);
      const page = pageParam ?? undefined;
      return filter === undefined
        ? server.records(page, signal)
        : server.recordsWhere(filter.attribute, filter.value, page, signal);
    },
    initialPageParam: null as PageRef | null,
    getNextPageParam: nextOf,
    staleTime: HEAD_STALE_MS,
  });
}

/**
 * partOfRecords returns undefined if the pages up to `last` are the whole list; else of how many records they
 * are the beginning, if known, and whether the rest is not requested (see isCut).
 */
export function partOfRecords(last: Onward = {}, hasNextPage: boolean, read: number, of: number | undefined) {
  const isShort = !hasNextPage && isCut(last) && read !== of;
  return hasNextPage || isShort ? { of, isCut: isShort } : undefined;
}

/**
 * distinctRecords joins the pages of a list. Each key appears once, at its first place and with its newest
 * entry: lists grow while they are read, and servers repeat themselves.
 */
export function distinctRecords(
  pages: readonly { readonly values: readonly RegisterRecord[] }[],
): readonly RegisterRecord[] {
  const found = new Map<string, RegisterRecord>();
  for (const record of pages.flatMap(({ values }) => values)) {
    const before = found.get(record.key);
    if (before === undefined || (record.entryNumber ?? 0) > (before.entryNumber ?? 0))
      found.set(record.key, record);
  }
  return [...found.values()];
}
