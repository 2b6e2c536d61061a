import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Page, PageRef } from '../api/page.ts';
import type { RegisterRecord } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { queryKey } from './keys.ts';
import { HEAD_STALE_MS } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** recordQuery reads one record: the latest entry for its key with its data, as the server tells it. */
export function recordQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'record', key),
    meta: { resource: 'record', recordKey: key },
    queryFn: async ({ client, signal }) => (await clientOf(client, session)).record(key, signal),
    staleTime: HEAD_STALE_MS,
  });
}

/** trailQuery reads the trail of a key: all its entries, oldest first, as the server tells it. */
export function trailQuery(session: RegisterSession, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'trail', key),
    meta: { resource: 'trail', recordKey: key },
    queryFn: async ({ client, signal }) => (await clientOf(client, session)).trail(key, signal),
    staleTime: HEAD_STALE_MS,
  });
}

/** nextOf leads to the page after the last one; null after one that brings no key that was not there before, or a server could go on for ever. */
export function nextOf(
  { values, next }: Page<RegisterRecord>,
  pages: readonly Page<RegisterRecord>[],
): PageRef | null {
  const before = new Set(pages.slice(0, -1).flatMap((page) => page.values.map(({ key }) => key)));
  return next !== undefined && values.some(({ key }) => !before.has(key)) ? next : null;
}

/** recordsQuery reads the list of records page by page. */
export function recordsQuery(session: RegisterSession) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, 'records'),
    meta: { resource: 'records' },
    queryFn: async ({ client, signal, pageParam }) =>
      (await clientOf(client, session)).records(pageParam ?? undefined, signal),
    initialPageParam: null as PageRef | null,
    getNextPageParam: nextOf,
    staleTime: HEAD_STALE_MS,
  });
}

/** recordsWhereQuery reads the records whose attribute has exactly this value, page by page, as the server filters them. */
export function recordsWhereQuery(session: RegisterSession, attribute: string, value: string) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, 'records', attribute, value),
    meta: { resource: 'records' },
    queryFn: async ({ client, signal, pageParam }) =>
      (await clientOf(client, session)).recordsWhere(attribute, value, pageParam ?? undefined, signal),
    initialPageParam: null as PageRef | null,
    getNextPageParam: nextOf,
    staleTime: HEAD_STALE_MS,
  });
}
