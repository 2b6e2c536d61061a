import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { type Served, standingOf } from '../../query/latest-standing.ts';
import type { Replica } from '../../query/replica-desk.ts';
import { replicaAnswer, useReplica } from '../../query/replica.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { type NewestCheck, wordedAnew } from './newest-check.ts';
import { newestKey } from './use-newest.ts';

/**
 * useNewestInCopy finds out the same as useNewest, from a copy of the whole register where this page has read one for this very head: nothing is fetched for
 * it. An audit goes before it.
 */
export function useNewestInCopy(
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
): void {
  const session = useSession();
  const copy = useReplica(session, false);
  const replica =
    copy.phase === 'ready' && copy.replica.verdict.outcome === 'holds' ? copy.replica : undefined;
  const isOfHead = replica?.head !== undefined && replica.head.rootHash === head?.rootHash;
  useQuery({
    queryKey: newestKey(session.id, entry, trailLength, head),
    queryFn: async ({ client }): Promise<NewestCheck> => {
      if (entry === undefined || head === undefined || replica === undefined)
        throw new Error('useNewestInCopy without an entry or a copy');
      const { key, entryNumber } = entry;
      return newestInCopy(client, session, replica, { key, entryNumber, trailLength, head });
    },
    enabled: entry !== undefined && isOfHead && !keepsAudit(session.id),
    staleTime: Infinity,
  });
}

/** newestInCopy makes that check. What does not match is read anew before it counts. */
export async function newestInCopy(
  queries: QueryClient,
  session: RegisterSession,
  replica: Replica,
  served: Served,
): Promise<NewestCheck> {
  const { key, head } = served;
  const numbers = await queries.fetchQuery(replicaAnswer(session, replica, 'trail', { key }));
  const last = numbers.at(-1);
  const latest = last === undefined ? undefined : { entryNumber: last, count: numbers.length };
  const index = { checkpoint: head, latestOf: () => latest };
  const check = standingOf(served, { index }, true);
  const worded = await wordedAnew(queries, session, check, served);
  return worded.newer === undefined ? { ...worded, link: 'Audit the log' } : worded;
}
