import { expect, test } from 'vitest';
import { readDateSpan } from './read-date.ts';
import { abbreviatedDigits } from './read-hash.ts';

test.each([
  ['3 Oct 2012, 14:22', '3 Oct 2012, 14:22'],
  ['2012-10-03T14:22:05.123Z', '3 Oct 2012, 14:22:05'],
  ['2012-10-03t14:22z', '3 Oct 2012, 14:22'],
  ['3 October 2012 14:22', '3 Oct 2012, 14:22'],
  ['2012-10-03,  14:22', '3 Oct 2012, 14:22'],
  ['2012-10-03T14:22+01:00', 'impossible'],
  ['2012-10-03T25:00', 'impossible'],
  ['2012-13', 'impossible'],
  ['14:22', undefined],
  ['Oct 2012, 14:22', undefined],
  ['2012-10-03,14:22', undefined],
  ['1204', undefined],
  [`2012-10${' '.repeat(54)}`, undefined],
  [`2012-10-03T14:22${'x'.repeat(60)}`, undefined],
])('the date %j is read as %j', (typed, expected) => {
  const read = readDateSpan(typed);
  expect(typeof read === 'object' ? read.words : read).toBe(expected);
});

test('the beginning of a hash is not looked for in a text that is too long to be one', () => {
  expect(abbreviatedDigits(`sha-256:${' '.repeat(100)}8d92`)).toMatchObject({ start: '8d92' });
  expect(abbreviatedDigits(`sha-256:${' '.repeat(200)}8d92`)).toBeUndefined();
});
