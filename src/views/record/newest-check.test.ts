import { expect, test, vi } from 'vitest';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { planet } from '../../mock/registers/planet.ts';
import { newestCheck } from '../../query/check-queries.ts';
import { holdBack, readRecord } from '../../query/held-back.ts';
import { memoryCheckQuery } from '../../query/memory-queries.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { copyCheck } from '../../query/replica-check.ts';
import type { Replica, ReplicaPhase } from '../../query/replica-desk.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { findNewest } from './newest-check.ts';

const copy = vi.hoisted(() => ({ numbers: [] as readonly number[], phase: undefined as unknown }));

vi.mock(import('../../query/replica.ts'), async (load) => ({
  ...(await load()),
  replicaDeskOf: () => ({ phase: () => copy.phase }) as never,
  replicaAnswer: () =>
    ({ queryKey: ['numbers', ...copy.numbers], queryFn: async () => copy.numbers }) as never,
}));

const HOLDS: Verdict = { outcome: 'holds' };
const { signal } = new AbortController();

/** A visit in which a copy of the whole log was read, that came to this verdict at the head. */
async function withCopy(found: Verdict = HOLDS) {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  const head = await queries.fetchQuery(headQuery(session));
  await queries.fetchQuery(memoryCheckQuery(session, head));
  session.trust.report({ ...copyCheck(head), verdict: found, checkedAt: 1 });
  const trail = await queries.fetchQuery(trailQuery(session, 'jupiter'));
  const replica: Replica = { id: '1', size: head.logSize, head, verdict: found, missing: 0 };
  copy.phase = { phase: 'ready', replica } satisfies ReplicaPhase;
  copy.numbers = trail.map(({ entryNumber }) => entryNumber);
  const entryAt = (shown: number): Entry => {
    const entry = trail[shown - 1];
    if (entry === undefined) throw new Error(`the trail has no entry ${shown}`);
    return entry;
  };
  const find = (shown: number) => findNewest(queries, session, signal, entryAt(shown), shown, head);
  const known = (shown: number) => session.trust.verdictOf(newestCheck(entryAt(shown), head));
  return { session, queries, head, trail, find, known };
}

test('what was read before the copy is read anew before it is called a mismatch', async () => {
  const { head, trail, find, known } = await withCopy();
  expect((await find(trail.length)).verdict.outcome).toBe('holds');
  expect(known(trail.length)).toEqual(HOLDS);
  expect(await find(trail.length - 1)).toMatchObject({
    verdict: { outcome: 'not-checked' },
    words: undefined,
  });
  expect(known(trail.length - 1)?.outcome).toBe('not-checked');
  copy.numbers = [...copy.numbers, head.logSize];
  expect(await find(trail.length)).toMatchObject({
    verdict: { outcome: 'does-not-match' },
    words: { state: 'does-not-match' },
  });
  expect(known(trail.length)?.outcome).toBe('does-not-match');
});

test.each<[string, Verdict]>([
  ['that was not verified', { outcome: 'cannot-check', code: 'incomplete', reason: 'x' }],
  ['of another log', { outcome: 'does-not-match', code: 'data-differs', reason: 'x' }],
])('nothing is looked up in a copy %s', async (_, found) => {
  const { trail, find, known } = await withCopy(found);
  await expect(find(trail.length)).rejects.toThrow('there is no copy to look in');
  expect(known(trail.length)?.outcome).toBe('cannot-check');
});

test('what is on view because a newer version is held back is no older answer of the server', async () => {
  const { session, queries, trail, find } = await withCopy();
  const last = trail.at(-1)?.entryNumber;
  queries.setQueryData(trailQuery(session, 'jupiter').queryKey, trail.slice(0, -1));
  readRecord(queries, session, 'jupiter');
  holdBack(queries, session, { record: { key: 'jupiter', items: [] }, trail });
  expect(await find(trail.length - 1)).toMatchObject({
    verdict: { outcome: 'not-checked' },
    words: { state: 'not-checked', title: `Entry ${last} is a newer version of jupiter` },
    newer: String(last),
  });
  expect(queries.getQueryData(trailQuery(session, 'jupiter').queryKey)).toHaveLength(trail.length - 1);
});
