import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { EntryCheck, RecordDataCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { proveEntry, type Proving } from './prove-entry.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { freshHead } from './register-queries.ts';
import { reportCheck } from './report-check.ts';
import type { RegisterSession } from './session.ts';

/** beginningCheck names the check that the log of an earlier size is the beginning of the log with this head. */
export function beginningCheck(logSize: number, head: Checkpoint): Check {
  return { kind: 'consistency', subject: String(logSize), head };
}

/** inclusionCheck names the check that an entry is in the log that has this head. */
export function inclusionCheck(entry: Entry, head: Checkpoint): Check {
  return { kind: 'inclusion', subject: JSON.stringify(entry), head };
}

/**
 * entryCheckQuery proves one entry: fetches its entry proof at the size of `head` and verifies it in the worker. Where a check does not hold, or the server
 * no longer answers for this size, the head is read anew once: a proof and a root of different ages are the log moving on, not a mismatch. The check
 * says in `checkpoint` which head it was made against.
 */
export function entryCheckQuery(session: RegisterSession, entry: Entry, head: Checkpoint) {
  const check = inclusionCheck(entry, head);
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'entry', check.subject, head.logSize, head.rootHash),
    meta: { check, entry, resource: 'proof' },
    queryFn: ({ client: queries, signal }) =>
      reportCheck(
        session.trust,
        check,
        signal,
        async () => {
          const proving = { session, queries, api: await clientOf(queries, session), signal };
          return proveWhileItGrows(proving, entry, head);
        },
        inclusionFacts,
      ),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}

/** inclusionFacts is what an entry check says besides its verdict. */
function inclusionFacts({ checkpoint, entry }: EntryCheck) {
  const { logSize, rootHash } = checkpoint;
  return { head: { logSize, rootHash }, entryNumber: entry.entryNumber };
}

/** LOOKS are how many times in LOOKS_MS a proof that cannot be had makes the page read its head anew: a log that grows with each answer would be followed without end. */
const LOOKS = 3;
const LOOKS_MS = 10_000;

const looks = new WeakMap<RegisterSession, number[]>();

function mayLookAnew(session: RegisterSession): boolean {
  const now = Date.now();
  const recent = (looks.get(session) ?? []).filter((at) => at > now - LOOKS_MS);
  const may = recent.length < LOOKS;
  looks.set(session, may ? [...recent, now] : recent);
  return may;
}

async function proveWhileItGrows(proving: Proving, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  let first: EntryCheck;
  try {
    first = await proveEntry(proving, entry, head);
    if (first.verdict.outcome === 'holds') return first;
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 400 || error.status === 404))) throw error;
    if (!mayLookAnew(proving.session)) throw error;
    const fresh = await freshHead(proving);
    if (fresh.logSize <= head.logSize) throw error;
    return proveEntry(proving, entry, fresh);
  }
  // A head that cannot be read anew, or an older one, takes nothing away from what was found.
  const fresh = mayLookAnew(proving.session) ? await freshHead(proving).catch(() => head) : head;
  proving.signal.throwIfAborted();
  return fresh.logSize > head.logSize ? proveEntry(proving, entry, fresh) : first;
}

/** dataCheck names the check that these items hash to what the entry names. */
export function dataCheck(items: readonly Item[], entry: Entry, trail: readonly Entry[] = []): Check {
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
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'data', check.subject),
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, async () => {
        const { variant } = await clientOf(client, session);
        const found = await session.verifier.checkRecordData({ variant, items, entry }, signal);
        const kept = downgradeStaleMismatch(found, entry, trail);
        // Without a trail the data was asked for by its hash: then it is of no other age.
        if (variant === 'item' || trail.length === 0 || kept.verdict.outcome !== 'does-not-match')
          return kept;
        return (await import('./later-entry.ts')).downgradeByLaterEntry(session, client, kept, entry);
      }),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
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
  return { ...check, verdict: { outcome: 'cannot-check', code: 'different-ages', reason } };
}

/** newestCheck names the check that an entry is the latest of its key in the log with this head. */
export function newestCheck(entry: Entry, head: Checkpoint): Check {
  return { kind: 'newest', subject: JSON.stringify([entry.key, entry.entryNumber]), head };
}

/** keyCheck names the check that the entry behind a record is one of the key in the address. */
function keyCheck(key: string, entry: Entry): Check {
  return { kind: 'key', subject: JSON.stringify([key, entry.key, entry.entryNumber]) };
}

/** keyCheckQuery compares the key in the address with the key of the entry behind the record, letter for letter. */
export function keyCheckQuery(session: RegisterSession, key: string, entry: Entry) {
  const check = keyCheck(key, entry);
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'key', check.subject),
    meta: { check },
    queryFn: ({ signal }) =>
      reportCheck(session.trust, check, signal, async () => ({ verdict: keyVerdict(key, entry) })),
    staleTime: Infinity,
  });
}

function keyVerdict(key: string, entry: Entry): Verdict {
  if (entry.key === key) return { outcome: 'holds' };
  const reason = `entry ${entry.entryNumber} is of the key ${JSON.stringify(entry.key)}`;
  return { outcome: 'does-not-match', code: 'other-key', reason };
}

/**
 * rereadRecordQuery reads a record and its trail anew, once for each `misfit`, where they do not fit together: they may be of different ages. The caches of
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
