import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { anEntry } from '../testing/builders.ts';
import { openSmall } from '../testing/small-register.ts';
import { bestSize, sizeAtDateQuery } from './size-at-date.ts';

const DAY = 86_400_000;
const dayOf = (days: number): string => new Date(days * DAY).toISOString();

/**
 * A log with one entry a day from the day 1 after 1970-01-01 on; what is given replaces the
 * timestamps of single entries.
 */
function daily(size: number, given: Readonly<Record<number, string>> = {}) {
  const one = (number: number) => anEntry(number, { timestamp: given[number] ?? dayOf(number) });
  const entry = vi.fn(async (number: number) => one(number));
  const entries = vi.fn(async (start: number, count: number) =>
    Array.from({ length: Math.min(count, size - start + 1) }, (_, at) => one(start + at)),
  );
  const { session, queries } = openSmall({ entry, entries });
  const find = (days: number) => queries.fetchQuery(sizeAtDateQuery(session, days * DAY + DAY / 2, size));
  return { find, entry, entries };
}

test('the size at a date is found by reading a short log whole', async () => {
  const { find, entry } = daily(900, { 3: dayOf(5000), 700: dayOf(2) });
  expect(await find(400)).toEqual({ size: 400, outOfOrder: 2 });
  expect(entry).not.toHaveBeenCalled();
});

const LONG = 100_000;

test.each([0, 1, 2, 49_999, 77_777, 99_999, LONG, 200_000])(
  'the size at day %d among 100,000 entries is found in a few requests',
  async (day) => {
    const { find, entry, entries } = daily(LONG);
    expect(await find(day)).toMatchObject({ size: Math.min(day, LONG), outOfOrder: 0 });
    expect(entry.mock.calls.length).toBeLessThanOrEqual(17);
    expect(entries.mock.calls.length).toBe(1);
  },
);

test('entries out of order are counted, one whose time cannot be read is passed, and where none can it is given up', async () => {
  const beside = daily(LONG, { 4_998: dayOf(90_000), 5_003: dayOf(17) });
  expect(await beside.find(5_000)).toEqual({ size: 5_000, outOfOrder: 2, around: 50 });
  expect((await daily(LONG, { 50_001: 'yesterday', 50_002: '' }).find(60_000)).size).toBe(60_000);
  const all = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [at + 1, 'yesterday']));
  await expect(daily(2_000, all).find(10)).rejects.toThrow(/no timestamp that can be read/);
});

test('no other size has fewer entries on the wrong side, and of equally good ones it is the largest', () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(NaN));
  fc.assert(
    fc.property(fc.array(time), fc.integer({ min: -1, max: 21 }), (times, until) => {
      const wrong = (size: number): number =>
        times.filter((one, index) => (index < size ? one > until : one <= until)).length;
      const sizes = Array.from({ length: times.length + 1 }, (_, size) => size);
      const outOfOrder = Math.min(...sizes.map(wrong));
      const size = sizes.findLast((one) => wrong(one) === outOfOrder);
      expect(bestSize(until, times)).toEqual({ size, outOfOrder });
    }),
  );
});
