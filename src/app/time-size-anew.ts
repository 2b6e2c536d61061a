import { queryOptions } from '@tanstack/react-query';
import { queryKey } from '../query/keys.ts';
import { freshHead, headQuery, registerQuery } from '../query/register-queries.ts';
import type { RegisterSession } from '../query/session.ts';

/**
 * sizeAnewQuery reads anew how long the log is, once for a size that it has not reached: by its head, or where the server publishes none, by its summary. Rejects
 * where that cannot be read; what was known before stays.
 */
export function sizeAnewQuery(session: RegisterSession, at: number) {
  return queryOptions({
    queryKey: queryKey(session, 'size-anew', at),
    queryFn: async ({ client }) => {
      const published = client.getQueryData(headQuery(session).queryKey) !== undefined;
      if (published) await freshHead({ queries: client, session });
      else await client.fetchQuery({ ...registerQuery(session), staleTime: 0 });
      return true;
    },
    retry: false,
  });
}
