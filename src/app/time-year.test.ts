import { expect, test } from 'vitest';
import { endOfYearMeant } from './time-year.ts';

test('a size that reads like a year up to now offers its end, and no other does', () => {
  const meant = (size: string) => endOfYearMeant(size, new Date('2026-11-21T00:00:00Z'));
  expect(meant('2012')).toBe('2012-12-31');
  expect(meant('1900')).toBe('1900-12-31');
  expect(meant('2026')).toBe('2026-12-31');
  for (const size of ['1899', '2027', '295', '20120', '0', '', '2,012']) expect(meant(size)).toBeUndefined();
});
