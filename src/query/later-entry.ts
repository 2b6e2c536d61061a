import type { QueryClient } from '@tanstack/react-query';
import type { RegisterClient } from '../api/register-client.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { CannotCheckCode } from '../core/verdict.ts';
import type { RecordDataCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { describeFailure } from './failure.ts';
import { freshHead, headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** LATER_READ is how many of the newest entries are read at most to find one that a trail lacks. */
const LATER_READ = 500;

/** Search is what came of looking for the entry: it, or why not every later entry could be looked at; undefined where all were, and none is it. */
type Search = { readonly found: Entry } | { readonly unread: string; readonly newer?: Entry } | undefined;

/**
 * downgradeByLaterEntry looks for the entry that the data of a record belongs to where it is none of the trail's: a record of the earlier variant does not say which
 * entry is its latest, so that data newer than the trail looks like altered data. Where the log has a later entry of the key with this very data, the two answers
 * are of different ages, and nothing can be checked; nor can it where a later entry could not be looked at. The mismatch stays where all were looked at.
 */
export async function downgradeByLaterEntry(
  session: RegisterSession,
  queries: QueryClient,
  check: RecordDataCheck,
  entry: Entry,
): Promise<RecordDataCheck> {
  const computed = check.items[0]?.computed;
  if (computed === undefined) return check;
  const cannot = (code: CannotCheckCode, reason: string): RecordDataCheck => ({
    ...check,
    verdict: { outcome: 'cannot-check', code, reason: `${reason} Try again later.` },
  });
  const isIt = (one: Entry): boolean =>
    one.key === entry.key && one.entryNumber > entry.entryNumber && one.itemHashes[0] === computed;
  const search = await searchLater(session, queries, entry, isIt);
  if (search === undefined) return check;
  const list = `its list of entries ends with entry ${entry.entryNumber}`;
  if ('found' in search)
    return cannot(
      'different-ages',
      `The record holds the data of entry ${search.found.entryNumber}, and ${list}: the two answers are of different ages.`,
    );
  const { unread, newer } = search;
  return newer === undefined
    ? cannot(
        'incomplete',
        `No entry in the record’s list names its data. A later entry may, but not all of them could be looked at: ${unread}.`,
      )
    : cannot(
        'different-ages',
        `No entry in the record’s list names its data, and the list is out of date: it ends with entry ${entry.entryNumber}, and the server has entry ${newer.entryNumber} of this key. Not all entries between them could be looked at: ${unread}.`,
      );
}

async function searchLater(
  session: RegisterSession,
  queries: QueryClient,
  entry: Entry,
  isIt: (one: Entry) => boolean,
): Promise<Search> {
  let head: Checkpoint;
  let api: RegisterClient;
  try {
    api = await clientOf(queries, session);
    // The data may be here before the head is, and the head may be older than the trail.
    head = session.trust.head() ?? (await queries.ensureQueryData(headQuery(session)));
    if (head.logSize < entry.entryNumber) head = await freshHead({ queries, session });
  } catch (error) {
    return { unread: `the size of the log could not be read${because(error)}` };
  }
  if (head.logSize < entry.entryNumber)
    return { unread: `the server publishes the root of a log of only ${head.logSize} entries` };
  if (head.logSize === entry.entryNumber) return undefined;
  // A server need not have snapshots: where this one does not tell, the entries do.
  const latest = await api.snapshotEntry(head.logSize, entry.key).catch(() => undefined);
  if (latest?.entryNumber === entry.entryNumber) return undefined;
  const newer = latest !== undefined && latest.entryNumber > entry.entryNumber ? latest : undefined;
  if (newer !== undefined && isIt(newer)) return { found: newer };
  const search = await readLater(
    api,
    entry.entryNumber + 1,
    newer === undefined ? head.logSize : newer.entryNumber - 1,
    isIt,
  );
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
  let read: readonly Entry[];
  try {
    read = await api.entries(start, count);
  } catch (error) {
    const which = count === 1 ? `entry ${last}` : `entries ${start} to ${last}`;
    return { unread: `${which} could not be read${because(error)}` };
  }
  const found = read.find(isIt);
  if (found !== undefined) return { found };
  if (read.length < count)
    return { unread: `of the entries ${start} to ${last} the server sent only ${read.length}` };
  return start > first
    ? { unread: `of the entries ${first} to ${last} this page read only the newest ${LATER_READ}` }
    : undefined;
}

function because(error: unknown): string {
  const failure = describeFailure(error instanceof Error ? error : new Error(String(error)));
  return ` (${failure.message.replace(/\.$/, '')})`;
}
