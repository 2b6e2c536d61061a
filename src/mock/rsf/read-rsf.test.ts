import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canonicalItemJson } from '../../core/canonical-json.ts';
import { itemHash } from '../../core/data-hash.ts';
import type { Item } from '../../core/model.ts';
import { readRsf } from './read-rsf.ts';
import { RsfError } from './rsf-error.ts';
import { writeRsf } from './write-rsf.ts';
import type { RegisterSource } from '../source.ts';
import { RUNS } from '../../testing/hostile-json.ts';
import { splitRsf } from '../../testing/rsf-lines.ts';

const EMPTY_ROOT =
  'assert-root-hash\tsha-256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ELM: Item = new Map([
  ['name', 'Elm 🌳'],
  ['tree', 'elm'],
]);
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
    { key: 'elm', timestamp: '2020-01-02T03:04:05Z', items: [ELM] },
    { key: 'ash', timestamp: '2020-01-02T03:04:05', items: [new Map([['tree', 'ash']]), ELM] },
    { key: 'elm', timestamp: '2019-01-02T03:04:05Z', items: [new Map([['name', ['Elm', 'Élm']]])] },
  ],
};
const FILE = [...writeRsf(TREE)].join('');
const BYTES = new TextEncoder().encode(FILE);

const TREE_ENTRY = { key: 'elm', timestamp: '2020-01-02T03:04:05Z', items: [ELM] };
const NOTHING = { domain: 'localhost', fields: [], definitions: [], entries: [] };

const hashOf = (item: Item): string => `sha-256:${itemHash(item)}`;
const add = (item: Item): string => `add-item\t${canonicalItemJson(item)}`;
const append = (kind: string, key: string, item: Item): string =>
  `append-entry\t${kind}\t${key}\t2020-01-02T03:04:05Z\t${hashOf(item)}`;
const NAMED = [add(new Map([['name', 'tree']])), append('system', 'name', new Map([['name', 'tree']]))];

async function failure(text: string, options = {}): Promise<string> {
  try {
    await readRsf([text], options);
  } catch (error) {
    if (error instanceof RsfError) return `${error.line}| ${error.message}`;
    throw error;
  }
  return 'read';
}

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

test('reads the whole register, entries by number, metadata, items with lists', async () => {
  expect(await readRsf([FILE])).toEqual(TREE);
});

test('reads the same wherever two chunks meet, and from one buffer that is used again', async () => {
  for (let at = 0; at <= BYTES.length; at++) {
    const source = await readRsf([BYTES.subarray(0, at), BYTES.subarray(at)]);
    expect(isDeepStrictEqual(source, TREE), `cut at ${at}`).toBe(true);
  }
  for (const size of [1, 2, 3, 7, 64]) {
    const buffer = new Uint8Array(size);
    async function* reusing(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < BYTES.length; at += size) {
        const part = BYTES.subarray(at, at + size);
        buffer.set(part);
        yield buffer.subarray(0, part.length);
      }
    }
    expect(await readRsf(reusing())).toEqual(TREE);
  }
});

test('never reads a file with one byte changed as something else', async () => {
  const outcomes = new Map<string, number>();
  for (let at = 0; at < BYTES.length; at++) {
    for (const byte of [(BYTES[at] ?? 0) ^ 1, (BYTES[at] ?? 0) ^ 0x20, 0x0a, 0x09, 0x80]) {
      if (byte === BYTES[at]) continue;
      const damaged = BYTES.with(at, byte);
      const outcome = await readRsf([damaged]).then(
        (source) =>
          isDeepStrictEqual(source, TREE)
            ? 'same'
            : !isDeepStrictEqual(source.entries, TREE.entries)
              ? `other: byte ${at} as ${byte}`
              : (source.odd?.length ?? source.unknownSystemEntries?.length) === 1
                ? 'noted'
                : `not noted: byte ${at} as ${byte}`,
        (error: unknown) => (error instanceof RsfError ? 'refused' : `bug: ${String(error)}`),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  // The same: the time of a system entry, which means nothing. Noted: a system entry, under no root, whose key became another one, or a hash in capitals.
  expect([...outcomes.keys()].toSorted()).toEqual(['noted', 'refused', 'same']);
  expect(outcomes.get('refused')).toBeGreaterThan((outcomes.get('same') ?? 0) * 10);
});

test('never reads a file cut short, wherever it ends', async () => {
  for (let length = 0; length < BYTES.length - 1; length++) {
    await expect(readRsf([BYTES.subarray(0, length)]), `${length} bytes`).rejects.toThrow(RsfError);
  }
  expect(await readRsf([BYTES.subarray(0, -1)])).toEqual(TREE);
});

test('refuses lines dropped, doubled or swapped, or has the root of the entries that are left', async () => {
  const all = FILE.split('\n');
  const line = fc.nat(all.length - 1);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('drop', 'double', 'swap'), line, line, async (how, one, other) => {
      const [here = '', there = ''] = [all[one], all[other]];
      const edited =
        how === 'drop'
          ? all.toSpliced(one, 1)
          : how === 'double'
            ? all.toSpliced(other, 0, here)
            : all.with(one, there).with(other, here);
      const source = await readRsf([edited.join('\n')]).catch((error: unknown) => {
        expect(error).toBeInstanceOf(RsfError);
      });
      if (source === undefined) return;
      const { roots, entries } = splitRsf([...writeRsf(source)].join(''));
      expect(roots.at(-1)).toEqual(splitRsf(edited.join('\n')).roots.at(-1));
      expect(entries).toEqual(splitRsf(edited.join('\n')).entries);
    }),
    RUNS,
  );
});

test.each<[what: string, spoil: (text: string) => string, odd: readonly string[]]>([
  ['CR LF', (text) => text.replaceAll('\n', '\r\n'), ['lines end with CR LF (line 1)']],
  ['a byte order mark', (text) => `\uFEFF${text}`, ['it begins with a byte order mark (line 1)']],
  ['blank lines before, between and after', blanks, ['it has blank lines (line 1)']],
  [
    'hashes in capitals',
    (text) => text.replaceAll(/(?<=sha-256:)[0-9a-f]+/g, upper),
    ['hashes are written in capitals (line 1)'],
  ],
  [
    'prefixes in capitals',
    (text) => text.replaceAll('sha-256:', 'SHA-256:'),
    ['hashes are written in capitals (line 1)'],
  ],
  ['an item twice', (text) => text.replace(/add-item.*\n/, '$&$&'), []],
  [
    'an item that no entry uses',
    (text) => `${add(new Map([['x', 'y']]))}\n${text}`,
    ['1 item is used by no entry'],
  ],
  ['no line feed at its end', (text) => text.trimEnd(), []],
  [
    'all of it',
    (text) => `\uFEFF${blanks(text)}`.replaceAll('\n', '\r\n'),
    [
      'it begins with a byte order mark (line 1)',
      'lines end with CR LF (line 1)',
      'it has blank lines (line 1)',
    ],
  ],
])('a file with %s is the same register, and says so', async (_what, spoil, odd) => {
  const { odd: found = [], ...source } = await readRsf([spoil(FILE)]);
  expect(source).toEqual(TREE);
  expect(found).toEqual(odd);
});

function blanks(text: string): string {
  return `\n${text.replace('\n', '\n\n')}\n \n\n`;
}

function upper(text: string): string {
  return text.toUpperCase();
}

test.each(['B C', '__proto__', '-x', 'ä', '<b>', '..'])(
  'the key %j is read, and noted as odd',
  async (key) => {
    const source = { ...TREE, entries: [{ ...TREE_ENTRY, key }] };
    const { odd, entries } = await readRsf(writeRsf(source));
    expect(entries).toEqual(source.entries);
    expect(odd).toEqual([`a key has an unusual form: ${JSON.stringify(key)} (line 15)`]);
  },
);

test('takes an item that comes twice or is never named, and a root after every line', async () => {
  const text = lines(EMPTY_ROOT, ...NAMED, add(ELM), EMPTY_ROOT, ...NAMED, EMPTY_ROOT);
  expect(await readRsf([text])).toMatchObject({
    name: 'tree',
    fields: [],
    entries: [],
    odd: ['1 item is used by no entry'],
  });
});

const AT = (line: number): string => `${line}| This file is incomplete or inconsistent: line ${line} `;
describe('says which line cannot be believed, and why', () => {
  const JSON_EXPECTED = /has .*; expected an item in canonical JSON: /;
  test.each<[text: string, line: number, why: RegExp]>([
    [lines(EMPTY_ROOT, ...NAMED), 3, /is the last; .* may have been cut short/],
    [lines(EMPTY_ROOT, 'add-items\t{}'), 2, /the command "add-items"; expected add-item, /],
    [lines(EMPTY_ROOT, '{}'), 2, /the command "\{\}"/],
    [lines(EMPTY_ROOT, ''), 2, /is the last; .* may have been cut short/],
    [lines(EMPTY_ROOT), 1, /is the last; .* may have been cut short/],
    [lines(EMPTY_ROOT, ...NAMED, '\u00A0\uFEFF x'), 4, /the command/],
    ['add-item {}', 1, /the command "add-item \{\}"/],
    ['append-entry\tuser\tGB', 1, /2 tab-separated .* 4: user or system, key/],
    [`${EMPTY_ROOT}\t`, 1, /2 tab-separated values .* expected 1: root hash/],
    ['add-item\t{"a"', 1, /has "\{\\"a\\""; expected an item in canonical JSON: /],
    ['add-item\t{"a": "b"}', 1, JSON_EXPECTED],
    ['add-item\t{"b":"1","a":"2"}', 1, JSON_EXPECTED],
    ['add-item\t{"a":"1","a":"2"}', 1, JSON_EXPECTED],
    ['add-item\t{"a":"\\u001f"}', 1, JSON_EXPECTED],
    ['add-item\t{"a":1}', 1, /neither a string nor a list of strings/],
    ['add-item\t[]', 1, /an item is a JSON object/],
    [`assert-root-hash\t${'0'.repeat(64)}`, 1, /the hash "0{60}"…; expected sha-256: and 64/],
    [EMPTY_ROOT.replace('e3b0', 'g3b0'), 1, /the hash "sha-256:g3/],
    [lines(add(ELM), append('admin', 'elm', ELM)), 2, /kind "admin"; expected user or system/],
    [lines(add(ELM), append('user', '', ELM)), 2, /an entry without a key/],
    [
      lines(add(ELM), append('user', 'elm', ELM), EMPTY_ROOT),
      3,
      /states the root sha-256:e3b0.*; expected sha-256:[0-9a-f]{64}, the root of the 1 user entries before it\.$/,
    ],
    [`assert-root-hash\tsha-256:${'0'.repeat(64)}`, 1, /Does the file continue another one\?/],
    ...[
      '2020-02-30T00:00:00Z',
      '2020-01-01T24:00:01Z',
      '2020-01-01',
      '2020-01-01T00:00:00+01:00',
      '',
      'now',
    ].map((time): [string, number, RegExp] => [
      lines(add(ELM), `append-entry\tuser\telm\t${time}\t${hashOf(ELM)}`),
      2,
      /the timestamp ".*"; expected one like /,
    ]),
  ])('%j', async (text, line, why) => {
    const message = await failure(text);
    expect(message.slice(0, AT(line).length)).toBe(AT(line));
    expect(message).toMatch(why);
  });

  const BUNDLE = '1| This is not an RSF file. It looks like a proof bundle: open it in Check.';
  const NO_RSF =
    '1| This is not an RSF file. The first line of one begins with assert-root-hash or add-item.';
  test.each([
    ['', '0| This file is empty.'],
    [
      lines(EMPTY_ROOT, append('user', 'elm', ELM), add(ELM)),
      '2| This file is incomplete or inconsistent: line 2 uses an item that is not in it.',
    ],
    ['{"format":"proof"}', BUNDLE],
    ['\uFEFF{\r\n  "format":', BUNDLE],
    ['key,name\r\nGB,United Kingdom', NO_RSF],
    ['add-items\t{}', NO_RSF],
    ['\n\n', '0| This file is empty.'],
    ['<!DOCTYPE html><title>x</title>', '1| This is not an RSF file. It looks like a web page.'],
    ['<!-- saved -->\n<!DOCTYPE html>', '1| This is not an RSF file. It looks like a web page.'],
    ['\n  <html lang="en">', '2| This is not an RSF file. It looks like a web page.'],
  ])('%j in these words', async (text, message) => {
    expect(await failure(text)).toBe(message);
  });

  test('packed files', async () => {
    const packed = 'This is not an RSF file. It is a packed one: unpack it, and open what is in it.';
    await expect(readRsf([gzipSync(FILE)])).rejects.toThrow(packed);
    expect(await failure('PK\u0003\u0004x')).toBe(`1| ${packed}`);
  });

  test('half a surrogate pair, which has no bytes', async () => {
    await expect(readRsf([`${EMPTY_ROOT}\nadd-item\t\udc00`])).rejects.toThrow('half a surrogate pair');
  });

  test('bytes that are not UTF-8', async () => {
    const bytes = new TextEncoder().encode(`${EMPTY_ROOT}\nadd-item\t{"a":"é"}`);
    const broken = bytes.filter((byte) => byte !== 0xa9);
    await expect(readRsf([broken])).rejects.toThrow('line 2 has bytes that are not UTF-8');
  });
});

describe('metadata', () => {
  const system = (key: string, item: Item): string[] => [add(item), append('system', key, item)];
  const read = (...more: readonly string[]): Promise<RegisterSource> =>
    readRsf([lines(EMPTY_ROOT, ...NAMED, ...more, EMPTY_ROOT)]);
  const field = (id: string, cardinality: string): Item =>
    new Map([
      ['cardinality', cardinality],
      ['datatype', 'string'],
      ['field', id],
      ['phase', 'beta'],
    ]);

  test('the newest entry of a key counts, even where an older one was wrong', async () => {
    const source = await read(
      ...system('field:name', field('tree', '1')),
      ...system('custodian', new Map([['custodian', 'A']])),
      ...system('field:name', field('name', 'n')),
      ...system('custodian', new Map([['custodian', 'B']])),
    );
    expect(source.custodian).toBe('B');
    expect(source.definitions).toEqual([{ id: 'name', datatype: 'string', cardinality: 'n' }]);
    expect(source.fields).toEqual(['name']);
  });

  test('entries with unknown keys are kept, all of them, in their order, and written again', async () => {
    const ash = new Map([['tree', 'ash']]);
    const both = `append-entry\tsystem\tgovernment-domain\t2020-01-02T03:04:05Z\t${hashOf(ELM)};${hashOf(ash)}`;
    const source = await read(
      ...system('government-domain', ELM),
      ...system('field:', ash),
      both,
      ...system('register-name', new Map([['register-name', 'Trees']])),
    );
    expect(source).toMatchObject({
      name: 'tree',
      title: 'Trees',
      unknownSystemEntries: [
        { key: 'government-domain', items: [ELM] },
        { key: 'field:', items: [ash] },
        { key: 'government-domain', items: [ELM, ash] },
      ],
    });
    expect(await readRsf(writeRsf(source))).toEqual(source);
  });

  test.each([
    [
      'a definition of another field',
      system('field:name', field('tree', '1')),
      'what it says of the field "name" is about "tree" (line 5)',
    ],
    [
      'an unknown cardinality',
      system('field:name', field('name', '2')),
      'the cardinality of "name" is "2", neither 1 nor n (line 5)',
    ],
    [
      'a definition without a datatype',
      system(
        'field:name',
        new Map([
          ['field', 'name'],
          ['cardinality', '1'],
        ]),
      ),
      'a system entry lacks the text datatype (line 5)',
    ],
    ['a custodian without one', system('custodian', ELM), 'a system entry lacks the text custodian (line 5)'],
    [
      'the record of another register',
      system('register:bush', new Map([['register', 'bush']])),
      'it has the record of another register, "bush" (line 5)',
    ],
  ])('leaves out and notes %s', async (_what, more, odd) => {
    const source = await read(...more);
    expect(source).toEqual({ ...NOTHING, name: 'tree', odd: [odd] });
  });

  test('a known key with two items is listed, like an unknown one', async () => {
    const both = `append-entry\tsystem\tname\t2020-01-02T03:04:05Z\t${hashOf(ELM)};${hashOf(ELM)}`;
    const { name, unknownSystemEntries } = await read(add(ELM), both);
    expect([name, unknownSystemEntries]).toEqual(['tree', [{ key: 'name', items: [ELM, ELM] }]]);
  });

  test.each([
    ['no name', [], 'it does not say its name'],
    ['a name that is none', system('name', new Map([['name', 'a/b']])), '"a/b" is no name'],
  ])('a file with %s takes the one that it is told', async (_what, more, odd) => {
    const entry = [add(ELM), append('user', 'elm', ELM)];
    const { rootHash } =
      splitRsf([...writeRsf({ ...TREE, entries: [{ ...TREE_ENTRY }] })].join('')).roots.at(-1) ?? {};
    const text = lines(EMPTY_ROOT, ...more, ...entry, `assert-root-hash\tsha-256:${rootHash}`);
    expect(await readRsf([text], { name: 'shrub' })).toMatchObject({ name: 'shrub', odd: [odd] });
    expect((await readRsf([FILE], { name: 'shrub' })).name).toBe('tree');
  });
});

test('refuses a line or a file beyond its limit, before reading on', async () => {
  expect(await failure(FILE, { maxLineBytes: 80 })).toBe(`${AT(1)}is longer than the limit of 80 bytes.`);
  expect(await failure(FILE, { maxBytes: BYTES.length - 1 })).toMatch(
    /larger than the limit of \d+ bytes\.$/,
  );
  expect(await readRsf([FILE], { maxBytes: BYTES.length })).toEqual(TREE);
  const endless = (function* (): Generator<string> {
    for (;;) yield 'x'.repeat(1000);
  })();
  await expect(readRsf(endless, { maxLineBytes: 10_000 })).rejects.toThrow('limit of 10000 bytes');
});

test('passes on what the source of the chunks throws', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield BYTES;
    throw new TypeError('the disk is gone');
  }
  await expect(readRsf(broken())).rejects.toThrow(TypeError);
});
