import { expect, test } from 'vitest';
import { coverageOf, coverageWords } from '../coverage.tsx';
import { stretchesOf, treePath } from '../scrubber.tsx';
import { countScale, wholeTicks } from './charts.tsx';

test.each([
  ['one load over all others', [205, 2, 1, 2], true],
  ['two loads over all others', [980, 400, 12, 9, 3, 4, 8, 9, 7], true],
  ['one bar', [0, 0, 12], false],
  ['more towering bars than a third', [20, 0, 20, 0, 1], false],
])('bars are shortened only where one towers over all others: %s', (_, counts, shortens) => {
  expect(countScale(counts).shortens).toBe(shortens);
  expect(countScale(counts).top).toBeGreaterThanOrEqual(1);
});

test('an axis is marked at whole counts only', () =>
  expect([1, 3, 295].map(wholeTicks)).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 100, 200],
  ]));

const range = (first: number, last: number) => ({ first, last });

test('entries that were read or proved are counted once, and never beyond the log', () => {
  const merged = coverageOf(100, [range(51, 60), range(1, 20), range(10, 50), range(70, 70)], []);
  expect(merged.read).toEqual([range(1, 60), range(70, 70)]);
  expect(coverageOf(10, [range(1, 5)], [5, 6, 7, 6, 9]).proved).toEqual([range(6, 7), range(9, 9)]);
  const beyond = coverageOf(5, [range(3, 900), range(1, 0)], [0, 6, 1], [5, 6]);
  expect(beyond).toMatchObject({ read: [range(3, 5)], proved: [range(1, 1)], bad: [5] });
  expect(coverageWords(beyond)).toMatch(/3 read .* 1 verified .* 1 not/);
});

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
