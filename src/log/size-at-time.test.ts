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
  test.each<
    [what: string, years: (number | string)[], until: number, size: number, wrong?: [number, number]]
  >([
    ['is the last entry that is not later', [2014, 2015, 2015, 2017], 2015, 3],
    ['is none before the first', [2014, 2015, 2015, 2017], 2013, 0],
    ['is not led astray by one entry dated far ahead', [2014, 2099, 2015, 2016, 2018], 2016, 4, [1, 0]],
    ['is not led astray by one dated far back', [2014, 2015, 2017, 2018, 2001], 2015, 2, [0, 1]],
    ['leaves an entry without a readable time with the one before', [2014, 'yesterday', 2018], 2015, 2],
    ['reads a timestamp without a zone as UTC', ['2015-12-31T23:59:59', '2016-01-01T00:00:00'], 2015, 1],
  ])('%s', (_, years, until, size, [laterBefore, earlierAfter] = [0, 0]) => {
    expect(sizeAtTime(at(years), endOf(until))).toEqual({ size, laterBefore, earlierAfter });
  });

  test('takes the very moment in', () =>
    expect(sizeAtTime(at([2014, 2015]), { untilMs: Date.UTC(2015, 5, 1) }).size).toBe(2));

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
