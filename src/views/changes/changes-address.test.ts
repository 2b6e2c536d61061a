import { describe, expect, test } from 'vitest';
import { readEnd, readSizes, sizesOffered } from './changes-address.ts';

test('an end is a size, or a date that has a month', () => {
  expect(readEnd('0', 295)).toBe(0);
  expect(readEnd('1,295', 2000)).toBe(1295);
  expect(readEnd('12 000', 20_000)).toBe(12_000);
  expect(readEnd('2018-06-13', 295)).toMatchObject({ text: '2018-06-13' });
  expect(readEnd('13 June 2018', 295)).toMatchObject({ text: '2018-06-13' });
  for (const neither of ['', '2018', '296', '-1', '1.5', '0x10', 'June', '2018-02-30', '1e2'])
    expect([neither, readEnd(neither, 295)]).toEqual([neither, undefined]);
});

describe('two sizes of an address', () => {
  test('come smaller one first', () => {
    expect(readSizes('0', '208', 208)).toEqual({ from: 0, to: 208, turned: false });
    expect(readSizes('208', '197', 208)).toEqual({ from: 197, to: 208, turned: true });
  });

  test.each([
    ['197', '209'],
    ['-1', '5'],
    ['1.5', '5'],
    ['05', '6'],
    ['', '6'],
    ['1e1', '20'],
    ['9'.repeat(40), '5'],
  ])('are not %s and %s in a log of 208', (from, to) => expect(readSizes(from, to, 208)).toBeUndefined());

  test.each([
    [206, 295, 206],
    [undefined, 295, 294],
    [295, 295, 294],
    [999, 295, 294],
    [undefined, 0, 0],
  ])('at %j of %d begin at %d where none are given', (at, to, from) =>
    expect(sizesOffered(at, to)).toEqual({ from, to }),
  );
});
