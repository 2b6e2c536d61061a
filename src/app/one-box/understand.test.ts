import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { BoxContext, Found, Meaning, OpenRegister, RecordMatch, WholeAnswer } from './model.ts';
import { isOffer } from './model.ts';
import { firstFor, understand } from './understand.ts';

const bundled = (name: string, mount = 'v2'): RegisterId => ({ kind: 'bundled', name, mount });
const CURRENCY = { id: bundled('currency'), name: 'currency', title: 'Currencies' };
const PLANET = { id: bundled('planet'), name: 'planet', title: 'Planets' };

const ANYWHERE: BoxContext = {
  site: 'https://site.example/app',
  registersAddress: 'https://site.example/app/registers',
  here: undefined,
  registers: [CURRENCY, PLANET],
};

/** A context with the register countries on view. */
function on(given: Partial<OpenRegister> = {}): BoxContext {
  const here: OpenRegister = {
    id: bundled('country'),
    name: 'country',
    title: 'Countries',
    base: 'https://site.example/app/registers/country/v2',
    isBlobs: false,
    logSize: 295,
    at: undefined,
    attributes: ['country', 'name', 'currency', 'start-date'],
    hashes: [],
    find: () => ({ records: [] }),
    ...given,
  };
  return { ...ANYWHERE, here };
}

const HERE = on();
const remote = (base: string): BoxContext => on({ id: { kind: 'remote', base }, base });
/** The register on view, in which this was found for this text. */
const found = (text: string, answer: Found): BoxContext =>
  on({ find: (typed) => (typed === text ? answer : { records: [] }) });
const NOTHING: WholeAnswer = {
  hasKey: false,
  of: 206,
  now: 0,
  formerly: 0,
  missing: 0,
  attributes: ['citizen'],
};
/** The same, read whole. */
const inWhole = (
  text: string,
  given: Partial<WholeAnswer> = {},
  records: readonly RecordMatch[] = [],
): BoxContext => found(text, { records, whole: { ...NOTHING, ...given } });
const SWAZILAND = { key: 'SZ', name: 'Eswatini', because: 'Swaziland', former: true };
const hash = (start: string): Hash => start.padEnd(64, '7') as Hash;
const at200 = on({ at: 200, logSize: 200, presentSize: 210 });

/** What was understood, in order: `what → where it leads`, below /country unless that begins with `/`; notes begin with `!` (a fault) or `i`. */
function told(typed: string, context = HERE): readonly string[] {
  return understand(typed, context).map(inShort);
}

function inShort(one: Meaning): string {
  if (!isOffer(one)) return `${one.isProblem ? '!' : 'i'} ${one.what}`;
  const { target } = one;
  if (target.kind === 'check') return `${one.what} → check`;
  if (target.kind === 'moment') return `${one.what} → from ${target.span.words}`;
  return `${one.what} → ${target.path.replace(/^\/country\//, '')}${target.present ? ' exactly' : ''}`;
}

const details = (typed: string, context: BoxContext): readonly string[] =>
  understand(typed, context).flatMap((one) => (isOffer(one) ? one.detail : []));

const NO_BUNDLE =
  '! This is no proof bundle. Paste a whole bundle, or type a key, an entry number or a hash.';
const EUR = 'Records whose currency is EUR → records?attribute=currency&value=EUR';
const FIELD = 'https://field.register.gov.uk';
const NAME = 'https://host.example/name/v1';

test.each<[typed: string, context: BoxContext, ...expected: string[]]>([
  // Keys.
  ['GB', HERE, 'Record GB → records/GB', 'Search the records for GB → records?q=GB'],
  ['gb', found('gb', { records: [{ key: 'GB' }] }), 'Record GB → records/GB'],
  ['a/b', HERE, 'Record a/b → records/a%2Fb'],
  ['..', HERE, 'Record .. → record?key=..'],
  ['entries', HERE, 'Record entries → records/entries'],
  ['Record GB', HERE, 'Record GB → records/GB'],
  [
    'GB',
    ANYWHERE,
    'Record GB of Currencies → /currency/records/GB',
    'Record GB of Planets → /planet/records/GB',
  ],
  ['united arab', HERE, 'Search the records for united arab → records?q=united+arab'],
  ['curr', ANYWHERE, 'The register Currencies → /currency'],
  ['planit', ANYWHERE, 'The register Planets → /planet'],
  // Entries.
  ['194', HERE, 'Entry 194 → entries/194', 'Record 194 → records/194'],
  ['#194', HERE, 'Entry 194 → entries/194'],
  ['entry 12', HERE, 'Entry 12 → entries/12'],
  ['1,204', on({ logSize: 5000 }), 'Entry 1,204 → entries/1204'],
  ['296', HERE, '! The log has 295 entries; there is no entry 296 yet.', 'Record 296 → records/296'],
  [
    '205',
    at200,
    '! This is the register with 200 entries; entry 205 came later.',
    'Entry 205, in the register as it is now → entries/205 exactly',
  ],
  ['2018', at200, '! The log has 210 entries; there is no entry 2,018 yet.'],
  ['0', HERE, '! There is no entry 0: entries are numbered from 1.'],
  ['9'.repeat(17), HERE, '! No log has that many entries: numbers go to 9,007,199,254,740,991.'],
  // Values and curies.
  ['currency=EUR', HERE, EUR],
  ['Currency:  EUR ', HERE, EUR],
  [
    'citizen=Briton',
    inWhole('citizen=Briton'),
    'Records whose citizen is Briton → records?attribute=citizen&value=Briton',
  ],
  ['capital=Paris', on({ attributes: [] }), 'Record capital=Paris → records/capital%3DParis'],
  ['currency:EUR', HERE, 'Record EUR of Currencies → /currency/records/EUR', EUR],
  ['country:GB', HERE, 'Record GB → records/GB'],
  ['currency:', HERE, 'The register Currencies → /currency'],
  [
    'currency:EUR',
    on({ id: bundled('country', 'earlier+stale-root') }),
    'Record EUR of Currencies (bundled, earlier) → /currency~earlier/records/EUR',
  ],
  [
    'field:name',
    remote('https://country.register.gov.uk'),
    `Record name of ${FIELD} → /${encodeURIComponent(FIELD)}/records/name`,
  ],
  [
    // An attribute comes before a register that nobody opened.
    'name:Germany',
    remote('https://host.example/country/v1'),
    `Records whose name is Germany → /${encodeURIComponent('https://host.example/country/v1')}/records?attribute=name&value=Germany`,
    `Record Germany of ${NAME} → /${encodeURIComponent(NAME)}/records/Germany`,
  ],
  ['file:country-60413ca0', HERE, 'The register country-60413ca0 → /file:country-60413ca0 exactly'],
  // Dates.
  ['13/06/2018', HERE, '! Write a day as 2018-06-13: 13/06/2018 can be read in two ways.'],
  [
    '2012-10',
    HERE,
    'Countries as it was at the end of Oct 2012 → /country?at=2012-10 exactly',
    'The entries of Oct 2012 → from Oct 2012',
  ],
  ['2012-02-30', HERE, '! There is no such day or time: 2012-02-30.'],
  [
    '2012',
    on({ logSize: 3000 }),
    'Entry 2,012 → entries/2012',
    'Record 2012 → records/2012',
    'Countries as it was at the end of 2012 → /country?at=2012-12-31 exactly',
  ],
  // Evidence.
  ['c2sp.org/tlog-proof@v1\nindex 4\n', HERE, 'A tlog-proof → check'],
  ['{"version":1,\n"format": "register-proof-bundle"}', ANYWHERE, 'A proof bundle → check'],
  ['{"format":"register-misbehaviour-report"}', HERE, 'A misbehaviour report → check'],
  ['{"format":"register-explorer-roots"}', HERE, 'A file of remembered roots → /settings'],
  ['{}', HERE, NO_BUNDLE],
  ['[1', HERE, NO_BUNDLE],
  ['{"entry-number":5}', HERE, NO_BUNDLE],
  ['x'.repeat(5000), HERE, expect.stringMatching(/^! This is too long/)],
  [`[${'1,'.repeat(1_500_000)}1]`, HERE, expect.stringMatching(/^! This is too long/)],
])('%.40s', (typed, context, ...expected) =>
  expect(told(typed, context).slice(0, expected.length)).toEqual(expected),
);

test('views, pages and registers go by their names, and nothing by no text', () => {
  expect(told('  ')).toEqual([]);
  expect(told('settings', ANYWHERE)).toContain('The page settings → /settings exactly');
  expect(told('Log')).toContain('The page Log → entries');
  expect(told('overview')).toContain('The page overview → /country');
  expect(told('planets')).toContain('The register Planets → /planet');
  expect(told('record').join()).not.toContain('The page');
});

test('what is only written like a curie is none', () => {
  for (const typed of ['sha-256:f89f36', 'localhost:4381/registers/field/v2', 'nothing:EUR'])
    expect(told(typed).filter((one) => /^Record \S+ of/.test(one))).toEqual([]);
  expect(told('capital=Paris').filter((one) => one.includes('attribute='))).toEqual([]);
});

describe('where the whole register is known', () => {
  test('only what is in it is offered, and the search says how much it finds', () => {
    const france = { key: 'FR', name: 'France', because: 'France' };
    expect(told('France', inWhole('France', { now: 1 }, [france]))).toEqual([
      'Record FR → records/FR',
      'Search the records for France → records?q=France',
    ]);
    const context = inWhole('xy', { now: 1, formerly: 2 });
    expect(told('xy', context)).toEqual(['Search the records for xy → records?q=xy']);
    expect(details('xy', context)).toEqual(['1 record matches; 2 more matched in a former version.']);
    expect(told('xy', inWhole('xy', { formerly: 2 }))[0]).toMatch(/&former=yes$/);
    expect(told('XY', inWhole('XY', { hasKey: true }))[0]).toBe('Record XY → records/XY');
    expect(told('194', inWhole('194', { now: 1 }))).not.toContain('Record 194 → records/194');
  });

  test('what is not in it is said not to be, unless the text means something else', () => {
    expect(told('qqqq', inWhole('qqqq'))).toEqual([
      '! Nothing in this register matches qqqq. It is no key, and in no value of its 206 records.',
    ]);
    expect(told('qqqq', inWhole('qqqq', { missing: 3 }))[0]).toMatch(/that could be read matches qqqq/);
    expect(told('planet:7', inWhole('planet:7'))).toEqual(['Record 7 of Planets → /planet/records/7']);
    expect(told('qqq', inWhole('qqqq'))).toContain('Record qqq → records/qqq');
  });

  test('a former value is said to be one', () => {
    const value = { count: 0, former: [SWAZILAND] };
    const context = inWhole('name=Swaziland', { value, attributes: ['name'] });
    expect(told('name=Swaziland', context)).toEqual([
      'i No record has the name Swaziland now; it is a former value.',
      'Record SZ → records/SZ',
    ]);
    expect(details('name=Swaziland', context)).toEqual(['Eswatini. Formerly Swaziland.']);
    const two = inWhole('name=X', { value: { ...value, count: 2 }, attributes: ['name'] });
    expect(details('name=X', two)).toEqual(['2 records have exactly this value.']);
  });
});

test('without a register on view, one that was read offers what is in it, and nothing else', () => {
  const { find } = inWhole('swaziland', { formerly: 1 }, [SWAZILAND]).here ?? {
    find: () => ({ records: [] }),
  };
  const context = { ...ANYWHERE, read: [{ ...CURRENCY, find }] };
  const offers = told('swaziland', context);
  expect(offers[0]).toBe('Record SZ of Currencies → /currency/records/SZ');
  expect(offers).toContain('Record swaziland of Planets → /planet/records/swaziland');
  expect(offers.join()).not.toContain('Record swaziland of Currencies');
});

test('the same key in registers of one title is told apart by form and host', () => {
  const base = 'https://currency.register.example/v2';
  const others = [
    { ...CURRENCY, id: bundled('currency', 'earlier') },
    { ...CURRENCY, id: { kind: 'remote', base } as const },
  ];
  const context = { ...ANYWHERE, registers: [CURRENCY, ...others, PLANET] };
  expect(told('GB', context).filter((one) => one.startsWith('Record'))).toEqual([
    'Record GB of Currencies (bundled, v2) → /currency/records/GB',
    'Record GB of Currencies (bundled, earlier) → /currency~earlier/records/GB',
    `Record GB of Currencies (currency.register.example/v2) → /${encodeURIComponent(base)}/records/GB`,
    'Record GB of Planets → /planet/records/GB',
  ]);
});

test.each([
  ['united', HERE, true, 'Search the records for united → records?q=united'],
  ['united', HERE, false, 'Record united → records/united'],
  ['194', HERE, true, 'Entry 194 → entries/194'],
  ['GB', found('GB', { records: [{ key: 'GB' }] }), true, 'Record GB → records/GB'],
])(
  'Enter, on %s: a key that nobody confirmed in time is searched for',
  (typed, context, isLate, expected) => {
    const offer = firstFor(typed, context, isLate);
    expect(offer && inShort(offer)).toBe(expected);
  },
);

describe('a hash', () => {
  const whole = hash('8d92e1');
  const data = `Item 8d92e177…77777777 → items/${whole}`;
  const context = on({
    hashes: [
      { hash: hash('8d92ff'), rootOf: 206 },
      { hash: whole, entry: { entryNumber: 5, key: 'GB' } },
    ],
  });

  test.each([whole, `sha-256:${whole}`, `1220${whole}`, `SHA-256:${whole.toUpperCase()}`])(
    'is data in either spelling: %s',
    (typed) => expect(told(typed)[0]).toBe(data),
  );

  test.each(['8d92', 'sha-256:8d92', '8D92', '12208d92', '8d92e1…7777', '8d92e1...7777'])(
    'is found by its ends among what was read: %s',
    (typed) => expect(told(typed, context)).toEqual(expect.arrayContaining([data, 'Entry 5 → entries/5'])),
  );

  test('may be a root, which is the register at its size', () => {
    const root = 'The root hash of 206 entries → /country?at=206 exactly';
    expect(told('8d92', context)).toContain(root);
    expect(told(hash('8d92ff'), context)[0]).toBe(root);
  });

  test.each([
    [whole.slice(1), /this has 63, 1 too few/],
    [`${whole}77`, /this has 66, 2 too many/],
    [`1220${whole}7`, /this has 65, 1 too many/],
    [`sha-256:8d92g${whole}`, /character 5 after the prefix is g/],
    ['sha-256:abcd', /^! Nothing read so far has a hash like abcd/],
    ['sha-256:ab', /at least 4/],
  ])('that is no hash is told why: %s', (typed, words) => expect(told(typed, context)[0]).toMatch(words));

  test('that says it is one is taken for nothing else; a plain word stays a key', () => {
    expect(told('sha-256: 8d92', context).filter((one) => /attribute=|records\/sha/.test(one))).toEqual([]);
    expect(told('beef')[0]).toBe('Record beef → records/beef');
  });
});

describe('an address', () => {
  const REAL = encodeURIComponent('https://country.register.gov.uk');

  test.each([
    ['https://country.register.gov.uk', `/${REAL}`],
    ['country.register.gov.uk/record/GB', `/${REAL}/records/GB`],
    ['https://country.register.gov.uk/entry/5', `/${REAL}/entries/5`],
    [`https://country.register.gov.uk/items/sha-256:${hash('ab')}`, `/${REAL}/items/${hash('ab')}`],
    ['https://country.register.gov.uk/records/name/Mali', `/${REAL}/records?attribute=name&value=Mali`],
    ['localhost:8080/x', `/${encodeURIComponent('http://localhost:8080/x')}`],
    ['https://site.example/app/registers/planet/earlier/records/mars', '/planet~earlier/records/mars'],
    ['https://host.example/a/tree.rsf', `/rsf:${encodeURIComponent('https://host.example/a/tree.rsf')}`],
    ['host.example/get?name=x.rsf', `/rsf:${encodeURIComponent('https://host.example/get?name=x.rsf')}`],
    ['localhost:8080/download-rsf', `/rsf:${encodeURIComponent('http://localhost:8080/download-rsf')}`],
    ['rsf:https://host.example/a', `/rsf:${encodeURIComponent('https://host.example/a')}`],
    ['/record/GB', 'records/GB'],
    ['/entries/5', 'entries/5'],
    ['https://site.example/app/planet/records/mars?at=9', '/planet/records/mars?at=9'],
    ['/planet/entries/3', '/planet/entries/3'],
    ['https://site.example/app', '/'],
    ['/settings', '/settings'],
    // As browsers read them: a backslash is a slash, and two dots go back.
    ['https://site.example/app/planet\\entries\\3', '/planet/entries/3'],
    ['https://site.example/app/planet/records/../entries/3', '/planet/entries/3'],
  ])('%s opens %s', (typed, path) =>
    expect(told(typed)[0]?.replace(/.* → /, '').replace(' exactly', '')).toBe(path),
  );

  test('that does not look like a file may be opened as one, and the other way round', () => {
    const offers = (typed: string): string => told(typed).join('\n');
    expect(offers('https://host.example/data')).toContain(
      `→ /rsf:${encodeURIComponent('https://host.example/data')}`,
    );
    expect(offers('https://host.example/x.rsf')).toContain(
      `→ /${encodeURIComponent('https://host.example/x.rsf')}`,
    );
  });

  test.each([
    ['javascript:alert(1)', /./],
    ['ftp://host.example/x', /^! A register is opened by http or https, not by ftp\./],
    ['https://me:secret@host.example', /^! Leave out the user name and password/],
    ['https://[bad', /^! This is not a web address/],
  ])('%s is refused', (typed, words) => {
    expect(told(typed)[0]).toMatch(words);
    const led = told(typed).filter((one) => / → (?!check|from)/.test(one));
    expect(led.filter((one) => !/ → (?:records|entries|items)\b/.test(one))).toEqual([]);
  });
});

describe('whatever is typed', () => {
  const half = '\ud800';
  const shapes = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\p{L}\d ]{1,40}$/u),
    fc.json(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.stringMatching(/^[#/:=.0-9a-f\- ]{0,80}$/),
    fc
      .tuple(
        fc.constantFrom('', '/', 'https://a.b.example/', 'currency:', 'x='),
        fc.string({ unit: 'binary' }),
      )
      .map(([start, text]) => start + half + text),
  );

  test('nothing throws, nothing leads out of this site, and something is said', () => {
    const contexts = fc.constantFrom(HERE, ANYWHERE, on({ logSize: undefined, at: 7 }));
    fc.assert(
      fc.property(shapes, contexts, (typed, context) => {
        const meanings = understand(typed, context);
        if (typed.trim() !== '') expect(meanings.length).toBeGreaterThan(0);
        // With a register on view, plain words are never a dead end.
        if (context === HERE && /^[\p{L}\d ]*[\p{L}\d][\p{L}\d ]*$/u.test(typed))
          expect(meanings.some(isOffer)).toBe(true);
        for (const one of meanings) {
          expect(one.what).not.toBe('');
          if (isOffer(one) && one.target.kind === 'path') expect(one.target.path).toMatch(/^\/(?!\/)/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('half of a surrogate pair is never offered as the address of a record', () => {
    expect(told(`x${half}`).some((one) => one.startsWith('Record'))).toBe(false);
    expect(told('x', found('x', { records: [{ key: `x${half}` }] }))).toEqual([
      'Record x → records/x',
      'Search the records for x → records?q=x',
    ]);
  });
});
