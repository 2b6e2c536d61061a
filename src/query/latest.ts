import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { TrailIndex } from '../verify/audit/audit-types.ts';
import { keptAuditQuery } from './kept-audit.ts';
import { judged, memoryOf } from './memory-queries.ts';
import { CHECK, queryKey } from './keys.ts';
import { standingOf, type Audited, type LatestCheck, type Served } from './latest-standing.ts';
import type { RegisterSession } from './session.ts';

/** entryLatestQuery says where an entry stands among those of its key, as far as an audit kept in this browser has read the log. */
export function entryLatestQuery(session: RegisterSession, served: Served) {
  return queryOptions({
    queryKey: [session.id, CHECK, 'latest', served],
    queryFn: ({ client }) => findLatest(client, session, served, false),
    networkMode: 'always',
    staleTime: Infinity,
  });
}

/** findLatest finds that out. A head that the remembered root contradicts makes nothing certain. */
export async function findLatest(
  queries: QueryClient,
  session: RegisterSession,
  served: Served,
  asRecord: boolean,
): Promise<LatestCheck> {
  const check = standingOf(served, await auditedIndex(queries, session), asRecord);
  if (check.verdict.outcome !== 'holds') return check;
  await memoryOf(queries, session, served.head);
  return judged(session, served.head, check);
}

async function auditedIndex(queries: QueryClient, session: RegisterSession): Promise<Audited | undefined> {
  const [index, kept] = await Promise.all([
    queries.fetchQuery(trailIndexQuery(session)),
    queries.fetchQuery(keptAuditQuery(session)),
  ]);
  if (index === null) return undefined;
  const { logSize, rootHash } = index.checkpoint;
  const read = kept.coverage.findLast(({ head }) => head.logSize === logSize && head.rootHash === rootHash);
  return { index, at: read?.at };
}

function trailIndexQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'trail-index'),
    queryFn: async (): Promise<TrailIndex | null> => {
      const { store } = (await import('./audit-tools.ts')).auditTools;
      return (await store.trailIndex(session.id)) ?? null;
    },
    networkMode: 'always',
    structuralSharing: false,
    staleTime: Infinity,
  });
}
