import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PageRef } from '../api/page.ts';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { reportCheck } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** itemCheck names the check that the data under a hash has that hash. */
export function itemCheck(hash: Hash): Check {
  return { kind: 'data', subject: hash };
}

/**
 * checkedItemQuery reads an item (a blob, in the earlier variant) and hashes it in the worker. Its data is the check, whose `item` was read back
 * out of the bytes that were hashed: show that one, never the server's answer.
 */
export function checkedItemQuery(session: RegisterSession, hash: Hash) {
  const check = itemCheck(hash);
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'item', hash),
    meta: { check, resource: 'item' },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, async () => {
        const api = await clientOf(client, session);
        const item = await api.item(hash, signal);
        return session.verifier.checkItem({ variant: api.variant, item, expected: hash }, signal);
      }),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
    structuralSharing: false,
  });
}

/** entryItemsQuery reads the data of one entry, one item or blob for each of its hashes. Nothing is hashed yet: give it to recordDataCheckQuery. */
export function entryItemsQuery(session: RegisterSession, hashes: readonly Hash[]) {
  return queryOptions({
    queryKey: queryKey(session, 'entry-items', ...hashes),
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      return Promise.all(hashes.map((hash) => api.item(hash, signal)));
    },
    staleTime: Infinity,
  });
}

/** itemsQuery reads the list of items page by page and hashes each page in the worker; some servers have no such list (404). */
export function itemsQuery(session: RegisterSession) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, CHECK, 'items'),
    queryFn: async ({ client, signal, pageParam }) => {
      const api = await clientOf(client, session);
      const page = await api.items(pageParam ?? undefined, signal);
      const checks = await session.verifier.checkItems(
        page.values.map(({ hash, item }) => ({ variant: api.variant, item, expected: hash })),
        signal,
      );
      for (const { expected, verdict } of checks)
        session.trust.report({ ...itemCheck(expected), verdict, checkedAt: Date.now() });
      return { checks, next: page.next, mayGoOn: page.mayGoOn === true };
    },
    initialPageParam: null as PageRef | null,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
  });
}

/** entryDataCheckQuery reads the data of one entry, one item or blob for each of its hashes, and hashes it in the worker. Show the items it returns. */
export function entryDataCheckQuery(session: RegisterSession, entry: Entry) {
  const check: Check = { kind: 'data', subject: JSON.stringify([entry.entryNumber, entry.itemHashes]) };
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'entry-data', check.subject),
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, async () => {
        const { variant } = await clientOf(client, session);
        const items = await client.ensureQueryData(entryItemsQuery(session, entry.itemHashes));
        return session.verifier.checkRecordData({ variant, items, entry }, signal);
      }),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}
