import { get, keys, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenDatabases, freshDatabases } from '../testing/broken-storage.ts';
import { browserStore } from '../trust/browser-store.ts';
import { deleteRemovedStorage, REMOVED_STORAGE } from './removed-storage.ts';

let databases: IDBFactory;
let local: Map<string, string>;
let session: Map<string, string>;

/** A browser with these texts stored, as Storage. */
const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => void stored.delete(key),
});

beforeEach(() => {
  databases = freshDatabases();
  local = new Map();
  session = new Map();
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(session));
});
afterEach(() => vi.unstubAllGlobals());

const names = async () => (await databases.databases()).map(({ name }) => name);

/** What stays, whatever goes. */
const THEME = ['register-explorer:theme', 'dark'] as const;
const RECENT = [
  'register-explorer:recent',
  '[{"id":"country","title":"Country","name":"country","openedAt":1795000000000,"entries":295}]',
] as const;

/** STORED writes what each removed feature stored, as it stored it; the function it returns checks what is left. */
const STORED: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  tour: async () => {
    const lists = browserStore('register-explorer-witnesses', 'lists');
    const tour = {
      vkey: 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO',
      note: 'register.invalid/unfaithful/45622c7445eef120c4c9ad13a7a48f5a4deef4b92de5ff912e85dbc25e0b2665#items\n295\n',
    };
    const reader = { vkey: 'ada.example/w1+0a1b2c3d+BAAA', address: 'https://ada.example/' };
    session.set('tour', '/tour?stop=9&api=blobs');
    await set('unfaithful', [tour, reader], lists);
    await set('unfaithful~earlier', [tour], lists);
    await set('country', [tour], lists);
    return async () => {
      expect(session.size).toBe(0);
      expect(await get('unfaithful', lists)).toEqual([reader]);
      expect(await get('unfaithful~earlier', lists)).toEqual([]);
      // Only a reader adds a witness to any other register.
      expect(await get('country', lists)).toEqual([tour]);
    };
  },
  'offers chosen before': async () => {
    local.set('register-explorer:choices', '[{"what":"GM","where":"country","path":"/country/records/GM"}]');
    return async () => expect(local.has('register-explorer:choices')).toBe(false);
  },
  'audits that were not finished, and ranges read by audits': async () => {
    const audits = browserStore('register-explorer-audits', 'audits');
    const key = 'register-explorer:audit:planet';
    await set(`${key}:run`, { version: 7, phase: 'entries', registerId: 'planet' }, audits);
    await set(`${key}:coverage`, [{ first: 1, last: 5, at: 1795735243455 }], audits);
    // Finished audits stay.
    const base = { version: 7, registerId: 'planet', held: true, at: 1795735243455 };
    await set(`${key}:base`, base, audits);
    return async () => {
      expect(await keys(audits)).toEqual([`${key}:base`]);
      expect(await get(`${key}:base`, audits)).toEqual(base);
    };
  },
  'the key of this browser as a witness': async () => {
    await set(
      'own',
      { version: 2, name: 'ada.example/w1' },
      browserStore('register-explorer-witness', 'witness'),
    );
    const lists = browserStore('register-explorer-witnesses', 'lists');
    const list = [{ vkey: 'ada.example/w1+00000000+BAAA', note: 'n' }];
    await set('country', list, lists);
    return async () => {
      expect(await names()).not.toContain('register-explorer-witness');
      expect(await get('country', lists)).toEqual(list);
    };
  },
};

test('every removed feature has a test', () => {
  expect(Object.keys(STORED)).toEqual(Object.keys(REMOVED_STORAGE));
});

describe.each(Object.entries(STORED))('what was stored of %s', (_, write) => {
  test('is deleted, and nothing else', async () => {
    for (const [key, text] of [THEME, RECENT]) local.set(key, text);
    const roots = browserStore('keyval-store', 'keyval');
    await set('register-explorer:root:country', { version: 1 }, roots);
    const check = await write();
    const before = await names();
    await deleteRemovedStorage();
    await check();
    // Looking for values creates no database.
    expect(before).toEqual(expect.arrayContaining(await names()));
    expect([...local]).toEqual([THEME, RECENT]);
    expect(await get('register-explorer:root:country', roots)).toEqual({ version: 1 });
    // At the visit after that there is nothing to do.
    await deleteRemovedStorage();
    await check();
  });
});

test('storage that refuses breaks nothing', async () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { removeItem: refuse });
  vi.stubGlobal('indexedDB', brokenDatabases('opening fails', databases));
  session.set('tour', '/tour?stop=9');
  await deleteRemovedStorage();
  expect(session.size).toBe(0);
});
