import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../testing/hostile-json.ts';
import {
  firstRow,
  lastRow,
  scrolledTo,
  type ScrollWindow,
  spacerHeight,
  placeAgain,
  placeAt,
  tallestSpacer,
  trueTop,
  visibleRows,
} from './scroll-window.ts';

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

test.each([1, 375_000, 375_001, 10_000_000])('the last of %d rows is reached', (total) => {
  const last = scrolledTo(open(total), spacerEnd(open(total)));
  expect([visibleRows(last).end, lastRow(last)]).toEqual([total, total - 1]);
});

test.each([1, 1.25, 10])(
  'the spacer is never taller than browsers draw at %d pixels of the screen each',
  (ratio) => {
    const window = open(10_000_000, 64, 600, ratio);
    // Chromium cuts at 2^25 pixels of the screen, Firefox at 17.8 million of the page.
    expect(spacerHeight(window) * ratio).toBeLessThan(2 ** 25);
    expect(spacerHeight(window)).toBeLessThan(17_800_000);
    expect(lastRow(placeAt(window, 1e12))).toBe(9_999_999);
  },
);

const lists = fc.record({
  total: fc.constantFrom(200, 375_001, 1_000_000, 10_000_000),
  rowHeight: fc.constantFrom(40, 64),
  ratio: fc.constantFrom(1, 2, 5),
  // From either end or the middle, and where the scale of the spacer changes.
  from: fc.constantFrom(0, 0.5, 1),
  pixels: fc.oneof(...[5_000, 300_000, 4_000_000].map((max) => fc.integer({ min: -max, max }))),
});
// A wheel, an arrow key, a page key, a finger that is flung on a slow machine; for minutes,
// with a rest now and then.
const scrolls = fc.array(
  fc.record({ step: fc.integer({ min: -1_800, max: 1_800 }), times: fc.nat(3_000), rests: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

test('scrolling by hand goes neither farther nor less, wherever it is, and all that is seen is drawn', () => {
  fc.assert(
    fc.property(lists, scrolls, ({ total, rowHeight, ratio, from, pixels }, runs) => {
      const whole = open(total, rowHeight, 600, ratio);
      const end = total * rowHeight - whole.viewport;
      let window = placeAt(whole, Math.round(from * end) + pixels);
      for (const { step, times, rests } of runs) {
        if (rests) window = placeAt(window, trueTop(window));
        for (let count = 0; count < times; count += 1) {
          const due = Math.min(end, Math.max(0, trueTop(window) + step));
          window = scrollBy(window, step);
          assert.equal(trueTop(window), due);
          // The ends of the list are those of the scroll bar.
          if (due === 0) assert.equal(window.scrollTop, 0);
          if (due === end) assert.equal(window.scrollTop, spacerEnd(whole));
          const { start, end: drawn } = visibleRows(window);
          assert.ok(start * rowHeight + window.offset <= window.scrollTop);
          const bottom = Math.min(window.scrollTop + window.viewport, spacerHeight(window));
          assert.ok(drawn * rowHeight + window.offset >= bottom);
        }
      }
    }),
    RUNS,
  );
});

test('the first row is kept when its height or that of its rows changes, and the end where it stood there', () => {
  for (const total of [200, 1_000_000]) {
    const middle = placeAt(open(total), 100 * 40);
    expect(firstRow(placeAgain(middle, { ...middle, viewport: 300 }))).toBe(100);
    expect(firstRow(placeAgain(middle, { ...middle, rowHeight: 64 }))).toBe(100);
    const end = placeAt(open(total), Infinity);
    for (const viewport of [300, 333, 900]) {
      const again = placeAgain(end, { ...end, viewport });
      expect([lastRow(again), trueTop(again)]).toEqual([total - 1, total * 40 - viewport]);
    }
  }
  expect(trueTop(placeAgain(open(3), { ...open(3), viewport: 100 }))).toBe(0);
});

test('a jump lands in proportion, and a scroll bar dragged by one pixel is one', () => {
  const start = open(10_000_000);
  const middle = scrolledTo(start, spacerEnd(start) / 2);
  expect(Math.abs(firstRow(middle) / start.total - 0.5)).toBeLessThan(0.001);
  expect(trueTop(middle) % 1).toBe(0);
  const pixel = spacerHeight(start) / start.viewport;
  expect(firstRow(scrolledTo(start, pixel))).toBe(625);
  const from = placeAt(start, 200_000_000);
  expect(trueTop(scrolledTo(from, from.scrollTop + pixel)) - trueTop(from)).toBeGreaterThan(500_000);
});

test('at most 150 rows are drawn; a short list and none have a last row, too', () => {
  const { start, end } = visibleRows(placeAt(open(1_000_000, 40, 20_000), 4_000_000));
  expect(end - start).toBe(150);
  expect([open(200), open(3), open(0)].map(lastRow)).toEqual([14, 2, -1]);
  expect(visibleRows(open(0))).toEqual({ start: 0, end: 0 });
});
