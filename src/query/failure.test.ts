import { expect, test } from 'vitest';
import { describeFailure } from './failure.ts';

test.each([
  'Failed to fetch dynamically imported module: https://h/assets/a.js',
  'error loading dynamically imported module: https://h/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('code that is missing is described without the words of the browser: %s', (message) => {
  const { title, message: words, request } = describeFailure(new TypeError(message));
  expect([title, request]).toEqual([expect.stringMatching(/part of this page/), false]);
  expect(words).not.toContain(message);
});

test('any other error keeps its own words', () =>
  expect(describeFailure(new Error('X'))).toMatchObject({ message: 'X' }));
