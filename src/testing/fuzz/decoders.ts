import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bulkDecoder } from '../../api/bulk-decoder.ts';
import { ShapeError } from '../../api/decode.ts';
import { parseJson } from '../../api/json.ts';
import { decodeUtf8 } from '../../api/read-body.ts';
import type { Wire } from '../../api/wire.ts';
import { blobWire } from '../../api/wire-blob.ts';
import { itemWire } from '../../api/wire-item.ts';
import { hostile } from '../hostile-json.ts';
import { hostileJson, HOSTILE_TEXTS, type Json, spoiltJson } from './generators.ts';
import type { AnswerKind, RealAnswer, RealData } from './real-data.ts';
import { type FuzzTarget, target } from './target.ts';

const WIRES = { item: itemWire, blob: blobWire };

/** DECODERS are the client's doors, by what was asked. */
const DECODERS: Readonly<Record<AnswerKind, (wire: Wire, body: unknown, asked: RealAnswer) => unknown>> = {
  register: (wire, body) => wire.register(body),
  records: (wire, body) => wire.records(body),
  record: (wire, body, { key }) => wire.record(body, key),
  trail: (wire, body) => wire.entries(body),
  entries: (wire, body) => wire.entries(body),
  entry: (wire, body, { entryNumber }) => wire.entry(body, entryNumber),
  items: (wire, body) => wire.items(body),
  item: (wire, body, { hash }) => wire.item(body, hash),
  registerProof: (wire, body) => wire.registerProof(body),
  entryProof: (wire, body, { entryNumber, logSize }) => wire.entryProof(body, entryNumber, logSize),
  consistencyProof: (wire, body, { entryNumber, logSize }) =>
    wire.consistencyProof(body, entryNumber, logSize),
  snapshot: (wire, body) => wire.snapshot?.(body),
};

/** decode reads a body; undefined where it is refused. Rethrows whatever is no ShapeError. */
function decode(asked: RealAnswer, body: unknown): unknown {
  try {
    return DECODERS[asked.kind](WIRES[asked.variant], body, asked) ?? null;
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

const HASH = /^[0-9a-f]{64}$/;
const HASH_NAMES = new Set(['hash', 'rootHash']);
const HASH_LISTS = new Set(['itemHashes', 'auditPath', 'path']);
const NUMBERS = new Set(['entryNumber', 'indexEntryNumber', 'logSize', 'totalEntries', 'totalRecords']);

/** demandDomain holds a decoded value against what the domain's types promise, without the code that made it. */
function demandDomain(value: unknown, name = ''): void {
  if (HASH_NAMES.has(name)) assert.match(String(value), HASH);
  if (NUMBERS.has(name))
    assert.ok(Number.isSafeInteger(value) && (value as number) >= 0, `${name}: ${String(value)}`);
  if (HASH_LISTS.has(name)) {
    assert.ok(Array.isArray(value) && value.every((hash) => HASH.test(String(hash))), name);
    assert.ok(name === 'itemHashes' || value.length <= 63, `${name} of ${value.length}`);
    return;
  }
  if (value instanceof Map) {
    for (const member of value.values())
      assert.ok(
        member === null ||
          typeof member === 'string' ||
          (Array.isArray(member) && member.every((one) => typeof one === 'string')),
        'an item holds texts, lists of texts and null',
      );
  } else if (typeof value === 'object' && value !== null)
    for (const [inner, member] of Object.entries(value)) demandDomain(member, inner);
}

/** numberAs is a whole number as the wire may write it, or -1: read without the client's code. */
function numberAs(value: unknown): bigint {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : -1n;
  return typeof value === 'string' && /^[0-9]+$/.test(value) ? BigInt(value) : -1n;
}

/** demandSameEntries holds decoded entries against the JSON they were read from. */
function demandSameEntries(found: unknown, body: Json, prefix: string): void {
  const lines = body as readonly Readonly<Record<string, unknown>>[];
  const entries = found as readonly Readonly<Record<string, unknown>>[];
  assert.equal(entries.length, lines.length);
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? {};
    assert.equal(entry['key'], line['key']);
    assert.equal(entry['timestamp'], line['entry-timestamp']);
    assert.equal(BigInt(entry['entryNumber'] as number), numberAs(line['entry-number']));
    const named = line['item-hash'] ?? line['blob-hash'];
    const written = (entry['itemHashes'] as readonly string[]).map((hash) => prefix + hash);
    assert.deepEqual(written, Array.isArray(named) ? named : [named]);
  }
}

function wireTarget(variant: 'item' | 'blob'): FuzzTarget {
  return target({
    name: `wire-${variant}`,
    family: 'decoders',
    invariant:
      'a spoilt answer is refused by ShapeError or decoded to what it says, in the types of the domain',
    cases: ({ answers }: RealData) =>
      fc
        .constantFrom(...answers.filter((one) => one.variant === variant))
        .chain((asked) =>
          spoiltJson(fc.constant(asked.text)).map(({ value, changes }) => ({ asked, value, changes })),
        ),
    holds({ asked, value, changes }) {
      const found = decode(asked, value);
      if (changes === 0) assert.notEqual(found, undefined, 'a true answer is refused');
      if (found === undefined) return;
      demandDomain(found);
      assert.deepEqual(decode(asked, value), found);
      if (asked.kind === 'entries' || asked.kind === 'trail')
        demandSameEntries(found, value, variant === 'item' ? 'sha-256:' : '1220');
      if (asked.kind === 'registerProof') {
        const said = (value as Readonly<Record<string, unknown>>)['total-entries'];
        assert.equal(BigInt((found as { logSize: number }).logSize), numberAs(said));
      }
    },
  });
}

/** What the client's transport does with a body: bytes, text, JSON, decoder. */
const bulk = target({
  name: 'bulk',
  family: 'decoders',
  invariant: 'damaged bytes never throw, and are read as the client reads the same text, or not at all',
  cases: ({ answers }: RealData) =>
    fc
      .constantFrom(
        ...answers.filter(({ kind }) => kind === 'entries' || kind === 'items' || kind === 'item'),
      )
      .chain((asked) => hostile(fc.constant(asked.text)).map((bytes) => ({ asked, bytes }))),
  holds({ asked, bytes }) {
    const { variant, kind, hash } = asked;
    const found =
      kind === 'item'
        ? bulkDecoder.item(variant, bytes, hash)
        : bulkDecoder[kind === 'entries' ? 'entries' : 'items'](variant, bytes);
    const text = decodeUtf8(bytes);
    const json = text === undefined ? undefined : parseJson(text);
    const value = json?.ok === true ? decode(asked, json.value) : undefined;
    assert.equal(found.ok, value !== undefined);
    if (found.ok) assert.deepEqual(found.value, value);
    else assert.ok(found.problem.length > 0);
  },
});

const utf8 = target({
  name: 'utf8',
  family: 'decoders',
  invariant: 'bytes are a text exactly where writing the text gives the bytes again, a byte order mark aside',
  cases: () =>
    hostile(fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 20 }))).chain(
      (bytes) =>
        fc.uint8Array({ maxLength: 4 }).map((tail) => Uint8Array.of(...bytes.subarray(0, 400), ...tail)),
    ),
  holds(bytes) {
    const lenient = Buffer.from(bytes).toString('utf8');
    const isUtf8 = Buffer.from(lenient, 'utf8').equals(Buffer.from(bytes));
    const found = decodeUtf8(bytes);
    assert.equal(found !== undefined, isUtf8);
    if (found !== undefined) assert.equal(found, lenient.replace(/^\ufeff/, ''));
  },
});

/** Written is a JSON text with the value that parseJson has to make of it. */
interface Written {
  readonly text: string;
  readonly value: unknown;
}

const SPACES = ['', '', '', ' ', '\n', '\t', '\r\n  '];
/** Numbers as a text may hold them, and what becomes of each: a fraction or an exponent stays text. */
const NUMERALS: readonly Written[] = [
  ...['0', '7', '-1', '295', '9007199254740991', '9007199254740993'].map((text) => ({
    text,
    value: Number(text),
  })),
  { text: '-0', value: -0 },
  ...['1e3', '1E3', '1.0', '-1.50', '0.1e-7', '2e+2', '1.0E0', '123.456'].map((text) => ({
    text,
    value: text,
  })),
];

const written: fc.Arbitrary<Written> = fc.letrec<{ any: Written }>((tie) => {
  const space = fc.constantFrom(...SPACES);
  const text = fc
    .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 6 }))
    .map((value): Written => ({ text: JSON.stringify(value), value }));
  const padded = fc
    .tuple(space, tie('any'), space)
    .map(([before, inner, after]) => ({ text: before + inner.text + after, value: inner.value }));
  return {
    any: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...NUMERALS, { text: 'null', value: null }, { text: 'true', value: true }),
      text,
      fc.array(padded, { maxLength: 4 }).map((members) => ({
        text: `[${members.map((one) => one.text).join(',')}]`,
        value: members.map((one) => one.value),
      })),
      fc.array(fc.tuple(text, space, padded), { maxLength: 4 }).map((members) => ({
        text: `{${members.map(([name, gap, one]) => `${gap}${name.text}${gap}:${one.text}`).join(',')}}`,
        value: Object.fromEntries(members.map(([name, , one]) => [name.value, one.value])),
      })),
    ),
  };
}).any;

const json = target({
  name: 'json',
  family: 'decoders',
  invariant: 'JSON is read as it is written, and only numbers with a fraction or an exponent stay text',
  cases: () => written,
  holds({ text, value }) {
    const found = parseJson(text);
    assert.ok(found.ok, 'JSON is refused');
    assert.deepEqual(found.value, value);
  },
});

const deep = target({
  name: 'json-damaged',
  family: 'decoders',
  invariant:
    'damaged and deeply nested texts are read where JSON.parse reads them, or refused, and never throw',
  cases: ({ answers }: RealData) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: hostile(fc.constantFrom(...answers.map(({ text }) => text))).map((bytes) =>
          Buffer.from(bytes).toString('utf8'),
        ),
      },
      { weight: 3, arbitrary: hostile(hostileJson().map((value) => JSON.stringify(value))).map(String) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom('[', '{"a":', '[{"a":', '[[],'),
            fc.constantFrom(10, 60, 70, 500, 20_000),
            fc.constantFrom('', '1', '1.5', '"x"'),
            fc.boolean(),
          )
          .map(([open, times, inner, isClosed]) => {
            const close = [...open]
              .toReversed()
              .map((sign) => ({ '[': ']', '{': '}' })[sign] ?? '')
              .join('')
              .replace(/^\]\]$/, ']');
            return open.repeat(times) + inner + (isClosed ? close.repeat(times) : '');
          }),
      },
    ),
  holds(text) {
    const found = parseJson(text);
    const isJson = canBeParsed(text);
    if (!isJson) assert.ok(!found.ok, 'what is no JSON is read');
    // A limit of depth may refuse JSON, never flat JSON.
    if (isJson && !found.ok) assert.ok(depthOf(text) > 32, 'JSON is refused');
  },
});

function canBeParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** depthOf is how many lists and objects stand within each other at most, in a text that is JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** DECODER_TARGETS are the claims about what turns bytes into the domain. */
export const DECODER_TARGETS: readonly FuzzTarget[] = [
  wireTarget('item'),
  wireTarget('blob'),
  bulk,
  utf8,
  json,
  deep,
];
