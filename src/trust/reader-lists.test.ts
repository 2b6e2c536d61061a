import { set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { freshDatabases } from '../testing/broken-storage.ts';
import { browserStore } from './browser-store.ts';
import { type Mirror, mirrorLists } from './reader-lists.ts';

test('results that were stored without the roots compared are not checked, and say what they found', async () => {
  vi.stubGlobal('indexedDB', freshDatabases());
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
  vi.unstubAllGlobals();
});
