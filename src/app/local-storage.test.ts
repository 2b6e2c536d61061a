import { afterEach, expect, test, vi } from 'vitest';
import { hasStored, noteStored } from '../query/stored-audit.ts';
import { readRefusedStorage, refusedWords } from '../trust/storage-refusals.ts';
import { choices, chooseTheme, openedBefore, readTheme } from './local-storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** What reading localStorage returns: an object, nothing, or an error. */
function storageIs(give: () => unknown): void {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: give });
}

const holding = (text: string | null, setItem: () => void = () => undefined) => ({
  getItem: () => text,
  setItem,
  removeItem: () => undefined,
});

const refused = (name: string) => () => {
  throw new DOMException('refused', name);
};

const full = () => holding(null, refused('QuotaExceededError'));
const denied = refused('SecurityError');
const OFFER = { what: 'GM', where: 'country', path: '/country/records/GM' };
const COUNTRY = { id: 'country', title: 'Country', openedAt: 1 };

test.each<[string, () => unknown]>([
  ...[
    ['{', 'null', '[null,7,"text",[],{"id":7}]', '{"__proto__":{"length":3}}'],
    ['[{"id":"country","title":"Country","openedAt":1e300}]'],
    // Choices of other sites, of no path in this site, and with endless texts.
    ['javascript:alert(1)', '//evil.example/', '/Country!/records'].map((path) =>
      JSON.stringify([{ ...OFFER, path }]),
    ),
    [JSON.stringify([{ ...OFFER, what: 'x'.repeat(1000) }])],
  ]
    .flat()
    .map((text): [string, () => unknown] => [`holding ${JSON.stringify(text)}`, () => holding(text)]),
  // Last, because what is refused lasts as long as the page.
  ['missing', () => undefined],
  ['denied', denied],
  ['refusing each call', () => ({ getItem: denied, setItem: denied })],
  ['full', full],
])('localStorage that is %s reads as empty, and nothing breaks', (fault, give) => {
  storageIs(give);
  expect(readTheme()).toBe('system');
  chooseTheme('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  chooseTheme('system');
  expect(openedBefore.read()).toEqual([]);
  openedBefore.add(COUNTRY);
  openedBefore.remove('country');
  expect(choices.read()).toEqual([]);
  choices.add(OFFER);
  choices.clear();
  // The note of an audit lasts as long as the page.
  noteStored('audit', `of a page where it is ${fault}`);
  expect(hasStored('audit', `of a page where it is ${fault}`)).toBe(true);
});

test.each([
  ['full', full, /no room left/],
  ['denied', denied, /does not let the page keep anything/],
])('a refusal is reported if it is %s, until writing works again', async (_, give, words) => {
  storageIs(give);
  openedBefore.add(COUNTRY);
  openedBefore.add(COUNTRY);
  chooseTheme('dark');
  await vi.waitFor(() => expect(refusedWords(readRefusedStorage()).join(' ')).toMatch(words));
  expect(refusedWords(readRefusedStorage())).toHaveLength(1);
  // It lasts as long as the page.
  expect(openedBefore.read()).toHaveLength(1);
  storageIs(() => holding(null));
  openedBefore.add(COUNTRY);
  chooseTheme('system');
  await vi.waitFor(() => expect(readRefusedStorage().size).toBe(0));
  expect(refusedWords(readRefusedStorage())).toEqual([]);
});

const country = (n: number) => ({ ...COUNTRY, id: `r${n}` });
const offer = (n: number) => ({ ...OFFER, path: `/country/records/${n}` });

interface StoredList {
  read(): readonly object[];
  add(one: object): void;
  clear(): void;
}

test.each<[string, StoredList, (n: number) => object, number]>([
  ['registers opened before', openedBefore, country, 100],
  ['offers taken before', choices, offer, 10],
])(
  '%s are kept, newest first, each once, so many at most; and forgotten without a trace',
  (_, list, one, most) => {
    const kept = new Map<string, string>();
    storageIs(() => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }));
    for (let n = 0; n < most + 2; n += 1) list.add(one(n));
    list.add(one(5));
    const newest = Array.from({ length: most + 2 }, (_, n) => most + 1 - n).filter((n) => n !== 5);
    expect(list.read()).toEqual([5, ...newest].slice(0, most).map(one));
    list.clear();
    expect([list.read(), kept.size]).toEqual([[], 0]);
  },
);
