import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canonicalItemJson } from '../core/canonical-json.ts';
import { itemHash } from '../core/data-hash.ts';
import { rootAt } from '../core/merkle-log.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { MOST_RSF_BYTES } from './fetch-rsf.ts';
import { readRsf } from './read-rsf.ts';
import { RsfError, unstatedWords } from './rsf-error.ts';
import { readPlain, writeRegister } from '../testing/rsf-files.ts';
import type { RegisterSource } from './register-source.ts';
import { anItem } from '../testing/builders.ts';

const TIME = '2020-01-02T03:04:05Z';
const ELM = anItem({ name: 'Elm 🌳', tree: 'elm' });
const ASH = anItem({ tree: 'ash' });
const TREE_ENTRY = { key: 'elm', timestamp: TIME, items: [ELM] };
const TREE: RegisterSource = {
  name: 'tree',
  domain: 'localhost',
  title: 'Trees',
  custodian: 'A Forester',
  phase: 'beta',
  fields: ['tree', 'name'],
  definitions: [
    { id: 'tree', datatype: 'string', cardinality: '1', register: 'tree' },
    { id: 'name', datatype: 'string', cardinality: 'n', text: 'Its names — in English' },
  ],
  entries: [
    TREE_ENTRY,
    { key: 'ash', timestamp: '2020-01-02T03:04:05', items: [ASH, ELM] },
    { key: 'elm', timestamp: '2019-01-02T03:04:05Z', items: [anItem({ name: ['Elm', 'Élm'] })] },
  ],
};
const written = (source: RegisterSource): string => [...writeRegister(source)].join('');
const FILE = written(TREE);
const BYTES = new TextEncoder().encode(FILE);

// The lines of a file.
const EMPTY_ROOT =
  'assert-root-hash\tsha-256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const add = (item: Item): string => `add-item\t${canonicalItemJson(item)}`;
const append = (kind: string, key: string, items: readonly Item[], time = TIME): string =>
  ['append-entry', kind, key, time, items.map((item) => `sha-256:${itemHash(item)}`).join(';')].join('\t');
const system = (key: string, attributes: Readonly<Record<string, AttributeValue>>): string[] => [
  add(anItem(attributes)),
  append('system', key, [anItem(attributes)]),
];
const NAMED = system('name', { name: 'tree' });
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** What is wrong with a file, after the line of its error. */
const failure = (file: string): Promise<string> =>
  readRsf([file]).then(
    () => 'read',
    (error: unknown) => {
      if (error instanceof RsfError) return `${error.line}| ${error.message}`;
      throw error;
    },
  );

test('reads the whole register, from one buffer of any length that is used again, too', async () => {
  expect(await readPlain([FILE])).toEqual(TREE);
  for (const size of [1, 2, 3, 7, 64]) {
    const buffer = new Uint8Array(size);
    async function* reusing(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < BYTES.length; at += size) {
        const part = BYTES.subarray(at, at + size);
        buffer.set(part);
        yield buffer.subarray(0, part.length);
      }
    }
    expect(await readPlain(reusing())).toEqual(TREE);
  }
});

describe('a damaged file', () => {
  /** What the leaf of each entry is of; the hashes that are named, where data is missing. */
  const leavesOf = ({ entries }: RegisterSource): unknown =>
    entries.map(({ key, timestamp, items, itemHashes }) => [
      key,
      timestamp,
      itemHashes ?? items.map(itemHash),
    ]);

  test('with one byte changed is refused, or has the same log, and no other data', async () => {
    let refused = 0;
    for (const [at, old] of BYTES.entries())
      // A neighbour of each byte, and of the other changes one in turn: every part of a line meets all of them.
      for (const byte of [old ^ 1, [old ^ 0x20, 0x0a, 0x09, 0x80][at % 4] ?? 0].filter(
        (one) => one !== old,
      )) {
        const source = await readPlain([BYTES.with(at, byte)]).catch((error: unknown) => {
          if (!(error instanceof RsfError)) throw error;
          refused += 1;
        });
        if (source === undefined || isDeepStrictEqual(source, TREE)) continue;
        expect(leavesOf(source)).toEqual(leavesOf(TREE));
        const named = source.entries.map(({ items, itemHashes }) => itemHashes ?? items.map(itemHash));
        for (const [entry, { items }] of source.entries.entries())
          expect(named[entry]).toEqual(expect.arrayContaining(items.map(itemHash)));
        expect(source.odd ?? source.unknownSystemEntries).not.toHaveLength(0);
      }
    expect(refused).toBeGreaterThan(BYTES.length);
  });

  test('cut short is refused within a line and before its first entry, else says how far its roots reach', async () => {
    for (let length = 0; length < BYTES.length - 1; length++) {
      const cut = BYTES.subarray(0, length);
      const read = await readRsf([cut]).catch((error: unknown) => error);
      if (read instanceof RsfError) continue;
      const { unstated, entries } = read as RegisterSource;
      expect([length, unstated]).toEqual([length, entries.length]);
    }
    expect(await readPlain([BYTES.subarray(0, -1)])).toEqual(TREE);
  });

  test('whose last line states no root opens, and says which entries are under none; a root that fails is refused', async () => {
    const more = lines(add(ELM), append('user', 'elm', [ELM]), append('user', 'elm', [ELM]));
    const { unstated, entries } = await readRsf([FILE + more]);
    expect([unstated, entries.length]).toEqual([2, TREE.entries.length + 2]);
    expect(await readPlain([FILE + lines(add(ELM))])).toMatchObject({ unstated: 0 });
    expect(await readPlain([FILE])).not.toHaveProperty('unstated');
    expect(await failure(FILE + more + lines(EMPTY_ROOT))).toMatch(/states the root/);
    const words = [2, 1, 5, 0].map((one) => unstatedWords(one, 5)).join('|');
    expect(words).toMatch(/last 2 entries.*\|.*last entry .*\|this file.*\|.*last line/);
  });
});

const blanks = (text: string): string => `\n${text.replace('\n', '\n\n')}\n \n\n`;
const upper = (text: string): string => text.toUpperCase();
const LINES = /blank lines.*CR LF.*byte order mark.*line 1\)/;

test.each<[what: string, corrupt: (text: string) => string, ...odd: readonly RegExp[]]>([
  ['CR LF', (text) => text.replaceAll('\n', '\r\n'), LINES],
  ['a byte order mark', (text) => `\uFEFF${text}`, LINES],
  ['blank lines before, between and after', blanks, LINES],
  ['hashes in capitals', (text) => text.replaceAll(/sha-256:[0-9a-f]+/g, upper), /capitals/],
  ['an item twice', (text) => text.replace(/add-item.*\n/, '$&$&')],
  ['an item that no entry uses', (text) => lines(add(anItem({ x: 'y' }))) + text, /no entry uses/],
  [
    'an item that comes after its entry',
    (text) => text.replace(lines(add(ELM)), '').replace('append-entry\tuser\tash', `${lines(add(ELM))}$&`),
  ],
  ['no line feed at its end', (text) => text.trimEnd()],
])('a file with %s is the same register, and says so', async (_what, corrupt, ...odd) => {
  expect(corrupt(FILE)).not.toBe(FILE);
  const { odd: found = [], ...source } = await readPlain([corrupt(FILE)]);
  expect(source).toEqual(TREE);
  expect(found).toEqual(odd.map((one) => expect.stringMatching(one) as string));
});

test.each(['v2', 'earlier'])('data that a file lacks is not served, and all else is: %s', async (mount) => {
  const lacking = FILE.replace(/add-item\t.*Élm.*\n/, '');
  const source = await readRsf([lacking]);
  expect(source.odd).toEqual([expect.stringMatching(/^an entry uses an item .*only the hash \(line \d+\)$/)]);
  expect(written(source)).toBe(lacking);
  const app = createApp({ registers: new Map([['tree', () => source]]) });
  const ask = (path: string): Promise<Response> =>
    app.fetch(new Request(`http://mock.example/registers/tree/${mount}${path}`));
  const hash = source.entries[2]?.itemHashes?.[0] ?? 'none';
  expect(await (await ask('/entries/3')).text()).toContain(hash);
  for (const [path, status] of [
    [mount === 'v2' ? `/items/sha-256:${hash}` : `/blobs/1220${hash}`, 404],
    ['/records/elm', 404],
    ['/records/ash', 200],
  ] as const)
    expect([path, (await ask(path)).status]).toEqual([path, status]);
  expect(Object.values((await (await ask('/records')).json()) as object)).toHaveLength(1);
});

test('a register is served as the file hashed it, as it would be hashed again', async () => {
  const moved = FILE.replace(lines(add(ELM)), '').replace('append-entry\tuser\tash', `${lines(add(ELM))}$&`);
  for (const file of [FILE, FILE.replace(/add-item\t.*Élm.*\n/, ''), moved, lines(add(ASH)) + FILE]) {
    const source = await readRsf([file]);
    const registers = [createRegister(source), createRegister(source, source.hashed)];
    const logs = registers.map((register) => register.log('item'));
    const shown = logs.map((log) => ({
      entries: source.entries.map((_, at) => log.entry(at + 1)),
      items: log.itemHashes(0, Infinity).map((hash) => [hash, log.item(hash)]),
      some: [log.itemHashes(1, 1), log.keys(1, 1), log.keyCount(1), log.trail('elm'), log.trail('oak')],
      ofSystem: log.item(itemHash(anItem({ name: 'tree' }))),
      root: rootAt(log.nodes('item-json'), 3),
    }));
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[0]).toMatchObject({ some: [{ length: 1 }, ['ash'], 1, [1, 3], []], ofSystem: undefined });
  }
});

test.each(['B C', '__proto__', '-x', 'ä', '<b>', '..'])('the key %j is read, and noted', async (key) => {
  const source = { ...TREE, entries: [{ ...TREE_ENTRY, key }] };
  const { odd, entries } = await readPlain(writeRegister(source));
  expect(entries).toEqual(source.entries);
  expect(odd).toEqual([expect.stringContaining(JSON.stringify(key))]);
});

describe('refuses and names the line', () => {
  const items = [
    '{"a"',
    '{"a": "b"}',
    '{"b":"1","a":"2"}',
    '{"a":"1","a":"2"}',
    '{"a":"\\u001f"}',
    '{"a":1}',
    '[]',
  ];
  const times = [
    '',
    '2020-02-30T00:00:00Z',
    '2020-01-01T24:00:01Z',
    '2020-01-01',
    '2020-01-01T00:00:00+01:00',
    'now',
  ];
  test.each<[text: string, line: number]>([
    [lines(EMPTY_ROOT, ...NAMED), 3],
    [lines(EMPTY_ROOT), 1],
    [lines(EMPTY_ROOT, ''), 2],
    [lines(EMPTY_ROOT, 'add-items\t{}'), 2],
    [lines(EMPTY_ROOT, ...NAMED, '\u00A0\uFEFF x'), 4],
    [lines(add(ELM), append('admin', 'elm', [ELM]), EMPTY_ROOT), 2],
    [lines(add(ELM), append('user', '', [ELM]), EMPTY_ROOT), 2],
    [lines(add(ELM), append('user', 'elm', [ELM]), EMPTY_ROOT), 3],
    [lines(EMPTY_ROOT, append('system', 'elm', [ELM]), add(ELM)), 2],
    [`assert-root-hash\tsha-256:${'0'.repeat(64)}`, 1],
    [`assert-root-hash\t${'0'.repeat(64)}`, 1],
    [EMPTY_ROOT.replace('e3b0', 'g3b0'), 1],
    [`${EMPTY_ROOT}\t`, 1],
    ['append-entry\tuser\tGB', 1],
    ...items.map((item): [string, number] => [`add-item\t${item}`, 1]),
    ...times.map((time): [string, number] => [
      lines(add(ELM), append('user', 'elm', [ELM], time), EMPTY_ROOT),
      2,
    ]),
  ])('%j', async (text, line) => {
    expect(await failure(text)).toMatch(new RegExp(`^${line}\\|.* line ${line} `));
  });

  const damaged = [Buffer.from(`${EMPTY_ROOT}\nadd-item\t{"a":"`), Buffer.of(0xc3, 0x22)];
  test.each<[file: string | Uint8Array, message: RegExp, code?: string]>([
    ['', /is empty/],
    ['\n\n', /is empty/],
    ['{"format":"register-proof-bundle"}', /looks like a proof bundle.*Check/],
    ['\uFEFF{\r\n  "format":', /not an RSF/],
    ['add-items\t{}', /not an RSF/],
    ['<!DOCTYPE html><title>x</title>', /web page/, 'web-page'],
    ['\n  <!-- saved -->\n<html lang="en">', /web page/, 'web-page'],
    [gzipSync(FILE), /not an RSF/],
    [Buffer.concat(damaged), /UTF-8/],
  ])('a file that begins as no RSF, or whose bytes are none: %j', async (file, message, code) => {
    const error = { name: 'RsfError', code, message: expect.stringMatching(message) as string };
    await expect(readRsf([file])).rejects.toMatchObject(error);
  });
});

describe('metadata', () => {
  const read = (...more: readonly string[]): Promise<RegisterSource> =>
    readPlain([lines(EMPTY_ROOT, ...NAMED, ...more, EMPTY_ROOT)]);
  const field = (id: string, cardinality: string): Readonly<Record<string, string>> => ({
    cardinality,
    datatype: 'string',
    field: id,
    phase: 'beta',
  });

  test('the newest entry of a key counts, even where an older one was wrong', async () => {
    const source = await read(
      ...system('field:name', field('tree', '1')),
      ...system('custodian', { custodian: 'A' }),
      ...system('field:name', field('name', 'n')),
      ...system('custodian', { custodian: 'B' }),
    );
    expect(source).toMatchObject({
      custodian: 'B',
      definitions: [{ id: 'name', datatype: 'string', cardinality: 'n' }],
      fields: ['name'],
    });
  });

  test('entries with unknown keys or two items are kept, all of them, in their order, and written again', async () => {
    const source = await read(
      add(ELM),
      append('system', 'government-domain', [ELM]),
      add(ASH),
      append('system', 'field:', [ASH]),
      append('system', 'custodian', [ELM, ASH]),
      ...system('register-name', { 'register-name': 'Trees' }),
    );
    expect(source).toMatchObject({
      name: 'tree',
      title: 'Trees',
      unknownSystemEntries: [
        { key: 'government-domain', items: [ELM] },
        { key: 'field:', items: [ASH] },
        { key: 'custodian', items: [ELM, ASH] },
      ],
    });
    expect(await readPlain(writeRegister(source))).toEqual(source);
  });

  test.each<[what: string, key: string, attributes: Readonly<Record<string, string>>]>([
    ['a definition of another field', 'field:name', field('tree', '1')],
    ['an unknown cardinality', 'field:name', field('name', '2')],
    ['a definition without a datatype', 'field:name', { field: 'name', cardinality: '1' }],
    ['a custodian without one', 'custodian', { name: 'Elm' }],
    ['the record of another register', 'register:bush', { register: 'bush' }],
  ])('leaves out and notes %s', async (_what, key, attributes) => {
    const source = await read(...system(key, attributes));
    const rest = { name: 'tree', domain: 'localhost', fields: [], definitions: [], entries: [] };
    const odd = expect.stringMatching(`"${key}" is left out.*line 5`) as string;
    expect(source).toEqual({ ...rest, odd: [odd] });
  });

  test.each([
    ['no name', []],
    ['a name that is none', system('name', { name: 'a/b' })],
  ])('a file with %s takes the one that it is told', async (_what, more) => {
    const source = await readRsf([lines(EMPTY_ROOT, ...more, EMPTY_ROOT)], { name: 'shrub' });
    expect(source).toMatchObject({ name: 'shrub', odd: [expect.stringContaining('no name')] });
    expect((await readRsf([FILE], { name: 'shrub' })).name).toBe('tree');
  });
});

test('refuses a line or a file beyond its limit, before reading on', async () => {
  function* line(): Generator<string> {
    for (;;) yield 'x'.repeat(100_000);
  }
  await expect(readRsf(line())).rejects.toThrow(/longer than/);
  function* file(): Generator<Uint8Array> {
    yield BYTES;
    yield new Uint8Array(MOST_RSF_BYTES);
    throw new Error('read on');
  }
  await expect(readRsf(file())).rejects.toThrow(/larger than/);
});
