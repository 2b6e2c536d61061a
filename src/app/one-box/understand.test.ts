import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { findInCache } from './find-records.ts';
import {
  type BoxContext,
  type Found,
  isOffer,
  type Meaning,
  type OpenRegister,
  type WholeAnswer,
} from './model.ts';
import { readDateSpan } from './read-date.ts';
import { abbreviatedDigits } from './read-hash.ts';
import { firstFor, isAwaited, understand } from './understand.ts';

const bundled = (name: string): RegisterId => ({ kind: 'bundled', name, mount: 'v2' });
const CURRENCY = { id: bundled('currency'), name: 'currency', title: 'Currencies' };
const PLANET = { id: bundled('planet'), name: 'planet', title: 'Planets' };

function aRegister(given: Partial<OpenRegister> = {}): OpenRegister {
  return {
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
}

function aContext(here: OpenRegister | undefined): BoxContext {
  return {
    site: 'https://site.example/app',
    registersAddress: 'https://site.example/app/registers',
    here,
    registers: [CURRENCY, PLANET],
  };
}

const HERE = aContext(aRegister());
const ANYWHERE = aContext(undefined);
const remote = (base: string): BoxContext => aContext(aRegister({ id: { kind: 'remote', base }, base }));
/** The register on view, in which this was found for this text. */
const found = (text: string, answer: Found): BoxContext =>
  aContext(aRegister({ find: (typed) => (typed === text ? answer : { records: [] }) }));
const inWhole = (
  text: string,
  given: Partial<WholeAnswer> = {},
  records: Found['records'] = [],
): BoxContext =>
  found(text, {
    records,
    whole: { hasKey: false, of: 206, now: 0, formerly: 0, missing: 0, attributes: ['citizen'], ...given },
  });
const SWAZILAND = { key: 'SZ', name: 'Eswatini', because: 'Swaziland', former: true };
const hash = (start: string): Hash => start.padEnd(64, '7') as Hash;

/** What was understood, in order: `what → where it leads`; notes begin with `!` (a fault) or `i`. */
function told(typed: string, context = HERE): readonly string[] {
  return understand(typed, context).map(inShort);
}

function inShort(one: Meaning): string {
  if (!isOffer(one)) return `${one.isProblem ? '!' : 'i'} ${one.what}`;
  const { target } = one;
  if (target.kind === 'path') return `${one.what} → ${target.path}${target.present ? ' exactly' : ''}`;
  return `${one.what} → ${target.kind === 'check' ? 'check' : `${target.as} at ${target.span.words}`}`;
}

const first = (typed: string, context = HERE): string | undefined => told(typed, context)[0];
const details = (typed: string, context: BoxContext): readonly string[] =>
  understand(typed, context).flatMap((one) => (isOffer(one) ? one.detail : []));

const SEARCH_GB = 'Search the records for GB → /country/records?q=GB';

test.each<[what: string, typed: string, context: BoxContext, expected: readonly string[]]>([
  ['a key', 'GB', HERE, ['Record GB → /country/records/GB', SEARCH_GB]],
  [
    'a key in any case',
    'gb',
    found('gb', { records: [{ key: 'GB', former: false }] }),
    ['Record GB → /country/records/GB'],
  ],
  ['a key with a slash', 'a/b', HERE, ['Record a/b → /country/records/a%2Fb']],
  ['a key of dots', '..', HERE, ['Record .. → /country/record?key=..']],
  ['a key called like a view', 'entries', HERE, ['Record entries → /country/records/entries']],
  [
    'a key without a register',
    'GB',
    ANYWHERE,
    ['Record GB of Currencies → /currency/records/GB', 'Record GB of Planets → /planet/records/GB'],
  ],
  ['a named key', 'Record GB', HERE, ['Record GB → /country/records/GB']],
  [
    'digits: an entry, then a key',
    '194',
    HERE,
    ['Entry 194 → /country/entries/194', 'Record 194 → /country/records/194'],
  ],
  ['an entry', '#194', HERE, ['Entry 194 → /country/entries/194']],
  ['an entry in words', 'entry 12', HERE, ['Entry 12 → /country/entries/12']],
  [
    'an entry with a separator',
    '1,204',
    aContext(aRegister({ logSize: 5000 })),
    ['Entry 1,204 → /country/entries/1204'],
  ],
  [
    'an entry beyond the log',
    '296',
    HERE,
    ['! The log has 295 entries; there is no entry 296 yet.', 'Record 296 → /country/records/296'],
  ],
  [
    'an entry after the size on view',
    '205',
    aContext(aRegister({ at: 200, logSize: 200, presentSize: 210 })),
    [
      '! This is the register with 200 entries; entry 205 came later.',
      'Entry 205, in the register as it is now → /country/entries/205 exactly',
    ],
  ],
  [
    'an entry beyond the log and the size on view',
    '2018',
    aContext(aRegister({ at: 200, logSize: 200, presentSize: 210 })),
    ['! The log has 210 entries; there is no entry 2,018 yet.'],
  ],
  ['entry 0', '0', HERE, ['! There is no entry 0: entries are numbered from 1.']],
  [
    'a number that no log has',
    '99999999999999999',
    HERE,
    ['! No log has that many entries: numbers go to 9,007,199,254,740,991.'],
  ],
  [
    'a value',
    'currency=EUR',
    HERE,
    ['Records whose currency is EUR → /country/records?attribute=currency&value=EUR'],
  ],
  [
    'a value with a space and capitals',
    'Currency:  EUR ',
    HERE,
    ['Records whose currency is EUR → /country/records?attribute=currency&value=EUR'],
  ],
  [
    'a value of an attribute that records have',
    'citizen=Briton',
    inWhole('citizen=Briton'),
    ['Records whose citizen is Briton → /country/records?attribute=citizen&value=Briton'],
  ],
  [
    'a value where no attribute is known',
    'capital=Paris',
    aContext(aRegister({ attributes: [] })),
    ['Record capital=Paris → /country/records/capital%3DParis'],
  ],
  ['words', 'united arab', HERE, ['Search the records for united arab → /country/records?q=united+arab']],
  [
    'a curie',
    'currency:EUR',
    HERE,
    [
      'Record EUR of Currencies → /currency/records/EUR',
      'Records whose currency is EUR → /country/records?attribute=currency&value=EUR',
    ],
  ],
  ['a curie of this register', 'country:GB', HERE, ['Record GB → /country/records/GB']],
  ['a curie of a whole register', 'currency:', HERE, ['The register Currencies → /currency']],
  [
    'a curie keeps the variant',
    'currency:EUR',
    aContext(aRegister({ id: { kind: 'bundled', name: 'country', mount: 'earlier+stale-root' } })),
    ['Record EUR of Currencies (bundled, earlier) → /currency~earlier/records/EUR'],
  ],
  [
    'a curie beside a host',
    'field:name',
    remote('https://country.register.gov.uk'),
    [
      `Record name of https://field.register.gov.uk → /${encodeURIComponent('https://field.register.gov.uk')}/records/name`,
    ],
  ],
  [
    'an attribute before a register nobody opened',
    'name:Germany',
    remote('https://host.example/country/v1'),
    [
      `Records whose name is Germany → /${encodeURIComponent('https://host.example/country/v1')}/records?attribute=name&value=Germany`,
      `Record Germany of https://host.example/name/v1 → /${encodeURIComponent('https://host.example/name/v1')}/records/Germany`,
    ],
  ],
  ['a register by its title', 'curr', ANYWHERE, ['Record curr of Currencies → /currency/records/curr']],
  [
    'a file register',
    'file:country-60413ca0',
    HERE,
    ['The register country-60413ca0 → /file:country-60413ca0 exactly'],
  ],
  [
    'a day that can be read in two ways',
    '13/06/2018',
    HERE,
    ['! Write a day as 2018-06-13: 13/06/2018 can be read in two ways.'],
  ],
  [
    'a date',
    '2012-10',
    HERE,
    [
      'Countries as it was at the end of Oct 2012 → size at Oct 2012',
      'The entries of Oct 2012 → entries at Oct 2012',
    ],
  ],
  ['a date that is none', '2012-02-30', HERE, ['! There is no such day or time: 2012-02-30.']],
  [
    'a year: a number first',
    '2012',
    aContext(aRegister({ logSize: 3000 })),
    [
      'Entry 2,012 → /country/entries/2012',
      'Record 2012 → /country/records/2012',
      'Countries as it was at the end of 2012 → size at 2012',
    ],
  ],
  ['a tlog-proof', 'c2sp.org/tlog-proof@v1\nindex 4\n', HERE, ['A tlog-proof → check']],
  ['a bundle', '{"version":1,\n"format": "register-proof-bundle"}', ANYWHERE, ['A proof bundle → check']],
  ['a report', '{"format":"register-misbehaviour-report"}', HERE, ['A misbehaviour report → check']],
  [
    'remembered roots',
    '{"format":"register-explorer-roots"}',
    HERE,
    ['A file of remembered roots → /settings'],
  ],
  ['nothing', '  ', HERE, []],
])('%s', (_what, typed, context, expected) =>
  expect(told(typed, context).slice(0, expected.length)).toEqual(expected),
);

test.each(['{}', '[1', '{"entry-number":5}'])('other JSON is refused: %s', (typed) =>
  expect(told(typed)).toEqual([expect.stringMatching(/^! This is no proof bundle/)]),
);

test.each(['x'.repeat(5000), `[${'1,'.repeat(1_500_000)}1]`])('a text that is too long is refused', (typed) =>
  expect(told(typed)).toEqual([expect.stringMatching(/^! This is too long/)]),
);

test('views and pages go by their names', () => {
  expect(told('settings', ANYWHERE)).toContain('The page settings → /settings exactly');
  expect(told('Log')).toContain('The page Log → /country/entries');
  expect(told('planets')).toContain('The register Planets → /planet');
});

test('what is only written like a curie is none', () => {
  for (const typed of ['sha-256:f89f36', 'localhost:4381/registers/field/v2', 'nothing:EUR'])
    expect(told(typed).filter((one) => /^Record \S+ of/.test(one))).toEqual([]);
  expect(told('capital=Paris').filter((one) => one.includes('attribute='))).toEqual([]);
});

describe('where the whole register is known', () => {
  test('a value above which no note stands is found by name', () => {
    const france = { key: 'FR', name: 'France', because: 'France', former: false };
    expect(told('France', inWhole('France', { now: 1 }, [france]))).toEqual([
      'Record FR → /country/records/FR',
      'Search the records for France → /country/records?q=France',
    ]);
  });

  test('no key is offered that is not in it, and the search says how much it finds', () => {
    const context = inWhole('xy', { now: 1, formerly: 2 });
    expect(told('xy', context)).toEqual(['Search the records for xy → /country/records?q=xy']);
    expect(details('xy', context)).toEqual(['1 record matches; 2 more matched in a former version.']);
    expect(first('xy', inWhole('xy', { formerly: 2 }))).toMatch(/&former=yes$/);
    expect(first('XY', inWhole('XY', { hasKey: true }))).toBe('Record XY → /country/records/XY');
    expect(told('194', inWhole('194', { now: 1 }))).not.toContain('Record 194 → /country/records/194');
  });

  test('what is not in it is said not to be, unless the text means something else', () => {
    expect(told('qqqq', inWhole('qqqq'))).toEqual([
      '! Nothing in this register matches qqqq. It is no key, and in no value of its 206 records.',
    ]);
    expect(first('qqqq', inWhole('qqqq', { missing: 3 }))).toMatch(/that could be read matches qqqq/);
    expect(told('planet:7', inWhole('planet:7'))).toEqual(['Record 7 of Planets → /planet/records/7']);
    expect(told('qqq', inWhole('qqqq'))).toContain('Record qqq → /country/records/qqq');
  });

  test('a former value is said to be one', () => {
    const value = { attribute: 'name', value: 'Swaziland', count: 0, former: [SWAZILAND] };
    const context = inWhole('name=Swaziland', { value, attributes: ['name'] });
    expect(told('name=Swaziland', context)).toEqual([
      'i No record has the name Swaziland now; it is a former value.',
      'Record SZ → /country/records/SZ',
    ]);
    expect(details('name=Swaziland', context)).toEqual(['Eswatini. Formerly Swaziland.']);
    const two = inWhole('name=X', { value: { ...value, value: 'X', count: 2 }, attributes: ['name'] });
    expect(details('name=X', two)).toEqual(['2 records have exactly this value.']);
  });
});

test.each([
  [undefined, 'Opens its list of records.'],
  [true, 'Every value of every record is searched.'],
  [false, 'Only the records read so far are searched: this register is large.'],
])('the search says what it reaches: %s', (searchesAll, detail) =>
  expect(details('two words', aContext(aRegister({ searchesAll })))).toContain(detail),
);

describe('where no register is on view', () => {
  test('a register that was read offers what is in it, and nothing else', () => {
    const { find } = inWhole('swaziland', { formerly: 1 }, [SWAZILAND]).here ?? aRegister();
    const context = { ...ANYWHERE, read: [{ ...CURRENCY, find }] };
    expect(first('swaziland', context)).toBe('Record SZ of Currencies → /currency/records/SZ');
    expect(told('swaziland', context)).toContain('Record swaziland of Planets → /planet/records/swaziland');
    expect(told('swaziland', context).join()).not.toContain('Record swaziland of Currencies');
  });

  test('the same key in registers of one title is told apart by form and host', () => {
    const earlier = { ...CURRENCY, id: { ...CURRENCY.id, mount: 'earlier' } as RegisterId };
    const base = 'https://currency.register.example/v2';
    const elsewhere = { ...CURRENCY, id: { kind: 'remote', base } as const };
    const context = { ...ANYWHERE, registers: [CURRENCY, earlier, elsewhere, PLANET] };
    expect(told('GB', context).filter((one) => one.startsWith('Record'))).toEqual([
      'Record GB of Currencies (bundled, v2) → /currency/records/GB',
      'Record GB of Currencies (bundled, earlier) → /currency~earlier/records/GB',
      `Record GB of Currencies (currency.register.example/v2) → /${encodeURIComponent(base)}/records/GB`,
      'Record GB of Planets → /planet/records/GB',
    ]);
  });
});

describe('Enter', () => {
  const asked = (text: string, isComing: boolean) => ({ ...HERE, asked: { text, isComing } });
  test.each([
    ['united states', asked('united', false), true],
    ['united states', asked('united states', true), true],
    ['united states ', asked('united states', false), false],
    ['#194', asked('', true), false],
    ['GB', ANYWHERE, false],
  ])('%s waits only for an answer to this text that can change it', (typed, context, expected) =>
    expect(isAwaited(typed, context)).toBe(expected),
  );
  test.each([
    ['united', HERE, true, 'Search the records for united → /country/records?q=united'],
    ['united', HERE, false, 'Record united → /country/records/united'],
    ['194', HERE, true, 'Entry 194 → /country/entries/194'],
    ['GB', found('GB', { records: [{ key: 'GB', former: false }] }), true, 'Record GB → /country/records/GB'],
  ])('%s: a key that nobody confirmed in time is searched for', (typed, context, isLate, expected) => {
    const offer = firstFor(typed, context, isLate);
    expect(offer && inShort(offer)).toBe(expected);
  });
});

describe('a hash', () => {
  const whole = hash('8d92e1');
  const data = `Item 8d92e177…77777777 → /country/items/${whole}`;
  const context = aContext(
    aRegister({
      hashes: [
        { hash: hash('8d92ff'), kind: 'root', logSize: 206 },
        { hash: whole, kind: 'data', entry: { entryNumber: 5, key: 'GB' } },
      ],
    }),
  );

  test.each([whole, `sha-256:${whole}`, `1220${whole}`, `SHA-256:${whole.toUpperCase()}`])(
    'is data in either spelling: %s',
    (typed) => expect(first(typed)).toBe(data),
  );

  test.each(['8d92', 'sha-256:8d92', '8D92', '12208d92', '8d92e1…7777', '8d92e1...7777'])(
    'is found by its ends among what was read: %s',
    (typed) => {
      expect(told(typed, context)).toContain(data);
      expect(told(typed, context)).toContain('Entry 5 → /country/entries/5');
    },
  );

  test('may be a root, which is the register at its size', () => {
    const root = 'The root hash of 206 entries → /country?at=206 exactly';
    expect(told('8d92', context)).toContain(root);
    expect(first(hash('8d92ff'), context)).toBe(root);
  });

  test.each([
    [whole.slice(1), /this has 63, 1 too few/],
    [`${whole}77`, /this has 66, 2 too many/],
    [`1220${whole}7`, /this has 65, 1 too many/],
    [`sha-256:8d92g${whole}`, /character 5 after the prefix is g/],
    ['sha-256:abcd', /^! Nothing read so far has a hash like abcd/],
    ['sha-256:ab', /at least 4/],
  ])('that is no hash is told why: %s', (typed, words) => expect(first(typed, context)).toMatch(words));

  test('that says it is one is taken for nothing else; a plain word stays a key', () => {
    expect(told('sha-256: 8d92', context).filter((one) => /attribute=|records\/sha/.test(one))).toEqual([]);
    expect(first('beef')).toBe('Record beef → /country/records/beef');
  });
});

describe('a date', () => {
  test.each([
    ['3 Oct 2012, 14:22', '3 Oct 2012, 14:22'],
    ['2012-10-03T14:22:05.123Z', '3 Oct 2012, 14:22:05'],
    ['2012-10-03t14:22z', '3 Oct 2012, 14:22'],
    ['3 October 2012 14:22', '3 Oct 2012, 14:22'],
    ['2012-10-03,  14:22', '3 Oct 2012, 14:22'],
    ['2012-10-03T14:22+01:00', 'impossible'],
    ['2012-10-03T25:00', 'impossible'],
    ['2012-13', 'impossible'],
    ['14:22', undefined],
    ['Oct 2012, 14:22', undefined],
    ['2012-10-03,14:22', undefined],
    ['1204', undefined],
    [`2012-10${' '.repeat(54)}`, undefined],
    [`2012-10-03T14:22${'x'.repeat(60)}`, undefined],
  ])('%j is read as %j', (typed, expected) => {
    const read = readDateSpan(typed);
    expect(typeof read === 'object' ? read.words : read).toBe(expected);
  });

  test('of the time of an entry ends with that minute or second', () => {
    expect(readDateSpan('2012-10-03T14:22:05Z')).toMatchObject({
      fromMs: Date.UTC(2012, 9, 3, 14, 22, 5),
      untilMs: Date.UTC(2012, 9, 3, 14, 22, 5, 999),
    });
    expect(readDateSpan('2012-10-03 14:22')).toMatchObject({
      untilMs: Date.UTC(2012, 9, 3, 14, 22, 59, 999),
    });
  });

  test('whose place in the log was found leads there', () => {
    const span = readDateSpan('2012-10');
    if (typeof span !== 'object') throw new Error('no date');
    const at = (firstEntry: number, last: number): readonly string[] =>
      told('2012-10', aContext(aRegister({ span: { span, first: firstEntry, last } })));
    expect(at(256, 259).slice(0, 2)).toEqual([
      'Countries as it was at the end of Oct 2012 → /country?at=259 exactly',
      '4 entries of Oct 2012 → /country/entries?entry=256 exactly',
    ]);
    expect(at(260, 259)[1]).toBe('No entries of Oct 2012 → /country/entries?entry=259 exactly');
    expect(at(1, 0)[0]).toMatch(/^! The log had no entries yet/);
  });

  test('is not looked for in a text that is too long to be a hash', () => {
    expect(abbreviatedDigits(`sha-256:${' '.repeat(100)}8d92`)).toMatchObject({ start: '8d92' });
    expect(abbreviatedDigits(`sha-256:${' '.repeat(200)}8d92`)).toBeUndefined();
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
    ['/record/GB', '/country/records/GB'],
    ['/entries/5', '/country/entries/5'],
    ['https://site.example/app/planet/records/mars?at=9', '/planet/records/mars?at=9'],
    ['/planet/entries/3', '/planet/entries/3'],
    ['https://site.example/app', '/'],
    ['/settings', '/settings'],
    // As browsers read them: a backslash is a slash, and two dots go back.
    ['https://site.example/app/planet\\entries\\3', '/planet/entries/3'],
    ['https://site.example/app/planet/records/../entries/3', '/planet/entries/3'],
  ])('%s opens %s', (typed, path) =>
    expect(first(typed)?.replace(/.* → /, '').replace(' exactly', '')).toBe(path),
  );

  test.each([
    ['javascript:alert(1)', undefined],
    ['ftp://host.example/x', '! A register is opened by http or https, not by ftp.'],
    ['https://me:secret@host.example', '! Leave out the user name and password: this page sends none.'],
    ['https://[bad', '! This is not a web address.'],
  ])('%s is refused', (typed, words) => {
    const led = understand(typed, HERE)
      .filter(isOffer)
      .map(({ target }) => (target.kind === 'path' ? target.path : ''));
    expect(led.filter((path) => !path.startsWith('/country/'))).toEqual([]);
    if (words !== undefined) expect(first(typed)).toBe(words);
  });
});

test('records that were read are found by key, name and former values, the closest first', () => {
  const read = {
    hashes: [],
    records: new Map([
      ['GM', { name: 'The Gambia', values: ['GM', 'The Gambia', 'Gambia'] }],
      ['SZ', { name: 'Eswatini', values: ['SZ', 'Eswatini', 'Swaziland'] }],
      ['sz', { values: ['swazi'] }],
    ]),
  };
  const keysFor = (text: string) => findInCache(read, text).records.map(({ key }) => key);
  expect(keysFor('gm')).toEqual(['GM']);
  expect(keysFor('swazi')).toEqual(['sz', 'SZ']);
  expect(keysFor('gambia')).toEqual(['GM']);
  expect(keysFor('x')).toEqual([]);
  const context = found('swazi', findInCache(read, 'swazi'));
  expect(details('swazi', context)).toContain('Eswatini. Found by Swaziland.');
});

describe('whatever is typed', () => {
  const half = '\ud800';
  const contexts = [HERE, ANYWHERE, aContext(aRegister({ logSize: undefined, at: 7 }))];
  const shapes = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
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
    fc.assert(
      fc.property(shapes, fc.constantFrom(...contexts), (typed, context) => {
        const meanings = understand(typed, context);
        if (typed.trim() !== '') expect(meanings.length).toBeGreaterThan(0);
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
    expect(told('x', found('x', { records: [{ key: `x${half}`, former: false }] }))).toEqual([
      'Record x → /country/records/x',
      'Search the records for x → /country/records?q=x',
    ]);
  });

  test('with a register on view, plain words are never a dead end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\d ]{1,40}$/u), (typed) => {
        expect(typed.trim() === '' || understand(typed, HERE).some(isOffer)).toBe(true);
      }),
    );
  });
});
