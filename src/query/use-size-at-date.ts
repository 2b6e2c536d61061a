import { NO_REPLICA } from './no-replica.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { replicaAnswer, useReplica } from './replica.ts';
import { useSession } from './session.ts';
import { type SizeAtDate, sizeAtDateQuery } from './size-at-date.ts';

/** FoundDate is where a moment falls in the log, as far as that is known. */
export interface FoundDate {
  readonly found: SizeAtDate | undefined;
  readonly error: Error | null;
}

/** useSizeAtDate finds the log size at a moment (milliseconds since 1970) in a log of `logSize`: from the replica where it is there, else by search. Nothing is done for an undefined one. */
export function useSizeAtDate(untilMs: number | undefined, logSize: number): FoundDate {
  const session = useSession();
  const copy = useReplica(session, false);
  const replica = copy.phase === 'ready' && copy.replica.size === logSize ? copy.replica : undefined;
  const exact = useQuery({
    ...replicaAnswer(session, replica ?? NO_REPLICA, 'sizeAtTime', { untilMs: untilMs ?? 0 }),
    enabled: replica !== undefined && untilMs !== undefined,
  });
  const searched = useQuery({
    ...sizeAtDateQuery(session, untilMs ?? 0, logSize),
    enabled: replica === undefined && untilMs !== undefined,
  });
  if (replica === undefined) return { found: searched.data, error: searched.error };
  return {
    found: exact.data && { ...exact.data, compared: { first: 1, last: logSize }, steps: 0 },
    error: exact.error,
  };
}

/** useFindDate returns the way to find a moment when it is asked for, as useSizeAtDate does. */
export function useFindDate(logSize: number): (untilMs: number) => Promise<SizeAtDate> {
  const session = useSession();
  const queries = useQueryClient();
  const copy = useReplica(session, false);
  const replica = copy.phase === 'ready' && copy.replica.size === logSize ? copy.replica : undefined;
  return useCallback(
    async (untilMs) => {
      if (replica === undefined) return queries.fetchQuery(sizeAtDateQuery(session, untilMs, logSize));
      const exact = await queries.fetchQuery(replicaAnswer(session, replica, 'sizeAtTime', { untilMs }));
      return { ...exact, compared: { first: 1, last: logSize }, steps: 0 };
    },
    [queries, session, replica, logSize],
  );
}
