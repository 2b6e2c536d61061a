import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { CHECK } from '../../query/keys.ts';
import { useSession } from '../../query/session.ts';

/**
 * useNewest finds out whether the entry behind a record is the latest of its key, where this browser keeps an audit of the register; nothing is fetched where
 * it does not. What useNewestInCopy finds has the same key, so that it is returned here, too.
 */
export function useNewest(
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
) {
  const session = useSession();
  return useQuery({
    queryKey: newestKey(session.id, entry, trailLength, head),
    queryFn: async ({ client }) =>
      (await import('./newest-check.ts')).newestCheck(client, session, entry, trailLength, head),
    enabled: entry !== undefined && head !== undefined && keepsAudit(session.id),
    staleTime: Infinity,
  }).data;
}

/** newestKey names that check. */
export function newestKey(
  id: string,
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
) {
  return [id, CHECK, 'latest', entry, trailLength, head];
}
