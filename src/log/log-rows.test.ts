import { expect, test } from 'vitest';
import { anEntry, anItem } from '../testing/builders.ts';
import type { Hash } from '../core/hash.ts';
import { LogCopy } from './log-copy.ts';
import { logRows, ROWS_AT_ONCE } from './log-rows.ts';

test('a copy answers with entries, their data, and the version before, at most so many at once', () => {
  const copy = new LogCopy('item');
  const hashOf = (n: number): Hash => String(n % 7).repeat(64) as Hash;
  for (let n = 1; n <= ROWS_AT_ONCE + 5; n += 1)
    copy.append(anEntry(n, { key: n % 2 === 0 ? 'even' : `k${n}`, itemHashes: [hashOf(n)] }));
  copy.keep(hashOf(2), anItem({ name: 'two' }));
  const rows = logRows(copy, { from: 2, at: 4 });
  expect(
    rows.map(({ entry, items, before }) => [entry.entryNumber, items, before?.entry.entryNumber]),
  ).toEqual([
    [2, [anItem({ name: 'two' })], undefined],
    [3, [undefined], undefined],
    [4, [undefined], 2],
  ]);
  expect(rows[2]?.before?.items).toEqual([anItem({ name: 'two' })]);
  expect(logRows(copy, { from: 1, at: ROWS_AT_ONCE + 5 })).toHaveLength(ROWS_AT_ONCE);
  expect(logRows(copy, { from: 1001, at: ROWS_AT_ONCE + 5 }).at(-1)?.entry.entryNumber).toBe(1005);
  expect(logRows(copy, { from: 9, at: 4 })).toEqual([]);
  const even = logRows(copy, { from: 3, at: 8, key: 'even' });
  expect(even.map(({ entry, before }) => [entry.entryNumber, before?.entry.entryNumber])).toEqual([
    [4, 2],
    [6, 4],
    [8, 6],
  ]);
});
