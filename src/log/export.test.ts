import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatHash } from '../core/hash.ts';
import { rootAt as rootOfLog } from '../core/merkle-log.ts';
import type { Variant } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { country } from '../mock/registers/country.ts';
import { planet } from '../mock/registers/planet.ts';
import { readRsf } from '../mock/rsf/read-rsf.ts';
import type { RegisterSource } from '../mock/source.ts';
import { type CopyLine, copyOf } from '../testing/log-copy.ts';
import { sharedRegisters, SKIP_REASON } from '../testing/shared-registers.ts';
import { csvLine, type ExportAsk, exported, exportPlan, ROWS_PER_MARK } from './export.ts';
import { rootAt } from './questions.ts';

/** A reader of RFC 4180 by another hand: section 2, rules 1 to 7. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', '\t', ' ', '\u00A0', "'", 'a', '＝'),
  }),
);
const line = fc.array(text, { minLength: 1, maxLength: 5 });

test('what is written exactly is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      expect(cellsOf(lines.map((cells) => csvLine(cells, 'exact')).join(''))).toEqual(lines);
    }),
  );
});

test('what is written for a spreadsheet begins with no formula, whether cells part at commas, semicolons or tabs, and loses nothing but apostrophes', () => {
  fc.assert(
    fc.property(line, (cells) => {
      const written = csvLine(cells, 'safe');
      const [read = []] = cellsOf(written);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/);
      for (const part of read.flatMap((cell) => cell.split(/[;\t\r\n]/)))
        expect(part).not.toMatch(/^[ \u00A0]*[=+\-@]/);
      expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(
        cells.map((cell) => cell.replaceAll("'", '')),
      );
    }),
  );
});

const ASK: ExportAsk = { what: 'records', form: 'csv', at: 3, fields: ['k', 'name', 'tags'] };

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

const exportedText = (log: Parameters<typeof exported>[0], ask: Partial<ExportAsk>): string =>
  [...exported(log, { ...ASK, at: log.size, fields: [], ...ask })].join('');

async function served(source: RegisterSource, path: string): Promise<unknown> {
  const app = createApp({ registers: new Map([[source.name, () => source]]) });
  const response = await app.fetch(new Request(`http://mock.example/registers/${source.name}/${path}`));
  return response.json();
}

describe('a table of records', () => {
  test('is RFC 4180 with CRLF, lists joined, the fields first and what else there is by name', () => {
    expect(exportedText(copyOf(LINES), { fields: ASK.fields })).toBe(
      'index-entry-number,entry-number,entry-timestamp,key,k,name,tags,alpha,zeta\r\n' +
        '3,3,2016-04-07T13:23:05Z,a,a,,-x;@y,,\r\n' +
        '2,2,2016-04-06T13:23:05Z,b,b,=1+1,,"two\nlines",z\r\n',
    );
  });

  test('is of the size asked for', () => {
    expect(exportedText(copyOf(LINES, 'blob'), { at: 1, fields: ['k'] })).toBe(
      'entry-number,entry-timestamp,key,k,name,tags\r\n' +
        '1,2016-04-05T13:23:05Z,a,a,"A ""quoted"", name",x;y\r\n',
    );
  });

  test('is of the records that a filter lets through, in its order', () => {
    const today = '2026-11-21';
    const keysOf = (filter: ExportAsk['filter']) =>
      exportedText(copyOf(LINES), { ...(filter === undefined ? {} : { filter }), fields: ['k'] })
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[3]);
    expect(keysOf({ today, sort: '-k' })).toEqual(['b', 'a']);
    expect(keysOf({ today, sort: 'k', where: [{ attribute: 'zeta', values: ['z'] }] })).toEqual(['b']);
    expect(exportedText(copyOf(LINES), { filter: { today, text: 'nothing' } })).toBe(
      'index-entry-number,entry-number,entry-timestamp,key\r\n',
    );
  });

  test('keeps data whose attribute is called like a column', () => {
    expect(exportedText(copyOf([['a', { key: 'mine' }, '2016-04-05T13:23:05Z']]), {})).toBe(
      'index-entry-number,entry-number,entry-timestamp,key,data:key\r\n1,1,2016-04-05T13:23:05Z,a,mine\r\n',
    );
  });

  test('has a line for each of several items, and one for an entry without any', () => {
    const log = copyOf([
      ['a', [{ n: '1' }, { n: '2' }], 'T'],
      ['b', [], 'T'],
    ]);
    expect(exportedText(log, {})).toBe(
      'index-entry-number,entry-number,entry-timestamp,key,n\r\n1,1,T,a,1\r\n1,1,T,a,2\r\n2,2,T,b,\r\n',
    );
  });
});

describe('a table for spreadsheets', () => {
  const cellOf = (value: string | string[]): string | undefined =>
    exportedText(copyOf([['a', { n: value }, 'T']]), { form: 'csv-safe' })
      .split('\r\n')[1]
      ?.split(',')
      .slice(4)
      .join(',');

  test('says that it is UTF-8, and an exact one does not', () => {
    expect(exportedText(copyOf(LINES), { form: 'csv-safe' })).toMatch(/^\uFEFFindex-entry-number,/);
    expect(exportedText(copyOf(LINES), {})).toMatch(/^index-entry-number,/);
  });

  test.each(['=', '+', '-', '@', '\t', '\r', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])(
    'has an apostrophe before a cell that begins with %j, and nothing is changed in an exact one',
    (sign) => {
      expect(cellOf(`${sign}1`)?.replaceAll('"', '')).toMatch(/^'/);
      expect(exportedText(copyOf([['a', { n: `${sign}1` }, 'T']]), {})).not.toContain("'");
    },
  );

  test('has one before the members of a list too, and before lines of a cell: semicolons and line breaks part cells elsewhere', () => {
    expect(cellOf(['ok', '=1'])).toBe("ok;'=1");
    expect(cellOf('a\n=1')).toBe(`"a\n'=1"`);
    expect(cellOf('\t=1')).toBe("'\t'=1");
  });

  test('leaves everything else alone', () => {
    for (const value of ['', 'a=b', '1-2', "it's", '[-1.5,51]', 'a - b']) {
      const cell = value.includes(',') ? `"${value}"` : value;
      expect(cellOf(value)).toBe(cell);
    }
  });

  test('guards names of attributes, keys and timestamps as well', () => {
    const log = copyOf([['=k', { '=n': 'v' }, '=t']]);
    expect(exportedText(log, { form: 'csv-safe' })).toContain(",'=n\r\n1,1,'=t,'=k,v\r\n");
  });
});

describe('JSON', () => {
  test.each(['v2', 'earlier'])('is what the API lists (%s)', async (mount) => {
    const variant = mount === 'v2' ? 'item' : 'blob';
    const log = copyFrom(planet, variant);
    expect(JSON.parse(exportedText(log, { form: 'json' }))).toEqual(await served(planet, `${mount}/records`));
    expect(JSON.parse(exportedText(log, { form: 'json', what: 'entries' }))).toEqual(
      await served(planet, `${mount}/entries`),
    );
  });

  test('keeps odd names and their order, and is JSON where there is nothing', () => {
    const odd = copyOf([
      [
        '__proto__',
        JSON.parse('{"__proto__":"1","constructor":["2"],"10":null}') as Record<string, string>,
        'T',
      ],
    ]);
    expect(exportedText(odd, { form: 'json' })).toBe(
      '{\n"__proto__":{"index-entry-number":1,"entry-number":1,"entry-timestamp":"T","key":"__proto__",' +
        '"item":[{"10":null,"__proto__":"1","constructor":["2"]}]}\n}\n',
    );
    expect(exportedText(odd, { form: 'json', filter: { today: '', text: 'nothing' } })).toBe('{\n}\n');
    expect(exportedText(copyOf([], 'blob'), { form: 'json' })).toBe('[\n]\n');
  });
});

describe('RSF', () => {
  const asked: Partial<ExportAsk> = { what: 'entries', form: 'rsf' };

  test.each([planet, country])(
    'of $name is read back by the strict reader as the same log',
    async (source) => {
      const log = copyFrom(source);
      const read = await readRsf([exportedText(log, asked)], { name: source.name });
      expect(read.entries).toEqual(source.entries);
      expect(exportPlan(log, { ...ASK, ...asked, at: log.size }).rsfProblem).toBeUndefined();
    },
  );

  test('up to an earlier size asserts the root of that size', async () => {
    const log = copyFrom(country);
    const root = rootOfLog(createRegister(country).log('item').nodes('item-json'), 200);
    const written = exportedText(log, { ...asked, at: 200 });
    expect(written.trimEnd().split('\n').at(-1)).toBe(`assert-root-hash\t${formatHash(root, 'item')}`);
    expect((await readRsf([written], { name: 'country' })).entries).toHaveLength(200);
  });

  test('of an empty log is read back', async () => {
    expect((await readRsf([exportedText(copyOf([]), asked)], { name: 'none' })).entries).toEqual([]);
  });

  test('is refused, with a reason, where the file could not be read or would say something else', () => {
    const problem = (lines: readonly CopyLine[], variant: Variant = 'item'): string | undefined => {
      const log = copyOf(lines, variant);
      const { rsfProblem } = exportPlan(log, { ...ASK, ...asked, at: log.size });
      if (rsfProblem !== undefined && variant === 'item')
        expect(() => exportedText(log, asked)).toThrow(rsfProblem);
      return rsfProblem;
    };
    expect(problem(LINES)).toBeUndefined();
    expect(problem(LINES, 'blob')).toMatch(/log of blobs/);
    expect(problem([['a\tb', {}]])).toMatch(/key of entry 1/);
    expect(
      problem([
        ['a', {}],
        ['..', {}],
      ]),
    ).toMatch(/key of entry 2/);
    expect(problem([['a', {}, '2016-02-30T00:00:00Z']])).toMatch(/timestamp of entry 1/);
    expect(problem([['a', []]])).toMatch(/records no item/);
  });

  test('is refused where data is missing, and only up to the entry that names it', () => {
    const whole = copyOf(LINES);
    const lost = whole.entry(2).itemHashes[0];
    const log = {
      variant: 'item' as const,
      size: 3,
      entry: (number: number) => whole.entry(number),
      item: (hash: never) => (hash === lost ? undefined : whole.item(hash)),
      keys: () => whole.keys(),
      trail: (key: string) => whole.trail(key),
      latest: (key: string, at: number) => whole.latest(key, at),
    };
    expect(exportPlan(log, { ...ASK, ...asked })).toEqual({
      rows: 3,
      withoutData: 1,
      rsfProblem: 'The data of entry 2 could not be had.',
    });
    expect(exportPlan(log, { ...ASK, ...asked, at: 1 }).rsfProblem).toBeUndefined();
    expect(exportPlan(log, ASK)).toEqual({ rows: 2, withoutData: 1, rsfProblem: undefined });
    expect(exportedText(log, { form: 'json' })).toContain('"item":[]');
  });

  test('holds whole logs only', () => {
    expect(() => exportedText(copyOf(LINES), { form: 'rsf' })).toThrow('not records');
  });
});

describe('pieces', () => {
  const many = copyOf(Array.from({ length: 1100 }, (_, n): CopyLine => [`k${n}`, { n: 'x'.repeat(n) }]));

  test.each(['csv', 'json', 'rsf'] as const)('of %s mark every 250 rows and are never very large', (form) => {
    const pieces = [
      ...exported(many, { ...ASK, what: form === 'rsf' ? 'entries' : 'records', form, at: 1100, fields: [] }),
    ];
    expect(pieces.filter((piece) => piece === '')).toHaveLength(Math.floor(1100 / ROWS_PER_MARK));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
    expect(pieces.indexOf('')).toBeGreaterThan(0);
  });

  test('are made as they are asked for', () => {
    let read = 0;
    const counting = Object.create(many, {
      entry: {
        value: (number: number) => {
          read += 1;
          return many.entry(number);
        },
      },
      size: { value: 1100 },
      variant: { value: 'item' },
    }) as typeof many;
    const stream = exported(counting, { ...ASK, what: 'entries', at: 1100 })[Symbol.iterator]();
    stream.next();
    expect(read).toBeLessThanOrEqual(ROWS_PER_MARK);
  });
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
});

test('there is no root where the rule cannot write an entry', () => {
  expect(rootAt(copyOf([['a', []]]), { at: 1, leafRule: 'item-json-2016' })).toBeUndefined();
});

describe.skipIf(sharedRegisters === undefined)(`published registers (${SKIP_REASON})`, () => {
  test.each(['country', 'government-organisation', 'local-authority-eng', 'register'])(
    '%s is taken away as RSF that ends in its published root',
    async (name) => {
      const published = readFileSync(`${sharedRegisters}${name}.rsf`, 'utf8');
      const source = await readRsf([published]);
      const written = exportedText(copyFrom(source), { what: 'entries', form: 'rsf' });
      expect(written.trimEnd().split('\n').at(-1)).toBe(published.trimEnd().split('\n').at(-1));
      expect((await readRsf([written], { name })).entries).toEqual(source.entries);
    },
  );
});
