import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepsAudit, noteAudit } from '../query/kept-audit.ts';
import { readUnkept } from '../verify/unkept.ts';
import { choices, chooseTheme, openedBefore, readTheme } from './local-storage.ts';
import { chooseLive } from './live.tsx';
import { unkeptWords } from './unkept.tsx';

afterEach(() => vi.unstubAllGlobals());

/** localStorage as it is handed out: an object, nothing, or an error. */
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
  ['missing', () => undefined],
  ['null', () => null],
  ['denied', denied],
  ['refusing each call', () => ({ getItem: denied, setItem: denied })],
  ['full', full],
  ...[
    ['{', '', 'null', '7', '"text"', '{}', '[null,7,"text",[],{"id":7}]', '\ud800'],
    ['[{"id":"country","title":"Country","openedAt":1e300}]', '{"__proto__":{"length":3}}'],
    ['[{"what":"a","where":"b","path":"javascript:alert(1)"}]'],
  ]
    .flat()
    .map((text): [string, () => unknown] => [`holding ${JSON.stringify(text)}`, () => holding(text)]),
])('where localStorage is %s, it is read as nothing, and nothing breaks', (fault, give) => {
  storageIs(give);
  expect(readTheme()).toBe('system');
  chooseTheme('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  chooseTheme('system');
  expect(openedBefore.read()).toEqual([]);
  openedBefore.add(COUNTRY);
  openedBefore.remove('country');
  expect(choices.read()).toEqual([]);
  choices.add({ what: 'GM', where: 'country', path: '/country/records/GM' });
  choices.clear();
  for (const isLive of [false, true]) chooseLive(isLive);
  // The note of an audit lasts as long as the page.
  noteAudit(`of a page where it is ${fault}`);
  expect(keepsAudit(`of a page where it is ${fault}`)).toBe(true);
});

test.each([
  ['full', full, /no room left/],
  ['denied', denied, /does not let the page keep anything/],
])('what cannot be kept is said where it is %s, until it can be kept again', async (_, give, words) => {
  storageIs(give);
  openedBefore.add(COUNTRY);
  chooseLive(true);
  openedBefore.add(COUNTRY);
  chooseTheme('dark');
  await vi.waitFor(() => expect(unkeptWords(readUnkept()).join(' ')).toMatch(words));
  expect(unkeptWords(readUnkept())).toHaveLength(1);
  // It lasts as long as the page.
  expect(openedBefore.read()).toHaveLength(1);
  storageIs(() => holding(null));
  openedBefore.add(COUNTRY);
  chooseTheme('system');
  await vi.waitFor(() => expect(readUnkept().size).toBe(0));
  expect(unkeptWords(readUnkept())).toEqual([]);
});

test('registers opened before are kept, newest first, each once, at most a hundred', () => {
  let kept: string | null = null;
  storageIs(() => ({ getItem: () => kept, setItem: (_: string, text: string) => void (kept = text) }));
  for (let n = 0; n < 102; n += 1) openedBefore.add({ id: `r${n}`, title: 'R', openedAt: n });
  openedBefore.add({ id: 'r50', title: 'R', openedAt: 200 });
  const ids = openedBefore.read().map(({ id }) => id);
  expect([ids.length, ...ids.slice(0, 3)]).toEqual([100, 'r50', 'r101', 'r100']);
});

describe('offers taken before', () => {
  const choice = (key: string) => ({
    what: `Record ${key}`,
    where: 'Countries',
    path: `/country/records/${key}`,
  });

  test('are kept, the last ten, newest first, each path once; and forgotten without a trace', () => {
    const kept = new Map<string, string>();
    storageIs(() => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }));
    for (let n = 0; n < 12; n += 1) choices.add(choice(`K${n}`));
    choices.add(choice('K5'));
    const whats = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => `Record K${n}`);
    expect(choices.read().map(({ what }) => what)).toEqual(whats);
    choices.clear();
    expect([choices.read(), kept.size]).toEqual([[], 0]);
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{"0":1}'],
    ['an address elsewhere', JSON.stringify([{ ...choice('GB'), path: 'https://evil.example/' }])],
    ['an address without a scheme', JSON.stringify([{ ...choice('GB'), path: '//evil.example/' }])],
    ['a path that is no place', JSON.stringify([{ ...choice('GB'), path: '/Country!/records' }])],
    ['something too long', JSON.stringify([{ ...choice('GB'), what: 'x'.repeat(1000) }])],
  ])('are none in %s', (_name, text) => {
    storageIs(() => holding(text));
    expect(choices.read()).toEqual([]);
  });
});
