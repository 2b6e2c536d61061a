import { describe, expect, test } from 'vitest';
import {
  countOf,
  formatBytes,
  formatDay,
  formatMilliseconds,
  formatPartialDate,
  formatTimestamp,
  instantOf,
} from './format.ts';

describe('format', () => {
  test('reads a timestamp without a zone as UTC', () => {
    expect(instantOf('2016-04-05T13:23:05')).toBe(instantOf('2016-04-05T13:23:05Z'));
  });

  test.each(['', 'yesterday', '2016-13-45T99:99:99Z', '1990', '2016-04-05'])(
    'does not take %j for an instant',
    (text) => {
      expect(instantOf(text)).toBeUndefined();
      expect(formatTimestamp(text)).toBe(text);
    },
  );

  test('writes timestamps in UTC', () => {
    expect(formatTimestamp('2017-03-29T14:22:30Z')).toBe('29 Mar 2017, 14:22');
    expect(formatDay('2017-03-29T23:59:59Z')).toBe('29 Mar 2017');
  });

  test.each([
    ['1990', '1990'],
    ['1990-10', 'Oct 1990'],
    ['1990-10-03', '3 Oct 1990'],
    ['1990-10-03T12:30:00Z', '3 Oct 1990, 12:30'],
    ['1990-99', '1990-99'],
    ['2011-02-31', '2011-02-31'],
    ['c. 1990', 'c. 1990'],
  ])('writes the partial date %s as %s', (text, expected) => expect(formatPartialDate(text)).toBe(expected));

  test('uses the singular for one', () => {
    expect(countOf(1, 'entry')).toBe('1 entry');
    expect(countOf(1204, 'entry')).toBe('1,204 entries');
  });

  test('never writes a measured time as zero', () => expect(formatMilliseconds(0)).toBe('under 0.1 ms'));

  test.each([
    [412, '412 B'],
    [3400, '3.4 kB'],
    [1_200_000, '1.2 MB'],
  ])('writes %d bytes as %s', (bytes, expected) => expect(formatBytes(bytes)).toBe(expected));
});
