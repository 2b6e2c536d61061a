import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { isCut, type Onward, type Page, type PageRef } from '../api/pager.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, Entry, RegisterRecord } from '../core/model.ts';
import { IncompleteListError } from '../log/log-pages.ts';
import { clientOf, readQuery } from './client-query.ts';
import { itemCheck } from './data-queries.ts';
import { entryQuery, trailQuery } from './record-queries.ts';
import { HEAD_STALE_MS, headQuery } from './register-queries.ts';
import { reportVerdict } from './report-check.ts';
import { type RegisterSession, CHECK, queryKey } from './session.ts';

/**
 * ENTRIES_PER_PAGE is how many entries the log view fetches at once; page n starts at entry
 * n × ENTRIES_PER_PAGE + 1.
 */
export const ENTRIES_PER_PAGE = 100;

/**
 * entriesPageQuery reads page `page` (0-based) of the log of `logSize` entries. A full page never
 * changes, so it is never requested again; the last one is keyed by its length, so that it is read
 * again when the log grows.
 */
export function entriesPageQuery(session: RegisterSession, page: number, logSize: number) {
  const start = page * ENTRIES_PER_PAGE + 1;
  const count = Math.max(0, Math.min(ENTRIES_PER_PAGE, logSize - start + 1));
  return readQuery(
    session,
    ['entries', start, count],
    async (api, signal, queries) => {
      let remark = '';
      const entries = await api.entries(start, count, signal, (said) => (remark = said));
      // Only a page that was read again takes its remark back.
      queries.setQueryData(listRemarkQuery(session).queryKey, (before) =>
        remark !== '' || before?.start === start ? { start, remark } : before,
      );
      return entries;
    },
    { meta: { page, full: count === ENTRIES_PER_PAGE } },
  );
}

/**
 * entriesAgainQuery reads a page of the log again, once for each head: entries that their proofs do not prove may
 * be older. Views follow the cache.
 */
export function entriesAgainQuery(session: RegisterSession, entries: readonly Entry[], head: Checkpoint) {
  const [start, last] = [entries[0]?.entryNumber ?? 1, entries.at(-1)?.entryNumber ?? 1];
  const page = entriesPageQuery(session, Math.floor((start - 1) / ENTRIES_PER_PAGE), last);
  return queryOptions({
    queryKey: queryKey(session, 'entries-again', start, last, head.rootHash),
    queryFn: ({ client }) => client.fetchQuery({ ...page, staleTime: 0 }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
}

/**
 * listRemarkQuery returns the last sentence about wrong order in the list of entries, if any, with the start
 * of its page. It makes no requests.
 */
export function listRemarkQuery(session: RegisterSession) {
  return queryOptions<{ readonly start: number; readonly remark: string }>({
    queryKey: queryKey(session, 'entry-list-remark'),
    queryFn: skipToken,
    staleTime: Infinity,
  });
}

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

/** Example is content of the register's newest entry, which certainly exists. */
export interface Example {
  readonly logSize: number;
  readonly key: string;
  readonly hash: Hash | undefined;
  /** An attribute with a text as its value. */
  readonly attribute: string | undefined;
  readonly value: string | undefined;
}

/** exampleQuery finds an example in the register, for addresses that can be tried. */
export function exampleQuery(session: RegisterSession) {
  return readQuery(session, ['example'], async (api, signal, queries): Promise<Example> => {
    const { logSize } = await queries.ensureQueryData(headQuery(session));
    const { key, itemHashes } = await queries.ensureQueryData(entryQuery(session, logSize));
    const [hash] = itemHashes;
    const texts = [...(hash === undefined ? [] : await api.item(hash, signal))].filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    const [attribute, value] = texts.find(([name]) => name === 'name') ?? texts[0] ?? [];
    return { logSize, key, hash, attribute, value };
  });
}

/**
 * itemsQuery reads the list of items page by page and hashes each page in the worker; some servers
 * have no such list (404).
 */
export function itemsQuery(session: RegisterSession) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, CHECK, 'items'),
    queryFn: async ({ client, signal, pageParam }) => {
      const api = await clientOf(client, session);
      const { values, next, unread } = await api.items(pageParam ?? undefined, signal);
      const requests = values.map(({ hash, item }) => ({ variant: api.variant, item, expected: hash }));
      const checks = await session.verifier.checkItems(requests, signal);
      for (const found of checks) reportVerdict(session.trust, itemCheck(found), found.verdict);
      return { checks, next, unread };
    },
    initialPageParam: null as PageRef | null,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
  });
}

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
