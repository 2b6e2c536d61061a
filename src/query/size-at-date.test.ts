import { describe, expect, test, vi } from 'vitest';
import type { Entry } from '../core/model.ts';
import { anEntry } from '../testing/builders.ts';
import { openSmall } from '../testing/small-register.ts';
import { sizeAtDateQuery } from './size-at-date.ts';

const DAY = 86_400_000;
const dayOf = (days: number): string => new Date(days * DAY).toISOString();

/** A log with one entry a day from the day 1 after 1970-01-01 on; what is given replaces the timestamps of single entries. */
function daily(size: number, given: Readonly<Record<number, string>> = {}) {
  const one = (number: number): Entry => anEntry(number, { timestamp: given[number] ?? dayOf(number) });
  const entry = vi.fn((number: number) => Promise.resolve(one(number)));
  const entries = vi.fn((start: number, count: number) =>
    Promise.resolve(Array.from({ length: Math.min(count, size - start + 1) }, (_, at) => one(start + at))),
  );
  const { session, queries } = openSmall({ entry, entries });
  const find = (days: number) => queries.fetchQuery(sizeAtDateQuery(session, days * DAY + DAY / 2, size));
  return { find, entry, entries };
}

describe('sizeAtDateQuery', () => {
  test('reads a short log whole', async () => {
    const { find, entry } = daily(900, { 3: dayOf(5000), 700: dayOf(2) });
    expect(await find(400)).toEqual({
      size: 400,
      laterBefore: 1,
      earlierAfter: 1,
      compared: { first: 1, last: 900 },
      steps: 0,
    });
    expect(entry).not.toHaveBeenCalled();
  });

  test.each([0, 1, 2, 49_999, 77_777, 99_999, 100_000, 200_000])(
    'finds the end of day %d among 100,000 entries in a few requests',
    async (day) => {
      const { find, entry, entries } = daily(100_000);
      const found = await find(day);
      expect(found).toMatchObject({ size: Math.min(day, 100_000), laterBefore: 0, earlierAfter: 0 });
      expect(found.steps).toBeLessThanOrEqual(17);
      expect(entry.mock.calls.length).toBe(found.steps);
      expect(entries).toHaveBeenCalledTimes(1);
    },
  );

  test('finds the place beside entries that are out of order, and counts them', async () => {
    const { find } = daily(100_000, { 4_998: dayOf(90_000), 5_003: dayOf(17) });
    expect(await find(5_000)).toMatchObject({ size: 5_000, laterBefore: 1, earlierAfter: 1 });
  });

  test('goes past an entry whose time cannot be read', async () => {
    const { find } = daily(100_000, { 50_001: 'yesterday', 50_002: '' });
    expect((await find(60_000)).size).toBe(60_000);
  });

  test('gives up where no time can be read', async () => {
    const all = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [at + 1, 'yesterday']));
    await expect(daily(2_000, all).find(10)).rejects.toThrow(/no timestamp that can be read/);
  });

  test('takes a failed request for what it is', async () => {
    const { session, queries } = openSmall({ entries: () => Promise.reject(new Error('no answer')) });
    await expect(queries.fetchQuery(sizeAtDateQuery(session, 0, 9))).rejects.toThrow('no answer');
  });
});
