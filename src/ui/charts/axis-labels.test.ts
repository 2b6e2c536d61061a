import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisLabels } from './axis-labels.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The bars of some months, counted from January 2016, so many px to each month. */
const bars = (months: readonly number[], slot: number) =>
  months.map((month) => {
    const [brief = '', within] = [MONTHS[month % 12], String(2016 + Math.floor(month / 12))];
    return { whole: `${brief} ${within}`, brief, within, at: 40 + (month + 0.5) * slot };
  });
const texts = (months: readonly number[], width: number): readonly string[] => {
  const all = Math.max(...months) + 1;
  return axisLabels(bars(months, (width - 40) / all), width).map(({ text }) => text);
};

describe('axisLabels', () => {
  test('names every bar where there is room, with the year where it begins', () => {
    expect(texts([3, 10, 13, 29], 560)).toEqual(['Apr 2016', 'Nov', 'Feb 2017', 'Jun 2018']);
  });

  test('names the first and the last, and the beginnings of years before others', () => {
    const all = Array.from({ length: 24 }, (_, month) => month);
    expect(texts(all, 190)).toEqual(['Jan 2016', 'Jan 2017', 'Dec']);
    expect(texts(all, 700).filter((text) => text.includes('20'))).toEqual(['Jan 2016', 'Jan 2017']);
    expect(texts(all, 700).length).toBeGreaterThan(8);
  });

  test('says the year of a bar whose year begins where there is no room', () => {
    // Dec 2016 and Jan 2017 are too near to each other.
    expect(texts([11, 12, 17, 24], 500)).toEqual(['Dec 2016', 'Jun 2017', 'Jan 2018']);
  });

  test('marks the middle of the bar where the text has to give way to the edge', () => {
    const [only] = axisLabels([{ whole: 'Jun 2018', brief: 'Jun', within: '2018', at: 297 }], 300);
    expect(only).toMatchObject({ at: 297, text: 'Jun 2018' });
    expect(only?.x).toBeLessThan(280);
  });

  test('is read without doubt, whichever months have bars: labels keep apart, in the picture, each year is named', () => {
    const months = fc.uniqueArray(fc.nat(47), { minLength: 1, maxLength: 48 });
    fc.assert(
      fc.property(months, fc.integer({ min: 120, max: 1_100 }), (some, width) => {
        const sorted = some.toSorted((one, other) => one - other);
        const placed = bars(sorted, (width - 40) / 48);
        const labels = axisLabels(placed, width);
        expect(labels[0]?.text).toBe(placed[0]?.whole);
        let year = '';
        for (const [index, { at, x, text }] of labels.entries()) {
          const bar = placed.find((one) => one.at === at);
          if (text.includes(' ')) year = text.slice(-4);
          expect([bar?.brief, bar?.within]).toEqual([text.slice(0, 3), year]);
          const half = text.length * 3.3;
          expect(x + half).toBeLessThanOrEqual(width + 0.001);
          const before = labels[index - 1];
          if (before) expect(x - half).toBeGreaterThan(before.x + before.text.length * 3.3);
        }
      }),
    );
  });
});
