import { expect, test } from 'vitest';
import type { LogPages, RawPage } from '../log/audit-types.ts';
import { itemListOf, notingItemList } from './item-list-note.ts';

const page: RawPage = { bytes: new Uint8Array(), address: '/items' };
const never = new AbortController().signal;

function pagesWith(itemsPage: LogPages['itemsPage']): LogPages {
  const unasked = () => Promise.reject(new Error('not asked'));
  return {
    entriesPage: unasked,
    entriesInOrder: unasked,
    recordsPage: unasked,
    item: unasked,
    entryProof: unasked,
    itemsPage,
  };
}

test('what a register answers for its list of items is noted, for that register, and corrected', async () => {
  expect(itemListOf('notes')).toBe('unknown');
  let answer: RawPage | 'none' = 'none';
  const pages = notingItemList(
    'notes',
    pagesWith(() => Promise.resolve(answer)),
  );
  expect(await pages.itemsPage(undefined, never)).toBe('none');
  expect(itemListOf('notes')).toBe('unlisted');
  expect(itemListOf('others')).toBe('unknown');
  answer = page;
  expect(await pages.itemsPage(undefined, never)).toBe(page);
  expect(itemListOf('notes')).toBe('listed');
});

test('a request that fails says nothing of a list', async () => {
  const pages = notingItemList(
    'fails',
    pagesWith(() => Promise.reject(new Error('503'))),
  );
  await expect(pages.itemsPage(undefined, never)).rejects.toThrow('503');
  expect(itemListOf('fails')).toBe('unknown');
});
