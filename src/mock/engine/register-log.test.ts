import { expect, test } from 'vitest';
import type { Item } from '../../core/model.ts';
import { createRegister } from './register.ts';
import { planet } from '../registers/planet.ts';

test('an item that several entries name is listed once', () => {
  const item: Item = new Map([['x', 'same']]);
  const timestamp = '2020-01-01T00:00:00Z';
  const source = { ...planet, entries: ['a', 'b', 'a'].map((key) => ({ key, timestamp, items: [item] })) };
  const twice = createRegister(source).log('item');
  expect([twice.size, twice.itemCount, twice.keyCount(3)]).toEqual([3, 1, 2]);
  expect(twice.keysWhere('x', 'same')).toEqual(['a', 'b']);
  expect(twice.showcase).toBe(3);
});

test('a blob is served as it is hashed: without what is not set, in composed letters', () => {
  const item: Item = new Map<string, string | string[] | null>([
    ['name', 'Cafe\u0301'],
    ['none', null],
    ['empty', ''],
    ['list', ['', 'x']],
  ]);
  const source = { ...planet, entries: [{ key: 'a', timestamp: '2020-01-01T00:00:00Z', items: [item] }] };
  const blobs = createRegister(source).log('blob');
  const hash = blobs.itemHashes(0, 1)[0];
  expect(hash && blobs.item(hash)).toEqual(
    new Map<string, string | string[]>([
      ['name', 'Café'],
      ['list', ['x']],
    ]),
  );
});
