import type { QueryClient } from '@tanstack/react-query';
import type { Entry } from '../core/model.ts';
import type { RecordDataCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** LATER_READ is how many of the newest entries are read to find one that a trail lacks, where the server has no snapshots. */
const LATER_READ = 500;

/**
 * downgradeByLaterEntry looks for the entry that the data of a record belongs to where it is none of the trail's: a record of the earlier variant does not say which
 * entry is its latest, so that data newer than the trail looks like altered data. Where the log has a later entry of the key with this very data, the two answers
 * are of different ages, and nothing can be checked. What cannot be had leaves the mismatch as it is.
 */
export async function downgradeByLaterEntry(
  session: RegisterSession,
  queries: QueryClient,
  check: RecordDataCheck,
  entry: Entry,
): Promise<RecordDataCheck> {
  const computed = check.items[0]?.computed;
  // The data may be here before the head is.
  const head =
    session.trust.head() ?? (await queries.ensureQueryData(headQuery(session)).catch(() => undefined));
  if (computed === undefined || head === undefined) return check;
  const api = await clientOf(queries, session);
  const isIt = (one: Entry | undefined): boolean =>
    one?.key === entry.key && one.entryNumber > entry.entryNumber && one.itemHashes[0] === computed;
  const latest = await api.snapshotEntry(head.logSize, entry.key).catch(() => undefined);
  const start = Math.max(entry.entryNumber + 1, head.logSize - LATER_READ + 1);
  const later =
    latest === undefined && start <= head.logSize
      ? await api.entries(start, head.logSize - start + 1).catch(() => [])
      : [latest];
  const found = later.find(isIt);
  if (found === undefined) return check;
  const reason = `The record holds the data of entry ${found.entryNumber}, and its list of entries ends with entry ${entry.entryNumber}: the two answers are of different ages. Try again later.`;
  return { ...check, verdict: { outcome: 'cannot-check', code: 'different-ages', reason } };
}
