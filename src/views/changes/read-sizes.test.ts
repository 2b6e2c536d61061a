import { describe, expect, test } from 'vitest';
import { readSizes, sizesOffered } from './read-sizes.ts';

describe('readSizes', () => {
  test('reads two sizes', () =>
    expect(readSizes('0', '208', 208)).toEqual({ from: 0, to: 208, turned: false }));

  test('turns them round', () =>
    expect(readSizes('208', '197', 208)).toEqual({ from: 197, to: 208, turned: true }));

  test.each([
    ['197', '209'],
    ['-1', '5'],
    ['1.5', '5'],
    ['05', '6'],
    ['', '6'],
    ['1e1', '20'],
    ['9'.repeat(40), '5'],
  ])('refuses %s and %s in a log of 208', (from, to) => expect(readSizes(from, to, 208)).toBeUndefined());
});

test('an address about a moment is offered what changed from then to now', () => {
  expect(sizesOffered(206, 295)).toEqual({ from: 206, to: 295 });
  expect(sizesOffered(undefined, 295)).toEqual({ from: 294, to: 295 });
  expect(sizesOffered(295, 295)).toEqual({ from: 294, to: 295 });
  expect(sizesOffered(999, 295)).toEqual({ from: 294, to: 295 });
  expect(sizesOffered(undefined, 0)).toEqual({ from: 0, to: 0 });
});
