import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { anEntry } from '../../testing/builders.ts';
import { ANY_CHARACTER, RUNS } from '../../testing/hostile-json.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { BoxContext, CopyMatches, RegisterOnView } from './offers.ts';
import { pathOfAddress } from './addresses.ts';
import { isSearched, understand } from './understand.ts';

const bundled = (name: string, mount = 'v2'): RegisterId => ({ kind: 'bundled', name, mount });
const register = (name: string, title: string) => ({ id: bundled(name), name, title });
const CURRENCY = register('currency', 'Currencies');
const PLANET = register('planet', 'Planets');
const UNFAITHFUL = register('unfaithful', 'Unfaithful');

const ANYWHERE: BoxContext = {
  site: 'https://site.example/app',
  registersAddress: 'https://site.example/app/registers',
  here: undefined,
  registers: [UNFAITHFUL, CURRENCY, PLANET],
};

/** A context with the register countries on view. */
function on(given: Partial<RegisterOnView> = {}): BoxContext {
  const here: RegisterOnView = {
    ...register('country', 'Countries'),
    base: 'https://site.example/app/registers/country/v2',
    isBlobs: false,
    logSize: 295,
    heads: [],
    ...given,
  };
  return { ...ANYWHERE, here };
}

type Row = CopyMatches['rows'][number];
const row = (key: string, name = '', more: Partial<Row> = {}): Row => ({
  key,
  items: [new Map([['name', name]])],
  found: [],
  ...more,
});
/** Matches in a register that was searched whole. */
const inWhole = (...rows: readonly Row[]): CopyMatches => ({
  rows,
  total: rows.length,
  isWhole: true,
  entries: [],
});
const NOTHING = inWhole();
const HERE = on();
const EMPTY = on({ found: NOTHING });
const was = (value: string) => ({ former: [{ attribute: 'name', value, from: 1, until: 7 }] });
const SWAZILAND = row('SZ', 'Eswatini', was('Swaziland'));
const SEARCHED = { ...ANYWHERE, registers: [{ ...CURRENCY, found: inWhole(SWAZILAND) }, PLANET] };
const hash = (start: string): Hash => start.padEnd(64, '7') as Hash;
const HASHES = on({
  heads: [{ logSize: 206, rootHash: hash('8d92ff') }],
  found: { ...NOTHING, entries: [anEntry(5, { key: 'GB', itemHashes: [hash('8d92e1')] })] },
});

/**
 * The meanings in order: `text → path`, below /country unless it begins with `/`; problems begin with `!`.
 */
const offersFor = (typed: string, context = HERE): readonly string[] =>
  understand(typed, context).map((one) =>
    typeof one === 'string' ? `! ${one}` : `${one.what} → ${one.path.replace(/^\/country\//, '')}`,
  );

const at = (address: string): string => `/${encodeURIComponent(address)}`;
const DATA = `Item 8d92e177…77777777 → items/${hash('8d92e1')}`;
const REAL = 'https://country.register.gov.uk';
const JUST_FILE = 'https://host.example/data';
const half = '\ud800';
const DUMP = 'https://host.example/a/tree.rsf';

// The first meanings of a text, in order; with `…` at any place.
test.each<[typed: string, context: BoxContext, ...expected: (string | RegExp)[]]>([
  // Keys and words.
  ['GB', HERE, 'Record GB → records/GB', 'Search for GB in the records → records?q=GB'],
  ['..', HERE, 'Record .. → record?key=..'],
  ['united arab', HERE, 'Search for united arab in the records → records?q=united+arab'],
  ['Eswatini', on({ found: inWhole(SWAZILAND) }), 'Record SZ → records/SZ'],
  ['qqqq', EMPTY, /^!/],
  ['swaziland', SEARCHED, /^Record SZ of Curr/, /^Search .*Currencies/, /^Record swaziland of Planets/],
  // A register too large to be searched is asked for exact values.
  [
    'Station Road',
    on({ exact: ['street', 'town'] }),
    'Records whose street is Station Road → records?attribute=street&value=Station+Road',
    'Records whose town is Station Road → records?attribute=town&value=Station+Road',
    'Record Station Road → records/Station%20Road',
  ],
  [
    'inn',
    { ...ANYWHERE, registers: [{ ...PLANET, exact: [] }] },
    'Record inn of Planets → /planet/records/inn',
  ],
  // A search that found nothing names the registers that were searched.
  ['x y', { ...ANYWHERE, registers: [{ ...CURRENCY, found: NOTHING }, PLANET] }, /^!.*Currencies/, /Planets/],
  // Registers by name.
  ['curr', ANYWHERE, 'The register Currencies → /currency'],
  // Entries.
  ['194', HERE, 'Entry 194 → entries/194', 'Record 194 → records/194'],
  ['296', HERE, '! There is no entry 296. The log has 295.', 'Record 296 → records/296'],
  ['9'.repeat(17), HERE, /^!/],
  // A value or a curie is a key or words like any other text.
  ['currency=EUR', HERE, 'Record currency=EUR → records/currency%3DEUR', /^Search for currency=EUR/],
  ['country:GB', HERE, 'Record country:GB → records/country:GB', /^Search for country:GB/],
  // Dates.
  ['13/06/2018', HERE, /^!/],
  [
    '2012',
    on({ logSize: 3000 }),
    'Entry 2,012 → entries/2012',
    'Countries as it was at the end of 2012 → /country?at=2012-12-31',
  ],
  ['3 Oct 2012, 14:22', HERE, /end of 3 Oct 2012, 14:22 → \/country\?at=2012-10-03T14%3A22Z$/],
  // Hashes.
  ...['', 'SHA-256:', '1220'].flatMap((prefix): [string, BoxContext, ...string[]][] => [
    [prefix + hash('8d92e1'), HERE, DATA],
    [`${prefix}8D92`, HASHES, DATA, 'The root hash of 206 entries → /country?at=206', 'Entry 5 → entries/5'],
  ]),
  ['8d92e1…7777', HASHES, DATA, 'Entry 5 → entries/5'],
  [hash('8d92ff'), on({ heads: HASHES.here?.heads ?? [] }), 'The root hash of 206 entries → /country?at=206'],
  [hash('8d92e1').slice(1), HERE, /^! No hash/],
  [`sha-256:8d92g${hash('')}`, HERE, /^! No hash/],
  // Addresses.
  [REAL, HERE, `The register ${REAL} → ${at(REAL)}`, /^Open as an RSF file/],
  ['country.register.gov.uk/record/GB', HERE, `Record GB of ${REAL} → ${at(REAL)}/records/GB`],
  [`${REAL}/records/name/Mali`, HERE, /records\?attribute=name&value=Mali$/],
  [
    'https://site.example/app/registers/planet/earlier/records/mars',
    HERE,
    /→ \/planet~earlier\/records\/mars$/,
  ],
  [DUMP, HERE, `Open as an RSF file → /rsf:${encodeURIComponent(DUMP)}`, /^The register/],
  [JUST_FILE, HERE, /^The register/, `Open as an RSF file → /rsf:${encodeURIComponent(JUST_FILE)}`],
  [`rsf:${JUST_FILE}`, HERE, `Open as an RSF file → /rsf:${encodeURIComponent(JUST_FILE)}`],
  ['https://site.example/app/planet/records/mars?at=9', HERE, /→ \/planet\/records\/mars\?at=9$/],
  // As browsers read them: a backslash is a slash, and two dots go up.
  ['https://site.example/app/planet\\entries\\3', HERE, /→ \/planet\/entries\/3$/],
  // Addresses within the register keep the size on view, unless they have one.
  ['GB', { ...HERE, scope: { register: '/country', at: '9' } }, 'Record GB → records/GB?at=9'],
  ['3 Oct 2012', { ...HERE, scope: { register: '/country', at: '9' } }, /\/country\?at=2012-10-03$/],
  // A bundle is opened in Check.
  ['{"entry-number":5}', HERE, /^Record|^Search/],
  [`[${'1,'.repeat(1_500_000)}1]`, HERE, '! This is too long to be read here.'],
])('%.40s', (typed, context, ...expected) => {
  const all = offersFor(typed, context).slice(0, expected.length);
  expect(all).toEqual(
    expected.map((one) => (typeof one === 'string' ? one : (expect.stringMatching(one) as string))),
  );
});

// What is only written like another thing is not taken for it.
test.each<[typed: string, context: BoxContext, never: RegExp]>([
  ['sha-256:f89f36', HERE, /^Record \S+ of/],
  ['localhost:4381/registers/field/v2', HERE, /^Record \S+ of/],
  ['sha-256: 8d92', HASHES, /attribute=|records\/sha/],
  ['GB', ANYWHERE, /unfaithful/],
  ['javascript:alert(1)', HERE, /→ (?!records)/],
  ['swaziland', SEARCHED, /^Record swaziland of Currencies|^!/],
  ['  ', HERE, /./],
  // Half of a surrogate pair has no address.
  [`x${half}`, HERE, /^Record/],
  [`x${half}`, on({ found: inWhole(row(`x${half}`)) }), /^Record/],
  // A file on a device has none, either.
  ['C:\\data\\country.rsf', HERE, /→/],
  ['d:/my files/country.rsf', ANYWHERE, /→/],
  ['\\\\server\\country.rsf', HERE, /→/],
  ['file:///data/country.rsf', HERE, /→/],
])('%s never offers %#', (typed, context, never) =>
  expect(offersFor(typed, context).filter((one) => never.test(one))).toEqual([]),
);

// What an address below a base address says is kept: on the start page and in the box, for any register.
describe.each([
  [REAL, at(REAL)],
  ['https://site.example/app/registers/planet/earlier', '/planet~earlier'],
  // The address of a page here, and that of the API below it.
  ['https://site.example/app/planet~earlier', '/planet~earlier'],
  [`https://site.example/app/${REAL}`, at(REAL)],
  [`/${REAL}`, at(REAL)],
])('below %s', (base, register) => {
  // What else an address of the API says: api/base-address.test.ts.
  test.each([
    ['/snapshots/20/KEY', '/records/KEY?at=20'],
    ['/snapshots/20', '/records?at=20'],
    ['/records/A/B', '/records?attribute=A&value=B'],
    ['/proof/consistency/10/20/merkle:sha-256', '/proofs/consistency/10/20'],
    ['/proof/entries/10/20/merkle:sha-256', '/proofs/entries/10/20'],
    [`/blobs/1220${hash('8d92e1')}`, `/items/${hash('8d92e1')}`],
  ])('%s leads to %s', (path, place) => {
    expect(pathOfAddress(base + path, ANYWHERE)).toMatchObject({ path: register + place });
    expect(understand(base + path, HERE)[0]).toMatchObject({ path: register + place });
  });
});

test('a path of the API is one of the register on view, and keeps its own size', () => {
  const past = { ...HERE, scope: { register: '/country', at: '9' } };
  const first = (typed: string) => understand(typed, past)[0];
  expect(first('/snapshots/20/GB')).toMatchObject({
    what: 'Record GB at size 20',
    path: '/country/records/GB?at=20',
  });
  expect(first('/proofs/entries/10/20')).toMatchObject({ path: '/country/proofs/entries/10/20' });
  expect(first('/blobs/x')).toMatchObject({ path: '/country/items?at=9' });
});

test.each<[text: string, path: string | undefined]>([
  ...['/planet', '/planet/entries?start=5', '/planet/records?name=A&value=B'].map(
    (path): [string, string] => [ANYWHERE.site + path, path],
  ),
  ['/planet/records/mars', '/planet/records/mars'],
  [`/http://host.example/records/GB`, `${at('http://host.example')}/records/GB`],
  // Without a register on view this could be a path in any.
  ['/blobs/1220', undefined],
  ['host.example', at('https://host.example')],
  [`rsf:${DUMP}`, `/rsf:${encodeURIComponent(DUMP)}`],
  ['C:\\data\\country.rsf', undefined],
  ['ftp://host.example', undefined],
])('as an address, %s leads to %s', (text, path) => {
  const read = pathOfAddress(text, ANYWHERE);
  expect('problem' in read ? undefined : read.path).toBe(path);
});

test.each([
  ['GB', true],
  ['8d92', true],
  ['2012-10', false],
  ['x', false],
  ['194', false],
  ['https://host.example', false],
  ['x'.repeat(300), false],
])('%.20s is looked for in copies: %s', (text, expected) => expect(isSearched(text)).toBe(expected));

const found = [{ attribute: 'official-name', value: 'The Czech Republic' }];

test.each([
  ['czech', { found, ...was('Czech Republic') }, 'Found by The Czech Republic.'],
  ['czech', was('Czech Republic'), 'Formerly Czech Republic.'],
  // A former value that equals the text precedes a current one.
  ['czech republic', { found, ...was('Czech Republic') }, 'Formerly Czech Republic.'],
])('%s is found by a value of today, or a former one: %#', (text, more, why) => {
  const [first] = understand(text, on({ found: inWhole(row('CZ', 'Czechia', more)) }));
  expect(first).toMatchObject({ what: 'Record CZ', detail: `Czechia. ${why}` });
});

const binary = fc.string({ unit: ANY_CHARACTER });
const shapes = fc.oneof(
  binary,
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[\p{L}\d ]{1,40}$/u),
  fc.json(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.stringMatching(/^[#/:=.0-9a-f\- ]{0,80}$/),
  fc
    .tuple(fc.constantFrom('', '/', 'https://a.b.example/', 'currency:', 'x='), binary)
    .map(([start, text]) => start + half + text),
);

test('whatever is typed, nothing throws, nothing leads out of this site, and something is said', () => {
  fc.assert(
    fc.property(shapes, fc.constantFrom(HERE, ANYWHERE, EMPTY), (typed, context) => {
      const meanings = understand(typed, context);
      if (typed.trim() !== '') expect(meanings.length).toBeGreaterThan(0);
      // Plain words always have an offer, even if the register on view was not searched.
      if (context === HERE && /^[\p{L}\d ]*[\p{L}\d][\p{L}\d ]*$/u.test(typed))
        expect(meanings.some((one) => typeof one !== 'string')).toBe(true);
      for (const one of meanings) {
        expect(typeof one === 'string' ? one : one.what).not.toBe('');
        if (typeof one !== 'string') expect(one.path).toMatch(/^\/(?!\/)/);
      }
    }),
    { ...RUNS, numRuns: 3 * (RUNS.numRuns ?? 0) },
  );
});
