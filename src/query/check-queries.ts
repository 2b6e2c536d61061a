import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { RegisterClient } from '../api/register-client.ts';
import type { LeafRuleId } from '../core/leaf-rules.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ConsistencyCheck, EarlierEntryCheck, EntryCheck } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { CHECK, queryKey } from './keys.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * entryCheckQuery proves one entry: fetches its entry proof at the size of `head` and verifies it in the worker.
 * - Where the register's leaf rule is not known yet and no rule leads this entry to the root, two other entries are asked: if one of them
 *   finds the rule, this entry does not match; if none does, it cannot be checked (hashing.md, "Leaf rules are data").
 * - Where a check fails or the server no longer answers for this size, the head is read anew once: a proof and a root of different ages
 *   are the log moving on, not a mismatch. The check says in `checkpoint` which head it was made against.
 */
export function entryCheckQuery(session: RegisterSession, entry: Entry, head: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'entry', JSON.stringify(entry), head.logSize, head.rootHash),
    queryFn: async ({ client: queries, signal }) => {
      const api = await clientOf(queries, session);
      const check = (at: Checkpoint): Promise<EntryCheck> =>
        checkAt({ session, queries, api, signal }, entry, at);
      if (entry.entryNumber > head.logSize) return checkNewer({ session, queries, api, signal }, entry);
      let first: EntryCheck | undefined;
      try {
        first = await check(head);
        if (first.verdict.outcome === 'holds') return first;
      } catch (error) {
        if (!(error instanceof ApiError && (error.status === 400 || error.status === 404))) throw error;
        const fresh = await queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
        if (fresh.logSize <= head.logSize) throw error;
        return check(fresh);
      }
      // A head that cannot be read anew takes nothing away from what was found.
      const fresh = await queries.fetchQuery({ ...headQuery(session), staleTime: 0 }).catch(() => head);
      signal.throwIfAborted();
      if (sameHead(fresh, head) || fresh.logSize < head.logSize) return first;
      return fresh.logSize === head.logSize ? { ...first, verdict: twoRoots(head) } : check(fresh);
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
}

/** checkNewer proves an entry that the known head does not cover: the log moved on, or the root is an old one. Such an entry cannot be checked against it. */
async function checkNewer(context: Context, entry: Entry): Promise<EntryCheck> {
  const { session, queries, api, signal } = context;
  const fresh = await queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
  if (entry.entryNumber <= fresh.logSize) return checkAt(context, entry, fresh);
  return session.verifier.checkEntry(
    { variant: api.variant, entry, auditPath: [], checkpoint: fresh },
    signal,
  );
}

interface Context {
  readonly session: RegisterSession;
  readonly queries: QueryClient;
  readonly api: RegisterClient;
  readonly signal: AbortSignal;
}

async function checkAt(context: Context, entry: Entry, head: Checkpoint): Promise<EntryCheck> {
  const { session } = context;
  const known = session.leafRule.found;
  const check = await proveEntry(context, entry, head, known);
  if (check.verdict.outcome === 'holds' && check.leafRule !== undefined)
    session.leafRule.found ??= check.leafRule;
  if (check.verdict.outcome !== 'cannot-check' || known !== undefined) return check;
  const rule = await findLeafRule(context, entry.entryNumber, head);
  if (rule === undefined) return check;
  session.leafRule.found ??= rule;
  return proveEntry(context, entry, head, session.leafRule.found);
}

async function proveEntry(
  context: Context,
  entry: Entry,
  head: Checkpoint,
  leafRule: LeafRuleId | undefined,
): Promise<EntryCheck> {
  const { api, session, signal } = context;
  const { auditPath } = await api.entryProof(entry.entryNumber, head.logSize, signal);
  return session.verifier.checkEntry(
    {
      variant: api.variant,
      entry,
      auditPath,
      checkpoint: head,
      ...(leafRule === undefined ? {} : { leafRule }),
    },
    signal,
  );
}

/** findLeafRule asks the first and the last entry, other than the one in question, which rule leads them to the root. */
async function findLeafRule(
  context: Context,
  except: number,
  head: Checkpoint,
): Promise<LeafRuleId | undefined> {
  const candidates = [1, head.logSize, Math.ceil(head.logSize / 2)].filter(
    (n, at, all) => n !== except && all.indexOf(n) === at,
  );
  for (const entryNumber of candidates.slice(0, 2)) {
    const other = await context.api.entry(entryNumber, context.signal);
    const check = await proveEntry(context, other, head, undefined);
    if (check.verdict.outcome === 'holds') return check.leafRule;
  }
  return undefined;
}

/** twoRoots is the verdict on a server that publishes two roots for one size: a log has one root at each size, whatever moved on meanwhile. */
function twoRoots({ logSize }: Checkpoint): Verdict {
  return {
    outcome: 'does-not-match',
    reason: `the server published two different roots for a log of ${logSize} entries`,
  };
}

function sameHead(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}

/** recordDataCheckQuery hashes the data of a record in the worker and holds it against the hashes that its entry names. Show the items it returns. */
export function recordDataCheckQuery(session: RegisterSession, items: readonly Item[], entry: Entry) {
  return queryOptions({
    queryKey: queryKey(
      session,
      CHECK,
      'data',
      JSON.stringify(items.map((item) => [...item])),
      entry.entryNumber,
      entry.itemHashes.join(),
    ),
    queryFn: async ({ client, signal }) => {
      const { variant } = await clientOf(client, session);
      return session.verifier.checkRecordData({ variant, items, entry }, signal);
    },
    staleTime: Infinity,
    gcTime: 10 * 60_000,
  });
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

/** consistencyCheckQuery fetches the consistency proof between two heads and verifies it in the worker. */
export function consistencyCheckQuery(session: RegisterSession, from: Checkpoint, to: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'consistency', from.logSize, from.rootHash, to.logSize, to.rootHash),
    queryFn: async ({ client, signal }): Promise<ConsistencyCheck> => {
      const api = await clientOf(client, session);
      const { path } = await api.consistencyProof(from.logSize, to.logSize, signal);
      return session.verifier.checkConsistency({ from, to, path }, signal);
    },
    staleTime: Infinity,
  });
}

/**
 * earlierEntryCheckQuery proves that an entry was in the log when that had `logSize` entries: its entry proof at that size is climbed, and the root it
 * leads to must begin the published head by a consistency proof.
 */
export function earlierEntryCheckQuery(
  session: RegisterSession,
  entry: Entry,
  logSize: number,
  head: Checkpoint,
) {
  return queryOptions({
    queryKey: queryKey(
      session,
      CHECK,
      'earlier',
      JSON.stringify(entry),
      logSize,
      head.logSize,
      head.rootHash,
    ),
    queryFn: async ({ client: queries, signal }): Promise<EarlierEntryCheck> => {
      const api = await clientOf(queries, session);
      const [proof, growth] = await Promise.all([
        api.entryProof(entry.entryNumber, logSize, signal),
        logSize === head.logSize ? undefined : api.consistencyProof(logSize, head.logSize, signal),
      ]);
      const known = session.leafRule.found;
      return session.verifier.checkEarlierEntry(
        {
          variant: api.variant,
          entry,
          logSize,
          auditPath: proof.auditPath,
          consistencyPath: growth?.path ?? [],
          head,
          ...(known === undefined ? {} : { leafRule: known }),
        },
        signal,
      );
    },
    staleTime: Infinity,
  });
}

/**
 * rootAtQuery finds the root the log had at an earlier size, by proving the last entry of that log. Its data is that proof; the root is its checkpoint's,
 * and worth something only where the verdict holds.
 */
export function rootAtQuery(session: RegisterSession, logSize: number, head: Checkpoint) {
  return queryOptions({
    queryKey: queryKey(session, 'root-at', logSize, head.logSize, head.rootHash),
    queryFn: async ({ client: queries }): Promise<EarlierEntryCheck> => {
      const entry = await queries.ensureQueryData(entryQuery(session, logSize));
      return queries.ensureQueryData(earlierEntryCheckQuery(session, entry, logSize, head));
    },
    staleTime: Infinity,
  });
}
