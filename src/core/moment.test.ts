import { describe, expect, test } from 'vitest';
import { hasBegun, isRealMoment } from './moment.ts';

describe('isRealMoment', () => {
  test.each([
    '1990',
    '1990-10',
    '1990-10-03',
    '2000-02-29',
    '2016-04-05T13:23:05Z',
    '2016-04-05T13:23',
    '1996-12-31T23:59:60Z',
  ])('%s is one', (text) => expect(isRealMoment(text)).toBe(true));

  test.each([
    '',
    '90',
    '1990-13',
    '1990-00',
    '2011-02-31',
    '1900-02-29',
    '2016-04-31',
    '2016-04-05T25:00:00Z',
    '3 October 1990',
    '١٩٩٠',
  ])('%j is none', (text) => expect(isRealMoment(text)).toBe(false));
});

describe('hasBegun', () => {
  test.each(['1990', '2026', '2026-11', '2026-11-21', '1990-10-02T12:00:00Z'])('%s has', (text) =>
    expect(hasBegun(text, '2026-11-21')).toBe(true),
  );

  test.each(['2027', '2026-12', '2026-11-22', '', '2016-02-30', '2016-13', '02/2016', '** none'])(
    '%j has not',
    (text) => expect(hasBegun(text, '2026-11-21')).toBe(false),
  );
});
