import { expect, test } from 'vitest';
import { changedWords } from './log-row.tsx';

test('a row names what an entry changed, of very many attributes the first, none of them without end', () => {
  const item = (count: number, value: string, name = 'a') =>
    new Map(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]));
  expect(changedWords(item(3, 'x'), item(3, 'x'))).toBeUndefined();
  expect(changedWords(item(3, 'x'), item(3, 'y'))).toBe('a0, a1, a2');
  expect(changedWords(item(10_000, 'x'), item(10_000, 'y'))).toMatch(/^a0, a1, .* and 9,988 more of 10,000$/);
  const endless = changedWords(item(3, 'x', 'n'.repeat(20_000)), item(3, 'y', 'n'.repeat(20_000)));
  expect(endless?.length).toBeLessThan(1_500);
});
