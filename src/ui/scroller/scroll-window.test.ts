import { describe, expect, test } from 'vitest';
import {
  firstRow,
  lastRow,
  scrolledTo,
  type ScrollWindow,
  spacerHeight,
  standAgain,
  standAt,
  tallestSpacer,
  trueTop,
  visibleRows,
} from './scroll-window.ts';
import { moreBeside } from './use-rows.ts';

const open = (total: number, rowHeight = 40, viewport = 600, ratio = 1): ScrollWindow => ({
  total,
  rowHeight,
  viewport,
  tallest: tallestSpacer(ratio),
  scrollTop: 0,
  offset: 0,
});
const spacerEnd = (window: ScrollWindow): number => spacerHeight(window) - window.viewport;
/** What an element does: it is scrolled by a distance, and stops at its ends. */
const scrollBy = (window: ScrollWindow, distance: number): ScrollWindow =>
  scrolledTo(window, Math.min(Math.max(0, window.scrollTop + distance), spacerEnd(window)));

test.each([1, 10, 200, 375_000, 375_001, 400_000, 838_860, 1_000_000, 10_000_000])(
  'the first and the last of %d rows are reached',
  (total) => {
    const last = scrolledTo(open(total), spacerEnd(open(total)));
    expect([visibleRows(last).end, lastRow(last)]).toEqual([total, total - 1]);
    expect(visibleRows(scrolledTo(last, 0)).start).toBe(0);
  },
);

test.each([1, 1.25, 2, 3, 5, 10])(
  'the spacer is never taller than browsers draw at %d pixels of the screen each',
  (ratio) => {
    const window = open(10_000_000, 64, 600, ratio);
    // Chromium cuts at 2^25 pixels of the screen, Firefox at 17.8 million of the page.
    expect(spacerHeight(window) * ratio).toBeLessThan(2 ** 25);
    expect(spacerHeight(window)).toBeLessThan(17_800_000);
    expect(lastRow(standAt(window, 1e12))).toBe(9_999_999);
  },
);

describe.each([
  [1_000_000, 40],
  [10_000_000, 64],
])('in %d rows of %d pixels', (total, rowHeight) => {
  const whole = open(total, rowHeight);
  const end = total * rowHeight - whole.viewport;

  test.each([0, 1, 499_999, 999_980])('row %d is stood at', (row) => {
    const window = standAt(whole, row * rowHeight);
    expect(firstRow(window)).toBe(row);
    expect(visibleRows(window, 0).start).toBeLessThanOrEqual(row);
  });

  // A wheel, an arrow key, a page key, and a finger that is flung on a slow machine; with a rest now and then, or none.
  test.each([
    [100, 10],
    [40, 1],
    [525, Infinity],
    [2_400, Infinity],
  ])('steps of %d pixels go neither farther nor less near both ends and in the middle', (step, rests) => {
    for (const from of [0, 3_000, 90_000, 110_000, end / 2, end - 250_000, end - 2_000]) {
      let window = standAt(whole, from);
      const missed: number[] = [];
      for (const [sign, times] of [
        [1, 300],
        [-1, 300],
      ] as const)
        for (let count = 1; count <= times; count += 1) {
          const due = Math.min(end, Math.max(0, trueTop(window) + sign * step));
          window = scrollBy(window, sign * step);
          if (trueTop(window) !== due) missed.push(due);
          if (sign === 1 && count % rests === 0) window = standAt(window, trueTop(window));
        }
      expect(missed).toEqual([]);
    }
  });

  test.each([
    [end - 5_000_000, 2_000, end, spacerEnd(whole)],
    [5_000_000, -2_000, 0, 0],
  ])(
    'scrolling for minutes without a rest from %d gets to the end without a jump',
    (from, step, last, top) => {
      let window = standAt(whole, from);
      const jumps: number[] = [];
      while (trueTop(window) !== last) {
        const due = Math.min(end, Math.max(0, trueTop(window) + step));
        window = scrollBy(window, step);
        if (trueTop(window) !== due) jumps.push(due);
      }
      expect([jumps, window.scrollTop]).toEqual([[], top]);
    },
  );

  test('rows drawn lie where the element is scrolled to', () => {
    for (const from of [0, 50_000, 150_000, end / 3, end - 10]) {
      const window = scrollBy(standAt(whole, from), 100);
      const { start, end: drawn } = visibleRows(window);
      expect(start * rowHeight + window.offset).toBeLessThanOrEqual(window.scrollTop);
      const bottom = Math.min(window.scrollTop + window.viewport, spacerHeight(window));
      expect(drawn * rowHeight + window.offset).toBeGreaterThanOrEqual(bottom);
    }
  });
});

test('the first row is kept when its height or that of its rows changes, and the end where it stood there', () => {
  for (const total of [200, 1_000_000]) {
    const middle = standAt(open(total), 100 * 40);
    expect(firstRow(standAgain(middle, { ...middle, viewport: 300 }))).toBe(100);
    expect(firstRow(standAgain(middle, { ...middle, rowHeight: 64 }))).toBe(100);
    const end = standAt(open(total), Infinity);
    for (const viewport of [300, 333, 900]) {
      const again = standAgain(end, { ...end, viewport });
      expect([lastRow(again), trueTop(again)]).toEqual([total - 1, total * 40 - viewport]);
    }
  }
  expect(trueTop(standAgain(open(3), { ...open(3), viewport: 100 }))).toBe(0);
});

test('a jump lands in proportion, and a scroll bar dragged by one pixel is one', () => {
  const middle = scrolledTo(open(1_000_000), spacerEnd(open(1_000_000)) / 2);
  expect(Math.abs(firstRow(middle) - 500_000)).toBeLessThan(1_000);
  expect(trueTop(middle) % 1).toBe(0);
  const start = open(10_000_000);
  const pixel = spacerHeight(start) / start.viewport;
  expect(firstRow(scrolledTo(start, pixel))).toBe(625);
  const from = standAt(start, 200_000_000);
  expect(trueTop(scrolledTo(from, from.scrollTop + pixel)) - trueTop(from)).toBeGreaterThan(500_000);
});

test('the rows in view are known, at most 150 of them, also of a short list and of none', () => {
  const { start, end } = visibleRows(standAt(open(1_000_000, 40, 20_000), 4_000_000));
  expect(end - start).toBe(150);
  expect([open(200), standAt(open(200), 1e9), open(3), open(0)].map(lastRow)).toEqual([14, 199, 2, -1]);
  expect(trueTop(scrolledTo(open(200), 1234))).toBe(1234);
  expect(visibleRows(open(0))).toEqual({ start: 0, end: 0 });
});

test('it is said at which sides there is more than is in sight', () => {
  const at = (scrollLeft: number, scrollWidth = 1250) =>
    moreBeside({ scrollLeft, clientWidth: 1130, scrollWidth });
  expect([at(0), at(60), at(120), at(119.4)]).toEqual(['right', 'both', 'left', 'left']);
  expect([at(0, 1130), at(0, 1131), at(0, 1132)]).toEqual(['none', 'none', 'right']);
});
