import fc from 'fast-check';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER, damaged, oddText, RUNS } from '../testing/hostile-json.ts';
import { markupOf } from '../testing/markup.ts';
import { keepAt, AtContext, readAt, Link } from './link.tsx';
import {
  canBeAddressed,
  formatRegisterId,
  NO_PLACE,
  parsePlace,
  parseRegisterId,
  pathTo,
  type Place,
  readVersions,
  type RegisterId,
  versionPath,
} from './paths.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
const files = [
  'https://files.example/a/country.rsf',
  'http://localhost:8080/~me/x%20y.rsf?download=1&as=a%2Fb',
  'https://files.example/x.rsf~v2',
  'https://files.example/x~earlier+dead@item',
];
const bases = ['https://example.org', 'http://localhost:8080/v1', 'https://h/a%2Fb', 'https://h/näme'];
const mount = fc.constantFrom('v2', 'earlier', 'v2+altered-item', 'earlier+late@register-proof+dead');
const registerIds = fc.oneof<fc.Arbitrary<RegisterId>[]>(
  fc.record({ kind: fc.constant('bundled' as const), name, mount }),
  fc.record({ kind: fc.constant('file' as const), file: fc.oneof(name, fc.constantFrom(...files)), mount }),
  fc.record({ kind: fc.constant('remote' as const), base: fc.constantFrom(...bases) }),
);

const register = { kind: 'bundled', name: 'country', mount: 'v2' } as const;

function roundTrip(place: Parameters<typeof pathTo>[0]): Place {
  const url = new URL(`https://site.example${pathTo(place)}`);
  return parsePlace(url.pathname, url.search);
}

describe('paths', () => {
  const keys = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constantFrom('a/b', 'a%2Fb', '..', '.', '', 'entries', '__proto__', 'x.json', '?', '#', '%', '100%'),
    fc.constantFrom(' ', 'é', '~', 'a+b'),
  );
  test('every key has an address, but one with half of a surrogate pair', () => {
    fc.assert(
      fc.property(
        registerIds,
        keys,
        fc.constantFrom('', '\ud800', '\udc00', '\udc00\ud800'),
        (id, text, half) => {
          const place = { view: 'record', register: id, key: text + half } as const;
          expect(canBeAddressed(place.key)).toBe(place.key.isWellFormed());
          if (canBeAddressed(place.key)) expect(roundTrip(place)).toEqual(place);
          else expect(pathTo(place)).toBe(NO_PLACE);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    [{ view: 'record', register, key: 'GB' }, '/country/records/GB'],
    [{ view: 'entry-proof', register, entryNumber: '3', logSize: '9' }, '/country/proofs/entries/3/9'],
    [{ view: 'consistency-proof', register, from: '197', to: '210' }, '/country/proofs/consistency/197/210'],
    [{ view: 'item', register, hash: 'sha-256:ab' }, '/country/items/sha-256:ab'],
    [{ view: 'overview', register: { ...register, mount: 'earlier' } }, '/country~earlier'],
    [
      { view: 'overview', register: { kind: 'remote', base: 'https://r.org/v1' } },
      '/https%3A%2F%2Fr.org%2Fv1',
    ],
    [{ view: 'changes', register }, '/country/changes'],
    [{ view: 'changes', register, from: '197', to: '210' }, '/country/changes/197/210'],
    [{ view: 'records', register }, '/country/records'],
    [{ view: 'settings' }, '/settings'],
    [{ view: 'start' }, '/'],
  ] as const)('%j is at %s', (place, path) => {
    expect(pathTo(place)).toBe(path);
    expect(roundTrip(place)).toEqual(place);
  });

  test('any address is a place or nowhere, and a place has an address that is the same place', () => {
    const part = fc.oneof(
      fc.constantFrom('country', 'records', 'entries', 'proofs', 'consistency', '1', '', '.'),
      oddText().map((text) => text.slice(0, 500)),
    );
    const path = fc.oneof(
      fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
      fc
        .array(part, { maxLength: 6 })
        .map((parts) => new URL(`https://s.example/${parts.join('/')}`).pathname),
      damaged(fc.constantFrom('/country/records/GB', '/country/proofs/entry/3/9', '/country/changes/1/9')),
    );
    const search = fc.constantFrom('', '?key=..', '?key=%ED%A0%80', '?at=1e3', '?', '?key=a&key=b');
    fc.assert(
      fc.property(path, search, (typed, query) => {
        const place = parsePlace(typed, query);
        if (place.view === 'nowhere') return;
        if ('register' in place)
          expect(parseRegisterId(formatRegisterId(place.register))).toEqual(place.register);
        const parts = Object.values(place).filter((one) => typeof one === 'string');
        // An empty part, `.`, `..` and half of a surrogate pair are not parts of an address.
        if (parts.some((one) => /^\.{0,2}$/.test(one) || !one.isWellFormed())) return;
        expect(pathTo(place)).toMatch(/^\/(?!\/)/);
        expect(roundTrip(place)).toEqual(place);
      }),
      RUNS,
    );
  });

  test.each([
    '/%',
    '/country/records/%E0%A4%A',
    '/UPPER',
    '/country~v3',
    '/country/nonsense',
    '/country/overview',
    '/country/records/a/b',
    '/file:',
    '/rsf:',
    '/rsf:file%3A%2F%2F%2Fx',
    '/check/1',
    '/https%3A%2F%2F',
    '/rsf:https%3A%2F%2Fme%3Asecret%40h%2Fx',
    '/country/changes/1',
    '/country/proofs/entries/1',
  ])('takes %s as nowhere', (path) => expect(parsePlace(path)).toEqual({ view: 'nowhere' }));
});

test('a version in an address is read as it was written, hostile keys and attribute names included', () => {
  for (const key of ['GM', 'a/b', '..', '', '__proto__', 'a?b#c&d=e', '100%'])
    for (const attribute of ['name', '__proto__', 'a&b=c#d?e', '', 'ä/ö', '\u202Ex']) {
      const asked = { version: 206, compare: 9, attribute };
      const { pathname, search, hash } = new URL(versionPath({ register, key }, asked), 'http://site');
      expect(hash).toBe('');
      expect(parsePlace(pathname, search)).toEqual({ view: 'record', register, key });
      expect(readVersions(search)).toEqual(asked);
    }
  expect(versionPath({ register, key: 'GM' }, {})).toBe('/country/records/GM');
  expect(versionPath({ register, key: 'GM' }, { at: 12 })).toBe('/country/records/GM?at=12');
  for (const text of ['0', '-1', '1e3', '0x10', '١', '', '00', '1.0', '9007199254740993'])
    expect(readVersions(`?version=${encodeURIComponent(text)}`).version).toBeNaN();
  expect(readVersions('?version=9007199254740991').version).toBe(Number.MAX_SAFE_INTEGER);
  expect(readVersions('')).toEqual({});
});

test('a moment in an address is a log size', () => {
  expect(readAt('?at=197')).toEqual({ text: '197', size: 197 });
  expect(readAt('?q=x')).toBeUndefined();
  expect(readAt('?at=0')).toEqual({ text: '0', size: NaN });
});

test.each([
  ['/country', '/country?at=197'],
  ['/country/records?q=a#top', '/country/records?q=a&at=197#top'],
  ['/country/records?at=5', '/country/records?at=5'],
  ['/country~earlier/records', '/country~earlier/records'],
  ['/currency', '/currency'],
])('a moment is kept by links within its register alone, once: %s', (path, kept) => {
  expect(keepAt(path, { register: '/country', at: '197' })).toBe(kept);
  expect(keepAt(path, undefined)).toBe(path);
});

test('a link to what cannot be addressed is text, whatever was added to its path', () => {
  const shown = (to: string): string =>
    markupOf(
      <AtContext value={{ register: '/country', at: '206' }}>
        <MemoryRouter>
          <Link to={to} className="mono">
            <b>words</b>
          </Link>
        </MemoryRouter>
      </AtContext>,
    );
  expect(shown('/country/records/GB')).toContain('href="/country/records/GB?at=206"');
  for (const to of [NO_PLACE, `${NO_PLACE}?at=5`]) expect(shown(to)).toBe('<b>words</b>');
});
