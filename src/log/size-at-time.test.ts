import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anEntry } from '../testing/builders.ts';
import { GrowingCopy } from './log-copy.ts';
import { sizeAtTime } from './size-at-time.ts';

const at = (years: readonly (number | string)[]): GrowingCopy => {
  const copy = new GrowingCopy('item');
  for (const [index, year] of years.entries())
    copy.append(
      anEntry(index + 1, { timestamp: typeof year === 'number' ? `${year}-06-01T00:00:00Z` : year }),
    );
  return copy;
};
const endOf = (year: number): { untilMs: number } => ({ untilMs: Date.UTC(year + 1, 0, 1) - 1 });

describe('sizeAtTime', () => {
  test('is the last entry that is not later, where they are in order', () => {
    const log = at([2014, 2015, 2015, 2017]);
    expect(sizeAtTime(log, endOf(2015))).toEqual({ size: 3, laterBefore: 0, earlierAfter: 0 });
    expect(sizeAtTime(log, endOf(2013)).size).toBe(0);
    expect(sizeAtTime(log, endOf(2030)).size).toBe(4);
  });

  test('takes the very moment in', () =>
    expect(sizeAtTime(at([2014, 2015]), { untilMs: Date.UTC(2015, 5, 1) }).size).toBe(2));

  test('is not led astray by one entry dated far ahead or far back, and counts it', () => {
    expect(sizeAtTime(at([2014, 2099, 2015, 2016, 2018]), endOf(2016))).toEqual({
      size: 4,
      laterBefore: 1,
      earlierAfter: 0,
    });
    expect(sizeAtTime(at([2014, 2015, 2017, 2018, 2001]), endOf(2015))).toEqual({
      size: 2,
      laterBefore: 0,
      earlierAfter: 1,
    });
  });

  test('leaves an entry without a readable time with the one before it', () =>
    expect(sizeAtTime(at([2014, 'yesterday', 2018]), endOf(2015)).size).toBe(2));

  test('reads a timestamp without a zone as UTC', () =>
    expect(sizeAtTime(at(['2015-12-31T23:59:59', '2016-01-01T00:00:00']), endOf(2015)).size).toBe(1));

  test('no other size has fewer entries on the wrong side', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2000, max: 2020 })),
        fc.integer({ min: 1999, max: 2021 }),
        (years, year) => {
          const wrong = (size: number): number =>
            years.filter((one, index) => (index < size ? one > year : one <= year)).length;
          const found = sizeAtTime(at(years), endOf(year));
          expect(found.laterBefore + found.earlierAfter).toBe(wrong(found.size));
          for (let size = 0; size <= years.length; size += 1)
            expect(wrong(found.size)).toBeLessThanOrEqual(wrong(size));
        },
      ),
    );
  });
});
