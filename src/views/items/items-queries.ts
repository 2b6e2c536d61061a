import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PageRef } from '../../api/pager.ts';
import { clientOf } from '../../query/client-query.ts';
import { itemCheck } from '../../query/data-queries.ts';
import { reportVerdict } from '../../query/report-check.ts';
import { type RegisterSession, CHECK, queryKey } from '../../query/session.ts';

/**
 * itemsQuery reads the list of items page by page and hashes each page in the worker; some servers
 * have no such list (404).
 */
export function itemsQuery(session: RegisterSession) {
  return infiniteQueryOptions({
    queryKey: queryKey(session, CHECK, 'items'),
    queryFn: async ({ client, signal, pageParam }) => {
      const api = await clientOf(client, session);
      const { values, next, unread } = await api.items(pageParam ?? undefined, signal);
      const requests = values.map(({ hash, item }) => ({ variant: api.variant, item, expected: hash }));
      const checks = await session.verifier.checkItems(requests, signal);
      for (const found of checks) reportVerdict(session.trust, itemCheck(found), found.verdict);
      return { checks, next, unread };
    },
    initialPageParam: null as PageRef | null,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
  });
}
