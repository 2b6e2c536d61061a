import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { ConsistencyCheck, EarlierEntryCheck } from '../verify/protocol.ts';
import { beginningCheck, entryCheckQuery } from './check-queries.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { CHECK, queryKey } from './keys.ts';
import { judged, memoryOf, memoryQuery } from './memory-queries.ts';
import { findLeafRule } from './prove-entry.ts';
import { reportCheck } from './report-check.ts';
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
  const check: Check = { kind: 'inclusion', subject: JSON.stringify([logSize, entry]), head };
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'earlier', check.subject, head.logSize, head.rootHash),
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, () =>
        proveEarlier(session, client, entry, logSize, head, signal),
      ),
    staleTime: Infinity,
  });
}

async function proveEarlier(
  session: RegisterSession,
  queries: QueryClient,
  entry: Entry,
  logSize: number,
  head: Checkpoint,
  signal: AbortSignal,
): Promise<EarlierEntryCheck> {
  if (logSize === head.logSize)
    return { ...(await queries.ensureQueryData(entryCheckQuery(session, entry, head))), head };
  const { trust } = session;
  const api = await clientOf(queries, session);
  await queries.ensureQueryData(memoryQuery(session));
  const [, proof, growth] = await Promise.all([
    memoryOf(queries, session, head),
    api.entryProof(entry.entryNumber, logSize, signal),
    api.consistencyProof(logSize, head.logSize, signal),
  ]);
  const prove = async (): Promise<EarlierEntryCheck> => {
    const leafRule = trust.leafRule();
    const request = {
      variant: api.variant,
      entry,
      logSize,
      auditPath: proof.auditPath,
      consistencyPath: growth.path,
      head,
      ...(leafRule === undefined ? {} : { leafRule }),
    };
    const check = await session.verifier.checkEarlierEntry(request, signal);
    if (check.verdict.outcome === 'holds' && check.leafRule !== undefined)
      trust.learnLeafRule(check.leafRule);
    return judged(session, head, check);
  };
  const known = trust.leafRule();
  const first = await prove();
  if (first.verdict.outcome !== 'cannot-check' || known !== undefined) return first;
  // Another proof may have found the rule meanwhile.
  const rule =
    trust.leafRule() ?? (await findLeafRule({ session, queries, api, signal }, entry.entryNumber, head));
  return rule === undefined ? first : prove();
}

/**
 * rootAtQuery finds the root the log had at an earlier size, by proving the last entry of that log. Its data is that proof; the root is its checkpoint's,
 * and worth something only where the verdict holds. It reports that the earlier log is the beginning of the one with this head.
 */
export function rootAtQuery(session: RegisterSession, logSize: number, head: Checkpoint) {
  const check = beginningCheck(logSize, head);
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'root-at', logSize, head.logSize, head.rootHash),
    meta: { check },
    queryFn: ({ client: queries, signal }) =>
      reportCheck(session.trust, check, signal, async (): Promise<EarlierEntryCheck> => {
        const entry = await queries.ensureQueryData(entryQuery(session, logSize));
        return queries.ensureQueryData(earlierEntryCheckQuery(session, entry, logSize, head));
      }),
    staleTime: Infinity,
  });
}

/** consistencyCheckQuery fetches the consistency proof between two heads and verifies it in the worker. */
export function consistencyCheckQuery(session: RegisterSession, from: Checkpoint, to: Checkpoint) {
  const check: Check = {
    kind: 'consistency',
    subject: JSON.stringify([from.logSize, from.rootHash, to.logSize, to.rootHash]),
  };
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'consistency', check.subject),
    meta: { check },
    queryFn: ({ client, signal }) =>
      reportCheck(session.trust, check, signal, async (): Promise<ConsistencyCheck> => {
        const api = await clientOf(client, session);
        const { path } = await api.consistencyProof(from.logSize, to.logSize, signal);
        return session.verifier.checkConsistency({ from, to, path }, signal);
      }),
    staleTime: Infinity,
  });
}
