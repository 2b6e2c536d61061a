import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeptPlace } from './kept-places.ts';

const KEY = 'register-explorer:places';
const place: KeptPlace = {
  address: '/country',
  top: 700,
  marks: [
    { kind: 'details', name: 'How we know', nth: 0, value: 'open' },
    { kind: 'beside', name: 'Records', nth: 1, value: 40 },
  ],
};

let stored: Map<string, string>;
/** The page as it is loaded anew in this tab. */
async function loaded() {
  vi.resetModules();
  return import('./kept-places.ts');
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('places', () => {
  test('are kept for each entry of the history and outlive the document', async () => {
    const before = await loaded();
    before.keepPlace('a 1', place);
    before.writePlaces();
    const { placeOf } = await loaded();
    expect(placeOf('a 1', '/country')).toEqual(place);
    expect(placeOf('b 1', '/country')).toBeUndefined();
  });

  test('of another view are none: an entry may have been written over', async () => {
    const { keepPlace, placeOf } = await loaded();
    keepPlace('a 1', place);
    expect(placeOf('a 1', '/country/records')).toBeUndefined();
  });

  test('are forty at most; the one left longest ago gives way', async () => {
    const { keepPlace, placeOf } = await loaded();
    for (let n = 0; n < 40; n += 1) keepPlace(`${n}`, place);
    keepPlace('0', place);
    keepPlace('40', place);
    expect(placeOf('1', '/country')).toBeUndefined();
    expect(placeOf('0', '/country')).toEqual(place);
    expect(placeOf('40', '/country')).toEqual(place);
  });

  test('last as long as the page where storage refuses', async () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
    const { keepPlace, placeOf, writePlaces } = await loaded();
    keepPlace('a 1', place);
    expect(writePlaces).not.toThrow();
    expect(placeOf('a 1', '/country')).toEqual(place);
  });

  test.each([
    '{',
    'null',
    '7',
    '{}',
    '[null,7,["a 1"]]',
    JSON.stringify([['a 1', { ...place, top: 'far' }]]),
    JSON.stringify([['a 1', { ...place, marks: [{ kind: 'script', name: '', nth: 0, value: '' }] }]]),
    JSON.stringify([['a 1', { ...place, marks: [{ kind: 'field', name: 'x', nth: 0, value: 7 }] }]]),
    JSON.stringify([['a 1', { ...place, marks: [{ kind: 'beside', name: 'x', nth: 0.5, value: 7 }] }]]),
  ])('that are spoilt are none: %s', async (spoilt) => {
    stored.set(KEY, spoilt);
    const { placeOf } = await loaded();
    expect(placeOf('a 1', '/country')).toBeUndefined();
  });
});
