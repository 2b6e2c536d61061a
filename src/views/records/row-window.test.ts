import { describe, expect, test } from 'vitest';
import { CHUNK, chunksOf, chunkWindow } from './row-window.ts';

const NONE = new Map<number, number>();

describe('the window of a long list', () => {
  test('draws what is in view and leaves space for the rest', () => {
    const window = chunkWindow(10_000, NONE, undefined, 0, 2000);
    expect(window).toEqual({ first: 0, last: 1, before: 0, after: (10_000 - 2 * CHUNK) * 41 });
  });

  test('goes by what was measured, and by the height of one row for what was not', () => {
    const heights = new Map([
      [0, 3000],
      [1, 600],
    ]);
    const window = chunkWindow(CHUNK * 4, heights, 60, 3100, 3200);
    expect(window).toEqual({ first: 1, last: 1, before: 3000, after: 2 * 1800 });
  });

  test('never draws more than 150 rows for a tall screen, wherever it stands', () => {
    for (let top = 0; top < 10_000 * 41; top += 997) {
      const { first, last } = chunkWindow(10_000, NONE, undefined, top - 600, top + 2160 + 600);
      expect((last - first + 1) * CHUNK).toBeLessThanOrEqual(150);
    }
  });

  test('the heights of all parts are the height of the list', () => {
    const heights = new Map([[3, 999]]);
    for (const top of [-500, 0, 1000, 50_000, 1e9]) {
      const { first, last, before, after } = chunkWindow(1000, heights, 41, top, top + 900);
      const whole = chunkWindow(1000, heights, 41, 0, Infinity);
      expect(whole.first).toBe(0);
      expect(whole.last).toBe(chunksOf(1000) - 1);
      expect(first).toBeLessThanOrEqual(last);
      let drawn = 0;
      for (let chunk = first; chunk <= last; chunk += 1)
        drawn += chunk === 3 ? 999 : Math.min(CHUNK, 1000 - chunk * CHUNK) * 41;
      expect(before + drawn + after).toBe((1000 - CHUNK) * 41 + 999);
    }
  });

  test('an empty list has nothing to draw', () =>
    expect(chunkWindow(0, NONE, undefined, 0, 900)).toEqual({ first: 0, last: 0, before: 0, after: 0 }));
});
