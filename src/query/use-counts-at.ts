import { NO_REPLICA } from './no-replica.ts';
import { useQuery } from '@tanstack/react-query';
import type { SummaryAnswer } from '../log/questions.ts';
import { replicaAnswer, useReplica } from './replica.ts';
import { useSession } from './session.ts';

/** useCountsAt counts the register at a log size, where its replica is there to count; with `want` a small register is read for it. */
export function useCountsAt(at: number, want = false): SummaryAnswer | undefined {
  const session = useSession();
  const copy = useReplica(session, want);
  const replica = copy.phase === 'ready' && copy.replica.size >= at ? copy.replica : undefined;
  const { data } = useQuery({
    ...replicaAnswer(session, replica ?? NO_REPLICA, 'summary', { at }),
    enabled: replica !== undefined,
  });
  return data;
}
