import { useQuery } from '@tanstack/react-query';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';

/**
 * useLogSize returns the size of the log on view: the earlier size in the address, else that of the head, or for a register without proofs that of its
 * summary. `failed` is the query of the head if neither could be read.
 */
export function useLogSize() {
  const session = useSession();
  const at = useAt();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  const present = head.data?.logSize ?? (head.isError ? summary.data?.totalEntries : undefined);
  const logSize = at ?? present;
  return { logSize, failed: logSize === undefined && head.isError && !summary.isPending ? head : undefined };
}
