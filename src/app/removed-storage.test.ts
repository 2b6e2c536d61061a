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
    local.set(
      'register-explorer:choices',
      '[{"what":"GM","where":"country","path":"/country/records/GM"},{"what":"entry 12","where":"planet","path":"/planet/entries/12"}]',
    );
    return async () => expect(local.has('register-explorer:choices')).toBe(false);
  },
  'audits that were not finished, and ranges read by audits': async () => {
    const head = {
      logSize: 5,
      rootHash: '972248d4c43785a6f232fb502478e365b2abd43365f1e7766541ddacdbdf7a47',
    };
    const log = {
      version: 7,
      registerId: 'planet',
      head,
      variant: 'item',
      leafRule: 'item-json',
      tree: { size: 2, hashes: ['434da3b960482ac27987518151b4b923c487063a8047912e8db1b674e816577a'] },
    };
    const trail = {
      keys: Uint8Array.of(107, 101, 121, 45, 48),
      ends: Uint32Array.of(5),
      latest: Float64Array.of(2),
      counts: Uint32Array.of(2),
    };
    const data = {
      hashes: new Uint8Array(64),
      states: new Uint8Array(2),
      named: Uint32Array.of(0, 1),
      namedBy: Uint32Array.of(1, 2),
    };
    const read = { phase: 'entries', list: { at: undefined }, remarks: [], bytes: 381, elapsedMs: 169 };
    const audits = browserStore('register-explorer-audits', 'audits');
    const key = 'register-explorer:audit:planet';
    await set(`${key}:run`, { ...log, ...read, continuedFrom: 0, index: { size: 2, trail, data } }, audits);
    await set(`${key}:coverage`, [{ first: 1, last: 5, head, at: 1795735243455 }], audits);
    // Finished audits stay.
    const base = { ...log, held: true, at: 1795735243455, index: { size: 2, trail } };
    await set(`${key}:base`, base, audits);
    return async () => {
      expect(await keys(audits)).toEqual([`${key}:base`]);
      expect(await get(`${key}:base`, audits)).toEqual(base);
    };
  },
  'the key of this browser as a witness': async () => {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const origin = 'country.example/v2#items';
    const own = {
      version: 2,
      name: 'ada.example/w1',
      publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
      privateKey: pair.privateKey,
      signed: {
        [origin]: {
          logSize: 1,
          rootHash: '0'.repeat(64),
          signedAtMs: 1_795_000_000_000,
          note: `${origin}\n1\nAAAA\n\n\u2014 ada.example/w1 AAAA\n`,
        },
      },
      sum: 1_234_567_890,
    };
    await set('own', own, browserStore('register-explorer-witness', 'witness'));
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
    await deleteRemovedStorage();
    await check();
    expect([...local]).toEqual([THEME, RECENT]);
    expect(await get('register-explorer:root:country', roots)).toEqual({ version: 1 });
    // At the visit after that there is nothing to do.
    await deleteRemovedStorage();
    await check();
  });
});

test('a whole database, or values in one that stays, can be deleted or changed', async () => {
  await set('own', 1, browserStore('gone', 'things'));
  const stays = browserStore('stays', 'things');
  await set('a:run', 1, stays);
  await set('a:result', [1, 2], stays);
  const values = { database: 'stays', store: 'things' };
  const evenOf = (value: unknown) => [value].flat().filter((one) => one === 2);
  await deleteRemovedStorage([
    { databases: ['gone', 'never there'], session: ['a'] },
    { values: { ...values, keys: /:run$/ } },
    { values: { ...values, keys: /:result$/, remaining: evenOf } },
    { values: { ...values, database: 'never there', keys: /./ } },
  ]);
  expect(await names()).toEqual(['stays']);
  expect(await keys(stays)).toEqual(['a:result']);
  expect(await get('a:result', stays)).toEqual([2]);
});

test('storage that refuses breaks nothing', async () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { removeItem: refuse });
  vi.stubGlobal('indexedDB', brokenDatabases('opening fails', databases));
  session.set('a', '1');
  const values = { database: 'a', store: 'a', keys: /./ };
  await deleteRemovedStorage([{ local: ['a'], databases: ['a'], values, session: ['a'] }]);
  expect(session.size).toBe(0);
});
