import { expect, test } from 'vitest';
import { typedBy } from './early-keys.ts';

const keysOf = (text: string) => Array.from(text, (key) => [key] as const);

test('plays characters, Backspace and pasted text in their order', () => {
  expect(typedBy(keysOf('united')).text).toBe('united');
  expect(typedBy([...keysOf('unk'), ['Backspace'], ['Shift'], ['I'], ['', 'ted '], ['s']]).text).toBe(
    'unIted s',
  );
  expect(typedBy([['Backspace'], ['é'], ['👩‍🚀'], ['😀'], ['Backspace'], ['x']]).text).toBe('éx');
});

test('ends with Enter, where there is something to look for, and with Escape', () => {
  expect(typedBy([['Enter'], ...keysOf('GB'), ['Enter'], ['x']])).toEqual({
    text: 'GB',
    enters: true,
    closes: false,
  });
  expect(typedBy([...keysOf('GB'), ['Escape'], ['x']])).toMatchObject({ text: '', closes: true });
});

test('takes no name of a key for text', () =>
  expect(typedBy([['Tab'], ['ArrowLeft'], ['Dead'], ['Process'], ['F5']]).text).toBe(''));
