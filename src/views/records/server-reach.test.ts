import { expect, test } from 'vitest';
import { countWords } from './result-line.tsx';
import type { Listing } from './listing.ts';
import { type Reach, readsOn } from './server-reach.ts';

const reach = (change: Partial<Reach>): Reach => ({
  entries: 1_000_000,
  read: 100,
  reached: 60,
  scrollable: true,
  upTo: 0,
  ...change,
});

test('a register that would be read whole is listed on without asking, up to a bound', () => {
  expect(readsOn(reach({ entries: 20_000, scrollable: false }))).toBe(true);
  expect(readsOn(reach({ entries: 20_000, read: 5_000 }))).toBe(false);
});

test('of a larger one nothing beyond the first page is read before its end is reached', () => {
  expect(readsOn(reach({ entries: 20_001 }))).toBe(false);
  expect(readsOn(reach({ reached: 99 }))).toBe(false);
  expect(readsOn(reach({ reached: 120 }))).toBe(true);
  expect(readsOn(reach({ read: 200, reached: 120 }))).toBe(false);
  expect(readsOn(reach({ read: 5_000, reached: 5_010 }))).toBe(false);
});

test('a search through the part that was read does not read on by itself, nor does a register of unknown length', () => {
  expect(readsOn(reach({ reached: 120, scrollable: false }))).toBe(false);
  expect(readsOn(reach({ reached: 120, entries: undefined }))).toBe(false);
});

test('what the reader asks for is read in any case', () => {
  expect(readsOn(reach({ upTo: 1_100, scrollable: false }))).toBe(true);
  expect(readsOn(reach({ upTo: 6_000, read: 5_900 }))).toBe(true);
  expect(readsOn(reach({ upTo: 1_100, read: 1_100 }))).toBe(false);
});

test('the count never takes the part that was read for all', () => {
  const count = (total: number, narrowed: boolean, partial?: Listing['partial']): string =>
    countWords({ total, of: undefined, ...(partial && { partial }) } as Listing, narrowed);
  expect(count(100, false, { read: 100, of: 800_000 })).toBe('The first 100 of 800,000 records');
  expect(count(100, true, { read: 100, of: undefined })).toBe('The first 100 records');
  expect(count(7, true, { read: 100, of: 800_000 })).toBe('7 of the first 100 records');
  expect(count(0, true, { read: 100, of: 800_000 })).toBe('0 of the first 100 records');
  expect(count(236, false)).toBe('236 records');
});
