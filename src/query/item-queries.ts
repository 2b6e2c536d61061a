import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PageRef } from '../api/page.ts';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import type { Declared } from '../trust/page-checks.ts';
import type { ItemCheck } from '../verify/protocol.ts';
import { dataCheck } from './check-queries.ts';
import { failed } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** itemCheck names the check that this data, by the hash that was computed of it, has the hash under which it was asked for. Other data for the same hash is another check. */
export function itemCheck({ expected, computed }: Pick<ItemCheck, 'expected' | 'computed'>): Check {
  return { kind: 'data', subject: `${expected} ${computed ?? 'not hashed'}` };
}

/** declaredItem is how a page names the check of data that it has asked for: by what it was given; that it failed, or undefined, as long as there is none. */
export function declaredItem({
  data,
  error,
}: {
  data?: ItemCheck | undefined;
  error: Error | null;
}): Declared {
  if (error !== null) return failed(error);
  return data && itemCheck(data);
}

/**
 * checkedItemQuery reads an item (a blob, in the earlier variant) and hashes it in the worker. Its data is the check, whose `item` was read back
 * out of the bytes that were hashed: show that one, never the server's answer.
 */
export function checkedItemQuery(session: RegisterSession, hash: Hash) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'item', hash),
    meta: { resource: 'item' },
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      const item = await api.item(hash, signal);
      const found = await session.verifier.checkItem({ variant: api.variant, item, expected: hash }, signal);
      session.trust.report({ ...itemCheck(found), verdict: found.verdict, checkedAt: Date.now() });
      return found;
    },
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
      for (const found of checks)
        session.trust.report({ ...itemCheck(found), verdict: found.verdict, checkedAt: Date.now() });
      return { checks, next: page.next, mayGoOn: page.mayGoOn === true };
    },
    initialPageParam: null as PageRef | null,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
  });
}

/**
 * entryDataCheckQuery reads the data of one entry, one item or blob for each of its hashes, and hashes it in the worker. Show the items it returns; `check` names the
 * check of just these.
 */
export function entryDataCheckQuery(session: RegisterSession, entry: Entry) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'entry-data', JSON.stringify([entry.entryNumber, entry.itemHashes])),
    queryFn: async ({ client, signal }) => {
      const { variant } = await clientOf(client, session);
      const items = await client.ensureQueryData(entryItemsQuery(session, entry.itemHashes));
      const found = await session.verifier.checkRecordData({ variant, items, entry }, signal);
      session.trust.report({ ...dataCheck(items, entry), verdict: found.verdict, checkedAt: Date.now() });
      return { ...found, check: dataCheck(items, entry) };
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}
