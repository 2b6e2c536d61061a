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
