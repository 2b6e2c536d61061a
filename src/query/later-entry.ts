import type { QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/client.ts';
import type { Entry } from '../core/model.ts';
import { cannotCheck, type CannotCheckCode } from '../core/verdict.ts';
import { clientOf } from './client-query.ts';
import { describeFailure } from './failure.ts';
import { confirmed } from './read-again.ts';
import { freshHead, headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';
import type { RecordDataCheck } from '../verify/protocol.ts';

/** LATER_READ is the most entries, the newest ones, that are read to find one that is missing in a trail. */
const LATER_READ = 500;

/** Search is the result: the entry, or why not all later entries could be read; undefined if all were read without finding it. */
type Search = { readonly found: Entry } | { readonly unread: string; readonly newer?: Entry } | undefined;

/**
 * downgradeByLaterEntry searches the entry of a record's data that no entry of its trail names. A record of the earlier variant has no entry number, so data newer than
 * the trail looks like altered data. If a later entry of the key names this data, the two answers are of different ages and cannot be checked; neither can
 * they if some later entry could not be read. The mismatch stays if all were read.
 */
export async function downgradeByLaterEntry(
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
        `No entry in the record’s list records its data. A later entry may, but not all of them could be looked at: ${unread}.`,
      )
    : cannot(
        'different-ages',
        `No entry in the record’s list records its data, and the list is out of date: it ends with entry ${entryNumber}, and there is entry ${newer.entryNumber} of this key. Not all entries between them could be looked at: ${unread}.`,
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
    // The data may come before the head, and the head may be older than the trail.
    const known = trust.head() ?? (await queries.ensureQueryData(headQuery(session)));
    const isBefore = (size: number): boolean => size < entry.entryNumber;
    const size = await confirmed(known.logSize, { isDoubtful: isBefore, again: sizeNow });
    if (isBefore(size)) return { unread: `the published root is of a log of only ${size} entries` };
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
  // A server need not have snapshots; the entries then decide.
  const latest = await api.snapshotEntry(size, entry.key).catch(() => undefined);
  if (latest?.entryNumber === entry.entryNumber) return undefined;
  const newer = latest !== undefined && latest.entryNumber > entry.entryNumber ? latest : undefined;
  if (newer !== undefined && isIt(newer)) return { found: newer };
  const last = newer === undefined ? size : newer.entryNumber - 1;
  const search = await readLater(api, entry.entryNumber + 1, last, isIt);
  return newer !== undefined && search !== undefined && 'unread' in search ? { ...search, newer } : search;
}

/** readLater searches the entries first..last, or only the newest if they are too many. */
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
      return { unread: `of the entries ${start} to ${last} only ${read.length} were sent` };
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
