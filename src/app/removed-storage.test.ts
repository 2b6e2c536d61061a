import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  local = new Map([['register-explorer:theme', 'dark']]);
  session = new Map();
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(session));
});
afterEach(() => vi.unstubAllGlobals());

const TOUR = {
  vkey: 'demo.example/witness+738061d1+BGYpqwBPcDznZbIfsSiblj+I+4RHaB8mbJKTu2vKrYjO',
  note: 'register.invalid/unfaithful\n295\n',
};
const READER = { vkey: 'ada.example/w1+0a1b2c3d+BAAA', address: 'https://ada.example/' };
const WITNESSES = ['register-explorer-witnesses', 'lists'] as const;
const AUDITS = ['register-explorer-audits', 'audits'] as const;
const AUDIT = 'register-explorer:audit:planet';

/** Stored is a value of a store in IndexedDB, and what is left of it. */
type Stored = readonly [store: readonly [string, string], key: string, value: unknown, left: unknown];

/** STORED is what each removed feature stored: in Storage, all of which goes, and in databases. */
const STORED: Readonly<
  Record<string, { texts?: () => [Map<string, string>, string]; values?: readonly Stored[] }>
> = {
  tour: {
    texts: () => [session, 'tour'],
    values: [
      [WITNESSES, 'unfaithful', [TOUR, READER], [READER]],
      [WITNESSES, 'unfaithful~earlier', [TOUR], []],
      // Only a reader adds a witness to any other register.
      [WITNESSES, 'country', [TOUR], [TOUR]],
    ],
  },
  'offers chosen before': { texts: () => [local, 'register-explorer:choices'] },
  'audits that were not finished, and ranges read by audits': {
    values: [
      [AUDITS, `${AUDIT}:run`, { version: 7, phase: 'entries' }, undefined],
      [AUDITS, `${AUDIT}:coverage`, [{ first: 1, last: 5 }], undefined],
      [AUDITS, `${AUDIT}:base`, { version: 7, held: true }, { version: 7, held: true }],
    ],
  },
  'the key of this browser as a witness': {
    values: [
      [['register-explorer-witness', 'witness'], 'own', { version: 2 }, undefined],
      [WITNESSES, 'country', [READER], [READER]],
    ],
  },
};

test('every removed feature has a test', () => {
  expect(Object.keys(STORED)).toEqual(Object.keys(REMOVED_STORAGE));
});

test.each(Object.entries(STORED))(
  'what was stored of %s is deleted, and nothing else',
  async (_, { texts, values = [] }) => {
    const root: Stored = [
      ['keyval-store', 'keyval'],
      'register-explorer:root:country',
      { version: 1 },
      { version: 1 },
    ];
    const all = [root, ...values];
    for (const [store, key, value] of all) await set(key, value, browserStore(...store));
    const [storage, name = ''] = texts?.() ?? [];
    storage?.set(name, 'x');
    const names = async () => (await databases.databases()).map((one) => one.name);
    const before = await names();
    // At the visit after that there is nothing to do.
    for (let visit = 0; visit < 2; visit += 1) {
      await deleteRemovedStorage();
      expect(storage?.has(name) ?? false).toBe(false);
      expect([...local]).toEqual([['register-explorer:theme', 'dark']]);
      const now = await names();
      // Looking for values creates no database.
      expect(before).toEqual(expect.arrayContaining(now));
      for (const [store, key, , left] of all)
        expect(now.includes(store[0]) ? await get(key, browserStore(...store)) : undefined).toEqual(left);
    }
    expect((await names()).includes('register-explorer-witness')).toBe(false);
  },
);

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
