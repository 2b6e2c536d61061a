import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { readQuery } from './client-query.ts';
import { HEAD_STALE_MS, headQuery, registerQuery } from './register-queries.ts';
import { type RegisterSession, queryKey } from './session.ts';

/** recordQuery reads one record, not verified: the latest entry of its key with its data. */
export function recordQuery(session: RegisterSession, key: string) {
  return readQuery(session, ['record', key], (api, signal) => api.record(key, signal), {
    staleTime: HEAD_STALE_MS,
  });
}

/** entryQuery reads one entry of the log. */
export function entryQuery(session: RegisterSession, entryNumber: number) {
  return readQuery(session, ['entry', entryNumber], (api, signal) => api.entry(entryNumber, signal));
}

/**
 * laterEntryQuery returns the number of an entry that the data of a record names and its trail does not, if
 * one was found; see later-entry.ts. It makes no requests.
 */
export function laterEntryQuery(session: RegisterSession, key: string) {
  return queryOptions<number>({
    queryKey: queryKey(session, 'later-entry', key),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** trailQuery reads the trail of a key, not verified: all its entries, oldest first. */
export function trailQuery(session: RegisterSession, key: string) {
  return readQuery(session, ['trail', key], (api, signal) => api.trail(key, signal), {
    staleTime: HEAD_STALE_MS,
  });
}

/**
 * rereadRecord reads a record and its trail again, if they were read: answers that contradict each other or the
 * log may be of different ages. Views follow the cache. Rejects if an answer cannot be read, which leaves the
 * cache as it was.
 */
export async function rereadRecord(
  queries: QueryClient,
  session: RegisterSession,
  key: string,
): Promise<void> {
  const [record, trail] = [recordQuery(session, key), trailQuery(session, key)];
  await Promise.all([
    queries.getQueryData(record.queryKey) && queries.fetchQuery({ ...record, staleTime: 0 }),
    queries.getQueryData(trail.queryKey) && queries.fetchQuery({ ...trail, staleTime: 0 }),
  ]);
}

/** rereadRecordQuery does so once for each `misfit`. Resolves true. */
export function rereadRecordQuery(session: RegisterSession, key: string, misfit: string) {
  return queryOptions({
    queryKey: queryKey(session, 'reread', key, misfit),
    queryFn: async ({ client }) => {
      await rereadRecord(client, session, key);
      return true;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
}

/**
 * trailReachingQuery makes sure that the cached trail is of a log of at least the size `at`, which the
 * current head has reached: a trail read before that head is read again, once. The trail of a shorter log
 * does not show the state at `at`. Resolves true; rejects if the trail cannot be read.
 */
export function trailReachingQuery(session: RegisterSession, key: string, at: number) {
  return queryOptions({
    queryKey: queryKey(session, 'trail-reaching', key, at),
    queryFn: async ({ client }) => {
      const trail = trailQuery(session, key);
      const cached = client.getQueryState(trail.queryKey);
      const reached =
        client.getQueryState(headQuery(session).queryKey)?.dataUpdatedAt ||
        client.getQueryState(registerQuery(session).queryKey)?.dataUpdatedAt ||
        Infinity;
      const names = (cached?.data?.at(-1)?.entryNumber ?? 0) >= at;
      if (cached?.data === undefined || !(names || cached.dataUpdatedAt > reached))
        await client.fetchQuery({ ...trail, staleTime: 0 });
      return true;
    },
    staleTime: Infinity,
  });
}

/**
 * snapshotEntryQuery reads the latest entry of a key at a log size, not verified; null for a register of
 * items, whose API has no snapshots.
 */
export function snapshotEntryQuery(session: RegisterSession, logSize: number, key: string) {
  return readQuery(session, ['snapshot-entry', logSize, key], async (api, signal) =>
    api.variant === 'item' ? null : api.snapshotEntry(logSize, key, signal),
  );
}
