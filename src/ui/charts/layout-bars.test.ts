import { describe, expect, test } from 'vitest';
import { type Bar, type BarGap, layoutBars } from './layout-bars.ts';

const bar = (count: number, label = String(count)): Bar => ({ kind: 'bar', count, label, major: true });
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

  test('writes labels that do not touch, the first and the last among them', () => {
    const { labels } = layoutBars(
      Array.from({ length: 30 }, (_, n) => bar(1, `Year ${1990 + n}`)),
      320,
    );
    expect(labels[0]?.text).toBe('Year 1990');
    expect(labels.at(-1)?.text).toBe('Year 2019');
    expect(labels.length).toBeGreaterThan(2);
    for (const [index, label] of labels.slice(1).entries())
      expect(label.x - (labels[index]?.x ?? 0)).toBeGreaterThan(9 * 6.6);
  });

  test('writes major labels before all others', () => {
    const months = Array.from({ length: 24 }, (_, n) => ({
      ...bar(1, n % 12 === 0 ? `Jan ${2016 + n / 12}` : 'Xyz'),
      major: n % 12 === 0,
    }));
    const texts = (width: number) => layoutBars(months, width).labels.map(({ text }) => text);
    expect(texts(200)).toEqual(['Jan 2016', 'Jan 2017', 'Xyz']);
    expect(texts(700).filter((text) => text.startsWith('Jan'))).toEqual(['Jan 2016', 'Jan 2017']);
    expect(texts(700).length).toBeGreaterThan(8);
  });

  test('has a picture for one bar and for none', () => {
    expect(layoutBars([bar(3)], 300).bars).toHaveLength(1);
    expect(layoutBars([], 300).bars).toEqual([]);
  });
});
