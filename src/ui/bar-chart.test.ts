import { expect, test } from 'vitest';
import { countScale, wholeTicks } from './bar-chart.tsx';

test.each([
  ['one load over all others', [205, 2, 1, 2], true],
  ['two loads over all others', [980, 400, 12, 9, 3, 4, 8, 9, 7], true],
  ['one bar', [0, 0, 12], false],
  ['more towering bars than a third', [20, 0, 20, 0, 1], false],
])('bars are shortened only where one towers over all others: %s', (_, counts, shortens) => {
  expect(countScale(counts).shortens).toBe(shortens);
  expect(countScale(counts).top).toBeGreaterThanOrEqual(1);
});

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 2, 4, 6, 8]],
  [21, [0, 5, 10, 15, 20]],
  [295, [0, 100, 200]],
  [1000, [0, 200, 400, 600, 800, 1000]],
  [204_999, [0, 50_000, 100_000, 150_000, 200_000]],
])('an axis up to %i is marked at few round counts, and whole ones only', (highest, marks) => {
  expect(wholeTicks(highest)).toEqual(marks);
});
