import { expect, test } from 'vitest';
import type { Item } from '../../core/model.ts';
import { createRegister } from './register.ts';
import { country } from '../registers/country.ts';
import { planet } from '../registers/planet.ts';

const log = createRegister(country).log('item');

test('has entries 1 to size only, and finds no key by data that only a former version had', () => {
  for (const number of [0, 1.5, log.size + 1, Number.NaN])
    expect(() => log.entry(number)).toThrow(RangeError);
  const uranus = createRegister(planet).log('blob');
  expect(uranus.keysWhere('moons', '28')).toEqual(['uranus']);
  expect(uranus.keysWhere('moons', '27')).toEqual([]);
  for (const none of ['no-such-attribute', '__proto__']) expect(uranus.keysWhere(none, '')).toBeUndefined();
});

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
