import { expect, test } from 'vitest';
import { readEnd } from './read-ends.ts';

test('an end is a size, or a date that has a month', () => {
  expect(readEnd('0', 295)).toBe(0);
  expect(readEnd('1,295', 2000)).toBe(1295);
  expect(readEnd('12 000', 20_000)).toBe(12_000);
  expect(readEnd('2018-06-13', 295)).toMatchObject({ text: '2018-06-13' });
  expect(readEnd('13 June 2018', 295)).toMatchObject({ text: '2018-06-13' });
  for (const neither of ['', '2018', '296', '-1', '1.5', '0x10', 'June', '2018-02-30', '1e2'])
    expect([neither, readEnd(neither, 295)]).toEqual([neither, undefined]);
});
