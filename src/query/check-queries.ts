import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { proveEntry, type Proving } from './prove-entry.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { freshHead } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * entryCheckQuery proves one entry: fetches its entry proof at the size of `head` and verifies it in the worker. Where a check does not hold, or the server
 * no longer answers for this size, the head is read anew once: a proof and a root of different ages are the log moving on, not a mismatch. The check
 * says in `checkpoint` which head it was made against.
 */
export function entryCheckQuery(session: RegisterSession, entry: Entry, head: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'entry', JSON.stringify(entry), head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }) => {
      const proving = { session, queries, api: await clientOf(queries, session), signal };
      return proveWhileItGrows(proving, entry, head);
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}

async function proveWhileItGrows(proving: Proving, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  let first: EntryCheck;
  try {
    first = await proveEntry(proving, entry, head);
    if (first.verdict.outcome === 'holds') return first;
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 400 || error.status === 404))) throw error;
    const fresh = await freshHead(proving);
    if (fresh.logSize <= head.logSize) throw error;
    return proveEntry(proving, entry, fresh);
  }
  // A head that cannot be read anew, or an older one, takes nothing away from what was found.
  const fresh = await freshHead(proving).catch(() => head);
  proving.signal.throwIfAborted();
  return fresh.logSize > head.logSize ? proveEntry(proving, entry, fresh) : first;
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
  return queryOptions({
    queryKey: queryKey(
      session,
      CHECK,
      'data',
      JSON.stringify(items.map((item) => [...item])),
      entry.entryNumber,
      entry.itemHashes.join(),
      trail.length,
    ),
    queryFn: async ({ client, signal }) => {
      const { variant } = await clientOf(client, session);
      const check = await session.verifier.checkRecordData({ variant, items, entry }, signal);
      return unlessOlder(check, entry, trail);
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}

/** unlessOlder takes a mismatch back where the record holds the data of an older entry of its trail: the two answers are of different ages. */
export function unlessOlder(check: RecordDataCheck, entry: Entry, trail: readonly Entry[]): RecordDataCheck {
  if (check.verdict.outcome !== 'does-not-match') return check;
  const computed = check.items.map((item) => item.computed ?? '').join();
  const older = trail.findLast(
    (one) => one.entryNumber < entry.entryNumber && one.itemHashes.join() === computed,
  );
  if (older === undefined) return check;
  const reason = `The record holds the data of entry ${older.entryNumber}, and its trail goes on to entry ${entry.entryNumber}: the two answers are of different ages. Try again later.`;
  return { ...check, verdict: { outcome: 'cannot-check', code: 'different-ages', reason } };
}

/**
 * rereadRecordQuery reads a record and its trail anew, once for each pair of answers that do not fit together: they may be of different ages. The caches of
 * both are replaced, so that what is shown follows by itself; an answer that cannot be had leaves them as they were. Resolves true.
 */
export function rereadRecordQuery(session: RegisterSession, key: string, misfit: string) {
  return queryOptions({
    queryKey: queryKey(session, 'reread', key, misfit),
    queryFn: async ({ client }) => {
      const fresh = { staleTime: 0 };
      await Promise.allSettled([
        client.fetchQuery({ ...recordQuery(session, key), ...fresh }),
        client.fetchQuery({ ...trailQuery(session, key), ...fresh }),
      ]);
      return true;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
