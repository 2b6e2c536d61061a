import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { QueryMeta } from '../query/keys.ts';

/** putData puts data into the cache as the query with these options would have left it: with its meta, which setQueryData does not know. */
export function putData(
  queries: QueryClient,
  { queryKey, meta }: { readonly queryKey: QueryKey; readonly meta?: QueryMeta | undefined },
  data: unknown,
  updatedAt?: number,
): void {
  queries
    .getQueryCache()
    .build(queries, { queryKey, ...(meta && { meta }) })
    .setData(data, { manual: true, ...(updatedAt !== undefined && { updatedAt }) });
}
