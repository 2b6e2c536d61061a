import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Entry, Item } from '../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { clientOf, readQuery } from './client-query.ts';
import { describeFailure, type Failure } from './failure.ts';
import { checkQuery, failed, reportVerdict } from './report-check.ts';
import { type RegisterSession, CHECK } from './session.ts';
import type { ItemCheck, RecordDataCheck } from '../verify/protocol.ts';

/** dataCheck names the check that these items have the hashes that the entry names. */
function dataCheck(items: readonly Item[], entry: Entry, trail: readonly Entry[] = []): Check {
  const sent = items.map((item) => [...item]);
  return { kind: 'data', subject: JSON.stringify([entry.entryNumber, entry.itemHashes, trail.length, sent]) };
}

/**
 * recordDataCheckQuery hashes the data of a record in the worker and compares it with the hashes that its
 * entry names. Show the items it returns. A record with the data of an older entry of its trail cannot be
 * checked: the two answers are of different ages, which is not a mismatch.
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
    const current = downgradeStaleMismatch(found, entry, trail);
    // Without a trail the data was requested by its hash, and cannot be of another age.
    if (variant === 'item' || trail.length === 0 || found.verdict.outcome !== 'does-not-match')
      return current;
    // Needed only for data that does not match. Data may come back: an older entry does not rule out a later one.
    const { downgradeByLaterEntry } = await import('./later-entry.ts');
    const later = await downgradeByLaterEntry(session, queries, found, entry);
    return current === found ? later : current;
  });
}

/**
 * downgradeStaleMismatch withdraws a mismatch if the record has the data of an older entry of its trail: the
 * two answers are of different ages.
 */
function downgradeStaleMismatch(
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
  const reason = `The record holds the data of entry ${older.entryNumber}, and its trail goes on to entry ${entry.entryNumber}: the two answers are of different ages.`;
  return { ...check, verdict: cannotCheck('different-ages', `${reason} Try again later.`, reason) };
}

/**
 * keyCheckQuery compares the key in the address with the key of the entry behind the
 * record, letter for letter.
 */
export function keyCheckQuery(session: RegisterSession, key: string, entry: Entry) {
  const check: Check = { kind: 'key', subject: JSON.stringify([key, entry.key, entry.entryNumber]) };
  const reason = `entry ${entry.entryNumber} is of the key ${JSON.stringify(entry.key)}`;
  const verdict: Verdict = entry.key === key ? { outcome: 'holds' } : doesNotMatch('other-key', reason);
  return checkQuery(session, check, async () => ({ verdict }));
}

/**
 * itemCheck names the check that this data, identified by its computed hash, has the requested hash. Other
 * data for the same hash is another check.
 */
export function itemCheck({ expected, computed }: Pick<ItemCheck, 'expected' | 'computed'>): Check {
  return { kind: 'data', subject: `${expected} ${computed ?? 'not hashed'}` };
}

/** describeUnread returns why data could not be read. An RSF file may have only its hash. */
export function describeUnread(error: Error, source: 'server' | 'file' | 'computed'): Failure {
  const failure = describeFailure(error);
  if (source === 'server' || !failure.notFound) return failure;
  const message = 'The file has only its hash.';
  return { title: 'The data is not in the file', message, notFound: true, request: false };
}

/** unreadData returns the verdict on unreadable data. */
export function unreadData(error: Error, source: 'server' | 'file' | 'computed'): Verdict {
  const { request, title } = describeUnread(error, source);
  return request === false ? cannotCheck('no-data', title) : failed(error);
}

/**
 * checkedItemQuery reads an item (a blob, in the earlier variant) and hashes it in the worker. Its data is
 * the check, whose `item` was parsed from the hashed bytes: show that one, never the server's answer.
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
    { gcTime: 10 * 60_000 },
  );
}

/**
 * entryDataCheckQuery reads the data of one entry, one item or blob for each of its hashes, and hashes it in
 * the worker. Show the items it returns; `check` names the check of just these. `known` are items that were read
 * before: they are not requested.
 */
export function entryDataCheckQuery(session: RegisterSession, entry: Entry, known?: readonly Item[]) {
  return readQuery(
    session,
    [CHECK, 'entry-data', JSON.stringify([entry.entryNumber, entry.itemHashes])],
    async (api, signal) => {
      const { variant } = api;
      const items = known ?? (await Promise.all(entry.itemHashes.map((hash) => api.item(hash, signal))));
      const found = await session.verifier.checkRecordData({ variant, items, entry }, signal);
      const check = dataCheck(items, entry);
      reportVerdict(session.trust, check, found.verdict);
      return { ...found, check };
    },
    { gcTime: 10 * 60_000 },
  );
}
