import { queryOptions } from '@tanstack/react-query';
import { clientOf } from './client-query.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

/** snapshotEntryQuery reads the entry that was the latest of a key at a log size, as the server tells it; null for a register of items, whose API has no snapshots. */
export function snapshotEntryQuery(session: RegisterSession, logSize: number, key: string) {
  return queryOptions({
    queryKey: queryKey(session, 'snapshot-entry', logSize, key),
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      return api.variant === 'item' ? null : api.snapshotEntry(logSize, key, signal);
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** snapshotQuery reads all records as they were at a log size, as the server tells them; null for a register of items, whose API has no snapshots. */
export function snapshotQuery(session: RegisterSession, logSize: number) {
  return queryOptions({
    queryKey: queryKey(session, 'snapshot', logSize),
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      return api.variant === 'item' ? null : api.snapshot(logSize, signal);
    },
    staleTime: Infinity,
    retry: false,
  });
}
