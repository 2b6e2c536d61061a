import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { clientOf } from './client-query.ts';
import { queryKey } from './keys.ts';
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

/** headQuery reads the register proof: the log size and root hash the server publishes now. */
export function headQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'head'),
    queryFn: async ({ client, signal }) => {
      const head = await (await clientOf(client, session)).registerProof(signal);
      if (!session.heads.has(head.logSize)) session.heads.set(head.logSize, head.rootHash);
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
