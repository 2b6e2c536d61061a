import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { keepsAudit } from '../../query/audit-flag.ts';
import { CHECK } from '../../query/keys.ts';
import { useSession } from '../../query/session.ts';

/** useNewest finds out whether the entry behind a record is the latest of its key, where this browser keeps an audit of the register; nothing is fetched where it does not. */
export function useNewest(
  entry: Entry | undefined,
  trailLength: number | undefined,
  head: Checkpoint | undefined,
) {
  const session = useSession();
  return useQuery({
    queryKey: [session.id, CHECK, 'latest', entry, trailLength, head],
    queryFn: async ({ client }) =>
      (await import('./newest-check.ts')).newestCheck(client, session, entry, trailLength, head),
    enabled: entry !== undefined && head !== undefined && keepsAudit(session.id),
    staleTime: Infinity,
  }).data;
}
