import { expect, test, vi } from 'vitest';
import type { Snapshot } from '../../api/wire.ts';
import { LogCopy } from '../../log/log-copy.ts';
import { snapshotDiffers } from '../../log/snapshot-differs.ts';
import { createRegister } from '../../mock/engine/register.ts';
import { planet } from '../../mock/registers/planet.ts';
import { visitMock, type MockVisitOptions } from '../../testing/mock-session.ts';
import { CANNOT, HOLDS } from '../../testing/trust-builders.ts';
import { pauseOf } from '../../query/ask-again.ts';
import { NO_COPY } from '../../query/copy.ts';
import { snapshotEntryQuery } from '../../query/record-queries.ts';
import { snapshotCheckQuery, snapshotQuery } from './snapshot-queries.ts';

const planets = new LogCopy('blob');
const log = createRegister(planet).log('blob');
for (let number = 1; number <= log.size; number += 1) planets.append(log.entry(number));

// The questions run here in place of the worker.
vi.mock(import('../../query/copy.ts'), async (load) => ({
  ...(await load()),
  copyControllerOf: () =>
    ({
      host: () => ({ answer: async (_: string, question: never) => snapshotDiffers(planets, question) }),
    }) as never,
}));

const HOLDING = { ...NO_COPY, id: '1', size: planet.entries.length, verdict: HOLDS };

function check(at: number, options: Partial<MockVisitOptions>, copy = HOLDING) {
  const { session, queries } = visitMock({ source: planet, mode: 'earlier', ...options });
  return queries.fetchQuery(snapshotCheckQuery(session, copy, at));
}
const tampered = (change: (body: string) => string): Partial<MockVisitOptions> => ({
  tamper: (path, body) => (path.startsWith('/snapshots/') ? change(body) : body),
});

test.each(['earlier', 'earlier+snapshot-entries', 'earlier+small-pages'])(
  'snapshots of every size of %s hold against a copy of the log',
  async (mode) => {
    for (const at of [0, 1, 9, 11, planet.entries.length])
      expect(await check(at, { mode })).toEqual({ verdict: HOLDS, records: Math.min(at, 9) });
  },
);

test('a snapshot in a shape that the API document leaves open accuses nobody: one record is compared with its own', async () => {
  const one = (change: (record: Record<string, string>) => unknown) =>
    check(
      9,
      tampered((body) => JSON.stringify(change(JSON.parse(body)[3]))),
    );
  expect(await one((record) => record)).toEqual({ verdict: HOLDS, records: 'one' });
  expect(await one((record) => ({ ...record, name: 'Vulcan' }))).toMatchObject({
    verdict: { code: 'snapshot-differs' },
  });
  const unknown = { verdict: { outcome: 'not-checked', code: 'unknown-shape' } };
  for (const change of [
    (r: object) => ({ ...r, _id: '9' }),
    (r: object) => ({ records: [r] }),
    () => 9,
    () => [[]],
  ])
    expect(await one(change)).toMatchObject(unknown);
});

test('a snapshot that goes on where nothing is requested is not accused of leaving records out', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'earlier' });
  const whole = await queries.fetchQuery(snapshotQuery(session, 9));
  const records = whole?.kind === 'records' ? whole.records.slice(0, 2) : [];
  const verdictOf = async (isCut: boolean) => {
    const part: Snapshot = { kind: 'records', records, ...(isCut && { isCut }) };
    queries.setQueryData(snapshotQuery(session, 9).queryKey, part);
    const { queryKey, ...query } = snapshotCheckQuery(session, HOLDING, 9);
    return (await queries.fetchQuery({ ...query, queryKey: [...queryKey, String(isCut)] })).verdict;
  };
  expect(await verdictOf(false)).toMatchObject({ code: 'snapshot-differs' });
  expect(await verdictOf(true)).toMatchObject({ outcome: 'cannot-check', code: 'incomplete' });
});

test('a snapshot of other data does not match, and the first record is named; a failed request is no verdict', async () => {
  const other = await check(
    9,
    tampered((body) => body.replace('1781-03-31', '1781-03-13')),
  );
  const differs = {
    outcome: 'does-not-match',
    code: 'snapshot-differs',
    reason: expect.stringMatching(/uranus/),
  };
  expect(other.verdict).toEqual(differs);
  // Nothing holds against an unverified log; a server without snapshots claims nothing.
  expect((await check(9, {}, { ...HOLDING, verdict: CANNOT })).verdict.outcome).toBe('cannot-check');
  const none = { verdict: { outcome: 'not-checked' }, records: undefined };
  expect(await check(9, { mode: 'v2' })).toMatchObject(none);
  await expect(
    check(
      9,
      tampered(() => '{'),
    ),
  ).rejects.toThrow(/JSON/i);
});

test('a snapshot that was not answered is asked again', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'earlier', ...tampered(() => '{') });
  queries.setDefaultOptions({ queries: { retry: () => false } });
  const pauseAfter = async (asked: { readonly queryKey: readonly unknown[] }) => {
    await expect(queries.fetchQuery(asked)).rejects.toThrow(/JSON/i);
    const [query] = queries.getQueryCache().findAll(asked);
    return query && pauseOf(query);
  };
  expect(await pauseAfter(snapshotQuery(session, 9))).toBe(4_000);
  expect(await pauseAfter(snapshotCheckQuery(session, HOLDING, 9))).toBe(4_000);
  expect(await pauseAfter(snapshotEntryQuery(session, 9, 'earth'))).toBe(4_000);
});
