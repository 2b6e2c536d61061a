import { get, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { freshDatabases } from '../testing/broken-storage.ts';
import { browserStore } from './browser-store.ts';
import {
  contradictionLists,
  type Mirror,
  mirrorLists,
  UnreadListError,
  witnessLists,
} from './reader-lists.ts';

// The lists keep their connections.
vi.stubGlobal('indexedDB', freshDatabases());

test('results that were stored without the roots compared are not checked, and say what they found', async () => {
  const both = { ownSize: 295, mirrorSize: 290, by: 'roots', comparedAtMs: 9 };
  const unread: Mirror = {
    id: 'c',
    result: { outcome: 'cannot-check', reason: 'no answer', comparedAtMs: 9 },
  };
  const stored = [
    { id: 'a', result: { ...both, outcome: 'holds' } },
    { id: 'b', result: { ...both, outcome: 'does-not-match', first: 101 } },
    unread,
    { id: 'd' },
  ];
  await set('country', stored, browserStore('register-explorer-mirrors', 'lists'));
  const kept = 'but the root hash compared then was not kept';
  const of = (reason: string) => ({ outcome: 'not-checked', comparedAtMs: 9, reason });
  const list = [
    { id: 'a', result: of(`at log size 295 it agreed, ${kept}`) },
    { id: 'b', result: of(`at log size 295 it differed from entry 101 on, ${kept}`) },
    unread,
    { id: 'd' },
  ];
  expect(await mirrorLists.read('country')).toEqual(list);
  await mirrorLists.change('country', 'd', undefined);
  expect(await mirrorLists.read('country')).toEqual(list.slice(0, 3));
});

test('a list of a later form is said to be there, and is not written over', async () => {
  const lists = [
    ['mirrors', mirrorLists],
    ['witnesses', witnessLists],
    ['contradictions', contradictionLists],
  ] as const;
  for (const [name, { read, change }] of lists)
    for (const later of [[{ id: 'a', vkey: 'a', note: 'a', form: 9 }], { version: 9 }]) {
      const store = browserStore(`register-explorer-${name}`, 'lists');
      await set('planet', later, store);
      await expect(read('planet')).rejects.toBeInstanceOf(UnreadListError);
      await expect(change('planet', 'a', undefined)).rejects.toBeInstanceOf(UnreadListError);
      expect(await get('planet', store)).toEqual(later);
    }
});
