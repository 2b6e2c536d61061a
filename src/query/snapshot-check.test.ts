import { describe, expect, test, vi } from 'vitest';
import { createRegister } from '../mock/engine/register.ts';
import { planet } from '../mock/registers/planet.ts';
import { GrowingCopy } from '../log/log-copy.ts';
import { snapshotDiffers, type SnapshotDiffersAsk } from '../log/snapshot-differs.ts';
import { visitMock, type MockVisitOptions } from '../testing/mock-session.ts';
import type { RegisterCopy } from './copy-desk.ts';
import { snapshotCheckQuery } from './snapshot-check.ts';

const copy = new GrowingCopy('blob');
const log = createRegister(planet).log('blob');
for (let number = 1; number <= log.size; number += 1) copy.append(log.entry(number));

// The worker's place is taken by the question itself.
vi.mock(import('./copy.ts'), async (load) => ({
  ...(await load()),
  copyDeskOf: () =>
    ({
      host: () => ({
        ask: async (_: string, ask: unknown) => snapshotDiffers(copy, ask as SnapshotDiffersAsk),
      }),
    }) as never,
}));

const HOLDING: RegisterCopy = {
  id: '1',
  size: planet.entries.length,
  head: undefined,
  verdict: { outcome: 'holds' },
  missing: 0,
};

function check(at: number, options: Partial<MockVisitOptions>, copy = HOLDING) {
  const { session, queries } = visitMock({ source: planet, mode: 'earlier', ...options });
  return queries.fetchQuery(snapshotCheckQuery(session, copy, at));
}

describe('snapshotCheckQuery', () => {
  test.each(['earlier', 'earlier+snapshot-entries', 'earlier+small-pages'])(
    'holds for every size of %s',
    async (mode) => {
      for (const at of [0, 1, 9, 11, planet.entries.length])
        expect(await check(at, { mode })).toEqual({
          verdict: { outcome: 'holds' },
          records: Math.min(at, 9),
        });
    },
  );

  test('a snapshot of another size does not match, and the first record is named', async () => {
    const tamper: MockVisitOptions['tamper'] = (path, body) =>
      path.startsWith('/snapshots/') ? body.replace('1781-03-31', '1781-03-13') : body;
    expect((await check(9, { tamper })).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'snapshot-differs',
      reason: 'record uranus: its latest entry at that size names other data',
    });
  });

  test('against a log that could not be verified nothing holds', async () => {
    const copy: RegisterCopy = {
      ...HOLDING,
      verdict: { outcome: 'cannot-check', code: 'incomplete', reason: 'x' },
    };
    expect((await check(9, {}, copy)).verdict.outcome).toBe('cannot-check');
  });

  test('a server without snapshots has claimed nothing', async () => {
    expect(await check(9, { mode: 'v2' })).toMatchObject({
      verdict: { outcome: 'not-checked' },
      records: undefined,
    });
  });

  test('a failed request is no verdict', async () => {
    const tamper: MockVisitOptions['tamper'] = (path, body) => (path.startsWith('/snapshots/') ? '{' : body);
    await expect(check(9, { tamper })).rejects.toThrow(/JSON/i);
  });

  test('a size that the copy has not reached is no verdict', async () => {
    await expect(check(14, {}, { ...HOLDING, size: 9 })).rejects.toThrow(RangeError);
  });
});
