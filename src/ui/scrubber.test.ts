import { expect, test } from 'vitest';
import { nearest, stretchesOf, treePath } from './scrubber.tsx';

test.each([
  ['a drag', 90, 69, false, 69],
  ['a drag past the middle between two', 140, 69, false, 206],
  ['a key that goes on by one', 70, 69, true, 206],
  ['a key that goes back by one', 205, 206, true, 69],
  ['a key at the end', 206, 206, false, 206],
  ['a key that finds no other', 207, 206, true, 206],
] as const)('%s, to %i from %i, stops at a mark', (_, asked, size, isKey, stop) =>
  expect(nearest([69, 206], asked, size, isKey)).toBe(stop),
);

const at = (...dates: string[]): number[] => dates.map((date) => Date.parse(date));

test.each([
  [at('2016-01-02', '2016-05-01', '2017-01-01', '2019-01-01'), ['1 2016', '3 2017', '4 2019']],
  [at('2016-01-02', '2016-02-01', '2016-05-01'), ['1 Jan 2016', '2 Feb 2016', '3 May 2016']],
  [at('2016-01-02', '2016-01-02', '2016-01-09'), ['1 2 Jan 2016', '3 9 Jan 2016']],
  [at('2016-01-02', '2014-01-01', '2017-01-01', 'no date', '2018-03-01'), ['1 2016', '3 2017', '5 2018']],
  [[], []],
])('the calendar of %j', (times, names) =>
  expect(stretchesOf(times).map(({ first, name }) => `${first} ${name}`)).toEqual(names),
);

test('the tree has a joint for each two neighbours, and grows at its right edge alone', () => {
  const joints = (size: number): number => treePath(size, 8, 800, 40).split('L').length - 1;
  // A tree of n leaves has n - 1 joints of two lines each.
  expect([1, 2, 5, 8].map(joints)).toEqual([0, 2, 8, 14]);
  expect(treePath(8, 8, 800, 40)).toContain(treePath(4, 8, 800, 40));
});
