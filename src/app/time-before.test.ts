import { expect, test } from 'vitest';
import { beforeTitle, beforeWords } from './time-before.ts';

const found = (earlierAfter: number, last: number) => ({
  size: 0,
  laterBefore: 0,
  earlierAfter,
  compared: { first: 1, last },
  steps: 0,
});
const day = { words: '31 Dec 2019' };

test('nothing was registered by a date only where no entry is dated otherwise', () => {
  expect(beforeTitle(day, found(0, 80))).toBe('Nothing was registered by the end of 31 Dec 2019');
  expect(beforeWords(found(0, 80), 80)).toBe('All entries of this log are dated later.');
  expect(beforeTitle(day, found(1, 80))).not.toMatch(/nothing/i);
  expect(beforeWords(found(1, 80), 80)).toMatch(
    /^1 entry is not dated later, but stands after more that are/,
  );
  expect(beforeWords(found(2, 80), 80)).toMatch(/^2 entries are not dated later, but stand after/);
});

test('of a long log only what was looked at is told', () => {
  expect(beforeWords(found(0, 25), 5000)).toMatch(
    /^Its first 25 entries are dated later; the others were not/,
  );
  expect(beforeWords(found(3, 25), 5000)).toMatch(/^3 entries of the first 25 are not dated later/);
});
