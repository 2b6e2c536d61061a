import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { planet } from '../../mock/registers/planet.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { replicaAnswer, type ReplicaInSight } from '../../query/replica.ts';
import { type RegisterSession, SessionContext } from '../../query/session.ts';
import { snapshotEntryQuery } from '../../query/snapshot-queries.ts';
import { rereadTrailQuery, trailReachingQuery } from '../../query/trail-anew.ts';
import { anEntry } from '../../testing/builders.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { useKnownTrail } from './use-known-trail.ts';
import { useVersions } from './use-versions.ts';

const HEAD = { logSize: 9, rootHash: 'a'.repeat(64) as Hash };
const REPLICA = { id: '1', size: 9, head: HEAD, verdict: { outcome: 'holds' }, missing: 0 } as const;
const TRAIL = [anEntry(2, { key: 'GM' }), anEntry(5, { key: 'GM' })];

vi.mock(import('../../query/replica.ts'), async (load) => ({
  ...(await load()),
  useReplica: (): ReplicaInSight => ({
    phase: 'ready',
    replica: REPLICA,
    entries: 9,
    start: () => undefined,
  }),
}));

/** What a hook returns on a page whose cache holds what `fill` puts there. */
function returned<T>(fill: (queries: QueryClient, session: RegisterSession) => void, use: () => T): T {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  fill(queries, session);
  const found: T[] = [];
  function Probe() {
    found.push(use());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <Probe />
      </SessionContext>
    </QueryClientProvider>,
  );
  return found.at(-1) as T;
}

describe('useVersions', () => {
  test('tells no state at a size from a trail that may be of a shorter log', () => {
    const fill = (queries: QueryClient, session: RegisterSession): void => {
      queries.setQueryData(trailQuery(session, 'GM').queryKey, TRAIL);
      queries.setQueryData(snapshotEntryQuery(session, 8, 'GM').queryKey, null);
    };
    expect(returned(fill, () => useVersions('GM', 8))).toMatchObject({ state: undefined, trail: undefined });
    const reached = (queries: QueryClient, session: RegisterSession): void => {
      fill(queries, session);
      queries.setQueryData(trailReachingQuery(session, 'GM', 8).queryKey, true);
    };
    expect(returned(reached, () => useVersions('GM', 8)).state?.versions).toEqual(TRAIL);
    expect(returned(fill, () => useVersions('GM', undefined)).state?.versions).toEqual(TRAIL);
  });
});

describe('useKnownTrail', () => {
  const known = (numbers: readonly number[], reread: boolean) =>
    returned(
      (queries, session) => {
        const asked = replicaAnswer(session, REPLICA, 'trail', { key: 'GM', at: 9 });
        queries.setQueryData(asked.queryKey, numbers);
        if (reread) queries.setQueryData(rereadTrailQuery(session, 'GM', '1 9').queryKey, true);
      },
      () => useKnownTrail(TRAIL, TRAIL, HEAD, 9).known,
    );

  test('says whether a trail that the copy does not know was read anew', () => {
    expect(known([2, 5], false)).toMatchObject({ kind: 'copy', numbers: [2, 5] });
    expect(known([2, 5, 7], false)).toMatchObject({ kind: 'copy', reread: 'not yet' });
    expect(known([2, 5, 7], true)).toMatchObject({ kind: 'copy', reread: 'done' });
  });
});
