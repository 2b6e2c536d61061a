import { useQuery } from '@tanstack/react-query';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';

/**
 * useLogSize is how long the log on view is: the earlier size that the address asks for, else that of the head. A register without proofs still has a log: its length is then
 * what its summary states. `failed` is the query of the head where neither could be read.
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
