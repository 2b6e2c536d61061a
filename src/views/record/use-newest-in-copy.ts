import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { standingOf } from '../../query/latest-standing.ts';
import { replicaAnswer, useReplica } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { latestWords } from '../../ui/latest-words.ts';
import type { NewestCheck } from './newest-check.ts';
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
      const numbers = await client.fetchQuery(replicaAnswer(session, replica, 'trail', { key }));
      const last = numbers.at(-1);
      const latest = last === undefined ? undefined : { entryNumber: last, count: numbers.length };
      const index = { checkpoint: head, latestOf: () => latest };
      const check = standingOf({ key, entryNumber, trailLength, head }, { index }, true);
      return { ...check, words: latestWords(check), link: 'Audit the log' };
    },
    enabled: entry !== undefined && isOfHead && !keepsAudit(session.id),
    staleTime: Infinity,
  });
}
