import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from './session.ts';

/** useRetry returns what "Try again" does: every request of this register that failed and is still wanted on the page is made again. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  const { id } = useSession();
  return useCallback(
    () =>
      void queries.refetchQueries({
        queryKey: [id],
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      }),
    [queries, id],
  );
}
