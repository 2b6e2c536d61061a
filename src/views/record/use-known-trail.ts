import { NO_REPLICA } from '../../query/no-replica.ts';
import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { replicaAnswer, useReplica } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { rereadTrailQuery } from '../../query/trail-anew.ts';
import type { Worded } from '../../ui/check-words.ts';
import type { KnownTrail } from './state-words.ts';
import { useNewest } from './use-newest.ts';

/** TrailStanding is what is known of a trail; `contradiction` is an audit that refutes the whole of it. */
export interface TrailStanding {
  readonly known: KnownTrail;
  readonly contradiction: Worded | undefined;
}

/**
 * useKnownTrail finds out whether a trail up to a size is whole, from what this browser has read already; only a trail that does not fit a copy of the log is read
 * anew. `trail` is the whole of what the server sent, `versions` what it makes of the state at that size.
 */
export function useKnownTrail(
  trail: readonly Entry[] | undefined,
  versions: readonly Entry[],
  head: Checkpoint,
  size: number,
): TrailStanding {
  const last = trail?.at(-1);
  const session = useSession();
  const newest = useNewest(last, trail?.length, head);
  const copy = useReplica(session, false);
  const replica = copy.phase === 'ready' ? copy.replica : undefined;
  // A copy of another head says nothing of this one, and one that does not hold says nothing at all.
  const usable =
    last !== undefined && replica?.verdict.outcome === 'holds' && replica.head?.rootHash === head.rootHash;
  const numbers = useQuery({
    ...replicaAnswer(session, replica ?? NO_REPLICA, 'trail', { key: last?.key ?? '', at: size }),
    enabled: usable,
  });
  const differs =
    usable && numbers.data !== undefined && numbers.data.join() !== versions.map(numberOf).join();
  const reread = useQuery({
    ...rereadTrailQuery(session, last?.key ?? '', `${replica?.id} ${size}`),
    enabled: differs,
  });
  const contradiction = newest?.verdict.outcome === 'does-not-match' ? newest.words : undefined;
  return { known: knownTrail(), contradiction };

  function knownTrail(): KnownTrail {
    if (usable && numbers.data !== undefined)
      return {
        kind: 'copy',
        numbers: numbers.data,
        reread: reread.data === true ? 'done' : reread.isError ? 'failed' : 'not yet',
      };
    return newest?.verdict.outcome === 'holds' && last !== undefined && last.entryNumber <= size
      ? { kind: 'audit' }
      : { kind: 'server' };
  }
}

function numberOf({ entryNumber }: Entry): number {
  return entryNumber;
}
