import { describe, expect, it } from 'vitest';
import { countScale, namedBars, type Bar } from './bar-chart.tsx';
import { wholeTicks } from './chart-frame.tsx';
import { slicesOf } from './step-chart.tsx';

const bar = (count: number, whole: string, within = whole): Bar => ({
  kind: 'bar',
  count,
  label: { whole, brief: whole.slice(0, 3), within },
  name: whole,
  to: '',
});

it.each([
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [236, [0, 50, 100, 150, 200]],
  [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])('marks whole numbers at even distances up to %d', (highest, ticks) => {
  expect(wholeTicks(highest)).toEqual(ticks);
});

describe('countScale', () => {
  it.each([
    ['one load over all others', [205, 2, 1, 2], true],
    ['two loads over all others', [980, 400, 12, 9, 3, 4, 8, 9, 7], true],
    ['bars of like height', [10, 8, 9, 3], false],
    ['one bar', [0, 0, 12], false],
    ['more towering bars than a third', [20, 0, 20, 0, 1], false],
    ['nothing', [], false],
  ])('shortens only what towers over all others: %s', (_, counts, shortens) => {
    expect(countScale(counts).shortens).toBe(shortens);
    expect(countScale(counts).top).toBeGreaterThanOrEqual(1);
  });
});

describe('namedBars', () => {
  it('names bars in full after another stretch, none that has no entries, and none over another', () => {
    const bars = [
      bar(3, 'Jan 2016', '2016'),
      bar(1, 'Feb 2016', '2016'),
      bar(0, 'Mar 2016', '2016'),
      bar(2, 'Apr 2017', '2017'),
    ];
    const wide = namedBars(bars, 100, (index) => 50 + 100 * index, 400);
    expect(wide.map(({ text }) => text)).toEqual(['Jan 2016', 'Feb', 'Apr 2017']);
    const narrow = namedBars(bars, 20, (index) => 10 + 20 * index, 80);
    expect(narrow.map(({ text }) => text)).toEqual(['Jan 2016']);
  });
});

describe('slicesOf', () => {
  it('cuts into at most a dozen, the last one at the end, and none where nothing is', () => {
    const points = Array.from({ length: 100 }, (_, at) => ({ at }));
    const slices = slicesOf(points);
    expect(slices).toHaveLength(12);
    expect(slices.at(-1)?.point.at).toBe(99);
    expect(slices.slice(1).every(({ from }, index) => from === slices[index]?.point.at)).toBe(true);
    expect(slicesOf([{ at: 0 }])).toEqual([]);
  });
});
