import { expect, test, vi } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import { headQuery } from '../../query/register-queries.ts';
import { holdBack, readRecord } from '../../query/held-back.ts';
import { trailQuery } from '../../query/record-queries.ts';
import type { Replica } from '../../query/replica-desk.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { newestInCopy } from './use-newest-in-copy.ts';

const log = vi.hoisted(() => ({ numbers: [] as readonly number[] }));

vi.mock(import('../../query/replica.ts'), async (load) => ({
  ...(await load()),
  replicaAnswer: () => ({ queryKey: ['numbers', ...log.numbers], queryFn: async () => log.numbers }) as never,
}));

test('what was read before the copy is read anew before it is called a mismatch', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const head = await queries.fetchQuery(headQuery(session));
  const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
  const replica: Replica = { id: '1', size: head.logSize, head, verdict: { outcome: 'holds' }, missing: 0 };
  const find = (shown: number) =>
    newestInCopy(queries, session, replica, {
      key: 'jupiter',
      entryNumber: trail[shown - 1]?.entryNumber ?? 0,
      trailLength: shown,
      head,
    });
  log.numbers = trail.map(({ entryNumber }) => entryNumber);
  expect((await find(trail.length)).verdict.outcome).toBe('holds');
  expect(await find(trail.length - 1)).toMatchObject({
    verdict: { outcome: 'not-checked' },
    words: undefined,
  });
  log.numbers = [...log.numbers, head.logSize];
  expect(await find(trail.length)).toMatchObject({
    verdict: { outcome: 'does-not-match' },
    words: { state: 'does-not-match' },
  });
});

test('what is on view because a newer version is held back is no older answer of the server', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const head = await queries.fetchQuery(headQuery(session));
  const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
  const replica: Replica = { id: '1', size: head.logSize, head, verdict: { outcome: 'holds' }, missing: 0 };
  log.numbers = trail.map(({ entryNumber }) => entryNumber);
  const [before, last] = trail.slice(-2).map(({ entryNumber }) => entryNumber);
  queries.setQueryData(trailQuery(session, 'jupiter').queryKey, trail.slice(0, -1));
  readRecord(queries, session, 'jupiter');
  holdBack(queries, session, { record: { key: 'jupiter', items: [] }, trail });
  const served = { key: 'jupiter', entryNumber: before ?? 0, trailLength: trail.length - 1, head };
  expect(await newestInCopy(queries, session, replica, served)).toMatchObject({
    verdict: { outcome: 'not-checked' },
    words: { state: 'not-checked', title: `Entry ${last} is a newer version of jupiter` },
    newer: String(last),
  });
  expect(queries.getQueryData(trailQuery(session, 'jupiter').queryKey)).toHaveLength(trail.length - 1);
});
