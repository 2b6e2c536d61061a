import { expect, test } from 'vitest';
import { scaleOf, ticksTo } from './scale.ts';

test('ticks are whole numbers at even distances that reach the highest count', () => {
  expect(ticksTo(1)).toEqual([0, 1]);
  expect(ticksTo(4)).toEqual([0, 1, 2, 3, 4]);
  expect(ticksTo(5)).toEqual([0, 2, 4, 6]);
  expect(ticksTo(236)).toEqual([0, 100, 200, 300]);
  expect(ticksTo(1_000_000)).toEqual([0, 500_000, 1_000_000]);
});

test('one load does not flatten everything else: its bar is cut', () => {
  expect(scaleOf([205, 2, 1, 2])).toEqual({ top: 2.5, ticks: [0, 1, 2], cuts: true });
  expect(scaleOf([980, 400, 12, 9, 3, 4, 8, 9, 7])).toMatchObject({ cuts: true, ticks: [0, 5, 10, 15] });
});

test('bars of like height are drawn whole, however many there are', () => {
  expect(scaleOf([10, 8, 9, 3])).toEqual({ top: 10, ticks: [0, 5, 10], cuts: false });
  expect(scaleOf([7])).toMatchObject({ cuts: false });
  expect(scaleOf([0, 0, 12])).toMatchObject({ cuts: false });
  expect(scaleOf([20, 0, 20, 0, 1])).toMatchObject({ cuts: false });
});

test('there is a scale for nothing at all', () => {
  expect(scaleOf([])).toEqual({ top: 1, ticks: [0, 1], cuts: false });
  expect(scaleOf([0, 0])).toEqual({ top: 1, ticks: [0, 1], cuts: false });
});
