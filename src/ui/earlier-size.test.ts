import { expect, test } from 'vitest';
import { instantOf } from '../core/datetime.ts';
import { readDate } from './earlier-size.ts';
import {
  countOf,
  formatBytes,
  formatDay,
  formatMilliseconds,
  formatPartialDate,
  formatTimestamp,
} from './format.ts';

// Other texts: hostile-texts.test.tsx.

test.each([
  ['2018-04-26', '2018-04-26', '2018-04-26T00:00:00.000Z', '2018-04-26T23:59:59.999Z'],
  [' 2018-4-6 ', '2018-04-06', '2018-04-06T00:00:00.000Z', '2018-04-06T23:59:59.999Z'],
  ['2018', '2018', '2018-01-01T00:00:00.000Z', '2018-12-31T23:59:59.999Z'],
  ['dec 2018', '2018-12', '2018-12-01T00:00:00.000Z', '2018-12-31T23:59:59.999Z'],
  ['2018-06-13T13:54Z', '2018-06-13T13:54Z', '2018-06-13T13:54:00.000Z', '2018-06-13T13:54:59.999Z'],
  ['2018-06-13T13:54:40', '2018-06-13T13:54:40', '2018-06-13T13:54:40.000Z', '2018-06-13T13:54:40.999Z'],
  ['29 Feb 2016', '2016-02-29', '2016-02-29T00:00:00.000Z', '2016-02-29T23:59:59.999Z'],
])('%s is a date that is typed', (typed, text, from, until) => {
  const { fromMs, untilMs, ...date } = readDate(typed) ?? expect.unreachable();
  expect([date.text, ...[fromMs, untilMs].map((ms) => new Date(ms).toISOString())]).toEqual([
    text,
    from,
    until,
  ]);
});

test.each(
  [
    ['', 'abc', '197', '29 Feb 2017', '2018-13', '2018-04-31', '26/04/2018', '26 Foo 2018', '0000'],
    ['2018-04-26T10', '2018-02-31T10:00Z', '2018-04-26T25:00', '2018-04-26T10:00+02:00'],
  ].flat(),
)('%j is no date', (typed) => expect(readDate(typed)).toBeUndefined());

test('what is sent is written for people, a timestamp in UTC, and a measured time never as zero', () => {
  expect(instantOf('2016-04-05T13:23:05')).toBe(instantOf('2016-04-05T13:23:05Z'));
  expect(formatTimestamp('2017-03-29T14:22:30Z')).toBe('29 Mar 2017, 14:22');
  expect(formatDay('2017-03-29T23:59:59Z')).toBe('29 Mar 2017');
  const dates = ['1990', '1990-10', '1990-10-03', '1990-10-03T12:30:00Z', '1990-99', '2011-02-31', 'c. 1990'];
  const written = ['1990', 'Oct 1990', '3 Oct 1990', '3 Oct 1990, 12:30', '1990-99', '2011-02-31', 'c. 1990'];
  expect(dates.map(formatPartialDate)).toEqual(written);
  expect([1, 1204].map((count) => countOf(count, 'entry'))).toEqual(['1 entry', '1,204 entries']);
  expect([412, 3400, 1_200_000].map(formatBytes)).toEqual(['412 B', '3.4 kB', '1.2 MB']);
  expect(formatMilliseconds(0)).toBe('under 0.1 ms');
});
