import { describe, expect, test } from 'vitest';
import type { Entry, RegisterRecord } from '../core/model.ts';
import { anItem } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { snapshotDiffers } from './snapshot-differs.ts';

const log = copyOf(
  [
    ['A', { n: '1' }],
    ['B', { n: '1' }],
    ['A', { n: '2' }],
    ['C', { n: '3' }],
  ],
  'blob',
);
const entries = (...numbers: readonly number[]): readonly Entry[] =>
  numbers.map((number) => log.entry(number));
const altered: Entry = { ...log.entry(1), itemHashes: log.entry(3).itemHashes };
const record = (key: string, n: string): RegisterRecord => ({ key, items: [anItem({ n })] });

describe('snapshotDiffers', () => {
  test('finds nothing in a true list, by entries or by data, in any order', () => {
    expect(snapshotDiffers(log, { at: 3, entries: entries(2, 3) })).toBeNull();
    expect(snapshotDiffers(log, { at: 2, records: [record('B', '1'), record('A', '1')] })).toBeNull();
    expect(snapshotDiffers(log, { at: 0, entries: [] })).toBeNull();
  });

  test.each([
    ['a later version', { at: 2, entries: entries(2, 3) }, { key: 'A', how: 'another entry' }],
    ['an earlier one', { at: 3, entries: entries(1, 2) }, { key: 'A', how: 'another entry' }],
    ['a record left out', { at: 3, entries: entries(3) }, { key: 'B', how: 'missing' }],
    ['a record too many', { at: 3, entries: entries(2, 3, 4) }, { key: 'C', how: 'not in the log' }],
    ['a record twice', { at: 3, entries: entries(2, 2, 3) }, { key: 'B', how: 'twice' }],
    ['an entry that names other data', { at: 1, entries: [altered] }, { key: 'A', how: 'other data' }],
    ['other data', { at: 2, records: [record('A', '9'), record('B', '1')] }, { key: 'A', how: 'other data' }],
    [
      'data that no hash can be made of',
      { at: 1, records: [record('A', '\ud800')] },
      { key: 'A', how: 'other data' },
    ],
  ])('finds %s', (_, ask, found) => expect(snapshotDiffers(log, ask)).toEqual(found));

  test('takes a list with a repeated member for the data of an entry that names it with each member once', () => {
    const repeated = copyOf([['A', { n: ['x'] }]], 'blob');
    const told = { key: 'A', items: [anItem({ n: ['x', 'x'] })] };
    expect(snapshotDiffers(repeated, { at: 1, records: [told] })).toBeNull();
  });

  test('a size that the log has not reached is refused, not held against anybody', () => {
    expect(() => snapshotDiffers(log, { at: 5, entries: entries(2, 3, 4) })).toThrow(RangeError);
  });

  test('data with an attribute _id of its own is not called other data in a flat record', () => {
    const odd = copyOf(
      [
        ['A', { _id: 'x', n: '1' }],
        ['B', { n: '1' }],
      ],
      'blob',
    );
    const untold = { key: 'A', how: 'untold' };
    for (const [a, b, found] of [
      ['A', '1', untold],
      ['x', '1', untold],
      ['A', '2', { key: 'B', how: 'other data' }],
    ] as const)
      expect(snapshotDiffers(odd, { at: 2, records: [record(a, '1'), record('B', b)] })).toEqual(found);
    expect(snapshotDiffers(odd, { at: 2, entries: [odd.entry(2)] })).toEqual({ key: 'A', how: 'missing' });
  });
});
