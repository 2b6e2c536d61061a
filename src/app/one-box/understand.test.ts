import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataHash } from '../../core/data-hash.ts';
import { formatHash, type Hash } from '../../core/hash.ts';
import { anEntry } from '../../testing/builders.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { BoxContext, Known, OpenRegister, WholeAnswer } from './box-context.ts';
import { readDateSpan } from './date-span.ts';
import { abbreviatedDigits } from './read-hash.ts';
import { understand } from './understand.ts';
import { isOffer, plainWords, type Understood } from './understood.ts';
import { firstFor, isAwaited } from './use-enter.ts';

/** What is known of a register that was not read. */
const NOTHING_KNOWN: Known = { records: new Map(), entries: new Map(), hashes: [] };
const bundled = (name: string): RegisterId => ({ kind: 'bundled', name, mount: 'v2' });
const CURRENCY = { id: bundled('currency'), name: 'currency', title: 'Currencies' };
const PLANET = { id: bundled('planet'), name: 'planet', title: 'Planets' };

function anyRegister(given: Partial<OpenRegister> = {}): OpenRegister {
  return {
    id: bundled('country'),
    name: 'country',
    title: 'Countries',
    base: 'https://site.example/app/registers/country/v2',
    variant: 'item',
    logSize: 295,
    at: undefined,
    attributes: ['country', 'name', 'currency', 'start-date'],
    known: NOTHING_KNOWN,
    found: {},
    ...given,
  };
}

function contextOf(here: OpenRegister | undefined): BoxContext {
  return {
    site: 'https://site.example/app',
    registersAddress: 'https://site.example/app/registers',
    here,
    registers: [CURRENCY, PLANET],
  };
}

const HERE = contextOf(anyRegister());
const ANYWHERE = contextOf(undefined);

/** What was understood, in order: `what → where it leads`; notes begin with `!` (a fault) or `i`. */
function told(typed: string, context = HERE): readonly string[] {
  return understand(typed, context).map(inShort);
}

function inShort(one: Understood): string {
  if (!isOffer(one)) return `${one.isProblem ? '!' : 'i'} ${plainWords(one.what)}`;
  const { target } = one;
  const to =
    target.kind === 'path'
      ? target.path + (target.present ? ' exactly' : '')
      : target.kind === 'moment'
        ? `${target.as} at ${target.span.words}`
        : target.kind;
  return `${plainWords(one.what)} → ${to}`;
}

const leadsOf = (typed: string, context: BoxContext): readonly string[] =>
  understand(typed, context)
    .filter(isOffer)
    .map(({ leads }) => plainWords(leads));
const first = (typed: string, context = HERE): string | undefined => told(typed, context)[0];
const hash = (start: string): Hash => start.padEnd(64, '7') as Hash;
const known = (given: Partial<Known>): BoxContext =>
  contextOf(anyRegister({ known: { ...NOTHING_KNOWN, ...given } }));

describe('half of a surrogate pair', () => {
  const half = '\ud800';
  const matches = { text: 'x', records: [{ key: `x${half}`, former: false }] };
  test('is never offered as the address of a record', () => {
    expect(told(`x${half}`).some((one) => one.includes('Record'))).toBe(false);
    const found = contextOf(anyRegister({ found: { matches } }));
    expect(told('x', found)).toEqual([
      'Record x → /country/records/x',
      'Search the records for x → /country/records?q=x',
    ]);
  });
  test('does not stop anything from being understood', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '/', 'https://a.b.example/', 'currency:', 'x='),
        (text, start) => {
          for (const context of [HERE, ANYWHERE])
            expect(() => understand(start + half + text, context)).not.toThrow();
        },
      ),
    );
  });
});

describe('a key', () => {
  test('is a record, and something to search for', () => {
    expect(told('GB')).toEqual([
      'Record GB → /country/records/GB',
      'Search the records for GB → /country/records?q=GB',
    ]);
  });

  test.each([
    ['a/b', '/country/records/a%2Fb'],
    ['..', '/country/record?key=..'],
    ['__proto__', '/country/records/__proto__'],
    ['entries', '/country/records/entries'],
    ['😀', `/country/records/${encodeURIComponent('😀')}`],
  ])('%j keeps its spelling in the address', (key, path) =>
    expect(told(key)).toContain(`Record ${key} → ${path}`),
  );

  test('that is all digits is offered beside the entry of that number', () => {
    expect(told('194').slice(0, 2)).toEqual([
      'Entry 194 → /country/entries/194',
      'Record 194 → /country/records/194',
    ]);
  });

  test('is found in any case, and by the values of records that were read', () => {
    const context = known({
      records: new Map([
        ['GM', { key: 'GM', name: 'The Gambia', values: ['GM', 'The Gambia', 'Gambia'] }],
        ['SZ', { key: 'SZ', name: 'Eswatini', values: ['SZ', 'Eswatini', 'Swaziland'] }],
      ]),
    });
    expect(first('gm', context)).toBe('Record GM → /country/records/GM');
    expect(first('swaziland', context)).toBe('Record SZ → /country/records/SZ');
    expect(told('gambia', context)).toContain('Record GM → /country/records/GM');
    expect(
      understand('swazi', context)
        .filter(isOffer)
        .map(({ leads }) => plainWords(leads)),
    ).toContain('Eswatini. It is found by Swaziland.');
  });

  test('is found in the copy of the register, which knows former values', () => {
    const matches = {
      text: 'swazi',
      records: [{ key: 'SZ', name: 'Eswatini', because: 'Swaziland', former: true }],
    };
    const context = contextOf(anyRegister({ found: { matches } }));
    expect(told('swazi', context)).toContain('Record SZ → /country/records/SZ');
    expect(told('swaz', context)).not.toContain('Record SZ → /country/records/SZ');
  });

  test('is offered of the registers this browser knows where none is on view', () => {
    expect(told('GB', ANYWHERE)).toContain('Record GB of Currencies → /currency/records/GB');
    expect(told('GB', ANYWHERE)).toContain('Record GB of Planets → /planet/records/GB');
  });
});

describe('with the whole register in hand', () => {
  const whole = { hasKey: false, of: 206, fits: 0, fitted: 0, missing: 0, attributes: ['name', 'citizen'] };
  const inWhole = (text: string, given: { whole?: Partial<WholeAnswer> } = {}) =>
    contextOf(
      anyRegister({
        found: { matches: { text, records: [], whole: { ...whole, ...given.whole } } },
      }),
    );

  test('no key is offered that is not in it', () => {
    expect(told('xy', inWhole('xy', { whole: { fits: 1, fitted: 2 } }))).toEqual([
      'i This register has no record xy; it has 206 records.',
      'Search the records for xy → /country/records?q=xy',
    ]);
    expect(leadsOf('xy', inWhole('xy', { whole: { fits: 1, fitted: 2 } }))).toEqual([
      '1 record fits; 2 more fitted in a former version.',
    ]);
    expect(told('xy', inWhole('xy', { whole: { fitted: 2 } }))).toContain(
      'Search the records for xy → /country/records?q=xy&former=yes',
    );
    expect(told('194', inWhole('194', { whole: { fits: 1 } }))).toEqual([
      'Entry 194 → /country/entries/194',
      'Search the records for 194 → /country/records?q=194',
    ]);
    expect(first('XY', inWhole('XY', { whole: { hasKey: true } }))).toBe('Record XY → /country/records/XY');
  });

  test('nonsense is called so, unless the text means something else', () => {
    expect(told('qqqq', inWhole('qqqq'))).toEqual([
      '! Nothing in this register fits qqqq. It is no key, and in no value of its 206 records.',
    ]);
    expect(first('qqqq', inWhole('qqqq', { whole: { missing: 3 } }))).toMatch(/that could be read fits qqqq/);
    expect(told('planet:7', inWhole('planet:7'))).toEqual(['Record 7 of Planets → /planet/records/7']);
    // What was asked for another text says nothing about this one.
    expect(told('qqq', inWhole('qqqq'))).toContain('Record qqq → /country/records/qqq');
  });

  test('a former name is said to be one', () => {
    const swaziland = {
      text: 'name=Swaziland',
      former: [{ key: 'SZ', name: 'Eswatini', because: 'Swaziland', former: true }],
    };
    const value = { attribute: 'name', value: 'Swaziland', fits: 0, former: swaziland.former };
    const context = inWhole(swaziland.text, { whole: { value } });
    expect(told(swaziland.text, context)).toEqual([
      'i No record has the name Swaziland now; it is a former value.',
      'Record SZ → /country/records/SZ',
    ]);
    expect(leadsOf(swaziland.text, context)).toEqual(['Eswatini. Formerly Swaziland.']);
    const two = inWhole('name=X', { whole: { value: { ...value, value: 'X', fits: 2 } } });
    expect(leadsOf('name=X', two)).toEqual(['2 records have exactly this value.']);
  });

  test('its attributes are those of its records, too', () =>
    expect(first('citizen=Briton', inWhole('citizen=Briton'))).toMatch(/^Records whose citizen is Briton/));
});

describe('where no register is on view', () => {
  const records = [{ key: 'SZ', name: 'Eswatini', because: 'Swaziland', former: true }];
  const whole = { hasKey: false, of: 206, fits: 0, fitted: 1, missing: 0, attributes: [] };
  const read = { ...CURRENCY, known: NOTHING_KNOWN };

  test('a register that was read offers what is in it, and nothing else', () => {
    const matches = { text: 'swaziland', records, whole };
    const context = { ...ANYWHERE, read: [{ ...read, found: { matches } }] };
    expect(first('swaziland', context)).toBe('Record SZ of Currencies → /currency/records/SZ');
    expect(told('swaziland', context)).toContain('Record swaziland of Planets → /planet/records/swaziland');
    expect(told('swaziland', context).join()).not.toContain('Record swaziland of Currencies');
  });

  test('the same key in registers of one title is told apart by form and host', () => {
    const earlier = { ...CURRENCY, id: { ...CURRENCY.id, mount: 'earlier' } as RegisterId };
    const base = 'https://currency.register.example/v2';
    const remote = { ...CURRENCY, id: { kind: 'remote', base } as const };
    const context = { ...ANYWHERE, registers: [CURRENCY, earlier, remote, PLANET] };
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
  const taken = (typed: string, context: BoxContext, isLate: boolean): string => {
    const offer = firstFor(typed, context, isLate);
    return offer === undefined ? 'nothing' : inShort(offer);
  };
  test('waits for what is said of this very text, unless it can be nothing else', () => {
    expect(isAwaited('united states', asked('united', false))).toBe(true);
    expect(isAwaited('united states', asked('united states', true))).toBe(true);
    expect(isAwaited('united states ', asked('united states', false))).toBe(false);
    expect(isAwaited('#194', asked('', true))).toBe(false);
    expect(isAwaited('GB', ANYWHERE)).toBe(false);
  });
  test('searches, where nobody could say in time whether there is such a key', () => {
    expect(taken('united', HERE, true)).toBe('Search the records for united → /country/records?q=united');
    expect(taken('united', HERE, false)).toBe('Record united → /country/records/united');
    expect(taken('united states', HERE, false)).toMatch(/^Search the records/);
    expect(taken('194', HERE, true)).toBe('Entry 194 → /country/entries/194');
    const read = known({ records: new Map([['GB', { key: 'GB', values: [] }]]) });
    expect(taken('GB', read, true)).toBe('Record GB → /country/records/GB');
  });
});

describe('an entry number', () => {
  test.each(['#194', '# 194', ' #194 '])('%j is an entry first', (typed) =>
    expect(first(typed)).toBe('Entry 194 → /country/entries/194'),
  );
  test('may have separators', () =>
    expect(first('1,204', contextOf(anyRegister({ logSize: 5000 })))).toBe(
      'Entry 1,204 → /country/entries/1204',
    ));
  test('beyond the log is said to be, and may still be a key', () => {
    expect(told('296')).toEqual([
      '! The log has 295 entries; there is no entry 296 yet.',
      'Record 296 → /country/records/296',
      'Search the records for 296 → /country/records?q=296',
    ]);
  });
  test('beyond the size on view leads to the present', () => {
    const context = contextOf(anyRegister({ logSize: 120, at: 120 }));
    expect(told('200', context)).toContain(
      'Entry 200, in the register as it is now → /country/entries/200 exactly',
    );
    expect(first('100', context)).toBe('Entry 100 → /country/entries/100');
  });
  test('0 and one that no log can have are refused in words', () => {
    expect(first('0')).toMatch(/^! There is no entry 0/);
    expect(first('99999999999999999')).toMatch(/^! No log has as many entries/);
  });
});

describe('a hash', () => {
  const whole = hash('8d92e1');
  const data = `Item 8d92e177…77777777 → /country/items/${whole}`;

  test.each([whole, `sha-256:${whole}`, `1220${whole}`, `SHA-256:${whole.toUpperCase()}`])(
    'is data in either spelling: %s',
    (typed) => expect(first(typed)).toBe(data),
  );

  const entry = anEntry(5, { key: 'GB', itemHashes: [whole] });
  const context = known({
    entries: new Map([[5, entry]]),
    hashes: [
      { hash: hash('8d92ff'), kind: 'root', logSize: 206 },
      { hash: whole, kind: 'data', entry },
    ],
  });

  test.each(['8d92', 'sha-256:8d92', '8D92', '12208d92', 'sha-256:8d92e1'])(
    'is found by its first digits among what was read: %s',
    (typed) => {
      expect(told(typed, context)).toContain(data);
      expect(told(typed, context)).toContain('Entry 5 → /country/entries/5');
    },
  );

  test.each(['8d92e1…7777', '8d92e1...7777', 'sha-256:8d92e177…77777777'])(
    'is found by both its ends, as pages abbreviate it: %s',
    (typed) => expect(first(typed, context)).toBe(data),
  );

  test('may be a root, which is the register at its size', () => {
    const root = 'The root of the log of 206 entries → /country?at=206 exactly';
    expect(told('8d92', context)).toContain(root);
    expect(first(hash('8d92ff'), context)).toBe(root);
  });

  test.each([
    [whole.slice(1), '63, so that 1 is missing'],
    [`${whole}77`, '66, so that 2 are too many'],
    [`sha-256:${whole.slice(4)}`, '60, so that 4 are missing'],
    [`1220${whole}7`, '65, so that 1 is too many'],
  ])('with a wrong number of digits is told so: %s', (typed, words) => expect(first(typed)).toContain(words));

  test('with a letter that is no digit is told which', () =>
    expect(first(`sha-256:8d92g${whole}`)).toMatch(/^! .*character 5 after the prefix is g/));
  test('that fits nothing read says what to do', () =>
    expect(first('sha-256:abcd', context)).toMatch(/^! Nothing read so far has a hash like abcd/));
  test('that says it is one is taken for nothing else', () => {
    expect(told('sha-256: 8d92', context).filter((one) => /attribute=|records\/sha/.test(one))).toEqual([]);
    expect(told('sha-256:xyz').at(-1)).toMatch(/^Search the records/);
  });
  test('that is too short asks for more', () => expect(first('sha-256:ab')).toMatch(/at least 4/));
  test('that is a plain word too stays a key', () =>
    expect(told('beef')).toEqual([
      'Record beef → /country/records/beef',
      'Search the records for beef → /country/records?q=beef',
    ]));
});

describe('a date', () => {
  test.each(['2012-10', '2012-10-03', '2012-10-03T14:22:00Z', '3 Oct 2012, 14:22', 'Oct 2012'])(
    '%s is the log at its end, and its entries',
    (typed) => {
      expect(first(typed)).toMatch(/^Countries as it was at the end of .* → size at /);
      expect(told(typed)[1]).toMatch(/^The entries of .* → entries at /);
    },
  );
  test('of a year alone is a number first', () => {
    const context = contextOf(anyRegister({ logSize: 3000 }));
    expect(told('2012', context).slice(0, 2)).toEqual([
      'Entry 2,012 → /country/entries/2012',
      'Record 2012 → /country/records/2012',
    ]);
    expect(told('2012', context)).toContain('Countries as it was at the end of 2012 → size at 2012');
  });
  test('whose place in the log was found leads there', () => {
    const span = readDateSpan('2012-10');
    if (typeof span !== 'object') throw new Error('no date');
    const found = (firstEntry: number, last: number): BoxContext =>
      contextOf(anyRegister({ found: { span: { span, first: firstEntry, last } } }));
    expect(told('2012-10', found(256, 259)).slice(0, 2)).toEqual([
      'Countries as it was at the end of Oct 2012 → /country?at=259 exactly',
      '4 entries of Oct 2012 → /country/entries?entry=256 exactly',
    ]);
    expect(told('2012-10', found(260, 259))[1]).toBe(
      'No entries of Oct 2012 → /country/entries?entry=259 exactly',
    );
    expect(told('2012-10', found(1, 0))[0]).toMatch(/^! The log had no entries yet/);
  });
  test.each(['2012-13', '2012-02-30', '2012-10-03T25:00'])('that does not exist is told so: %s', (typed) =>
    expect(first(typed)).toMatch(/^! .* there is no such day or time/),
  );
  test.each([
    ['2012-10-03T14:22:05.123Z', '3 Oct 2012, 14:22:05'],
    ['2012-10-03t14:22z', '3 Oct 2012, 14:22'],
    ['3 October 2012 14:22', '3 Oct 2012, 14:22'],
    ['2012-10-03,  14:22', '3 Oct 2012, 14:22'],
    ['2012-10-03T14:22+01:00', 'impossible'],
    ['14:22', undefined],
    ['Oct 2012, 14:22', undefined],
    ['2012-10-03,14:22', undefined],
  ])('with a time: %j is %j', (typed, expected) => {
    const read = readDateSpan(typed);
    expect(typeof read === 'object' ? read.words : read).toBe(expected);
  });
  test('is not looked for in a text that is too long to be one', () => {
    expect(readDateSpan(`2012-10${' '.repeat(53)}`)).toMatchObject({ words: 'Oct 2012' });
    expect(readDateSpan(`2012-10${' '.repeat(54)}`)).toBeUndefined();
    expect(readDateSpan(`2012-10-03T14:22${'x'.repeat(60)}`)).toBeUndefined();
    expect(abbreviatedDigits(`sha-256:${' '.repeat(100)}8d92`)).toMatchObject({ start: '8d92' });
    expect(abbreviatedDigits(`sha-256:${' '.repeat(200)}8d92`)).toBeUndefined();
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
});

describe('a value', () => {
  test.each(['currency=EUR', 'currency: EUR', 'Currency = EUR', 'currency:  EUR '])(
    '%j filters by it',
    (typed) =>
      expect(first(typed)).toBe(
        'Records whose currency is EUR → /country/records?attribute=currency&value=EUR',
      ),
  );
  test('of an attribute that the register does not have is text; it is asked for where nobody knows its attributes', () => {
    expect(told('capital=Paris').filter((one) => one.includes('attribute='))).toEqual([]);
    expect(told('capital=Paris')).toContain(
      'Search the records for capital=Paris → /country/records?q=capital%3DParis',
    );
    expect(told('capital=Paris', contextOf(anyRegister({ attributes: [] })))).toContain(
      'Records whose capital is Paris → /country/records?attribute=capital&value=Paris',
    );
  });
  test('in free words is searched for', () =>
    expect(told('united arab')).toContain(
      'Search the records for united arab → /country/records?q=united+arab',
    ));
});

describe('a curie', () => {
  test('is a record of another register, and a value here', () => {
    expect(told('currency:EUR').slice(0, 2)).toEqual([
      'Record EUR of Currencies → /currency/records/EUR',
      'Records whose currency is EUR → /country/records?attribute=currency&value=EUR',
    ]);
  });
  test('of this register is a record here', () =>
    expect(first('country:GB')).toBe('Record GB → /country/records/GB'));
  test('keeps the variant of the register on view, and knows no bundled register that is not there', () => {
    const id: RegisterId = { kind: 'bundled', name: 'country', mount: 'earlier+stale-root' };
    const context = contextOf(anyRegister({ id }));
    expect(first('currency:EUR', context)).toBe(
      'Record EUR of Currencies (bundled, earlier) → /currency~earlier/records/EUR',
    );
    expect(told('nothing:EUR', context).filter((one) => one.includes('→ /nothing'))).toEqual([]);
  });
  test('of a register that nobody opened comes after an attribute of its name', () => {
    const base = 'https://host.example/country/v1';
    const here = contextOf(anyRegister({ id: { kind: 'remote', base }, base }));
    expect(told('name:Germany', here).slice(0, 2)).toEqual([
      expect.stringMatching(/^Records whose name is Germany → /),
      expect.stringMatching(/^Record Germany of https:\/\/host\.example\/name\/v1 → /),
    ]);
  });
  test.each(['sha-256:f89f36', 'localhost:4381/registers/field/v2', 'file:country-60413ca0'])(
    'is not what is only written like one: %s',
    (typed) => {
      const base = 'https://host.example/country/v1';
      const here = contextOf(anyRegister({ id: { kind: 'remote', base }, base }));
      expect(told(typed, here).filter((one) => one.includes('https://host.example/file'))).toEqual([]);
      expect(told(typed, here).filter((one) => /^Record \S+ of/.test(one))).toEqual([]);
    },
  );
  test('written like one may be a register from a file', () =>
    expect(first('file:country-60413ca0')).toBe(
      'The overview of country-60413ca0 → /file:country-60413ca0 exactly',
    ));
  test('without a key is the register', () =>
    expect(first('currency:')).toBe('The register Currencies → /currency'));
  test.each([
    ['https://country.register.gov.uk', 'https://field.register.gov.uk'],
    ['https://host.example/country/v1', 'https://host.example/field/v1'],
  ])('of a register beside %s is looked for at %s', (base, beside) => {
    const here = anyRegister({ id: { kind: 'remote', base }, base });
    expect(first('field:name', contextOf(here))).toBe(
      `Record name of ${beside} → /${encodeURIComponent(beside)}/records/name`,
    );
  });
});

describe('an address', () => {
  const REAL = encodeURIComponent('https://country.register.gov.uk');

  test.each([
    ['https://country.register.gov.uk', `/${REAL}`],
    ['country.register.gov.uk', `/${REAL}`],
    ['https://country.register.gov.uk/records/GB', `/${REAL}/records/GB`],
    ['country.register.gov.uk/record/GB', `/${REAL}/records/GB`],
    ['https://country.register.gov.uk/entries/5', `/${REAL}/entries/5`],
    ['https://country.register.gov.uk/entry/5', `/${REAL}/entries/5`],
    [`https://country.register.gov.uk/items/sha-256:${hash('ab')}`, `/${REAL}/items/${hash('ab')}`],
    ['https://country.register.gov.uk/records/name/Mali', `/${REAL}/records?attribute=name&value=Mali`],
    ['localhost:8080/x', `/${encodeURIComponent('http://localhost:8080/x')}`],
    ['https://site.example/app/registers/planet/earlier/records/mars', '/planet~earlier/records/mars'],
    ['https://site.example/app/registers/country/v2/entries/7', '/country/entries/7'],
    ['/records/GB', '/country/records/GB'],
    ['/record/GB', '/country/records/GB'],
    ['/entries/5', '/country/entries/5'],
  ])('%s opens %s', (typed, path) =>
    expect(first(typed)?.replace(/.* → /, '').replace(' exactly', '')).toBe(path),
  );

  test.each([
    [
      'https://site.example/app/planet/records/mars?at=9',
      'Record mars of planet → /planet/records/mars?at=9 exactly',
    ],
    ['/planet/entries/3', 'Entry 3 of planet → /planet/entries/3 exactly'],
    ['https://site.example/app', 'The start page → / exactly'],
    ['/settings', 'Remembered roots → /settings exactly'],
    // As browsers read them: a backslash is a slash, and two dots go back.
    ['https://site.example/app/planet\\entries\\3', 'Entry 3 of planet → /planet/entries/3 exactly'],
    ['https://site.example/app/planet/records/../entries/3', 'Entry 3 of planet → /planet/entries/3 exactly'],
  ])('of this site is the place it names: %s', (typed, expected) => expect(first(typed)).toBe(expected));

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

  test('or the name of a register that is known opens it', () => {
    expect(told('planets')).toContain('The register Planets → /planet');
    expect(told('curr', ANYWHERE)).toContain('The register Currencies → /currency');
  });
});

describe('pasted JSON', () => {
  const item = new Map([['country', 'GB']]);
  const itemHash = dataHash('item', item);
  const shortHash = `${itemHash.slice(0, 8)}…${itemHash.slice(-8)}`;
  const entry = {
    'index-entry-number': '5',
    'entry-number': '5',
    'entry-timestamp': '2016-04-05T13:23:05Z',
    key: 'GB',
    'item-hash': [formatHash(itemHash, 'item')],
  };
  const record = { GB: { 'entry-number': 5, key: 'GB', item: [{ country: 'GB' }] } };

  test.each([
    ['an entry in a list, as v2 answers', [entry]],
    ['an entry alone', entry],
  ])('%s', (_name, value) =>
    expect(told(JSON.stringify(value))).toEqual([
      'i An entry: number 5, for the key GB.',
      'Entry 5 → /country/entries/5',
      'Record GB → /country/records/GB',
      `Item ${shortHash} → /country/items/${itemHash}`,
    ]),
  );

  test('an entry is held against the one that was read', () => {
    const read = anEntry(5, { key: 'GB', timestamp: entry['entry-timestamp'], itemHashes: [itemHash] });
    const with5 = (one: typeof read): BoxContext => known({ entries: new Map([[5, one]]) });
    expect(told(JSON.stringify(entry), with5(read))).toContain(
      'i Entry 5, as it was read here, says the same.',
    );
    expect(told(JSON.stringify({ ...entry, 'index-entry-number': '6' }), with5(read))).toContain(
      '! Entry 5, as it was read here, is another: its index entry number is 5, not 6.',
    );
    const other = `sha-256:${hash('ab')}`;
    expect(told(JSON.stringify(entry), with5({ ...read, key: 'FR' }))).toContain(
      '! Entry 5, as it was read here, is another: its key is FR, not GB.',
    );
    expect(told(JSON.stringify({ ...entry, 'item-hash': [other] }), with5(read))).toContain(
      `! Entry 5, as it was read here, is another: its data hash is sha-256:${itemHash}, not ${other}.`,
    );
    expect(
      told(JSON.stringify({ ...entry, key: 7, 'entry-timestamp': '2016-04-06T13:23:05Z' }), with5(read)),
    ).toContain(
      '! Entry 5, as it was read here, is another: its key is GB, not 7; its timestamp is 2016-04-05T13:23:05Z, not 2016-04-06T13:23:05Z.',
    );
  });

  test('an entry of the earlier variant', () => {
    const { 'item-hash': _hashes, ...rest } = entry;
    const text = JSON.stringify({ ...rest, 'entry-number': 5, 'blob-hash': `1220${itemHash}` });
    expect(told(text)).toContain('Entry 5 → /country/entries/5');
    expect(told(text)).toContain(`Item ${shortHash} → /country/items/${itemHash}`);
  });

  describe('with the whole register at hand', () => {
    const text = JSON.stringify([entry]);
    const five = anEntry(5, { key: 'GB', timestamp: entry['entry-timestamp'], itemHashes: [itemHash] });
    const found = (
      pasted: string,
      entries = [five],
      named: [Hash, number][] = [[itemHash, 7]],
      asked = [itemHash],
    ) =>
      contextOf(
        anyRegister({
          found: {
            data: {
              text: pasted,
              entries: new Map(entries.map((one) => [one.entryNumber, one])),
              asked: new Set(asked),
              named: new Map(named),
            },
          },
        }),
      );
    test('an entry is held against the one of the log, and its data leads to the entry that names it', () => {
      expect(told(text, found(text))).toEqual([
        'i An entry: number 5, for the key GB.',
        'i Entry 5, as it was read here, says the same.',
        'Entry 5 → /country/entries/5',
        'Record GB → /country/records/GB',
        `Item ${shortHash} → /country/items/${itemHash}`,
        'Entry 7 → /country/entries/7',
      ]);
      expect(told(text, found(text, [{ ...five, key: 'FR' }]))[1]).toBe(
        '! Entry 5, as it was read here, is another: its key is FR, not GB.',
      );
    });
    test('data that no entry names is not offered', () =>
      expect(told('{"country":"GB"}', found('{"country":"GB"}', [], []))).toEqual([
        `i An item with 1 attribute. Its hash, computed here, is sha-256:${itemHash}.`,
        `! No entry names the item sha-256:${itemHash}.`,
      ]));
    test('data that was not looked for is not said to be in no entry', () =>
      expect(told('{"country":"GB"}', found('{"country":"GB"}', [], [], []))).toEqual([
        `i An item with 1 attribute. Its hash, computed here, is sha-256:${itemHash}.`,
        `Item ${shortHash} → /country/items/${itemHash}`,
      ]));
    test('what was found for another text says nothing of this one', () =>
      expect(told('{"country":"GB"}', found(text, [], []))).toContain(
        `Item ${shortHash} → /country/items/${itemHash}`,
      ));
  });

  test('an entry that the log does not have is said not to be there, and not offered', () => {
    const text = JSON.stringify({ ...entry, 'entry-number': 9999 });
    expect(told(text)).toContain('! The log has 295 entries; there is no entry 9,999 yet.');
    expect(told(text).filter((one) => one.startsWith('Entry 9,999'))).toEqual([]);
  });

  test('a record, and its data by the hash computed here', () => {
    expect(told(JSON.stringify(record, null, 2))).toEqual([
      `i An item with 1 attribute. Its hash, computed here, is sha-256:${itemHash}.`,
      'Record GB → /country/records/GB',
      `Item ${shortHash} → /country/items/${itemHash}`,
      'Entry 5 → /country/entries/5',
    ]);
    expect(told('{"_id":"GB","country":"GB"}')).toContain('Record GB → /country/records/GB');
  });

  test('an item, hashed as the register on view hashes', () => {
    expect(first('{"country":"GB"}')).toContain(`sha-256:${itemHash}`);
    const blobs = contextOf(anyRegister({ variant: 'blob' }));
    expect(first('{"country":"GB"}', blobs)).toContain(`1220${dataHash('blob', item)}`);
  });

  test('a blob is held against the hash it came with', () => {
    const blob = (id: Hash): string => JSON.stringify({ _id: `1220${id}`, country: 'GB' });
    expect(first(blob(dataHash('blob', item)))).toBe(
      'i A blob with 1 attribute. Its hash, computed here, is the one it came with.',
    );
    expect(first(blob(hash('ab')))).toMatch(/^! .*it came with 1220ab7/);
  });

  test('proofs say what they do not tell, and lead to where they can be had', () => {
    const node = formatHash(hash('ab'), 'item');
    expect(
      told(
        JSON.stringify({
          'proof-identifier': 'merkle:sha-256',
          'entry-number': 5,
          'merkle-audit-path': [node],
        }),
      ),
    ).toContain('The entry proof for entry 5 at size 295 → /country/proofs/entries/5/295 exactly');
    expect(told(JSON.stringify({ 'merkle-consistency-nodes': [node] }))[0]).toMatch(
      /consistency proof of 1 hash\. /,
    );
    expect(told(JSON.stringify({ 'audit-path': [`1220${hash('ab')}`] }))[0]).toMatch(/does not say of what/);
    expect(told(JSON.stringify({ 'total-entries': 206, 'root-hash': node }))).toContain(
      `Compare this root with Countries → /country/compare?size=206&root=${hash('ab')} exactly`,
    );
  });

  test('a proof bundle, a report and a tlog-proof are for Check', () => {
    const bundle = {
      format: 'register-proof-bundle',
      register: { title: 'Countries' },
      entry: { entryNumber: 5 },
      checkpoint: { logSize: 206 },
    };
    expect(told(JSON.stringify(bundle))).toEqual([
      'A proof bundle for entry 5 of Countries at size 206 → check',
    ]);
    expect(told('{"format":"register-misbehaviour-report"}')).toEqual(['A misbehaviour report → check']);
    expect(told('c2sp.org/tlog-proof@v1\nindex 4\n')).toEqual(['A tlog-proof → check']);
  });

  test('the description of a register names it', () =>
    expect(told('{"register-record":{"register":"currency"},"total-entries":3}')).toEqual([
      'i The description of the register currency.',
      'The register Currencies → /currency',
    ]));

  test.each([
    ['{"a": }', 'line 1, column 7, } stands where a value is expected'],
    ['{"a": 1,\n "b" 2}', 'line 2, column 6, 2 stands where a colon is expected'],
    ['[1, 2', 'line 1, column 6, the text ends where a comma or ] is expected'],
    ['{"a": "x}', 'line 1, column 7, a text begins that is not closed'],
    ['{} x', 'line 1, column 4, x stands where the end is expected'],
  ])('that is not JSON is told where: %s', (text, words) =>
    expect(told(text)).toEqual([expect.stringContaining(words)]),
  );

  test.each(['{}', '[]', '[1]', '{"a":1}', '{"a":{"b":1}}', '[[[]]]'])(
    'that is nothing of a register is told so: %s',
    (text) => expect(first(text)).toMatch(/^! This is JSON, but/),
  );
});

describe('whatever is typed', () => {
  const contexts = [
    HERE,
    ANYWHERE,
    contextOf(anyRegister({ logSize: undefined, variant: undefined, at: 7 })),
  ];
  const shapes = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.json(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.stringMatching(/^[#/:=.0-9a-f\- ]{0,80}$/),
    fc
      .jsonValue()
      .map((value) => JSON.stringify([{ 'entry-number': 5, key: value, item: [value], 'item-hash': value }])),
    fc.dictionary(fc.string(), fc.anything()).map((value) => JSON.stringify(value)),
  );

  test('nothing throws, nothing leads out of this site, and something is said', () => {
    fc.assert(
      fc.property(shapes, fc.constantFrom(...contexts), (typed, context) => {
        const understood = understand(typed, context);
        if (typed.trim() !== '') expect(understood.length).toBeGreaterThan(0);
        for (const one of understood) {
          expect(plainWords(one.what)).not.toBe('');
          if (isOffer(one) && one.target.kind === 'path') expect(one.target.path).toMatch(/^\/(?!\/)/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('with a register on view, plain words are never a dead end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\d ]{1,40}$/u), (typed) => {
        expect(typed.trim() === '' || understand(typed, HERE).some(isOffer)).toBe(true);
      }),
    );
    expect(told('')).toEqual([]);
  });

  test('a text too long to be looked at is refused in words', () => {
    expect(first('x'.repeat(5000))).toMatch(/^! This is too long/);
    expect(first(`[${'1,'.repeat(1_500_000)}1]`)).toMatch(/^! This is too long/);
  });
});

test('what something is may be said before it', () => {
  expect(first('entry 12')).toBe('Entry 12 → /country/entries/12');
  expect(first('Record GB')).toBe('Record GB → /country/records/GB');
  expect(first('record GB', ANYWHERE)).toBe('Record GB of Currencies → /currency/records/GB');
});

test('the views of the register and the pages beside it go by their names', () => {
  expect(told('settings')).toContain('The page settings → /settings exactly');
  expect(told('settings', ANYWHERE)).toContain('The page settings → /settings exactly');
  expect(told('Log')).toContain('The page Log → /country/entries');
  expect(told('log', ANYWHERE).filter((one) => one.startsWith('The page'))).toEqual([]);
});

test('a day in an order that can be misread is asked for in another', () =>
  expect(first('13/06/2018')).toMatch(/^! Write a day as 2018-06-13/));

test('a number beyond the log is no entry, whatever size is on view; one that came later is', () => {
  const then = contextOf(anyRegister({ at: 200, logSize: 200, presentSize: 210 }));
  expect(told('2018', then).filter((one) => one.startsWith('Entry'))).toEqual([]);
  expect(told('2018', then)).toContain('! The log has 210 entries; there is no entry 2,018 yet.');
  expect(told('205', then)).toContain(
    'Entry 205, in the register as it is now → /country/entries/205 exactly',
  );
});

test('digits are an entry before anything else, so that Enter does not depend on what was found', () => {
  expect(understand('5', HERE).find(isOffer)).toMatchObject({ kind: 'entry', sure: 3 });
});
