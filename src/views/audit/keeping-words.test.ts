import { expect, test } from 'vitest';
import { keepingWords, unsavedWords } from './keeping-words.ts';

test('an audit is said to be kept only when it was tried and not refused', () => {
  expect(keepingWords('under-way', undefined)).toMatch(/^saving/i);
  expect(keepingWords('under-way', 'full')).toMatch(/^saving/i);
  expect(keepingWords('tried', undefined)).toMatch(/is kept in this browser/i);
  expect(keepingWords('tried', 'full')).toMatch(/until this page is closed: .*no room/i);
  expect(keepingWords('tried', 'denied')).toMatch(/until this page is closed: .*does not let/i);
  // Read out of storage, whatever was refused since.
  expect(keepingWords(undefined, 'full')).toMatch(/is kept in this browser/i);
});

test('a run that cannot be saved says so and goes on', () => {
  expect(unsavedWords(undefined)).toBeUndefined();
  expect(unsavedWords('silent')).toMatch(/no answer\. The audit goes on/);
});
