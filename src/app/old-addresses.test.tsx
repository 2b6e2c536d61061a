import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { parsePlace } from '../ui/paths.ts';
import { newAddressOf, OLD_ADDRESSES, RemovedNote } from './old-addresses.tsx';

const REMOTE = '/https%3A%2F%2Fexample.org%2Fcountry';
const ROOT = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729';
const RSF = '/rsf:https%3A%2F%2Fexample.org%2Fcountry.rsf~earlier';

/** An address, and what it leads to. */
const TARGETS: Readonly<Record<string, readonly (readonly [address: string, target: string])[]>> = {
  lab: [
    ['/country/lab?entry=12', '/country/entries/12'],
    ['/country/lab?entry=12&preset=compare', '/country/entries/12'],
    ['/country/lab', '/country'],
    ['/country/lab/?entry=none', '/country'],
    ['/country~earlier/lab?entry=3', '/country~earlier/entries/3'],
    ['/unfaithful~v2+altered-item/lab?entry=3', '/unfaithful~v2+altered-item/entries/3'],
    [`${REMOTE}/lab?entry=3`, `${REMOTE}/entries/3`],
    ['/file:country-8d92e1e0/lab?entry=3', '/file:country-8d92e1e0/entries/3'],
    [`${RSF}/lab?entry=3`, `${RSF}/entries/3`],
  ],
  tour: [
    ['/tour', '/'],
    ['/tour/?stop=6&api=blobs', '/'],
  ],
  conformance: [['/conformance?base=https%3A%2F%2Fexample.org%2Fcountry', '/help']],
  certificate: [
    ['/country/records/GB?print=certificate', '/country/records/GB'],
    ['/country/records/GB?at=200&print=certificate', '/country/records/GB?at=200'],
    ['/country/record?key=..&print=certificate', '/country/record?key=..'],
    [`${REMOTE}/records/a%252Fb?print=certificate`, `${REMOTE}/records/a%252Fb`],
  ],
  'sent-root': [
    [`/country/compare?size=208&root=${ROOT}`, `/country/compare#seen=208.${ROOT}`],
    [`/country~earlier/compare?root=1220${ROOT}&size=208`, `/country~earlier/compare#seen=208.${ROOT}`],
    [`${RSF}/records/oak?size=3&root=sha-256:${ROOT}`, `${RSF}/records/oak#seen=3.${ROOT}`],
    [`${RSF}/records?at=2&root=abc`, `${RSF}/records?at=2#seen=.abc`],
  ],
  'proof-link': [['/check#proof=AAEC', '/check']],
};

const addressIn = (text: string) => {
  const { pathname, search, hash } = new URL(`http://site.example${text}`);
  return { pathname, search, hash };
};

test('every removed feature has a test', () => {
  expect(Object.keys(TARGETS)).toEqual(Object.keys(OLD_ADDRESSES));
});

describe.each(Object.entries(TARGETS))('an old address of %s', (feature, targets) => {
  test.each(targets)('%s leads to %s', (address, target) => {
    expect(newAddressOf(addressIn(address))).toEqual({ feature, target });
    expect(newAddressOf(addressIn(target))).toBeUndefined();
  });

  // Else requests for a register of that name would begin before the page is there.
  test.each(targets)('%s names no register of its own', (address, target) => {
    const { pathname, search } = addressIn(address);
    const place = parsePlace(pathname, search);
    const isThere = 'register' in place && target.startsWith(pathname);
    expect('register' in place).toBe(isThere);
  });

  test('is explained on the page that it leads to', () => {
    expect(noteFor({ removed: feature })).toContain(OLD_ADDRESSES[feature]?.words);
  });
});

test.each([
  '/',
  '/country/records/lab',
  '/country/lab/12',
  '/Country!/lab',
  '/check',
  '/check#words',
  '/country?print=certificate',
  '/country/records/GB?print=page',
  '/country/records?root=oak',
])('%s is no old address', (address) => {
  expect(newAddressOf(addressIn(address))).toBeUndefined();
});

test.each([null, undefined, 'lab', { removed: 7 }, { removed: 'constructor' }, { pasted: 'lab' }])(
  'with the history state %j there is no note',
  (state) => expect(noteFor(state)).toBe(''),
);

function noteFor(state: unknown): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[{ pathname: '/country', state }]}>
      <RemovedNote />
    </MemoryRouter>,
  );
}
