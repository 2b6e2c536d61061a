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
const LARGE = [
  [1_000_000, 40],
  [1_000_000, 64],
  [10_000_000, 40],
  [10_000_000, 64],
] as const;

describe('ScrollWindow', () => {
  test.each([1, 10, 200, 375_000, 375_001, 400_000, 838_860, 1_000_000, 10_000_000])(
    'reaches the first and the last of %d rows',
    (total) => {
      const last = scrolledTo(open(total), spacerEnd(open(total)));
      expect(visibleRows(last).end).toBe(total);
      expect(lastRow(last)).toBe(total - 1);
      expect(visibleRows(scrolledTo(last, 0)).start).toBe(0);
    },
  );

  test.each([1, 1.25, 2, 3, 5, 10])(
    'never makes the spacer taller than browsers draw at %d pixels of the screen each',
    (ratio) => {
      // Chromium cuts at 2^25 pixels of the screen, Firefox at 17.8 million of the page.
      expect(spacerHeight(open(10_000_000, 64, 600, ratio)) * ratio).toBeLessThan(2 ** 25);
      expect(spacerHeight(open(10_000_000, 64, 600, ratio))).toBeLessThan(17_800_000);
      const window = standAt(open(10_000_000, 64, 600, ratio), 1e12);
      expect(lastRow(window)).toBe(9_999_999);
    },
  );

  test.each([0, 1, 499_999, 999_980])('stands at row %d of a million', (row) => {
    const window = standAt(open(1_000_000), row * 40);
    expect(firstRow(window)).toBe(row);
    expect(visibleRows(window, 0).start).toBeLessThanOrEqual(row);
  });

  // What an element does: it is scrolled by a distance, and stops at its ends.
  const scrollBy = (window: ScrollWindow, distance: number): ScrollWindow =>
    scrolledTo(window, Math.min(Math.max(0, window.scrollTop + distance), spacerEnd(window)));

  describe.each(LARGE)('%d rows of %d pixels', (total, rowHeight) => {
    const whole = open(total, rowHeight);
    const end = total * rowHeight - whole.viewport;

    // A wheel, an arrow key, a page key, and a finger that is flung on a slow machine; with a rest now and then, or none.
    test.each([
      [100, 10],
      [40, 1],
      [525, Infinity],
      [2_400, Infinity],
    ])('steps of %d pixels go neither farther nor less near both ends and in the middle', (step, rests) => {
      for (const from of [0, 3_000, 90_000, 110_000, end / 2, end - 250_000, end - 2_000]) {
        let window = standAt(whole, from);
        for (let count = 1; count <= 300; count += 1) {
          const due = Math.min(end, trueTop(window) + step);
          window = scrollBy(window, step);
          expect(trueTop(window)).toBe(due);
          if (count % rests === 0) window = standAt(window, trueTop(window));
        }
        for (let count = 1; count <= 300; count += 1) {
          const due = Math.max(0, trueTop(window) - step);
          window = scrollBy(window, -step);
          expect(trueTop(window)).toBe(due);
        }
      }
    });

    test('scrolling for minutes without a rest gets to both ends without a jump', () => {
      let window = standAt(whole, end - 5_000_000);
      for (let due = trueTop(window) + 2_000; trueTop(window) < end; due += 2_000) {
        window = scrollBy(window, 2_000);
        expect(trueTop(window)).toBe(Math.min(end, due));
      }
      expect(lastRow(window)).toBe(total - 1);
      expect(window.scrollTop).toBe(spacerEnd(window));
      window = standAt(whole, 5_000_000);
      for (let due = 4_998_000; trueTop(window) > 0; due -= 2_000) {
        window = scrollBy(window, -2_000);
        expect(trueTop(window)).toBe(Math.max(0, due));
      }
      expect(window.scrollTop).toBe(0);
    });

    test('rows drawn lie where the element is scrolled to', () => {
      for (const from of [0, 50_000, 150_000, end / 3, end - 10]) {
        const window = scrollBy(standAt(whole, from), 100);
        const { start, end: drawn } = visibleRows(window);
        const top = start * rowHeight + window.offset;
        expect(top).toBeLessThanOrEqual(window.scrollTop);
        expect(drawn * rowHeight + window.offset).toBeGreaterThanOrEqual(
          Math.min(window.scrollTop + window.viewport, spacerHeight(window)),
        );
      }
    });
  });

  test('keeps its first row when its height or that of its rows changes, and its end if it stood there', () => {
    for (const total of [200, 1_000_000]) {
      const middle = standAt(open(total), 100 * 40);
      expect(firstRow(standAgain(middle, { ...middle, viewport: 300 }))).toBe(100);
      expect(firstRow(standAgain(middle, { ...middle, rowHeight: 64 }))).toBe(100);
      const end = standAt(open(total), Infinity);
      for (const viewport of [300, 333, 900])
        expect(lastRow(standAgain(end, { ...end, viewport }))).toBe(total - 1);
      const shorter = standAgain(end, { ...end, viewport: 333 });
      expect(trueTop(shorter)).toBe(total * 40 - 333);
    }
    expect(trueTop(standAgain(open(3), { ...open(3), viewport: 100 }))).toBe(0);
  });

  test('a jump lands in proportion', () => {
    const window = scrolledTo(open(1_000_000), spacerEnd(open(1_000_000)) / 2);
    expect(firstRow(window)).toBeGreaterThan(499_000);
    expect(firstRow(window)).toBeLessThan(501_000);
    expect(trueTop(window) % 1).toBe(0);
  });

  test('a scroll bar dragged by one pixel is a jump', () => {
    const start = open(10_000_000);
    expect(firstRow(scrolledTo(start, spacerHeight(start) / start.viewport))).toBe(625);
    const middle = standAt(start, 200_000_000);
    const next = scrolledTo(middle, middle.scrollTop + spacerHeight(start) / start.viewport);
    expect(trueTop(next) - trueTop(middle)).toBeGreaterThan(500_000);
  });

  test('draws no more than 150 rows, however tall the screen', () => {
    const { start, end } = visibleRows(standAt(open(1_000_000, 40, 20_000), 4_000_000));
    expect(end - start).toBe(150);
  });

  test('knows the rows in view, also of a short list and of none', () => {
    expect([open(200), standAt(open(200), 1e9), open(3), open(0)].map(lastRow)).toEqual([14, 199, 2, -1]);
    expect(trueTop(scrolledTo(open(200), 1234))).toBe(1234);
    expect(visibleRows(open(0))).toEqual({ start: 0, end: 0 });
  });
});

test('says at which sides there is more than is in sight', () => {
  const at = (scrollLeft: number, scrollWidth = 1250) =>
    moreBeside({ scrollLeft, clientWidth: 1130, scrollWidth });
  expect([at(0), at(60), at(120), at(119.4)]).toEqual(['right', 'both', 'left', 'left']);
  expect([at(0, 1130), at(0, 1131), at(0, 1132)]).toEqual(['none', 'none', 'right']);
});
