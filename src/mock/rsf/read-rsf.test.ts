import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { canonicalItemJson } from '../../core/canonical-json.ts';
import { itemHash } from '../../core/data-hash.ts';
import type { Item } from '../../core/model.ts';
import { RsfError } from './line-splitter.ts';
import { readRsf } from './read-rsf.ts';
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

const hashOf = (item: Item): string => `sha-256:${itemHash(item)}`;
const add = (item: Item): string => `add-item\t${canonicalItemJson(item)}`;
const append = (kind: string, key: string, item: Item): string =>
  `append-entry\t${kind}\t${key}\t2020-01-02T03:04:05Z\t${hashOf(item)}`;
const NAMED = [add(new Map([['name', 'tree']])), append('system', 'name', new Map([['name', 'tree']]))];

async function failure(text: string, options = {}): Promise<string> {
  try {
    await readRsf([text], options);
  } catch (error) {
    if (error instanceof RsfError && error.message.startsWith(`line ${error.line}: `)) return error.message;
    throw error;
  }
  return 'read';
}

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

test('reads the whole register, entries by number, metadata, items with lists', async () => {
  expect(await readRsf([FILE])).toEqual(TREE);
});

test.each([1, 2, 3, 7, 64])('reads the same from chunks of %i bytes', async (size) => {
  const chunks = Array.from({ length: Math.ceil(BYTES.length / size) }, (_, index) =>
    BYTES.slice(index * size, (index + 1) * size),
  );
  expect(await readRsf(chunks)).toEqual(TREE);
});

test('reads the same wherever two chunks of bytes or of text meet', async () => {
  for (let at = 0; at <= BYTES.length; at++) {
    const source = await readRsf([BYTES.subarray(0, at), BYTES.subarray(at)]);
    expect(isDeepStrictEqual(source, TREE), `bytes, cut at ${at}`).toBe(true);
  }
  for (let at = 0; at <= FILE.length; at++) {
    const source = await readRsf([FILE.slice(0, at), FILE.slice(at)]);
    expect(isDeepStrictEqual(source, TREE), `text, cut at ${at}`).toBe(true);
  }
});

test('does not keep a chunk whose buffer is used again', async () => {
  const buffer = new Uint8Array(5);
  async function* reusing(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < BYTES.length; at += buffer.length) {
      const part = BYTES.subarray(at, at + buffer.length);
      buffer.set(part);
      yield buffer.subarray(0, part.length);
    }
  }
  expect(await readRsf(reusing())).toEqual(TREE);
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
            : source.unknownSystemEntries?.length === 1 && isDeepStrictEqual(source.entries, TREE.entries)
              ? 'listed'
              : `other: byte ${at} as ${byte}`,
        (error: unknown) => (error instanceof RsfError ? 'refused' : `bug: ${String(error)}`),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  // The same: the time of a system entry, which means nothing. Listed: a system entry, under no root, whose key became an unknown one.
  expect([...outcomes.keys()].toSorted()).toEqual(['listed', 'refused', 'same']);
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

test('takes an item that comes twice or is never named, and a root after every line', async () => {
  const text = lines(EMPTY_ROOT, ...NAMED, add(ELM), EMPTY_ROOT, ...NAMED, EMPTY_ROOT);
  expect(await readRsf([text])).toMatchObject({ name: 'tree', fields: [], entries: [] });
});

describe('names the line, what was found and what was expected', () => {
  test.each([
    ['an empty file', '', /^line 0: found the end of the file; expected assert-root-hash as its last line/],
    ['a file without its last root', lines(EMPTY_ROOT, ...NAMED), /^line 3: found the end of the file/],
    [
      'an unknown command',
      lines(EMPTY_ROOT, 'add-items\t{}'),
      /^line 2: found the command "add-items"; expected add-item, /,
    ],
    ['a byte order mark', `\uFEFF${EMPTY_ROOT}`, /^line 1: found the command "\uFEFFassert-root-hash"/],
    ['an empty line', lines(EMPTY_ROOT, ''), /^line 2: found an empty line/],
    [
      'Windows line ends',
      `${EMPTY_ROOT}\r\n`,
      /^line 1: found a carriage return before the line feed; expected a line feed alone/,
    ],
    ['spaces for tabs', 'add-item {}', /^line 1: found the command "add-item \{\}"/],
    [
      'a missing value',
      'append-entry\tuser\tGB',
      /^line 1: found 2 tab-separated values after the command; expected 4: user or system, key/,
    ],
    ['a tab too many', `${EMPTY_ROOT}\t`, /^line 1: found 2 tab-separated values .* expected 1: root hash/],
    [
      'text that is not JSON',
      'add-item\t{"a"',
      /^line 1: found "\{\\"a\\""; expected an item in canonical JSON: /,
    ],
    ['JSON with spaces', 'add-item\t{"a": "b"}', /canonical JSON: the item is not written in canonical JSON/],
    ['names out of order', 'add-item\t{"b":"1","a":"2"}', /expected an item in canonical JSON/],
    ['a name twice', 'add-item\t{"a":"1","a":"2"}', /expected an item in canonical JSON/],
    ['lower-case escapes', 'add-item\t{"a":"\\u001f"}', /expected an item in canonical JSON/],
    ['a number', 'add-item\t{"a":1}', /neither a string nor a list of strings/],
    ['an item that is a list', 'add-item\t[]', /an item is a JSON object/],
    [
      'an item that did not come before',
      lines(EMPTY_ROOT, append('user', 'elm', ELM)),
      /^line 2: found an entry for sha-256:[0-9a-f]{64}; expected the hash of an item added before/,
    ],
    [
      'a hash without prefix',
      `assert-root-hash\t${'0'.repeat(64)}`,
      /^line 1: found the hash "0{60}"…; expected sha-256: and 64/,
    ],
    [
      'an upper-case hash',
      EMPTY_ROOT.toUpperCase().replace('ASSERT-ROOT-HASH', 'assert-root-hash'),
      /^line 1: found the hash/,
    ],
    [
      'another kind of entry',
      lines(add(ELM), append('admin', 'elm', ELM)),
      /^line 2: found an entry of the kind "admin"; expected user or system/,
    ],
    [
      'a key outside the key rule',
      lines(add(ELM), append('user', '__proto__', ELM)),
      /^line 2: found the key "__proto__"; expected letters/,
    ],
    ['an empty key', lines(add(ELM), append('user', '', ELM)), /^line 2: found the key ""/],
    [
      'a wrong root',
      lines(add(ELM), append('user', 'elm', ELM), EMPTY_ROOT),
      /^line 3: found the root sha-256:e3b0.*; expected sha-256:[0-9a-f]{64}, the root of the 1 user entries before it$/,
    ],
    [
      'the continuation of another file',
      `assert-root-hash\tsha-256:${'0'.repeat(64)}`,
      /^line 1: .* Does the file continue another one\?/,
    ],
    ['no name', EMPTY_ROOT, /^line 1: nothing names the register/],
    ['half a surrogate pair', `${EMPTY_ROOT}\nadd-item\t\udc00`, /half a surrogate pair/],
    ['half a surrogate pair at the end', `${EMPTY_ROOT}\nadd-item\t\ud800`, /half a surrogate pair/],
  ])('%s', async (_what, text, message) => {
    expect(await failure(text)).toMatch(message);
  });

  test.each([
    '2020-02-30T00:00:00Z',
    '2020-01-01T24:00:01Z',
    '2020-01-01',
    '2020-01-01T00:00:00+01:00',
    '',
    'now',
  ])('the timestamp %j', async (timestamp) => {
    const entry = `append-entry\tuser\telm\t${timestamp}\t${hashOf(ELM)}`;
    expect(await failure(lines(add(ELM), entry))).toMatch(
      /^line 2: found the timestamp ".*"; expected one like /,
    );
  });

  test('bytes that are not UTF-8', async () => {
    const bytes = new TextEncoder().encode(`${EMPTY_ROOT}\nadd-item\t{"a":"é"}`);
    const broken = bytes.filter((byte) => byte !== 0xa9);
    await expect(readRsf([broken])).rejects.toThrow('line 2: found bytes that are not UTF-8');
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
      /^line 5: found the field "tree"; expected "name"/,
    ],
    [
      'an unknown cardinality',
      system('field:name', field('name', '2')),
      /^line 5: found the cardinality "2" of "name"/,
    ],
    [
      'a custodian without one',
      system('custodian', ELM),
      /^line 5: found an item without the text custodian/,
    ],
    [
      'the record of another register',
      system('register:bush', new Map([['register', 'bush']])),
      /^line 5: found the record of the register "bush"; expected only that of "tree"/,
    ],
    [
      'a register name that is no name',
      system('name', new Map([['name', 'a/b']])),
      /^line 6: found the register name "a\/b"/,
    ],
    [
      'two items',
      [add(ELM), `append-entry\tsystem\tname\t2020-01-02T03:04:05Z\t${hashOf(ELM)};${hashOf(ELM)}`],
      /^line 5: found 2 items in a system entry; expected one/,
    ],
  ])('refuses %s, with its line', async (_what, more, message) => {
    expect(await failure(lines(EMPTY_ROOT, ...NAMED, ...more, EMPTY_ROOT))).toMatch(message);
  });

  test('takes the name and domain that it is told where the file names none', async () => {
    expect(await readRsf([EMPTY_ROOT], { name: 'shrub', domain: 'registers.example' })).toEqual({
      name: 'shrub',
      domain: 'registers.example',
      fields: [],
      definitions: [],
      entries: [],
    });
    expect((await readRsf([FILE], { name: 'shrub' })).name).toBe('tree');
  });
});

describe('options', () => {
  test('refuse a line or a file beyond its limit, before reading on', async () => {
    expect(await failure(FILE, { maxLineBytes: 80 })).toBe(
      'line 1: the line is longer than the limit of 80 bytes',
    );
    expect(await failure(FILE, { maxBytes: BYTES.length - 1 })).toMatch(
      /the file is longer than the limit of \d+ bytes$/,
    );
    expect(await readRsf([FILE], { maxBytes: BYTES.length })).toEqual(TREE);
    const endless = (function* (): Generator<string> {
      for (;;) yield 'x'.repeat(1000);
    })();
    await expect(readRsf(endless, { maxLineBytes: 10_000 })).rejects.toThrow(
      'longer than the limit of 10000 bytes',
    );
  });

  test('let any key through where asked, but no empty one', async () => {
    const odd: RegisterSource = {
      ...TREE,
      entries: [{ key: '__proto__', timestamp: '2020-01-02T03:04:05Z', items: [ELM] }],
    };
    expect(await failure([...writeRsf(odd)].join(''))).toMatch(/found the key "__proto__"/);
    expect(await readRsf(writeRsf(odd), { keyRule: 'any' })).toEqual(odd);
    expect(await failure(lines(add(ELM), append('user', '', ELM)), { keyRule: 'any' })).toMatch(
      /found the key ""/,
    );
  });
});

test('passes on what the source of the chunks throws', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield BYTES;
    throw new TypeError('the disk is gone');
  }
  await expect(readRsf(broken())).rejects.toThrow(TypeError);
});
