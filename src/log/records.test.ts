import { describe, expect, test, vi } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { anEntry, BLOB_HASH, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { copyOf } from '../testing/log-copy.ts';
import { GrowingCopy } from './log-copy.ts';
import { records, type RecordsAsk } from './records.ts';
import { textIndexOf } from './search-index.ts';
import { searchText } from './search-text.ts';

const ASK: RecordsAsk = { today: '2026-11-21', from: 0, count: 100 };

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

const ask = (more: Partial<RecordsAsk>) => records(log, { ...ASK, ...more });
const keys = (more: Partial<RecordsAsk>): string[] => ask(more).rows.map(({ key }) => key);

describe('records without a question', () => {
  test('are the latest versions, in the order in which the log first names their keys', () => {
    const answer = ask({});
    expect(answer.rows.map(({ key, entryNumber }) => [key, entryNumber])).toEqual([
      ['CI', 1],
      ['SZ', 7],
      ['DD', 3],
      ['DE', 4],
      ['GI', 5],
      ['FI', 6],
    ]);
    expect(answer).toMatchObject({ total: 6, of: 6, status: { current: 5, ended: 1 } });
    expect(answer.leftOut).toEqual({ facets: 0, attributes: 0 });
    expect(answer.rows[1]?.items[0]?.get('name')).toBe('Eswatini');
  });

  test('are none before the first entry, and end with the last', () => {
    expect(ask({ at: 0 })).toMatchObject({ total: 0, of: 0, rows: [], facets: [] });
    expect(keys({ from: 4, count: Infinity })).toEqual(['GI', 'FI']);
  });

  test('tell their attributes, which of them only repeat the key, and what could not be had', () => {
    const odd = copyOf([['a', { thing: 'a', name: 'A' }]]);
    odd.append({
      entryNumber: 2,
      indexEntryNumber: 2,
      key: 'b',
      timestamp: '2020-01-01T00:00:00Z',
      itemHashes: ['0'.repeat(64) as Hash],
    });
    const answer = records(odd, ASK);
    expect(answer.attributes).toEqual([
      { attribute: 'thing', set: 1, repeatsKey: true },
      { attribute: 'name', set: 1, repeatsKey: false },
    ]);
    expect(answer.rows.map(({ missing }) => missing)).toEqual([0, 1]);
  });
});

describe('records that are found', () => {
  const where = (attribute: string, ...values: string[]) => ({ attribute, values });
  test.each<[string, Partial<RecordsAsk>, string]>([
    ['without accents or capitals, in any order', { text: 'COTE ivory' }, 'CI'],
    ['by the beginning of words, in lists too', { text: 'germ' }, 'DD DE'],
    ['the better fit first', { text: 'germany' }, 'DE DD'],
    ['by their key', { text: 'gi' }, 'GI'],
    ['by all words, not by one', { text: 'german kingdom' }, ''],
    ['all, by a text without words', { text: ' – ' }, 'CI SZ DD DE GI FI'],
    ['inside of words, where none begins so', { text: 'braltar' }, 'GI'],
    ['misspelt, where none is inside', { text: 'Gibralter' }, 'GI'],
    ['with letters the wrong way round', { text: 'Gremany' }, 'DE DD'],
    ['by the beginning alone, where there is one', { text: 'fin' }, 'FI'],
    ['by no short word with wrong letters', { text: 'xy' }, ''],
    ['up to the 500th character of a text', { text: `finland${' '.repeat(493)}nowhere` }, 'FI'],
    ['no longer where that is another word', { text: `finland${' '.repeat(490)}nowhere` }, ''],
    ['by what they were at the size asked for', { text: 'swaziland', at: 6 }, 'SZ'],
    ['by nothing that came later', { text: 'eswatini', at: 6, former: true }, ''],
    ['only where they are there yet', { text: 'finland', at: 5 }, ''],
    ['by any of the values of a filter; "" is not set', { where: [where('kind', 'territory', '')] }, 'DD GI'],
    ['by all filters', { where: [where('kind', 'state'), where('name', 'Germany', 'Finland')] }, 'DE FI'],
    ['by a member of a list', { where: [where('citizen-names', 'German')] }, 'DD DE'],
    ['by no value of an unknown attribute', { where: [where('nothing', 'x')] }, ''],
    ['by an unknown attribute that is not set', { where: [where('nothing', '')], count: 1 }, 'CI'],
    [
      'in another Unicode form',
      { where: [where('official-name', "The Republic of Co\u0302te d'Ivoire")] },
      'CI',
    ],
    ['by having ended', { status: 'ended' }, 'DD'],
    ['by not having ended, and by text', { status: 'current', text: 'germany' }, 'DE'],
    ['sorted by their key', { text: 'germany', sort: 'key' }, 'DD DE'],
    ['sorted by their key, the last first', { sort: '-key', count: 1 }, 'SZ'],
    ['sorted by their entry, the newest first', { sort: '-entry-number', count: 1 }, 'SZ'],
    ['sorted by timestamp', { sort: 'entry-timestamp', count: 1 }, 'CI'],
  ])('%s', (_, more, found) => expect(keys(more).join(' ')).toBe(found));
});

describe('text', () => {
  test('is found in any part of what is written without spaces', () => {
    const unspaced = copyOf([
      ['u1', { text: '日本語のテキスト' }],
      ['u2', { text: '本屋' }],
      ['u3', { text: 'ประเทศไทย' }],
    ]);
    const found = (text: string) => records(unspaced, { ...ASK, text }).rows.map(({ key }) => key);
    expect(found('語')).toEqual(['u1']);
    expect(found('テキスト')).toEqual(['u1']);
    expect(found('本')).toEqual(['u2', 'u1']);
    expect(found('ไทย')).toEqual(['u3']);
    expect(found('英')).toEqual([]);
  });

  test('is looked for with wrong letters only in words that somebody may have typed', () => {
    const words = ['q'.repeat(40), 'r'.repeat(41), 's'.repeat(10_000)];
    const index = textIndexOf(log, log.size);
    const asked: string[] = [];
    const fuzzyGet = index.terms.fuzzyGet.bind(index.terms);
    const spy = vi.spyOn(index.terms, 'fuzzyGet').mockImplementation((word, distance) => {
      asked.push(word);
      return fuzzyGet(word, distance);
    });
    for (const text of words) searchText(index, 6, { text, at: log.size, former: false });
    spy.mockRestore();
    expect(asked).toEqual([words[0], words[0]]);
  });

  test('in a former version says that it is one, which value, and until which entry', () => {
    expect(ask({ text: 'swaziland' })).toMatchObject({ total: 0, withFormer: 1 });
    expect(ask({ text: 'swaziland', former: true }).rows).toMatchObject([
      {
        key: 'SZ',
        terms: ['swaziland'],
        found: [],
        former: [{ attribute: 'name', value: 'Swaziland', from: 2, until: 7 }],
      },
    ]);
    expect(ask({ text: 'kingdom swazi', former: true }).rows).toMatchObject([
      {
        found: [],
        former: [
          { attribute: 'official-name', value: 'Kingdom of Swaziland' },
          { attribute: 'name', value: 'Swaziland' },
        ],
      },
    ]);
  });

  test('in former versions is in one of them: words of two versions are not put together', () => {
    const log = copyOf([
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
    const find = (text: string, at = 9) => records(log, { ...ASK, text, at, former: true });
    const fit = (text: string, at = 9) =>
      find(text, at)
        .rows.map(({ key }) => key)
        .toSorted();
    expect(fit('green 12')).toEqual(['b', 'c', 'd']);
    // In sizes before its third version, d was green, then at 12, never both.
    expect(fit('green 12', 7)).toEqual(['b', 'c']);
    expect(fit('low old')).toEqual([]);
    expect(fit('red 12')).toEqual(['a', 'd']);
    const d = find('green 12').rows.find(({ key }) => key === 'd');
    expect(d?.former).toMatchObject([
      { value: 'green', from: 8, until: 9 },
      { value: '12 Low Street', from: 7, until: 9 },
    ]);
    expect(records(log, { ...ASK, text: 'red 12' }).withFormer).toBe(2);
    expect(records(log, { ...ASK, text: 'low old' }).withFormer).toBeUndefined();
  });

  test('that a former value was exactly is named even where a value of today was found', () => {
    const log = copyOf([
      ['CS', { name: 'Czechoslovakia', note: 'then the Czech Republic' }],
      ['CZ', { name: 'Czech Republic', 'official-name': 'The Czech Republic' }],
      ['SK', { name: 'Czech republic', alias: 'Slovakia' }],
      ['CZ', { name: 'Czechia', 'official-name': 'The Czech Republic' }],
      ['SK', { name: 'Slovakia', alias: 'Czech Republic' }],
    ]);
    const find = (text: string, at = 5) => {
      const { rows } = records(log, { ...ASK, text, at, former: true });
      return Object.fromEntries(rows.map(({ key, former }) => [key, former]));
    };
    expect(find('czech republic')).toMatchObject({
      CZ: [{ attribute: 'name', value: 'Czech Republic', from: 2, until: 4 }],
      SK: undefined,
      CS: undefined,
    });
    expect(find('czech republic', 3)['CZ']).toBeUndefined();
    expect(find('republic')['CZ']).toBeUndefined();
  });

  test('a member that stayed in its list is no former one, and a value that came back is of today', () => {
    const log = copyOf([
      ['a', { names: ['one', 'two'], name: 'first' }],
      ['a', { names: ['two'], name: 'second' }],
      ['a', { names: ['two', 'three'], name: 'first' }],
    ]);
    const find = (text: string) => records(log, { ...ASK, text, former: true }).rows[0];
    expect(find('two')).toMatchObject({ found: [{ value: 'two' }] });
    expect(find('one')).toMatchObject({ former: [{ attribute: 'names', value: 'one', from: 1, until: 2 }] });
    expect(find('first')).toMatchObject({ found: [{ value: 'first' }] });
    expect(find('second')).toMatchObject({ former: [{ value: 'second', from: 2, until: 3 }] });
  });

  test('names the words to mark in each row', () => {
    const { rows } = ask({ text: 'german' });
    expect(rows.map(({ key, terms }) => [key, terms])).toEqual([
      ['DD', ['germany', 'german']],
      ['DE', ['germany', 'german']],
    ]);
  });

  test('follows a log that grows, and data that comes later', () => {
    const source = copyOf([
      ['a', { name: 'apple' }],
      ['b', { name: 'pear' }],
    ]);
    const growing = new GrowingCopy('item');
    growing.append(source.entry(1));
    const found = (text: string) => records(growing, { ...ASK, text }).rows.map(({ key }) => key);
    expect(found('apple')).toEqual([]);
    for (const number of [1, 2]) {
      if (number === 2) growing.append(source.entry(2));
      for (const hash of source.entry(number).itemHashes) growing.keep(hash, source.item(hash) ?? new Map());
    }
    expect(found('apple')).toEqual(['a']);
    expect(found('pear')).toEqual(['b']);
  });

  test.each([
    ['proto', '__proto__'],
    ['bold', '__proto__'],
    ['constructor', ''],
    ['evil', 'hasOwnProperty'],
    ['hasownproperty', 'hasOwnProperty'],
  ])('finds hostile names and values as any other: %s', (text, found) => {
    const log = copyOf([
      ['__proto__', { constructor: '<b>bold</b>', toString: 'valueOf' }],
      ['hasOwnProperty', { ['__proto__']: 'x', constructor: '\u202Eevil\u0000' }],
    ]);
    expect(
      records(log, { ...ASK, text })
        .rows.map(({ key }) => key)
        .join(),
    ).toBe(found);
  });
});

describe('filters', () => {
  test('by status go by the end-date, which may be partial', () => {
    expect(ask({ today: '1990-10-01' }).status).toEqual({ current: 6, ended: 0 });
    const none = copyOf([['a', { 'end-date': '2016-02-30' }]]);
    expect(records(none, ASK).status).toEqual({ current: 1, ended: 0 });
  });

  test('offer attributes of few values, counted under the other filters', () => {
    const counts = (more: Partial<RecordsAsk>) =>
      Object.fromEntries(
        ask(more).facets.map(({ attribute, values }) => [
          attribute,
          Object.fromEntries(values.map(({ value, count }) => [value, count])),
        ]),
      );
    expect(counts({})).toEqual({
      kind: { state: 4, territory: 1, '': 1 },
      colour: { red: 2, blue: 2, '': 3 },
    });
    const blue = [{ attribute: 'colour', values: ['blue'] }];
    expect(counts({ where: blue })).toEqual({
      kind: { state: 0, territory: 1, '': 1 },
      colour: { red: 2, blue: 2, '': 3 },
    });
    expect(counts({ where: blue, status: 'current' })['kind']).toEqual({ state: 0, territory: 1, '': 0 });
    expect(counts({ text: 'finland' })['kind']).toEqual({ state: 1, territory: 0, '': 0 });
    expect(ask({ where: blue, status: 'ended' }).status).toEqual({ current: 1, ended: 1 });
  });

  test('do not offer names, many values, only one, or days', () => {
    const lines = Array.from({ length: 100 }, (_, number) => [
      `k${number}`,
      {
        many: `v${number % 31}`,
        few: `v${number % 30}`,
        same: 'x',
        long: 'x'.repeat(81 + (number % 2)),
        day: `2020-01-0${1 + (number % 9)}`,
      },
    ]) satisfies Parameters<typeof copyOf>[0];
    expect(records(copyOf(lines), ASK).facets.map(({ attribute }) => attribute)).toEqual(['few']);
  });
});

describe('sort', () => {
  const values = (column: readonly (string | null)[], sort: string): (string | undefined)[] => {
    const log = copyOf(column.map((value, index) => [`k${index}`, { v: value }]));
    return records(log, { ...ASK, sort }).rows.map(({ items }) => {
      const value = items[0]?.get('v');
      return typeof value === 'string' ? value : undefined;
    });
  };

  test.each<[string, (string | null)[], string, (string | undefined)[]]>([
    ['numbers as numbers', ['10', '9', null, '-3', '2.5', ''], 'v', ['-3', '2.5', '9', '10', undefined, '']],
    ['what is not set last either way', ['10', '9', null, 'x'], '-v', ['x', '10', '9', undefined]],
    [
      'large numbers',
      ['9007199254740993', '9007199254740992'],
      'v',
      ['9007199254740992', '9007199254740993'],
    ],
    [
      'partial dates as dates',
      ['1990-10', '1990', '1985-03-01', 'unknown', '1990-10-02'],
      'v',
      ['1985-03-01', '1990', '1990-10', '1990-10-02', 'unknown'],
    ],
    [
      'text by the alphabet, with numbers in it as numbers, accents beside their letters',
      ['Zed', 'Éire', 'eel', 'Lot 10', 'Lot 9'],
      'v',
      ['eel', 'Éire', 'Lot 9', 'Lot 10', 'Zed'],
    ],
  ])('takes %s', (_, column, sort, sorted) => expect(values(column, sort)).toEqual(sorted));

  test('keeps the order of what is equal, either way', () => {
    const log = copyOf(['b', 'a', 'B', 'A'].map((v, index) => [`k${index}`, { v }]));
    const order = (sort: string) => records(log, { ...ASK, sort }).rows.map(({ key }) => key);
    expect(order('v')).toEqual(['k1', 'k3', 'k0', 'k2']);
    expect(order('-v')).toEqual(['k0', 'k2', 'k1', 'k3']);
  });
});

test('records whose data is not here are named, because no search finds them', () => {
  const copy = new GrowingCopy('item');
  for (const entryNumber of [1, 2])
    copy.append(anEntry(entryNumber, { itemHashes: [entryNumber === 1 ? ITEM_HASH : BLOB_HASH] }));
  copy.keep(ITEM_HASH, ITEM);
  const answer = records(copy, { ...ASK, at: 2, text: 'abc' });
  expect([answer.total, answer.unread]).toEqual([1, { count: 1, keys: ['key-2'] }]);
  expect(records(copy, { ...ASK, at: 1 }).unread).toEqual({ count: 0, keys: [] });
});
