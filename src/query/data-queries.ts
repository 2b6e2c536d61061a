import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/client.ts';
import type { PageRef } from '../api/pages.ts';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry, Item } from '../core/model.ts';
import { cannotCheck, type CannotCheckCode, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { clientOf, readQuery } from './client-query.ts';
import { describeFailure } from './failure.ts';
import { CHECK, queryKey } from './keys.ts';
import { freshHead, headQuery } from './register-queries.ts';
import { checkQuery, failed, reportVerdict } from './report-check.ts';
import type { RegisterSession } from './session.ts';
import type { Declared } from '../trust/page-checks.ts';
import type { ItemCheck, RecordDataCheck } from '../verify/protocol.ts';

/** dataCheck names the check that these items hash to what the entry names. */
function dataCheck(items: readonly Item[], entry: Entry, trail: readonly Entry[] = []): Check {
  const sent = items.map((item) => [...item]);
  return { kind: 'data', subject: JSON.stringify([entry.entryNumber, entry.itemHashes, trail.length, sent]) };
}

/**
 * recordDataCheckQuery hashes the data of a record in the worker and holds it against the hashes that its entry names. Show the items it returns. A record
 * that holds the data of an older entry of its trail is a difference of ages between two answers, not a mismatch: it cannot be checked.
 */
export function recordDataCheckQuery(
  session: RegisterSession,
  items: readonly Item[],
  entry: Entry,
  trail: readonly Entry[] = [],
) {
  const check = dataCheck(items, entry, trail);
  return checkQuery(session, check, async (queries, signal) => {
    const { variant } = await clientOf(queries, session);
    const found = await session.verifier.checkRecordData({ variant, items, entry }, signal);
    const kept = downgradeStaleMismatch(found, entry, trail);
    // Without a trail the data was asked for by its hash: then it is of no other age.
    if (variant === 'item' || trail.length === 0 || kept.verdict.outcome !== 'does-not-match') return kept;
    return downgradeByLaterEntry(session, queries, kept, entry);
  });
}

/** downgradeStaleMismatch takes a mismatch back where the record holds the data of an older entry of its trail: the two answers are of different ages. */
export function downgradeStaleMismatch(
  check: RecordDataCheck,
  entry: Entry,
  trail: readonly Entry[],
): RecordDataCheck {
  if (check.verdict.outcome !== 'does-not-match') return check;
  const computed = check.items.map((item) => item.computed ?? '').join();
  const older = trail.findLast(
    (one) => one.entryNumber < entry.entryNumber && one.itemHashes.join() === computed,
  );
  if (older === undefined) return check;
  const reason = `The record holds the data of entry ${older.entryNumber}, and its trail goes on to entry ${entry.entryNumber}: the two answers are of different ages. Try again later.`;
  return { ...check, verdict: cannotCheck('different-ages', reason) };
}

/** keyCheckQuery compares the key in the address with the key of the entry behind the record, letter for letter. */
export function keyCheckQuery(session: RegisterSession, key: string, entry: Entry) {
  const check: Check = { kind: 'key', subject: JSON.stringify([key, entry.key, entry.entryNumber]) };
  const reason = `entry ${entry.entryNumber} is of the key ${JSON.stringify(entry.key)}`;
  const verdict: Verdict = entry.key === key ? { outcome: 'holds' } : doesNotMatch('other-key', reason);
  return checkQuery(session, check, async () => ({ verdict }));
}

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
  return readQuery(
    session,
    [CHECK, 'item', hash],
    async (api, signal) => {
      const item = await api.item(hash, signal);
      const found = await session.verifier.checkItem({ variant: api.variant, item, expected: hash }, signal);
      reportVerdict(session.trust, itemCheck(found), found.verdict);
      return found;
    },
    { meta: { resource: 'item' }, gcTime: 10 * 60_000, structuralSharing: false },
  );
}

/** entryItemsQuery reads the data of one entry, one item or blob for each of its hashes. Nothing is hashed yet: give it to recordDataCheckQuery. */
export function entryItemsQuery(session: RegisterSession, hashes: readonly Hash[]) {
  return readQuery(session, ['entry-items', ...hashes], (api, signal) =>
    Promise.all(hashes.map((hash) => api.item(hash, signal))),
  );
}

/** itemsQuery reads the list of items page by page and hashes each page in the worker; some servers have no such list (404). */
export function itemsQuery(session: RegisterSession) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, CHECK, 'items'),
    queryFn: async ({ client, signal, pageParam }) => {
      const api = await clientOf(client, session);
      const { values, next, mayGoOn = false } = await api.items(pageParam ?? undefined, signal);
      const asked = values.map(({ hash, item }) => ({ variant: api.variant, item, expected: hash }));
      const checks = await session.verifier.checkItems(asked, signal);
      for (const found of checks) reportVerdict(session.trust, itemCheck(found), found.verdict);
      return { checks, next, mayGoOn };
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
  return readQuery(
    session,
    [CHECK, 'entry-data', JSON.stringify([entry.entryNumber, entry.itemHashes])],
    async ({ variant }, signal, queries) => {
      const items = await queries.ensureQueryData(entryItemsQuery(session, entry.itemHashes));
      const found = await session.verifier.checkRecordData({ variant, items, entry }, signal);
      const check = dataCheck(items, entry);
      reportVerdict(session.trust, check, found.verdict);
      return { ...found, check };
    },
    { gcTime: 10 * 60_000 },
  );
}

/** LATER_READ is how many of the newest entries are read at most to find one that a trail lacks. */
const LATER_READ = 500;

/** Search is what came of looking for the entry: it, or why not every later entry could be looked at; undefined where all were, and none is it. */
type Search = { readonly found: Entry } | { readonly unread: string; readonly newer?: Entry } | undefined;

/**
 * downgradeByLaterEntry looks for the entry that the data of a record belongs to where it is none of the trail's: a record of the earlier variant does not say which
 * entry is its latest, so that data newer than the trail looks like altered data. Where the log has a later entry of the key with this very data, the two answers
 * are of different ages, and nothing can be checked; nor can it where a later entry could not be looked at. The mismatch stays where all were looked at.
 */
async function downgradeByLaterEntry(
  session: RegisterSession,
  queries: QueryClient,
  check: RecordDataCheck,
  entry: Entry,
): Promise<RecordDataCheck> {
  const { key, entryNumber } = entry;
  const computed = check.items[0]?.computed;
  if (computed === undefined) return check;
  const isIt = (one: Entry): boolean =>
    one.key === key && one.entryNumber > entryNumber && one.itemHashes[0] === computed;
  const search = await searchLater(session, queries, entry, isIt);
  if (search === undefined) return check;
  const cannot = (code: CannotCheckCode, reason: string): RecordDataCheck => ({
    ...check,
    verdict: cannotCheck(code, `${reason} Try again later.`),
  });
  if ('found' in search)
    return cannot(
      'different-ages',
      `The record holds the data of entry ${search.found.entryNumber}, and its list of entries ends with entry ${entryNumber}: the two answers are of different ages.`,
    );
  const { unread, newer } = search;
  return newer === undefined
    ? cannot(
        'incomplete',
        `No entry in the record’s list names its data. A later entry may, but not all of them could be looked at: ${unread}.`,
      )
    : cannot(
        'different-ages',
        `No entry in the record’s list names its data, and the list is out of date: it ends with entry ${entryNumber}, and the server has entry ${newer.entryNumber} of this key. Not all entries between them could be looked at: ${unread}.`,
      );
}

async function searchLater(
  session: RegisterSession,
  queries: QueryClient,
  entry: Entry,
  isIt: (one: Entry) => boolean,
): Promise<Search> {
  const { trust } = session;
  const sizeNow = async (): Promise<number> => {
    await freshHead({ queries, session });
    return Math.max(...trust.publishedHeads().map(({ logSize }) => logSize));
  };
  let unread = 'the size of the log could not be read';
  try {
    const api = await clientOf(queries, session);
    // The data may be here before the head is, and the head may be older than the trail.
    let size = (trust.head() ?? (await queries.ensureQueryData(headQuery(session)))).logSize;
    if (size < entry.entryNumber) size = await sizeNow();
    if (size < entry.entryNumber)
      return { unread: `the server publishes the root of a log of only ${size} entries` };
    const search = await searchUpTo(api, entry, size, isIt);
    if (search !== undefined) return search;
    // The record may be newer than the page's head as well.
    unread = 'whether the log has grown could not be read';
    return await readLater(api, size + 1, await sizeNow(), isIt);
  } catch (error) {
    return { unread: unread + because(error) };
  }
}

/** searchUpTo looks for the entry among those after `entry` in the log of `size` entries. */
async function searchUpTo(
  api: RegisterClient,
  entry: Entry,
  size: number,
  isIt: (one: Entry) => boolean,
): Promise<Search> {
  if (size === entry.entryNumber) return undefined;
  // A server need not have snapshots: where this one does not tell, the entries do.
  const latest = await api.snapshotEntry(size, entry.key).catch(() => undefined);
  if (latest?.entryNumber === entry.entryNumber) return undefined;
  const newer = latest !== undefined && latest.entryNumber > entry.entryNumber ? latest : undefined;
  if (newer !== undefined && isIt(newer)) return { found: newer };
  const last = newer === undefined ? size : newer.entryNumber - 1;
  const search = await readLater(api, entry.entryNumber + 1, last, isIt);
  return newer !== undefined && search !== undefined && 'unread' in search ? { ...search, newer } : search;
}

/** readLater looks through the entries first..last, only the newest where they are too many. */
async function readLater(
  api: RegisterClient,
  first: number,
  last: number,
  isIt: (one: Entry) => boolean,
): Promise<Search> {
  const start = Math.max(first, last - LATER_READ + 1);
  const count = last - start + 1;
  if (count <= 0) return undefined;
  try {
    const read = await api.entries(start, count);
    const found = read.find(isIt);
    if (found !== undefined) return { found };
    if (read.length < count)
      return { unread: `of the entries ${start} to ${last} the server sent only ${read.length}` };
  } catch (error) {
    const which = count === 1 ? `entry ${last}` : `entries ${start} to ${last}`;
    return { unread: `${which} could not be read${because(error)}` };
  }
  return start > first
    ? { unread: `of the entries ${first} to ${last} this page read only the newest ${LATER_READ}` }
    : undefined;
}

function because(error: unknown): string {
  return ` (${describeFailure(error).message.replace(/\.$/, '')})`;
}
