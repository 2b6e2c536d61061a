import { expect, test } from 'vitest';
import type { ItemList } from '../../query/item-list-note.ts';
import { asksFirst, costOf, costWords } from './cost.ts';

test.each([
  [15, 15, 'about 16 requests and 6.8 kB'],
  [295, 290, 'about 4 requests and 130 kB'],
  [1, 0, 'about 1 request and under 1 kB'],
  [1_000_000, 1_000_000, 'about 10,200 requests and 450 MB'],
])('%i entries and %i items: %s', (entries, items, words) => {
  expect(costWords(costOf(entries, items, 'listed'), 'items')).toBe(words);
});

test('without a list of items each is one request, and where nobody knows both are said', () => {
  const words = (list: ItemList) => costWords(costOf(295, 293, list), 'blobs');
  expect(words('unlisted')).toBe('about 295 requests and 130 kB');
  expect(words('unknown')).toBe(
    'about 4 requests and 130 kB, or about 295 requests if the server has no list of blobs',
  );
  expect(costWords(costOf(15, 15, 'unknown'), 'items')).toBe('about 16 requests and 6.8 kB');
});

test('only a long log of somebody else is asked about twice', () => {
  const remote = { kind: 'remote', base: 'https://r.example' } as const;
  expect(asksFirst(remote, 20_001)).toBe(true);
  expect(asksFirst(remote, 20_000)).toBe(false);
  expect(asksFirst({ kind: 'bundled', name: 'premises', mount: 'v2' }, 1_000_000)).toBe(false);
});
