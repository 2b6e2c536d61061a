import { queryOptions } from '@tanstack/react-query';
import { queryKey } from './keys.ts';
import { trailQuery } from './record-queries.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/**
 * trailReachingQuery makes sure that the trail in the cache is one of a log that had reached the size `at`, which the head at hand has: where it was read before
 * that head it is read anew, once. What was read of a shorter log cannot tell the state at `at`. Resolves true; rejects where the trail cannot be had.
 */
export function trailReachingQuery(session: RegisterSession, key: string, at: number) {
  return queryOptions({
    queryKey: queryKey(session, 'trail-reaching', key, at),
    queryFn: async ({ client }) => {
      const trail = trailQuery(session, key);
      const kept = client.getQueryState(trail.queryKey);
      const reached =
        client.getQueryState(headQuery(session).queryKey)?.dataUpdatedAt ||
        client.getQueryState(registerQuery(session).queryKey)?.dataUpdatedAt ||
        Infinity;
      const names = (kept?.data?.at(-1)?.entryNumber ?? 0) >= at;
      if (kept?.data === undefined || !(names || kept.dataUpdatedAt > reached))
        await client.fetchQuery({ ...trail, staleTime: 0 });
      return true;
    },
    staleTime: Infinity,
  });
}

/**
 * rereadTrailQuery reads a trail anew, once for each `misfit`: one that does not fit a copy of the log may be older than the copy. Resolves true; rejects where
 * it cannot be had: the one at hand then shows nothing.
 */
export function rereadTrailQuery(session: RegisterSession, key: string, misfit: string) {
  return queryOptions({
    queryKey: queryKey(session, 'reread-trail', key, misfit),
    queryFn: async ({ client }) => {
      await client.fetchQuery({ ...trailQuery(session, key), staleTime: 0 });
      return true;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
