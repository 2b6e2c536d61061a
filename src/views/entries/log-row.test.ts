import { expect, test } from 'vitest';
import { changedWords } from './log-row.tsx';

test('a row names what an entry changed, of very many attributes the first, none of them without end', () => {
  const item = (count: number, value: string, name = 'a') =>
    new Map(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]));
  const words = (count: number, name = 'a') => changedWords(item(count, 'x', name), item(count, 'y', name));
  expect(changedWords(item(3, 'x'), item(3, 'x'))).toBeUndefined();
  expect(words(3)).toContain('a2');
  expect(words(10_000)).not.toContain('a9999');
  expect(words(3, 'n'.repeat(20_000))?.length).toBeLessThan(1_500);
});
