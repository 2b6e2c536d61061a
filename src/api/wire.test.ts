import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENTRY, blobEntry, faultOf, hex, itemEntry, itemRecord } from '../testing/fake-server.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire, wireOf } from './wire-item.ts';
import * as wire from './wire.ts';
import type { Hash } from '../core/hash.ts';
import { keyOf, keySegment } from '../mock/http/request.ts';
import { oddText, RUNS } from '../testing/hostile-json.ts';

// Answers corrupted at any place: corrupted-answers.test.ts.

const HASH = hex(5) as Hash;
const AB = new Map([['a', 'b']]);
const TAGGED = new Map<string, unknown>([
  ['country', 'GB'],
  ['tags', ['a', 'b']],
]);
const DATA = { country: 'GB', tags: ['a', 'b'] };
const KIND = { 'proof-identifier': 'merkle:sha-256' };
const NODES = { 'merkle-consistency-nodes': [] };
const BLOB = { _id: `1220${HASH}`, a: 'b' };

describe.each([
  ['item', itemWire, itemEntry],
  ['blob', blobWire, blobEntry],
] as const)('entries of the %s variant', (variant, { entries, entry }, write) => {
  test('come in a list, one alone or in a list of one', () => {
    expect(entries([write(6)])).toEqual([ENTRY]);
    for (const body of [write(6), [write(6)]]) expect(entry(body, 6)).toEqual(ENTRY);
  });

  test.each<[object, object]>([
    [{ 'entry-number': 6, 'index-entry-number': 6, extra: { a: 1 } }, {}],
    [{ 'entry-number': '6', 'index-entry-number': '9' }, { indexEntryNumber: 9 }],
    [{ 'entry-timestamp': '2016-04-05T13:23:05' }, { timestamp: '2016-04-05T13:23:05' }],
    [{ 'index-entry-number': undefined, 'entry-number': '006' }, {}],
  ])('take %j', (given, read) => {
    const body: unknown = JSON.parse(JSON.stringify([{ ...write(6), ...given }]));
    expect(entries(body)).toEqual([{ ...ENTRY, ...read }]);
  });

  const name = `${variant}-hash`;
  const inList = variant === 'item' ? '[0]' : '';
  test.each([
    ['entry-number', '0'],
    ['entry-number', undefined],
    ['index-entry-number', 'x'],
    ['entry-timestamp', 5],
    ['key', null],
    [name, undefined],
    [name, hex(1)],
    [name, [`${variant === 'item' ? '1220' : 'sha-256:'}${hex(1)}`], inList],
  ])('are refused with %s %j', (property, value, at = '') => {
    const path = property === 'key' ? '$[0].key' : `$[0]["${property}"]${at}`;
    expect(faultOf(() => entries([{ ...write(6), [property]: value }])).path).toBe(path);
  });
});

test('items take several hashes in the order sent, and the single text of servers from before 2017', () => {
  const several = { ...itemEntry(6), 'item-hash': [`sha-256:${hex(2)}`, `sha-256:${hex(1)}`] };
  expect(itemWire.entries([several])[0]?.itemHashes).toEqual([hex(2), hex(1)]);
  expect(itemWire.entries([{ ...itemEntry(6), 'item-hash': `sha-256:${hex(6)}` }])).toEqual([ENTRY]);
});

test('records of items come under their key, those of blobs are flat', () => {
  const stated = { key: 'GB', entryNumber: 6, timestamp: '2016-04-05T13:23:05Z', items: [TAGGED] };
  expect(itemWire.record({ GB: itemRecord(6, 'GB', DATA) }, 'GB')).toEqual(stated);
  expect(blobWire.record({ _id: 'GB', ...DATA }, 'GB')).toEqual({ key: 'GB', items: [TAGGED] });
  expect(blobWire.records([{ _id: 'GB', ...DATA }])).toEqual([{ key: 'GB', items: [TAGGED] }]);
});

test('of two entries or records none is chosen: it is said what was asked for', () => {
  const records = { GB: itemRecord(6, 'GB'), FR: itemRecord(7, 'FR') };
  const said = [
    () => itemWire.record(records, 'GB'),
    () => itemWire.entry([itemEntry(6), itemEntry(6)], 6),
  ].map((act) => faultOf(act));
  expect(said).toMatchObject([
    { path: '$', message: 'expected one property named "GB", found a list of 2' },
    { path: '$', message: 'expected one entry, found a list of 2' },
  ]);
});

test('each variant has its own shape', () =>
  expect([wireOf('item'), wireOf('blob')]).toEqual([itemWire, blobWire]));

test('records may have any keys, and come by entry number: JavaScript moves keys that look like integers', () => {
  const keys = ['x', '20', '__proto__', 'a/b'];
  const written = keys.map((key, index) => `"${key}":${JSON.stringify(itemRecord(index + 1, key))}`);
  const body: unknown = JSON.parse(`{${written.join()}}`);
  expect(itemWire.records(body).map(({ key }) => key)).toEqual(keys);
  expect(itemWire.record(JSON.parse(`{${written[2]}}`), '__proto__').key).toBe('__proto__');
});

test('records by value are requested by path or by query', () => {
  expect(itemWire.recordsWherePath('a b', 'é/?')).toBe('records/a%20b/%C3%A9%2F%3F');
  expect(blobWire.recordsWherePath('a b', 'é&=entries')).toBe('records?name=a+b&value=%C3%A9%26%3Dentries');
  for (const value of ['entries', '', '..', '\ud800'])
    expect(faultOf(() => itemWire.recordsWherePath('name', value)).code).toBe('UNSUPPORTED');
});

test('items come alone or listed by hash, blobs with their hash as _id, which is not part of the data', () => {
  expect([itemWire.item({ a: 'b' }, HASH), blobWire.item(BLOB, HASH)]).toEqual([AB, AB]);
  const listed = [{ hash: HASH, item: AB }];
  expect(itemWire.items({ [`sha-256:${HASH}`]: { a: 'b' } })).toEqual(listed);
  expect(blobWire.items([BLOB])).toEqual(listed);
  expect(itemWire.itemPath(HASH)).toBe(`items/sha-256:${HASH}`);
  expect(blobWire.itemPath(HASH)).toBe(`blobs/1220${HASH}`);
});

test.each([
  [itemWire, 'sha-256:', 'merkle-audit-path', 'merkle-consistency-nodes'],
  [blobWire, '1220', 'audit-path', 'audit-path'],
] as const)('proofs are decoded, strictly in the spelling of the variant: %#', (of, prefix, audit, nodes) => {
  const head = { ...KIND, 'total-entries': 200, 'root-hash': prefix + hex(9) };
  expect(of.registerProof(head)).toEqual({ logSize: 200, rootHash: hex(9) });
  const proof = { ...KIND, 'entry-number': '10', [audit]: [prefix + hex(1)] };
  expect(of.entryProof(proof, 10, 200)).toEqual({ entryNumber: 10, logSize: 200, auditPath: [hex(1)] });
  expect(of.consistencyProof({ ...KIND, [nodes]: [] }, 3, 3)).toEqual({ from: 3, to: 3, path: [] });
  for (const root of [null, [prefix + hex(9)], `${prefix === '1220' ? 'sha-256:' : '1220'}${hex(9)}`])
    expect(faultOf(() => of.registerProof({ ...head, 'root-hash': root })).path).toBe('$["root-hash"]');
  for (const list of [undefined, {}])
    expect(faultOf(() => of.entryProof({ ...proof, [audit]: list }, 10, 200)).path).toBe(`$["${audit}"]`);
});

test.each([
  [[blobEntry(6)], { kind: 'entries', entries: [ENTRY] }],
  [blobEntry(6), { kind: 'entries', entries: [ENTRY], isOne: true }],
  [
    { _id: 'GB', a: 'b' },
    { kind: 'records', records: [{ key: 'GB', items: [AB] }], isOne: true },
  ],
  [[], { kind: 'entries', entries: [] }],
])('the snapshot %j is taken', (body, read) => expect(blobWire.snapshot?.(body)).toEqual(read));

test('a snapshot that is neither entries nor records is refused', () => {
  const { message } = faultOf(() => blobWire.snapshot?.('x'));
  expect(message).toBe('expected a list of entries or of records, found "x"');
});

test.each<[what: string, act: () => unknown, path: string, code?: wire.ShapeError['code']]>([
  ['another entry', () => blobWire.entry([blobEntry(7)], 6), '$[0]["entry-number"]'],
  ['another record', () => itemWire.record({ FR: itemRecord(6, 'FR') }, 'GB'), '$'],
  ['a record of another key', () => itemWire.record({ GB: itemRecord(6, 'FR') }, 'GB'), '$.GB.key'],
  ['a blob record of another key', () => blobWire.record({ _id: 'FR' }, 'GB'), '$._id'],
  ['a record twice', () => blobWire.records(['a', 'b', 'a'].map((_id) => ({ _id }))), '$[2]'],
  ['another blob', () => blobWire.item(BLOB, hex(6) as Hash), '$._id'],
  [
    'another kind of proof',
    () => itemWire.consistencyProof({ 'proof-identifier': 'merkle:sha-512', ...NODES }, 1, 2),
    '$',
    'UNSUPPORTED',
  ],
  [
    'the proof of another entry',
    () => itemWire.entryProof({ ...KIND, 'entry-number': 11, 'merkle-audit-path': [] }, 10, 200),
    '$["entry-number"]',
  ],
  ['a snapshot of both', () => blobWire.snapshot?.([blobEntry(6), { _id: 'GB' }]), '$[1]["entry-number"]'],
])('%s is refused', (_, act, path, code = 'BAD_SHAPE') => {
  const fault = faultOf(act);
  expect([fault.path.startsWith(path), fault.code]).toEqual([true, code]);
});

describe('the summary', () => {
  const facts = { title: 'Country', copyright: 'Crown', licence: 'OGL' };
  const about = { ...facts, register: 'country', registry: 'fco', text: 'Names', phase: 'beta' };
  const more = { 'entry-number': 7, list: ['a', 5], deep: { a: [] }, none: null };
  const summary = {
    domain: 'register.gov.uk',
    'total-records': 199,
    'total-entries': '210',
    'register-record': { fields: ['country', 'name'], ...about, ...more },
    custodian: '**REDACTED**ab12',
    'last-updated': '2017-10-25T09:52:53Z',
  };
  const name = { id: 'name', datatype: 'string', cardinality: '1', title: 'Name', description: 'd' };
  const context = {
    ...facts,
    id: 'country',
    description: 'Names',
    custodian: 'A',
    'hashing-algorithm': { id: 'sha2-256', 'function-type': 18, 'digest-length': 32 },
    'root-hash': `1220${hex(9)}`,
    schema: [name, { id: 'x' }],
    statistics: { 'total-entries': 210, 'total-blobs': 205, 'total-records': 199 },
    status: { 'start-date': '2016-04', 'end-date': '2020', replacement: 'land', reason: 'Merged' },
  };
  const read = { ...facts, name: 'country', description: 'Names', totalEntries: 210, totalRecords: 199 };

  test('is decoded, may leave things out, and is known by its own properties', () => {
    expect(itemWire.register(summary)).toEqual({
      ...read,
      variant: 'item',
      domain: 'register.gov.uk',
      lastUpdated: '2017-10-25T09:52:53Z',
      custodian: '**REDACTED**ab12',
      registry: 'fco',
      phase: 'beta',
      schema: [{ id: 'country' }, { id: 'name' }],
      extra: new Map<string, unknown>([
        ['entry-number', '7'],
        ['list', ['a', '5']],
        ['deep', '…'],
        ['none', null],
      ]),
    });
    expect(blobWire.register(context)).toEqual({
      ...read,
      variant: 'blob',
      custodian: 'A',
      hashingAlgorithm: 'sha2-256',
      rootHash: hex(9),
      schema: [name, { id: 'x' }],
      totalItems: 205,
      status: { startDate: '2016-04', endDate: '2020', replacement: 'land', reason: 'Merged' },
      extra: new Map(),
    });
    const codec = { ...context, 'hashing-algorithm': { codec: 'c', id: 'd' }, status: {} };
    expect(blobWire.register(codec)).toMatchObject({ hashingAlgorithm: 'c', status: {} });
    const bare = { schema: [], extra: new Map() };
    expect(itemWire.register({ 'total-entries': 0 })).toEqual({ variant: 'item', totalEntries: 0, ...bare });
    expect(blobWire.register({ schema: [] })).toEqual({ variant: 'blob', ...bare });
    const bodies = [summary, context, null, []];
    expect(bodies.map((body) => itemWire.looksLikeSummary(body))).toEqual([true, false, false, false]);
    expect(bodies.map((body) => blobWire.looksLikeSummary(body))).toEqual([false, true, false, false]);
    for (const name of ['register-record', 'total-entries'])
      expect(itemWire.looksLikeSummary({ [name]: 1 })).toBe(true);
    for (const name of ['schema', 'statistics', 'hashing-algorithm', 'root-hash'])
      expect(blobWire.looksLikeSummary({ [name]: 1 })).toBe(true);
  });

  test.each([
    [itemWire, { ...summary, domain: 5 }, '$.domain'],
    [itemWire, { 'register-record': { fields: [1] } }, '$["register-record"].fields[0]'],
    [blobWire, { ...context, 'root-hash': `sha-256:${hex(9)}` }, '$["root-hash"]'],
    [blobWire, { schema: [{ id: 5 }] }, '$.schema[0].id'],
    [blobWire, { statistics: { 'total-entries': -1 } }, '$.statistics["total-entries"]'],
    [blobWire, { status: [] }, '$.status'],
  ])('may not get things wrong: %#', (of, body, path) => {
    expect(faultOf(() => of.register(body)).path).toBe(path);
  });
});

describe('what an answer is made of', () => {
  const { count, field, hashIn, itemOf, listOf, optionalFields, positive, text } = wire;
  const digits = hex(0xabcdef);
  const paths = listOf(hashIn('blob'), wire.MAX_PATH_LENGTH);
  const listed = (length: number) => Array.from({ length }, (_, index) => `1220${hex(index)}`);

  test.each<[what: string, decode: wire.Decoder<unknown>, sent: unknown, read: unknown]>([
    ['a number in digits', count, '0042', 42],
    ['zero', count, 0, 0],
    ['the largest number', count, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['a hash of items', hashIn('item'), `sha-256:${digits}`, digits],
    ['a hash of blobs', hashIn('blob'), `1220${digits}`, digits],
    ['a path', paths, listed(2), [hex(0), hex(1)]],
    ['the longest path', paths, listed(63), listed(63).map((hash) => hash.slice(4))],
    [
      'absent and null',
      (value) => optionalFields(wire.object(value), text, { a: 'a', b: 'b' }),
      { b: null },
      {},
    ],
    ['what objects inherit', (value) => optionalFields(wire.object(value), text, { a: 'toString' }), {}, {}],
  ])('%s is read', (_, decode, sent, read) => expect(decode(sent)).toEqual(read));

  const HEXADECIMAL = '64 lower-case hexadecimal digits';

  test.each<[expected: string, decode: wire.Decoder<unknown>, bad: readonly unknown[], at?: string]>([
    [
      `a whole number from 0 to ${2 ** 53 - 1}`,
      count,
      [-1, -0, 1.5, 2 ** 53, Number.NaN, null, undefined, true, [1], {}, '', '1e3'],
    ],
    [`a whole number from 1 to ${2 ** 53 - 1}`, positive, [0, '0']],
    ['a text', text, [1, null, undefined]],
    ['a text', (value) => optionalFields({ a: value }, text, { a: 'a' }), [1, false], '.a'],
    [
      `sha-256: and ${HEXADECIMAL}`,
      hashIn('item'),
      [digits.toUpperCase(), digits, `1220${digits}`, `sha-256:${digits}0`, 5],
    ],
    [HEXADECIMAL, hashIn('bare'), ['x', `1220${digits}`]],
    ['at most 63 members', paths, [listed(64)]],
    ['a list', paths, [undefined, {}]],
    [`1220 and ${HEXADECIMAL}`, paths, [['x']], '[0]'],
    ['an object', itemOf, [[], null, 'a']],
    ['a text or a list of texts', itemOf, [1, true, { b: 'c' }].map((a) => ({ a })), '.a'],
    ['a text', itemOf, [{ 'a-b': ['x', null] }, { 'a-b': ['x', ['x']] }], '["a-b"][1]'],
  ])('%s is nothing else: %#', (expected, decode, bad, at = '') => {
    for (const value of bad) {
      const { name, path, message } = faultOf(() => field({ x: value }, 'x', decode));
      expect([name, path, message.split(', found ')[0]]).toEqual([
        'ShapeError',
        `$.x${at}`,
        `expected ${expected}`,
      ]);
    }
  });

  test.each([
    [undefined, 'nothing'],
    [[1, 2], 'a list of 2'],
    ['x"', String.raw`"x\""`],
    ['y'.repeat(90), `"${'y'.repeat(90)}"`],
    ['y'.repeat(91), `"${'y'.repeat(90)}…"`],
    [{}, 'an object'],
    [null, 'null'],
    [1.5, '1.5'],
  ])('what is there instead is said: %j', (value, words) =>
    expect(faultOf(() => wire.refuse('a hash', value)).message).toBe(`expected a hash, found ${words}`),
  );

  test('an error that is none of an answer is left as it is', () => {
    const bug = Object.freeze(new RangeError('a bug'));
    const read = () => {
      throw bug;
    };
    expect(() => wire.inside(1, 'a', read)).toThrow(bug);
  });

  test('an item has texts, lists and nulls, under any names, in order', () => {
    const item = itemOf(JSON.parse('{"b":"1","__proto__":["x"],"a":null,"l":[],"e":""}'));
    expect(JSON.stringify([...item])).toBe('[["b","1"],["__proto__",["x"]],["a",null],["l",[]],["e",""]]');
  });

  test('a key is one segment of an address and comes back whole, or is refused by ShapeError', () => {
    fc.assert(
      fc.property(oddText(), (key) => {
        if (key.isWellFormed()) assert.equal(keyOf(decodeURIComponent(keySegment(key))), keyOf(key));
        let segment: string;
        try {
          segment = wire.pathSegment(key);
        } catch (error) {
          assert.ok(error instanceof wire.ShapeError && error.code === 'UNSUPPORTED');
          assert.ok(/^\.{0,2}$/.test(key) || !key.isWellFormed(), 'a key is refused');
          return;
        }
        const url = new URL(`https://h.example/v1/records/${segment}/entries`);
        assert.equal(url.pathname + url.search + url.hash, `/v1/records/${segment}/entries`);
        assert.equal(decodeURIComponent(segment), key);
      }),
      RUNS,
    );
  });
});
