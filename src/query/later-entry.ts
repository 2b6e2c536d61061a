import type { QueryClient } from '@tanstack/react-query';
import type { Entry } from '../core/model.ts';
import { cannotCheck, type CannotCheckCode } from '../core/verdict.ts';
import type { RegisterClient } from '../api/client.ts';
import { clientOf } from './client-query.ts';
import { describeFailure } from './failure.ts';
import { entryQuery, laterEntryQuery } from './record-queries.ts';
import { freshHead } from './register-queries.ts';
import type { RegisterSession } from './session.ts';
import type { RecordDataCheck } from '../verify/protocol.ts';

/** LATER_READ is the most entries, the newest ones, that are read to find one that is missing in a trail. */
const LATER_READ = 500;

/**
 * downgradeByLaterEntry searches the entry of a record's data that no entry of its trail names. A record of
 * the earlier variant has no entry number, so data newer than the trail looks like altered data. If a later
 * entry of the key names this data, the trail is old or cut: with its last entry the data cannot be checked, but
 * with the one found if that is the last of its key (laterEntryQuery). Neither can it be checked if some later
 * entry could not be read. The mismatch stays if all were read.
 */
export async function downgradeByLaterEntry(
  session: RegisterSession,
  queries: QueryClient,
  check: RecordDataCheck,
  { key, entryNumber }: Entry,
): Promise<RecordDataCheck> {
  const computed = check.items[0]?.computed;
  if (computed === undefined) return check;
  const cannot = (code: CannotCheckCode, reason: string): RecordDataCheck => ({
    ...check,
    verdict: cannotCheck(code, `${reason} Try again later.`, reason),
  });
  const incomplete = (why: string): RecordDataCheck =>
    cannot('incomplete', `The record has other data than its last listed entry, and ${why}.`);
  try {
    const api = await clientOf(queries, session);
    // The record may be newer than the page's head.
    await freshHead({ queries, session });
    const size = Math.max(...session.trust.heads.published().map(({ logSize }) => logSize));
    // A server need not have snapshots; the entries then decide.
    const latest = await api.snapshotEntry(size, key).catch(() => undefined);
    const last = latest !== undefined && latest.entryNumber >= entryNumber ? latest.entryNumber : size;
    const first = Math.max(entryNumber + 1, last - LATER_READ + 1);
    const entries = last < first ? [] : await api.entries(first, last - first + 1);
    const ofKey = entries.filter((entry) => entry.key === key);
    const found = ofKey.findLast(({ itemHashes }) => itemHashes[0] === computed);
    if (found !== undefined && found === ofKey.at(-1)) {
      queries.setQueryData(entryQuery(session, found.entryNumber).queryKey, found);
      queries.setQueryData(laterEntryQuery(session, key).queryKey, found.entryNumber);
    }
    if (found !== undefined)
      return cannot(
        'different-ages',
        `The record has the data of entry ${found.entryNumber}, and its list of entries ends with entry ${entryNumber}: the two answers are of different ages.`,
      );
    const isAll = size >= entryNumber && first === entryNumber + 1 && entries.length > last - first;
    return isAll ? check : incomplete('not all later entries were read');
  } catch (error) {
    return incomplete(`later entries could not be read (${describeFailure(error).message})`);
  }
}

/**
 * namedEntry returns the entry of a key that the server names as its newest apart from the trail, which may be
 * cut; undefined if it names none.
 */
export async function namedEntry(
  api: RegisterClient,
  key: string,
  logSize: number,
): Promise<number | undefined> {
  const named = api.variant === 'item' ? api.record(key) : api.snapshotEntry(logSize, key);
  return named.then(
    ({ entryNumber }) => entryNumber,
    () => undefined,
  );
}
