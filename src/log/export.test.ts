import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHash } from '../core/hash.ts';
import { rootAt as rootOfLog } from '../core/merkle-log.ts';
import type { Variant } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import type { RegisterSource } from '../rsf/register-source.ts';
import { type CopyLine, copyOf, exportedText } from '../testing/log-copy.ts';
import { tableLine, type ExportRequest, exported, exportPlan } from './export.ts';
import { LogCopy } from './log-copy.ts';
import { rootAt } from './questions.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

// Every value of any copy in exact tables and JSON: naive-reading.test.ts. Any log in RSF: rsf/round-trip.test.ts.

const ASK: ExportRequest = { what: 'records', form: 'csv', at: 3, fields: [] };
const RSF = { what: 'entries', form: 'rsf' } as const;
const HEAD = 'index-entry-number,entry-number,entry-timestamp,key';

const LINES: readonly CopyLine[] = [
  ['a', { k: 'a', name: 'A "quoted", name', tags: ['x', 'y'] }, '2016-04-05T13:23:05Z'],
  ['b', { k: 'b', name: '=1+1', zeta: 'z', alpha: 'two\nlines' }, '2016-04-06T13:23:05Z'],
  ['a', { k: 'a', name: '', tags: ['-x', '@y'] }, '2016-04-07T13:23:05Z'],
];

function copyFrom(source: RegisterSource, variant: Variant = 'item') {
  const lines = source.entries.map(({ key, timestamp, items }): CopyLine => [
    key,
    items.map((item) => Object.fromEntries(item)),
    timestamp,
  ]);
  return copyOf(lines, variant);
}

const written = (log: LogCopy, ask: Partial<ExportRequest> = {}): string =>
  exportedText(log, { ...ASK, at: log.size, ...ask });

const ITEMS = copyOf(LINES);

describe('a table', () => {
  test.each<[what: string, copy: typeof ITEMS, ask: Partial<ExportRequest>, table: string]>([
    [
      'is RFC 4180 with CRLF, lists joined, the fields first and what else there is by name',
      ITEMS,
      { fields: ['k', 'name', 'tags'] },
      `${HEAD},k,name,tags,alpha,zeta\r\n3,3,2016-04-07T13:23:05Z,a,a,,-x;@y,,\r\n` +
        '2,2,2016-04-06T13:23:05Z,b,b,=1+1,,"two\nlines",z\r\n',
    ],
    [
      'is of the size asked for',
      copyOf(LINES, 'blob'),
      { at: 1, fields: ['k'] },
      'entry-number,entry-timestamp,key,k,name,tags\r\n1,2016-04-05T13:23:05Z,a,a,"A ""quoted"", name",x;y\r\n',
    ],
    [
      'keeps data whose attribute is called like a column',
      copyOf([['a', { key: 'mine' }, 'T']]),
      {},
      `${HEAD},data:key\r\n1,1,T,a,mine\r\n`,
    ],
    [
      'has a line for each of several items, and one for an entry without any',
      copyOf([
        ['a', [{ n: '1' }, { n: '2' }], 'T'],
        ['b', [], 'T'],
      ]),
      {},
      `${HEAD},n\r\n1,1,T,a,1\r\n1,1,T,a,2\r\n2,2,T,b,\r\n`,
    ],
    [
      'for spreadsheets says that it is UTF-8, and guards names, keys, times, members of lists and lines of cells',
      copyOf([['=k', { '=n': ['ok', '=1'], m: 'a\n=1', o: '\u200B=1' }, '=t']]),
      { form: 'csv-safe' },
      `\uFEFF${HEAD},'=n,m,o\r\n1,1,'=t,'=k,ok;'=1,"a\n'=1",'\u200B=1\r\n`,
    ],
    [
      'leaves what begins no formula as it is',
      copyOf([['a', { n: ['a=b', '1-2', "it's", 'a - b'], o: '[-1.5,51]' }, 'T']]),
      { form: 'csv-safe' },
      `\uFEFF${HEAD},n,o\r\n1,1,T,a,a=b;1-2;it's;a - b,"[-1.5,51]"\r\n`,
    ],
  ])('%s', (_, copy, ask, table) => expect(written(copy, ask)).toBe(table));

  test('for spreadsheets begins no formula, whether cells part at commas, semicolons or tabs, and loses nothing but apostrophes', () => {
    const unit = fc.constantFrom(...'=+-@",;\r\n\t \u00A0\uFEFF\u200B\'a\uFF1D');
    const text = fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 12 }), fc.string({ unit }));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        // An independent reader of RFC 4180: section 2, rules 1 to 7.
        const parts = tableLine(cells, true).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/gy);
        const read = Array.from(parts, ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare);
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/);
        for (const part of read.flatMap((cell) => cell.split(/[;\t\r\n]/)))
          expect(part).not.toMatch(/^[ \u00A0\uFEFF\u200B]*[=+\-@]/);
        const bare = (list: readonly string[]) => list.map((cell) => cell.replaceAll("'", ''));
        expect(bare(read)).toEqual(bare(cells));
      }),
    );
  });
});

describe('JSON', () => {
  test.each(['v2', 'earlier'])('is what the API lists (%s)', async (mount) => {
    const log = copyFrom(planet, mount === 'v2' ? 'item' : 'blob');
    const app = createApp({ registers: new Map([['planet', () => planet]]) });
    for (const what of ['records', 'entries'] as const) {
      const response = await app.fetch(new Request(`http://mock.example/registers/planet/${mount}/${what}`));
      expect(JSON.parse(written(log, { form: 'json', what }))).toEqual(await response.json());
    }
  });

  test('keeps odd names and their order, and is JSON where there is nothing', () => {
    const data = JSON.parse('{"__proto__":"1","constructor":["2"],"10":null}') as Record<string, string>;
    expect(written(copyOf([['__proto__', data, 'T']]), { form: 'json' })).toBe(
      '{\n"__proto__":{"index-entry-number":1,"entry-number":1,"entry-timestamp":"T","key":"__proto__",' +
        '"item":[{"10":null,"__proto__":"1","constructor":["2"]}]}\n}\n',
    );
    expect(written(ITEMS, { form: 'json', filter: { today: '', text: 'nothing' } })).toBe('{\n}\n');
    expect(written(copyOf([], 'blob'), { form: 'json' })).toBe('[\n]\n');
  });
});

describe('RSF', () => {
  test('of the first entries has the root of that log', () => {
    const text = written(copyFrom(country), { ...RSF, at: 200 });
    const root = rootOfLog(createRegister(country).log('item').nodes('item-json'), 200);
    expect(text.trimEnd().split('\n').at(-1)).toBe(`assert-root-hash\t${formatHash(root, 'item')}`);
  });

  test.each<[lines: readonly CopyLine[], problem: RegExp, variant?: Variant]>([
    [LINES, /blobs/, 'blob'],
    [[['a\tb', {}]], /key of entry 1/],
    [
      [
        ['a', {}],
        ['..', {}],
      ],
      /key of entry 2/,
    ],
    [[['a', {}, '2016-02-30T00:00:00Z']], /timestamp of entry 1/],
    [[['a', []]], /no item/],
  ])('of %j is refused, with a reason', (lines, problem, variant = 'item') => {
    const log = copyOf(lines, variant);
    const { rsfProblem = '' } = exportPlan(log, { ...ASK, ...RSF, at: log.size });
    expect(rsfProblem).toMatch(problem);
    if (variant === 'item') expect(() => written(log, RSF)).toThrow(rsfProblem);
  });

  test('is refused of records, and where data is missing: only up to the entry that names it', () => {
    expect(() => written(ITEMS, { form: 'rsf' })).toThrow('not records');
    const log = new LogCopy('item');
    for (const number of [1, 2, 3]) log.append(ITEMS.entry(number));
    for (const number of [1, 3])
      for (const hash of log.entry(number).itemHashes) log.keep(hash, ITEMS.item(hash) ?? new Map());
    const plan = { rows: 3, withoutData: 1, rsfProblem: expect.stringContaining('entry 2') };
    expect(exportPlan(log, { ...ASK, ...RSF })).toEqual(plan);
    expect(exportPlan(log, { ...ASK, ...RSF, at: 1 }).rsfProblem).toBeUndefined();
    expect(exportPlan(log, ASK)).toEqual({ rows: 2, withoutData: 1, rsfProblem: undefined });
    expect(written(log, { form: 'json' })).toContain('"item":[]');
  });
});

test('pieces are never very large, count their rows, and are made as they are asked for', () => {
  const many = copyOf(Array.from({ length: 1100 }, (_, n): CopyLine => [`k${n}`, { n: 'x'.repeat(n) }]));
  let read = 0;
  const { entry } = many;
  many.entry = (number) => ((read += 1), entry.call(many, number));
  const [first] = exported(many, { ...ASK, what: 'entries', at: 1100 });
  expect(first?.rows).toBe(read);
  const pieces = [...exported(many, { ...ASK, at: 1100 })];
  expect(Math.max(...pieces.map(({ bytes }) => bytes.length))).toBeLessThan(70_000);
  expect(pieces.at(-1)?.rows).toBe(1100);
});

test.each([
  ['item', 'item-json'],
  ['blob', 'blob-multihash'],
] as const)('the root of an earlier size is that of the log then (%s)', (variant, leafRule) => {
  const log = copyFrom(planet, variant);
  for (const at of [0, 1, 9, 15])
    expect(rootAt(log, { at, leafRule })).toBe(
      rootOfLog(createRegister(planet).log(variant).nodes(leafRule), at),
    );
  // There is none where the rule cannot write an entry.
  expect(rootAt(copyOf([['a', []]], variant), { at: 1, leafRule: 'item-json-2016' })).toBeUndefined();
});
