import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { CHECK } from '../../query/keys.ts';
import { newestCheck } from '../../query/check-queries.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';

/** newestQuery finds out whether the entry behind a record is the latest of its key, from what this browser has read of the log: see findNewest. */
function newestQuery(
  session: RegisterSession,
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
) {
  const check = entry && head && newestCheck(entry, head);
  return queryOptions({
    queryKey: [session.id, CHECK, 'newest', entry, trailLength, head],
    ...(check && { meta: { check } }),
    queryFn: async ({ client, signal }) =>
      (await import('./newest-check.ts')).findNewest(client, session, signal, entry, trailLength, head),
    staleTime: Infinity,
  });
}

/** useNewest follows that check. It is made at once where this browser keeps an audit of the register; nothing is fetched where it does not. */
export function useNewest(
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
) {
  const session = useSession();
  return useQuery({
    ...newestQuery(session, entry, trailLength, head),
    enabled: entry !== undefined && head !== undefined && keepsAudit(session.id),
  }).data;
}

/** useNewestAnew makes that check whenever `source` changes: a text that tells what there is to make it from, empty where there is nothing. */
export function useNewestAnew(
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
  source: string,
): void {
  const session = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    if (source === '' || entry === undefined || head === undefined) return;
    // What fails leaves the server's word, as before.
    queries
      .fetchQuery({ ...newestQuery(session, entry, trailLength, head), staleTime: 0 })
      .catch(() => undefined);
  }, [queries, session, entry, trailLength, head, source]);
}
