import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepsAudit, noteAudit } from '../query/audit-flag.ts';
import { readUnkept } from '../verify/unkept.ts';
import { chooseLive } from './live.tsx';
import { choices, openedBefore } from './kept-lists.ts';
import { chooseTheme, readTheme } from './theme.ts';
import { unkeptWords } from './unkept.tsx';

afterEach(() => vi.unstubAllGlobals());

/** localStorage as it is handed out: an object, nothing, or an error. */
function storageIs(give: () => unknown): void {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: give });
}

function holding(spoilt: string | null, set: () => void = () => undefined) {
  return { getItem: () => spoilt, setItem: set, removeItem: () => undefined };
}

const refused = (name: string) => () => {
  throw new DOMException('refused', name);
};

const FAULTS: readonly (readonly [string, () => unknown])[] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['denied', refused('SecurityError')],
  ['refusing each call', () => ({ getItem: refused('SecurityError'), setItem: refused('SecurityError') })],
  ['full', () => holding(null, refused('QuotaExceededError'))],
  ...[
    '{',
    '',
    'null',
    '7',
    '"text"',
    '{}',
    '[null,7,"text",[],{"id":7}]',
    '[{"id":"country","title":"Country","openedAt":1e300}]',
    '[{"what":"a","where":"b","path":"javascript:alert(1)"}]',
    '{"__proto__":{"length":3}}',
    '\ud800',
  ].map((spoilt) => [`holding ${JSON.stringify(spoilt)}`, () => holding(spoilt)] as const),
];

/** Every use of localStorage, and what is read where there is nothing that can be believed. */
const USES: Record<string, () => void> = {
  'the look': () => {
    expect(readTheme()).toBe('system');
    chooseTheme('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    chooseTheme('system');
  },
  'registers opened before': () => {
    expect(openedBefore.read()).toEqual([]);
    openedBefore.add({ id: 'country', title: 'Country', openedAt: 1 });
    openedBefore.remove('country');
  },
  'offers taken before': () => {
    expect(choices.read()).toEqual([]);
    choices.add({ what: 'GM', where: 'country', path: '/country/records/GM' });
    choices.clear();
  },
  'whether new entries are watched for': () => {
    chooseLive(false);
    chooseLive(true);
  },
};

describe.each(FAULTS)('where localStorage is %s', (fault, give) => {
  test.each(Object.entries(USES))('%s is read as nothing, and nothing breaks', (_, use) => {
    storageIs(give);
    expect(use).not.toThrow();
  });

  test('the note of an audit lasts as long as the page', () => {
    storageIs(give);
    const register = `of a page where it is ${fault}`;
    noteAudit(register);
    expect(keepsAudit(register)).toBe(true);
  });
});

describe('what cannot be kept is said', () => {
  test.each([
    ['full', () => holding(null, refused('QuotaExceededError')), /no room left/],
    ['denied', refused('SecurityError'), /does not let the page keep anything/],
  ])('where it is %s, until it can be kept again', async (_, give, words) => {
    storageIs(give);
    openedBefore.add({ id: 'country', title: 'Country', openedAt: 1 });
    chooseLive(true);
    openedBefore.add({ id: 'country', title: 'Country', openedAt: 1 });
    chooseTheme('dark');
    await vi.waitFor(() => expect(unkeptWords(readUnkept()).join(' ')).toMatch(words));
    expect(unkeptWords(readUnkept())).toHaveLength(1);
    // It lasts as long as the page.
    expect(openedBefore.read()).toHaveLength(1);
    storageIs(() => holding(null));
    openedBefore.add({ id: 'country', title: 'Country', openedAt: 1 });
    chooseTheme('system');
    await vi.waitFor(() => expect(readUnkept().size).toBe(0));
    expect(unkeptWords(readUnkept())).toEqual([]);
  });
});

describe('offers taken before', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    storageIs(() => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }));
  });
  const choice = (key: string) => ({
    what: `Record ${key}`,
    where: 'Countries',
    path: `/country/records/${key}`,
  });

  test('keeps the last ten, newest first, each path once', () => {
    for (let n = 0; n < 12; n += 1) choices.add(choice(`K${n}`));
    choices.add(choice('K5'));
    expect(choices.read().map(({ what }) => what)).toEqual(
      [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => `Record K${n}`),
    );
  });

  test('forgets all, and leaves nothing behind', () => {
    choices.add(choice('GB'));
    choices.clear();
    expect(choices.read()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{"0":1}'],
    ['an address elsewhere', JSON.stringify([{ ...choice('GB'), path: 'https://evil.example/' }])],
    ['an address without a scheme', JSON.stringify([{ ...choice('GB'), path: '//evil.example/' }])],
    ['a path that is no place', JSON.stringify([{ ...choice('GB'), path: '/Country!/records' }])],
    ['something too long', JSON.stringify([{ ...choice('GB'), what: 'x'.repeat(1000) }])],
  ])('takes %s for nothing', (_name, text) => {
    kept.set('register-explorer:choices', text);
    expect(choices.read()).toEqual([]);
  });
});
