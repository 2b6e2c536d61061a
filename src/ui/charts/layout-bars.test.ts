import { describe, expect, test } from 'vitest';
import { type Bar, type BarGap, layoutBars } from './layout-bars.ts';

const bar = (count: number, whole = String(count), brief = whole): Bar => ({
  kind: 'bar',
  count,
  label: { whole, brief, within: brief === whole ? whole : whole.slice(-4) },
});
const GAP: BarGap = { kind: 'gap' };

describe('layoutBars', () => {
  test('keeps everything inside the picture, on a phone and on a wide screen', () => {
    const many = Array.from({ length: 48 }, (_, n) => (n % 9 === 4 ? GAP : bar(n * 37, `${1970 + n}`)));
    for (const width of [260, 560, 1100]) {
      const layout = layoutBars(many, width);
      for (const { x, y, width: wide, height } of layout.bars) {
        expect(x).toBeGreaterThanOrEqual(layout.left);
        expect(x + wide).toBeLessThanOrEqual(width);
        expect(y).toBeGreaterThan(0);
        expect(y + height).toBeCloseTo(layout.base);
      }
      for (const { x } of layout.labels) expect(x).toBeLessThan(width);
    }
  });

  test('draws twice as many entries twice as high, and nothing for none', () => {
    const [one, two, none] = layoutBars([bar(40), bar(80), bar(0)], 400).bars;
    expect(two?.height).toBeCloseTo(2 * (one?.height ?? 0));
    expect(none?.height).toBe(0);
    expect(none?.figure).toBeUndefined();
  });

  test('still shows a single entry beside many', () => {
    expect(layoutBars([bar(900), bar(1), bar(800)], 400).bars[1]?.height).toBe(2);
  });

  test('cuts what towers over all others, and says how many it is', () => {
    const { bars, scale } = layoutBars([bar(205), bar(2), bar(1), bar(2)], 260);
    expect(scale.cuts).toBe(true);
    expect(bars.map(({ cut }) => cut)).toEqual([true, false, false, false]);
    expect(bars[0]?.figure).toBe('205');
    expect(bars[0]?.height).toBeLessThanOrEqual(132);
  });

  test('names the places of bars, and none where there is no bar', () => {
    const counts = [204, 0, 3, 0, 0, 1, 0, 2];
    const members = [...counts.map((count, index) => bar(count, `M${index}`)), GAP, bar(1, 'M9')];
    for (const width of [200, 320, 560]) {
      const { labels, bars } = layoutBars(members, width);
      for (const { at, text } of labels) {
        const named = bars.find(({ index }) => `M${index}` === text);
        expect(named?.height).toBeGreaterThan(0);
        expect(at).toBeCloseTo((named?.x ?? 0) + (named?.width ?? 0) / 2);
      }
    }
    expect(layoutBars(members, 560).labels.map(({ text }) => text)).toEqual(['M0', 'M2', 'M5', 'M7', 'M9']);
  });

  test('has a picture for one bar and for none', () => {
    expect(layoutBars([bar(3)], 300).bars).toHaveLength(1);
    expect(layoutBars([], 300).bars).toEqual([]);
  });
});
