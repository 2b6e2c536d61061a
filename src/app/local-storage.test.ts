import { afterEach, expect, test, vi } from 'vitest';
import { hasStored, noteStored } from '../query/stored-audit.ts';
import { refusedWords } from '../trust/refusal-words.ts';
import { readRefusedStorage } from '../trust/storage-refusals.ts';
import { chooseTheme, openedBefore, readTheme } from './local-storage.ts';

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
const COUNTRY = { id: 'country', title: 'Country', openedAt: 1 };

test.each<[string, () => unknown]>([
  ...[
    ['{', 'null', '[null,7,"text",[],{"id":7}]', '{"__proto__":{"length":3}}'],
    ['[{"id":"country","title":"Country","openedAt":1e300}]'],
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

test('registers opened before are kept, newest first, each once, at most 100; and forgotten without a trace', () => {
  const kept = new Map<string, string>();
  storageIs(() => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }));
  for (let n = 0; n < 102; n += 1) openedBefore.add(country(n));
  openedBefore.add(country(5));
  const newest = Array.from({ length: 102 }, (_, n) => 101 - n).filter((n) => n !== 5);
  expect(openedBefore.read()).toEqual([5, ...newest].slice(0, 100).map(country));
  for (const { id } of openedBefore.read()) openedBefore.remove(id);
  expect([openedBefore.read(), kept.size]).toEqual([[], 0]);
});
