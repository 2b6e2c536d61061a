import { expect, test } from 'vitest';
import { stretchesOf, treePath } from './scrubber.tsx';

test.each<[string, string[]]>([
  ['2016-01-02 2016-05-01 2017-01-01 2019-01-01', ['1 2016', '3 2017', '4 2019']],
  ['2016-01-02 2016-02-01 2016-05-01', ['1 Jan 2016', '2 Feb 2016', '3 May 2016']],
  ['2016-01-02 2014-01-01 2017-01-01 none 2018-03-01', ['1 2016', '3 2017', '5 2018']],
  ['', []],
])('the calendar under the slider of entries at %s', (dates, names) => {
  const stretches = stretchesOf(dates.split(' ').map((date) => Date.parse(date)));
  expect(stretches.map(({ first, name }) => `${first} ${name}`)).toEqual(names);
});

test('the tree over the slider has a joint for each two neighbours, and grows at its right edge alone', () => {
  const joints = (size: number): number => treePath(size, 8, 800, 40).split('L').length - 1;
  // A tree of n leaves has n - 1 joints of two lines each.
  expect([1, 2, 5, 8].map(joints)).toEqual([0, 2, 8, 14]);
  expect(treePath(8, 8, 800, 40)).toContain(treePath(4, 8, 800, 40));
});
