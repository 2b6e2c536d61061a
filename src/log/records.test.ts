import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { anEntry } from '../testing/builders.ts';
import { type CopyLine, copyOf } from '../testing/log-copy.ts';
import { LogCopy } from './log-copy.ts';
import { membersIn, recordsAt } from './records-at.ts';
import { records, type RecordsQuestion } from './records.ts';

// Filters, pages and search of any log: naive-reading.test.ts.

const ASK: RecordsQuestion = { today: '2026-11-21', from: 0, count: 100 };
type Copy = ReturnType<typeof copyOf>;

const log = copyOf([
  ['CI', { name: 'Ivory Coast', 'official-name': "The Republic of Côte d'Ivoire", kind: 'state' }],
  ['SZ', { name: 'Swaziland', 'official-name': 'Kingdom of Swaziland', kind: 'state' }],
  [
    'DD',
    {
      name: 'East Germany',
      'end-date': '1990-10-02',
      'citizen-names': ['East German', 'German'],
      colour: 'blue',
    },
  ],
  ['DE', { name: 'Germany', 'citizen-names': ['German'], kind: 'state', colour: ['red'] }],
  ['GI', { name: 'Gibraltar', kind: 'territory', colour: ['red', 'blue'] }],
  ['FI', { name: 'Finland', kind: 'state' }],
  ['SZ', { name: 'Eswatini', 'official-name': 'Kingdom of Eswatini', kind: 'state' }],
]);

const ask = (more: Partial<RecordsQuestion>, copy: Copy = log) => records(copy, { ...ASK, ...more });
const keys = (more: Partial<RecordsQuestion>, copy?: Copy): string =>
  ask(more, copy)
    .rows.map(({ key }) => key)
    .join(' ');

describe('records without a question', () => {
  test('are the latest versions, in the order in which the log first names their keys', () => {
    const answer = ask({});
    const rows = answer.rows.map(({ key, entryNumber }) => `${key} ${entryNumber}`);
    expect(rows).toEqual(['CI 1', 'SZ 7', 'DD 3', 'DE 4', 'GI 5', 'FI 6']);
    const leftOut = { facets: 0, attributes: 0 };
    expect(answer).toMatchObject({ total: 6, of: 6, status: { current: 5, ended: 1 }, leftOut });
    expect(answer.rows[1]?.items[0]?.get('name')).toBe('Eswatini');
    expect(ask({ at: 0 })).toMatchObject({ total: 0, of: 0, rows: [], facets: [] });
    expect(keys({ from: 4, count: Infinity })).toBe('GI FI');
  });

  test('tell their attributes, which of them only repeat the key, and what could not be read', () => {
    const odd = copyOf([['a', { thing: 'a', name: 'A' }]]);
    odd.append(anEntry(2, { key: 'b', itemHashes: ['0'.repeat(64) as Hash] }));
    const answer = ask({}, odd);
    expect(answer.attributes).toEqual([
      { attribute: 'thing', set: 1, repeatsKey: true },
      { attribute: 'name', set: 1, repeatsKey: false },
    ]);
    expect(answer.rows.map(({ missing }) => missing)).toEqual([0, 1]);
    expect([answer.unread, ask({ at: 1 }, odd).unread, ask({ text: 'a' }, odd).total]).toEqual([1, 0, 1]);
  });
});

const where = (attribute: string, ...values: string[]) => ({ where: [{ attribute, values }] });
test.each<[string, Partial<RecordsQuestion>, string]>([
  ['without accents or capitals, in any order', { text: 'COTE ivory' }, 'CI'],
  ['by the beginning of words, in lists too', { text: 'germ' }, 'DD DE'],
  ['the better fit first', { text: 'germany' }, 'DE DD'],
  ['by all words, not by one', { text: 'german kingdom' }, ''],
  ['inside of words, where none begins so', { text: 'braltar' }, 'GI'],
  ['misspelt, where none is inside', { text: 'Gibralter' }, 'GI'],
  ['with letters the wrong way round', { text: 'Gremany' }, 'DE DD'],
  ['by the beginning alone, where there is one', { text: 'fin' }, 'FI'],
  ['by no short word with wrong letters', { text: 'xy' }, ''],
  ['no longer where that is another word', { text: `finland${' '.repeat(490)}nowhere` }, ''],
  ['by nothing that came later', { text: 'eswatini', at: 6, former: true }, ''],
  ['sorted by their key, the last first', { sort: '-key', count: 1 }, 'SZ'],
])('records are found %s', (_, more, found) => expect(keys(more)).toBe(found));

describe('text', () => {
  const unspaced = copyOf([
    ['u1', { text: '日本語のテキスト' }],
    ['u2', { text: '本屋' }],
    ['u3', { text: 'ประเทศไทย' }],
  ]);
  const hostile = copyOf([
    ['__proto__', { constructor: '<b>bold</b>', toString: 'valueOf' }],
    ['hasOwnProperty', { ['__proto__']: 'x', constructor: '\u202Eevil\u0000' }],
  ]);
  test.each([
    ['語', unspaced, 'u1'],
    ['テキスト', unspaced, 'u1'],
    ['本', unspaced, 'u2 u1'],
    ['ไทย', unspaced, 'u3'],
    ['英', unspaced, ''],
    ['proto', hostile, '__proto__'],
    ['bold', hostile, '__proto__'],
    ['constructor', hostile, ''],
    ['evil', hostile, 'hasOwnProperty'],
  ])('%s is found in what is written without spaces, and in hostile names', (text, copy, found) =>
    expect(keys({ text }, copy)).toBe(found),
  );

  test('is looked for with wrong letters only in words that somebody may have typed', () => {
    const [typed, pasted] = ['q'.repeat(40), 'r'.repeat(41)];
    const long = copyOf([
      ['a', { name: typed }],
      ['b', { name: pasted }],
    ]);
    const changed = [typed, pasted].map((word) => `${word.slice(0, -1)}z`);
    expect(changed.map((text) => keys({ text }, long))).toEqual(['a', '']);
  });

  test('names the words to mark in each row, and follows a log that grows, and data that comes later', () => {
    const terms = ['germany', 'german'];
    expect(ask({ text: 'german' }).rows).toMatchObject([
      { key: 'DD', terms },
      { key: 'DE', terms },
    ]);
    const source = copyOf([
      ['a', { name: 'apple' }],
      ['b', { name: 'pear' }],
    ]);
    const growing = new LogCopy('item');
    growing.append(source.entry(1));
    expect(keys({ text: 'apple' }, growing)).toBe('');
    for (const number of [1, 2]) {
      if (number === 2) growing.append(source.entry(2));
      for (const hash of source.entry(number).itemHashes) growing.keep(hash, source.item(hash) ?? new Map());
    }
    expect([keys({ text: 'apple' }, growing), keys({ text: 'pear' }, growing)]).toEqual(['a', 'b']);
  });
});

describe('a former version', () => {
  /**
   * found lists the values in which records were found: `name=Swaziland 2-7` in a former version,
   * `=two` in the current one.
   */
  const found = (copy: Copy, text: string, at = copy.size) =>
    Object.fromEntries(
      ask({ text, at, former: true }, copy).rows.map(({ key, found, former = [] }) => [
        key,
        former
          .map(({ attribute, value, from, until }) => `${attribute}=${value} ${from}-${until}`)
          .concat(found.map(({ value }) => `=${value}`))
          .join(', '),
      ]),
    );

  test('is told as one, with the value, and until which entry', () => {
    expect(ask({ text: 'swaziland' })).toMatchObject({ total: 0, withFormer: 1 });
    expect(found(log, 'swaziland')).toEqual({ SZ: 'name=Swaziland 2-7' });
    const both = 'official-name=Kingdom of Swaziland 2-7, name=Swaziland 2-7';
    expect(found(log, 'kingdom swazi')).toEqual({ SZ: both });
  });

  test('has all the words: those of two versions are not put together', () => {
    const colours = copyOf([
      ['a', { colour: 'green', street: '1 High Street' }],
      ['b', { colour: 'green', street: '12 High Street' }],
      ['c', { colour: 'green', street: '12 High Street', note: 'old' }],
      ['a', { colour: 'red', street: '12 High Street' }],
      ['c', { colour: 'green', street: '3 Low Street', note: 'new 12' }],
      ['d', { colour: ['green', 'red'], street: '5 Low Street' }],
      ['d', { colour: ['red'], street: '12 Low Street' }],
      ['d', { colour: ['red', 'green'], street: '12 Low Street' }],
      ['d', { colour: ['red'], street: '1 Low Street' }],
    ]);
    const fit = (text: string, at?: number) =>
      Object.keys(found(colours, text, at))
        .toSorted()
        .join('');
    expect(fit('green 12')).toBe('bcd');
    // Before its third version, d was green, then at 12, never both.
    expect(fit('green 12', 7)).toBe('bc');
    expect([fit('low old'), fit('red 12')]).toEqual(['', 'ad']);
    expect(found(colours, 'green 12')['d']).toMatch(/^colour=green 8-9, street=12 Low Street 7-9/);
    expect(ask({ text: 'red 12' }, colours).withFormer).toBe(2);
    expect(ask({ text: 'low old' }, colours).withFormer).toBeUndefined();
  });

  test('has no member that stayed in its list, and no value that came back', () => {
    const lists = copyOf([
      ['a', { names: ['one', 'two'], name: 'first' }],
      ['a', { names: ['two'], name: 'second' }],
      ['a', { names: ['two', 'three'], name: 'first' }],
    ]);
    const places = ['two', 'one', 'first', 'second'].map((text) => found(lists, text)['a']);
    expect(places).toEqual(['=two', 'names=one 1-2', '=first', 'name=second 2-3']);
  });
});

describe('filters', () => {
  test('by status go by the end-date, which may be partial', () => {
    expect(ask({ today: '1990-10-01' }).status).toEqual({ current: 6, ended: 0 });
    expect(ask({}, copyOf([['a', { 'end-date': '2016-02-30' }]])).status).toEqual({ current: 1, ended: 0 });
  });

  test('offer attributes of few values, counted under the other filters', () => {
    const counts = (more: Partial<RecordsQuestion>) =>
      Object.fromEntries(
        ask(more).facets.map(({ attribute, values }) => [
          attribute,
          values.map(({ value, count }) => `${value} ${count}`).join(', '),
        ]),
      );
    const colour = 'blue 2, red 2,  3';
    const blue = where('colour', 'blue');
    const sorted = (text = '') => text.split(', ').toSorted().join(', ');
    expect(sorted(counts({})['kind'])).toBe(sorted('state 4, territory 1,  1'));
    expect(sorted(counts({})['colour'])).toBe(sorted(colour));
    expect(sorted(counts(blue)['kind'])).toBe(sorted('state 0, territory 1,  1'));
    expect(sorted(counts(blue)['colour'])).toBe(sorted(colour));
    expect(sorted(counts({ ...blue, status: 'current' })['kind'])).toBe(sorted('state 0, territory 1,  0'));
    expect(ask({ ...blue, status: 'ended' }).status).toEqual({ current: 1, ended: 1 });
  });

  test('do not offer names, many values, only one, or days', () => {
    const lines = Array.from({ length: 100 }, (_, n): CopyLine => {
      const [long, day] = ['x'.repeat(81 + (n % 2)), `2020-01-0${1 + (n % 9)}`];
      return [`k${n}`, { many: `v${n % 31}`, few: `v${n % 30}`, same: 'x', long, day }];
    });
    expect(ask({}, copyOf(lines)).facets.map(({ attribute }) => attribute)).toEqual(['few']);
  });
});

test.each<[string, (string | null)[], string, string]>([
  ['numbers as numbers', ['10', '9', null, '-3', '2.5', ''], 'v', '-3|2.5|9|10||'],
  ['what is not set last either way', ['10', '9', null, 'x'], '-v', 'x|10|9|'],
  ['large numbers', ['9007199254740993', '9007199254740992'], 'v', '9007199254740992|9007199254740993'],
  [
    'partial dates as dates',
    ['1990-10', '1990', '1985-03-01', 'unknown', '1990-10-02'],
    'v',
    '1985-03-01|1990|1990-10|1990-10-02|unknown',
  ],
  [
    'text by the alphabet, with numbers in it as numbers, accents beside their letters',
    ['Zed', 'Éire', 'eel', 'Lot 10', 'Lot 9'],
    'v',
    'eel|Éire|Lot 9|Lot 10|Zed',
  ],
  ['what is equal in the order that it had', ['b', 'a', 'B', 'A'], 'v', 'a|A|b|B'],
  ['what is equal in that order either way', ['b', 'a', 'B', 'A'], '-v', 'b|B|a|A'],
])('a sort takes %s', (_, column, sort, sorted) => {
  const copy = copyOf(column.map((value, index) => [`k${index}`, { v: value }]));
  const values = ask({ sort }, copy).rows.map(({ items }) => items[0]?.get('v') ?? '');
  expect(values.join('|')).toBe(sorted);
});

describe('very many attributes', () => {
  const COUNT = 2_000;
  /** Records of which each pair has its own attribute, and all share one. */
  const wide = copyOf(
    Array.from({ length: COUNT }, (_, index): CopyLine => [
      `k${index}`,
      { [`own-${index >> 1}`]: 'same', kind: index % 2 === 0 ? 'even' : 'odd' },
    ]),
  );

  test('are offered if most records have them, and the rest is counted', () => {
    const { facets, attributes, leftOut } = ask({}, wide);
    expect([facets.length, attributes.length]).toEqual([60, 500]);
    expect(leftOut).toEqual({ facets: COUNT / 2 + 1 - 60, attributes: COUNT / 2 + 1 - 500 });
    for (const offered of [facets, attributes])
      expect(offered.map(({ attribute }) => attribute)).toContain('kind');
  });
});

test('the values of several items of a record are taken together', () => {
  const copy = copyOf([['k', [{ all: 'a' }, { all: ['b', 'c'], few: '' }, { all: 'd' }]]]);
  const { items, attributes } = recordsAt(copy, 1);
  expect(membersIn(items[0] ?? [], 'all')).toEqual(['a', 'b', 'c', 'd']);
  expect(membersIn(items[0] ?? [], 'few')).toEqual([]);
  expect([attributes.get('all')?.set, attributes.has('few')]).toEqual([1, false]);
});
