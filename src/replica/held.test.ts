import { expect, test } from 'vitest';
import { dataHash } from '../core/data-hash.ts';
import { copyOf } from '../testing/log-copy.ts';
import { held } from './held.ts';

const log = copyOf([
  ['a', { a: '1' }],
  ['b', [{ b: '1' }, { b: '2' }]],
  ['a', { a: '2' }],
  ['c', { a: '1' }],
]);
const hashOf = (name: string, value: string) => dataHash('item', new Map([[name, value]]));

test('entries are had by their numbers, and data by the latest entry that names it', () => {
  const hashes = [hashOf('a', '1'), hashOf('b', '2'), hashOf('a', '3')];
  const { entries, named } = held(log, { entryNumbers: [0, 2, 5], hashes, at: 4 });
  expect([...entries]).toEqual([[2, log.entry(2)]]);
  expect([...named]).toEqual([
    [hashes[0], 4],
    [hashes[1], 2],
  ]);
});

test('nothing later than the log size that was asked for is there', () => {
  const hashes = [hashOf('a', '1'), hashOf('a', '2')];
  const { entries, named } = held(log, { entryNumbers: [3, 2], hashes, at: 2 });
  expect([...entries.keys()]).toEqual([2]);
  expect([...named]).toEqual([[hashes[0], 1]]);
  expect(held(log, { entryNumbers: [1], hashes, at: 0 })).toEqual({ entries: new Map(), named: new Map() });
});
