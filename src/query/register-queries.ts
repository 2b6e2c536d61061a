import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { headKey, queryKey } from './keys.ts';
import { judgeOlder, readHead } from './read-head.ts';
import type { RegisterSession } from './session.ts';

/** HEAD_STALE_MS is how long the head of a log is taken as current without asking again. */
export const HEAD_STALE_MS = 60_000;

/** registerQuery reads the register's summary (`/register`) or context (`/context`). */
export function registerQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'register'),
    queryFn: async ({ client, signal }) => {
      const api = await clientOf(client, session);
      // Opening the register has just read its summary.
      const { opened } = api;
      return opened !== undefined && Date.now() - opened.at < HEAD_STALE_MS
        ? opened.register
        : api.register(signal);
    },
    staleTime: HEAD_STALE_MS,
  });
}

/**
 * headQuery is the head of the log that the page stands at: what the server publishes, once that is shown to go on from the head before. One that could not be
 * shown to, or is older, changes nothing; one that does not go on from it becomes the page's, so that every check says so.
 */
export function headQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: headKey(session),
    queryFn: async ({ client: queries, signal }): Promise<Checkpoint> => {
      const known = session.trust.head();
      let { head, is } = await readHead(session, queries, signal);
      // Caches differ in age: an answer or two that are older say nothing.
      for (let again = 0; is === 'older' && again < 2; again += 1)
        ({ head, is } = await readHead(session, queries, signal));
      if (is === 'older' && (await judgeOlder(session, queries, head, signal))) is = 'contradicted';
      if ((is === 'unproved' || is === 'older') && known !== undefined) return known;
      session.trust.stand(head);
      return head;
    },
    staleTime: HEAD_STALE_MS,
  });
}

/** freshHead reads the head of the log anew. */
export function freshHead({
  queries,
  session,
}: {
  readonly queries: QueryClient;
  readonly session: RegisterSession;
}): Promise<Checkpoint> {
  return queries.fetchQuery({ ...headQuery(session), staleTime: 0 });
}
