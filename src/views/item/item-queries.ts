import { queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import type { Hash } from '../../core/hash.ts';
import type { Entry, Item } from '../../core/model.ts';
import { IncompleteListError } from '../../log/log-pages.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/log-page-queries.ts';
import { entryQuery, trailQuery } from '../../query/record-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, queryKey } from '../../query/session.ts';

/** SCAN_AT_ONCE is the longest log, in entries, that is scanned without asking the reader. */
export const SCAN_AT_ONCE = 2_000;

/**
 * entriesWithItemQuery reads the log from its first entry to `logSize` and keeps the entries that name this
 * hash. The API has no such request, so this makes one for every page that is not cached.
 */
export function entriesWithItemQuery(session: RegisterSession, hash: Hash, logSize: number) {
  return queryOptions({
    queryKey: queryKey(session, 'entries-with-item', hash, logSize),
    queryFn: async ({ client, signal }) => {
      const found: Entry[] = [];
      let read = 0;
      for (let page = 0; page * ENTRIES_PER_PAGE < logSize; page += 1) {
        signal.throwIfAborted();
        const entries = await client.ensureQueryData(entriesPageQuery(session, page, logSize));
        found.push(...entries.filter((entry) => entry.itemHashes.includes(hash)));
        read += entries.length;
      }
      // Only a complete list shows that no entry names it.
      if (found.length === 0 && read < logSize)
        throw new IncompleteListError(read, logSize, `${session.base}/entries`);
      return found;
    },
    staleTime: Infinity,
  });
}

/**
 * entryNamingQuery looks for an entry that names an item without reading the log: in what this page has read of
 * it, then the entry that the link to the item names, then the versions of the record whose key the item states.
 * null if none of these names it; rejects if one of them could not be read. The entry is not proved.
 */
export function entryNamingQuery(
  session: RegisterSession,
  hash: Hash,
  { linked, item, logSize }: { linked: number | undefined; item: Item; logSize: number },
) {
  return queryOptions({
    queryKey: queryKey(session, 'entry-naming', hash, linked ?? null, logSize),
    queryFn: async ({ client, signal }): Promise<Entry | null> => {
      const findIn = (entries: readonly Entry[]) =>
        entries.find(({ itemHashes, entryNumber }) => entryNumber <= logSize && itemHashes.includes(hash));
      const read = ['entry', 'entries', 'trail'].flatMap((name) =>
        client
          .getQueriesData<Entry | readonly Entry[]>({ queryKey: queryKey(session, name) })
          .flatMap(([, data]) => data ?? []),
      );
      const known = findIn(read);
      if (known !== undefined) return known;
      const ways: readonly (() => Promise<readonly Entry[]>)[] = [
        async () =>
          linked !== undefined && linked <= logSize
            ? [await client.fetchQuery(entryQuery(session, linked))]
            : [],
        async () => {
          const { name = '' } = await client.ensureQueryData(registerQuery(session));
          const key = item.get(name);
          return typeof key === 'string' ? client.fetchQuery(trailQuery(session, key)) : [];
        },
      ];
      let failure: unknown;
      for (const way of ways) {
        try {
          const found = findIn(await way());
          if (found !== undefined) return found;
        } catch (error) {
          signal.throwIfAborted();
          if (!isNotFound(error)) failure ??= error;
        }
      }
      // What could not be read may name it.
      if (failure !== undefined) throw failure;
      return null;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
