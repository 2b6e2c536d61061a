import { queryOptions } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import { IncompleteListError } from '../../log/log-pages.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/log-page-queries.ts';
import { entryQuery, trailQuery } from '../../query/record-queries.ts';
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
 * null if none of these names it. The entry is not proved.
 */
export function entryNamingQuery(
  session: RegisterSession,
  hash: Hash,
  { linked, key, logSize }: { linked: number | undefined; key: string | undefined; logSize: number },
) {
  return queryOptions({
    queryKey: queryKey(session, 'entry-naming', hash, linked ?? null, key ?? null, logSize),
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
      const ways = [
        linked !== undefined &&
          linked <= logSize &&
          (async () => [await client.fetchQuery(entryQuery(session, linked))]),
        key !== undefined && (async () => client.fetchQuery(trailQuery(session, key))),
      ];
      for (const way of ways) {
        // An entry that cannot be read is not known to name it.
        const entries = way ? await way().catch((): readonly Entry[] => []) : [];
        signal.throwIfAborted();
        const found = findIn(entries);
        if (found !== undefined) return found;
      }
      return null;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
