import { queryOptions } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { ConsistencyCheck, EarlierEntryCheck } from '../verify/protocol.ts';
import { entryCheckQuery } from './check-queries.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { believable, growthOf, memoryQuery } from './growth-query.ts';
import { CHECK, queryKey } from './keys.ts';
import { findLeafRule } from './prove-entry.ts';
import type { RegisterSession } from './session.ts';

/**
 * earlierEntryCheckQuery proves that an entry was in the log when that had `logSize` entries: its entry proof at that size is climbed, and the root it
 * leads to must begin the published head by a consistency proof. At the head's own size it is the check of entryCheckQuery.
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
      if (logSize === head.logSize)
        return { ...(await queries.ensureQueryData(entryCheckQuery(session, entry, head))), head };
      const api = await clientOf(queries, session);
      await queries.ensureQueryData(memoryQuery(session));
      const [since, proof, growth] = await Promise.all([
        growthOf(queries, session, head),
        api.entryProof(entry.entryNumber, logSize, signal),
        api.consistencyProof(logSize, head.logSize, signal),
      ]);
      const check = (): Promise<EarlierEntryCheck> => {
        const { found } = session.leafRule;
        const request = {
          variant: api.variant,
          entry,
          logSize,
          auditPath: proof.auditPath,
          consistencyPath: growth.path,
          head,
        };
        return session.verifier.checkEarlierEntry(
          { ...request, ...(found === undefined ? {} : { leafRule: found }) },
          signal,
        );
      };
      const known = session.leafRule.found;
      const first = await check();
      if (first.verdict.outcome === 'holds' && first.leafRule !== undefined)
        session.leafRule.found ??= first.leafRule;
      if (first.verdict.outcome !== 'cannot-check' || known !== undefined) return believable(since, first);
      // Another proof may have found the rule meanwhile.
      const rule =
        session.leafRule.found ??
        (await findLeafRule({ session, queries, api, signal }, entry.entryNumber, head));
      return rule === undefined ? first : believable(since, await check());
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
    queryKey: queryKey(session, CHECK, 'root-at', logSize, head.logSize, head.rootHash),
    queryFn: async ({ client: queries }): Promise<EarlierEntryCheck> => {
      const entry = await queries.ensureQueryData(entryQuery(session, logSize));
      return queries.ensureQueryData(earlierEntryCheckQuery(session, entry, logSize, head));
    },
    staleTime: Infinity,
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
