import { describe, expect, test } from 'vitest';
import {
  firstRow,
  lastRow,
  MAX_SPACER_PX,
  scrolledTo,
  spacerHeight,
  standAt,
  trueTop,
  visibleRows,
  type ScrollWindow,
} from './scroll-window.ts';

const open = (total: number, rowHeight = 40, viewport = 600): ScrollWindow => ({
  total,
  rowHeight,
  viewport,
  scrollTop: 0,
  offset: 0,
});
const spacerEnd = (window: ScrollWindow): number => spacerHeight(window) - window.viewport;

describe('ScrollWindow', () => {
  test('is the plain scroll position while the list fits', () => {
    const window = scrolledTo(open(200), 1234);
    expect(trueTop(window)).toBe(1234);
    expect(window.offset).toBe(0);
  });

  test.each([1, 10, 200, 838_860, 1_000_000, 10_000_000])(
    'reaches the first and the last of %d rows',
    (total) => {
      const last = scrolledTo(open(total), spacerEnd(open(total)));
      expect(visibleRows(last).end).toBe(total);
      expect(visibleRows(scrolledTo(last, 0)).start).toBe(0);
    },
  );

  test('never makes the spacer taller than browsers draw', () =>
    expect(spacerHeight(open(10_000_000))).toBe(MAX_SPACER_PX));

  test.each([0, 1, 499_999, 999_980])('stands at row %d of a million', (row) => {
    const window = standAt(open(1_000_000), row * 40);
    expect(firstRow(window)).toBe(row);
    expect(visibleRows(window, 0).start).toBeLessThanOrEqual(row);
  });

  test('moves by the true distance for a small scroll in a list that is scaled', () => {
    const middle = standAt(open(1_000_000), 20_000_000);
    const next = scrolledTo(middle, middle.scrollTop + 120);
    expect(trueTop(next) - trueTop(middle)).toBe(120);
  });

  test('reaches every row by small scrolls, with a fresh stand now and then', () => {
    let window = standAt(open(250_000), 5_000_000);
    for (let step = 0; step < 500; step += 1) {
      const before = trueTop(window);
      window = scrolledTo(window, window.scrollTop + 400);
      expect(trueTop(window) - before).toBe(400);
      if (step % 10 === 0) window = standAt(window, trueTop(window));
    }
  });

  test('a jump lands in proportion', () => {
    const window = scrolledTo(open(1_000_000), spacerEnd(open(1_000_000)) / 2);
    expect(firstRow(window)).toBeGreaterThan(499_000);
    expect(firstRow(window)).toBeLessThan(501_000);
  });

  test('knows the last row in view', () => {
    expect(lastRow(open(200))).toBe(14);
    expect(lastRow(standAt(open(200), 1e9))).toBe(199);
    expect(lastRow(open(3))).toBe(2);
    expect(lastRow(open(0))).toBe(-1);
  });

  test('an empty list has no rows', () => expect(visibleRows(open(0))).toEqual({ start: 0, end: 0 }));
});
