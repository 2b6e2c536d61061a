import { expect, test } from 'vitest';
import { coverageOf, coverageWords } from './coverage.tsx';

const range = (first: number, last: number) => ({ first, last });

test('entries that were read or proved are counted once, and never beyond the log', () => {
  const merged = coverageOf(100, [range(51, 60), range(1, 20), range(10, 50), range(70, 70)], []);
  expect(merged.read).toEqual([range(1, 60), range(70, 70)]);
  expect(coverageOf(10, [range(1, 5)], [5, 6, 7, 6, 9]).proved).toEqual([range(6, 7), range(9, 9)]);
  const beyond = coverageOf(5, [range(3, 900), range(1, 0)], [0, 6, 1], [5, 6]);
  expect(beyond).toMatchObject({ read: [range(3, 5)], proved: [range(1, 1)], bad: [5] });
  expect(coverageWords(beyond)).toMatch(/3 read .* 1 verified .* 1 not/);
});
