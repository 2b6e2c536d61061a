import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { BoxContext } from '../../app/one-box/box-context.ts';
import { understand } from '../../app/one-box/understand.ts';
import { isOffer, plainWords } from '../../app/one-box/understood.ts';
import {
  canBeAddressed,
  formatRegisterId,
  NO_PLACE,
  parsePlace,
  parseRegisterId,
  pathTo,
  type Place,
  type RegisterId,
} from '../../ui/paths.ts';
import { writeReport } from '../../verify/evidence/write-report.ts';
import { writeBundle } from '../../verify/evidence/write-bundle.ts';
import { aBundle, aMisbehaviour, NOON } from '../evidence-builders.ts';
import { damaged } from '../hostile-json.ts';
import { HOSTILE_TEXTS, oddText, plain } from './generators.ts';
import type { RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

const SITE = 'https://site.example';

type Real = Exclude<Place, { view: 'nowhere' }>;

const registerId: fc.Arbitrary<RegisterId> = fc.oneof(
  plain({
    kind: fc.constant('bundled' as const),
    name: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
    mount: fc.constantFrom('v2', 'earlier', 'v2+altered-item+link-none'),
  }),
  plain({
    kind: fc.constant('file' as const),
    file: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,8}$/),
    mount: fc.constantFrom('v2', 'earlier'),
  }),
  plain({
    kind: fc.constant('remote' as const),
    base: fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      oddText()
        .map((text) => `https://r.example/${text}`)
        .filter((base) => URL.canParse(base) && canBeAddressed(base)),
    ),
  }),
);

function placeWith(text: fc.Arbitrary<string>): fc.Arbitrary<Real> {
  const part = text.filter((one) => one !== '' && !/^\.{1,2}$/.test(one));
  const register = registerId;
  return fc.oneof(
    fc.constantFrom<Real>({ view: 'start' }, { view: 'check' }, { view: 'settings' }),
    plain({
      view: fc.constantFrom(
        'overview' as const,
        'records' as const,
        'entries' as const,
        'items' as const,
        'proofs' as const,
        'audit' as const,
        'lab' as const,
        'compare' as const,
        'api' as const,
      ),
      register,
    }),
    plain({ view: fc.constant('record' as const), register, key: text }),
    plain({ view: fc.constant('entry' as const), register, entryNumber: part }),
    plain({ view: fc.constant('item' as const), register, hash: part }),
    plain({ view: fc.constant('entry-proof' as const), register, entryNumber: part, logSize: part }),
    plain({ view: fc.constant('consistency-proof' as const), register, from: part, to: part }),
    plain({ view: fc.constant('changes' as const), register, from: part, to: part }),
  );
}

/** back reads a path as the browser hands it over. */
function back(path: string): Place {
  const url = new URL(SITE + path);
  assert.equal(url.origin, SITE, `${path} leaves the site`);
  return parsePlace(url.pathname, url.search);
}

const places = target({
  name: 'places',
  family: 'router',
  invariant:
    'the address of a place leads back to that place and nowhere else; only half of a surrogate pair has none',
  cases: (real: RealData) => placeWith(oddText(real).filter((text) => text.length < 3_000)),
  holds(place) {
    let path: string;
    try {
      path = pathTo(place);
    } catch (error) {
      // Only keys come from a server; numbers and hashes in addresses are the page's own.
      assert.ok(error instanceof URIError && place.view !== 'record');
      return;
    }
    if (path === NO_PLACE) {
      assert.ok(place.view === 'record' && !canBeAddressed(place.key));
      return;
    }
    assert.match(path, /^\/(?!\/)/);
    assert.deepEqual(back(path), place);
  },
});

const addresses = target({
  name: 'addresses',
  family: 'router',
  invariant: 'any address is a place or nowhere, and a place has an address that is the same place',
  cases: (real: RealData) =>
    fc.tuple(
      fc.oneof(
        damaged(placeWith(fc.constantFrom('GB', 'a%2Fb', '..')).map(pathTo)),
        fc
          .array(
            oddText(real).filter((text) => text.length < 500),
            { maxLength: 6 },
          )
          .map((parts) => `/${parts.join('/')}`),
        fc
          .array(
            fc.constantFrom(
              'country',
              'records',
              'entries',
              'proofs',
              'consistency',
              '1',
              '',
              '.',
              ...HOSTILE_TEXTS,
            ),
            { maxLength: 6 },
          )
          .map((parts) => `/${parts.map(encodeLeniently).join('/')}`),
      ),
      fc.constantFrom(
        '',
        '?key=..',
        '?key=%ED%A0%80',
        '?at=1e3',
        '?',
        '?key=a&key=b',
        '?at=9999999999999999999',
      ),
    ),
  holds([path, search]) {
    // As a browser has it in its address bar, and as it never would.
    const paths = [path, ...(URL.canParse(SITE + path) ? [new URL(SITE + path).pathname] : [])];
    for (const one of paths) {
      const place = parsePlace(one, search);
      if (place.view === 'nowhere') continue;
      if ('register' in place)
        assert.deepEqual(parseRegisterId(formatRegisterId(place.register)), place.register);
      let own: string;
      try {
        own = pathTo(place);
      } catch (error) {
        assert.ok(error instanceof URIError);
        continue;
      }
      if (own === NO_PLACE) continue;
      const again = back(own);
      // An empty part, `.` and `..` are no parts of an address.
      const parts = Object.values(place).filter((part) => typeof part === 'string');
      if (parts.some((part) => /^\.{0,2}$/.test(part)) && place.view !== 'record') continue;
      assert.deepEqual(again, place);
    }
  },
});

function encodeLeniently(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

const bundled = (name: string): RegisterId => ({ kind: 'bundled', name, mount: 'v2' });
const here = {
  id: bundled('country'),
  name: 'country',
  title: 'Countries',
  base: `${SITE}/registers/country/v2`,
  variant: 'item' as const,
  logSize: 295,
  at: undefined,
  attributes: ['country', 'name', 'start-date', '__proto__'],
  known: { records: new Map(), entries: new Map(), hashes: [] },
  found: {},
};
const CONTEXTS: readonly BoxContext[] = [here, { ...here, at: 7, logSize: undefined }, undefined].map(
  (open) => ({
    site: SITE,
    registersAddress: `${SITE}/registers`,
    here: open,
    registers: [
      { id: bundled('currency'), name: 'currency', title: 'Currencies' },
      { id: { kind: 'remote', base: 'https://r.example/v1' }, name: '__proto__', title: '\u202Ex' },
    ],
  }),
);

const box = target({
  name: 'one-box',
  family: 'router',
  invariant:
    'whatever is typed or pasted is understood in words, leads to places of this site alone, and never throws',
  cases: (real: RealData) =>
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: oddText(real) },
        {
          weight: 2,
          arbitrary: damaged(fc.constantFrom(...real.answers.map(({ text }) => text.slice(0, 4_000)))),
        },
        {
          weight: 1,
          arbitrary: damaged(fc.constantFrom(writeBundle(aBundle()), writeReport(aMisbehaviour(), NOON))),
        },
        {
          weight: 2,
          arbitrary: damaged(
            placeWith(oddText(real))
              .map(pathSafely)
              .map((path) => SITE + path),
          ),
        },
        { weight: 1, arbitrary: oddText(real).map((text) => `name=${text}`) },
      ),
      fc.constantFrom(...CONTEXTS),
    ),
  holds([typed, context]) {
    const understood = understand(typed, context);
    if (typed.trim() !== '') assert.ok(understood.length > 0, 'nothing is said');
    for (const one of understood) {
      assert.notEqual(plainWords(one.what), '');
      if (!isOffer(one) || one.target.kind !== 'path') continue;
      assert.match(one.target.path, /^\/(?!\/)/);
      assert.notEqual(back(one.target.path).view, 'nowhere', one.target.path);
    }
  },
});

function pathSafely(place: Real): string {
  try {
    return pathTo(place);
  } catch {
    return '/';
  }
}

/** ROUTER_TARGETS are the claims about addresses and what leads to them. */
export const ROUTER_TARGETS: readonly FuzzTarget[] = [places, addresses, box];
