import { expect, it, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { anEntry } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { GrowingCopy } from './log-copy.ts';
import { hashes, trail } from './questions.ts';

const hash = (start: string, end: string): Hash => (start.padEnd(64 - end.length, '0') + end) as Hash;

const log = new GrowingCopy('item');
log.append(anEntry(1, { itemHashes: [hash('ab', '1')] }));
log.append(anEntry(2, { itemHashes: [hash('cd', '2'), hash('abc', '3')] }));
log.append(anEntry(3, { itemHashes: [hash('ab', '1')] }));

const found = (ask: Partial<Parameters<typeof hashes>[1]>): readonly number[] =>
  hashes(log, { start: '', count: 9, ...ask }).map(({ entryNumber }) => entryNumber);

test('finds the entries that name a hash with these digits, whichever of their hashes it is', () => {
  expect(found({ start: 'ab' })).toEqual([1, 2, 3]);
  expect(found({ start: 'abc' })).toEqual([2]);
  expect(found({ start: 'ab', end: '1' })).toEqual([1, 3]);
  expect(found({ start: 'ef' })).toEqual([]);
});

test('stays within the size and the number asked for', () => {
  expect(found({ start: 'ab', at: 2 })).toEqual([1, 2]);
  expect(found({ start: 'ab', count: 1 })).toEqual([1]);
  expect(found({ start: 'ab', at: 0 })).toEqual([]);
});

it('lists the entries of a key up to a size', () => {
  const log = copyOf([
    ['a', { n: '1' }],
    ['__proto__', { n: '1' }],
    ['a', { n: '2' }],
    ['a', { n: '1' }],
  ]);
  expect(trail(log, { key: 'a', at: 4 })).toEqual([1, 3, 4]);
  expect(trail(log, { key: 'a', at: 3 })).toEqual([1, 3]);
  expect(trail(log, { key: 'a', at: 0 })).toEqual([]);
  expect(trail(log, { key: '__proto__', at: 4 })).toEqual([2]);
  expect(trail(log, { key: 'constructor', at: 4 })).toEqual([]);
});
