import { expect, it } from 'vitest';
import { copyOf } from '../testing/log-copy.ts';
import { trail } from './trail.ts';

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
