import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENTRY, blobEntry, faultOf, hex, itemEntry, itemRecord } from './fake-server.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';
import { SKIP_REASON, sharedRegisters } from '../testing/shared-registers.ts';

const HASH = hex(5) as Hash;
const AB = new Map([['a', 'b']]);
const TAGGED = new Map<string, unknown>([
  ['country', 'GB'],
  ['tags', ['a', 'b']],
]);

describe.each([
  ['item', itemWire, itemEntry, `sha-256:${hex(1)}`],
  ['blob', blobWire, blobEntry, `1220${hex(1)}`],
] as const)('entries of the %s variant', (variant, wire, write, hash) => {
  test('come in a list, one alone or in a list of one, and must be the one asked for', () => {
    expect(wire.entries([write(6)])).toEqual([ENTRY]);
    for (const body of [write(6), [write(6)]]) expect(wire.entry(body, 6)).toEqual(ENTRY);
    expect(faultOf(() => wire.entries(write(6))).path).toBe('$');
    expect(faultOf(() => wire.entry([write(7)], 6))).toMatchObject({
      path: '$[0]["entry-number"]',
      message: 'asked for 6, got 7',
    });
    for (const body of [[], [write(6), write(6)]]) expect(faultOf(() => wire.entry(body, 6)).path).toBe('$');
  });

  test('take numbers as strings or numbers, an index of their own, and the timestamp as sent', () => {
    const timestamp = '2016-04-05T13:23:05';
    for (const [given, read] of [
      [{ 'entry-number': 6, 'index-entry-number': 6, extra: { a: 1 } }, ENTRY],
      [
        { 'entry-number': '6', 'index-entry-number': '9' },
        { ...ENTRY, indexEntryNumber: 9 },
      ],
      [{ 'entry-timestamp': timestamp }, { ...ENTRY, timestamp }],
    ] as const)
      expect(wire.entries([{ ...write(6), ...given }])).toEqual([read]);
    const { 'index-entry-number': _, ...without } = write(6);
    expect(wire.entries([without])).toEqual([ENTRY]);
  });

  const name = `${variant}-hash`;
  test.each([
    ['entry-number', '0', '$[0]["entry-number"]'],
    ['entry-number', undefined, '$[0]["entry-number"]'],
    ['index-entry-number', 'x', '$[0]["index-entry-number"]'],
    ['entry-timestamp', 5, '$[0]["entry-timestamp"]'],
    ['key', null, '$[0].key'],
    [name, undefined, `$[0]["${name}"]`],
    [name, hex(1), `$[0]["${name}"]`],
    [
      name,
      [variant === 'item' ? `1220${hex(1)}` : hash],
      `$[0]["${name}"]${variant === 'item' ? '[0]' : ''}`,
    ],
  ])('are refused with %s %j', (property, value, path) => {
    expect(faultOf(() => wire.entries([{ ...write(6), [property]: value }])).path).toBe(path);
  });
});

test('items take several hashes in the order sent, and the single text of servers from before 2017', () => {
  const several = { ...itemEntry(6), 'item-hash': [`sha-256:${hex(2)}`, `sha-256:${hex(1)}`] };
  expect(itemWire.entries([several])[0]?.itemHashes).toEqual([hex(2), hex(1)]);
  expect(itemWire.entries([{ ...itemEntry(6), 'item-hash': `sha-256:${hex(6)}` }])).toEqual([ENTRY]);
});

describe('records', () => {
  test('of items come under their key, with their items', () => {
    const body = { GB: itemRecord(6, 'GB', { country: 'GB', tags: ['a', 'b'] }) };
    const stated = { key: 'GB', entryNumber: 6, timestamp: '2016-04-05T13:23:05Z', items: [TAGGED] };
    expect(itemWire.record(body, 'GB')).toEqual(stated);
  });

  test('of blobs are flat, with the key as _id', () => {
    const record = { _id: 'GB', country: 'GB', tags: ['a', 'b'] };
    expect(blobWire.record(record, 'GB')).toEqual({ key: 'GB', items: [TAGGED] });
    expect(blobWire.records([record])).toEqual([{ key: 'GB', items: [TAGGED] }]);
  });

  test.each([
    [{ FR: itemRecord(6, 'FR') }, '$'],
    [{ GB: itemRecord(6, 'GB'), FR: itemRecord(7, 'FR') }, '$'],
    [{}, '$'],
    [[], '$'],
    [{ GB: itemRecord(6, 'FR') }, '$.GB.key'],
    [{ GB: { ...itemRecord(6, 'GB'), item: {} } }, '$.GB.item'],
    [{ GB: { ...itemRecord(6, 'GB'), item: [{ a: 5 }] } }, '$.GB.item[0].a'],
    [{ GB: null }, '$.GB'],
  ])('of items: %j is not the record GB', (body, path) => {
    expect(faultOf(() => itemWire.record(body, 'GB')).path).toBe(path);
  });

  test.each([
    [() => blobWire.record({ _id: 'FR' }, 'GB'), '$._id'],
    [() => blobWire.record({ country: 'GB' }, 'GB'), '$._id'],
    [() => blobWire.records([{ _id: 'a' }, { _id: 'b' }, { _id: 'a' }]), '$[2]'],
    [() => blobWire.records({ GB: {} }), '$'],
  ])('of blobs: of another key, without a key or twice are refused: %#', (act, path) => {
    expect(faultOf(act).path).toBe(path);
  });

  test.each(['__proto__', 'constructor', '10', 'a/b', 'entries'])('may have the key %s', (key) => {
    const body: unknown = JSON.parse(JSON.stringify({ KEY: itemRecord(1, key) }).replace('KEY', key));
    expect(itemWire.record(body, key).key).toBe(key);
    expect(itemWire.records(body).map((record) => record.key)).toEqual([key]);
  });

  test('are sorted by entry number, because JavaScript moves keys that look like integers', () => {
    const body = { x: itemRecord(3, 'x'), 20: itemRecord(1, '20'), 3: itemRecord(2, '3') };
    expect(Object.keys(body)).toEqual(['3', '20', 'x']);
    expect(itemWire.records(body).map(({ key }) => key)).toEqual(['20', '3', 'x']);
  });

  test('by value are asked for by path or by query', () => {
    expect(itemWire.recordsWherePath('a b', 'é/?')).toBe('records/a%20b/%C3%A9%2F%3F');
    expect(blobWire.recordsWherePath('a b', 'é&=entries')).toBe('records?name=a+b&value=%C3%A9%26%3Dentries');
    for (const value of ['entries', '', '.', '..', '\ud800'])
      expect(faultOf(() => itemWire.recordsWherePath('name', value)).code).toBe('UNSUPPORTED');
  });
});

test('items come alone or listed by hash, blobs with their hash as _id, which is not part of the data', () => {
  const body = { _id: `1220${HASH}`, a: 'b' };
  expect([itemWire.item({ a: 'b' }, HASH), blobWire.item(body, HASH)]).toEqual([AB, AB]);
  const listed = [{ hash: HASH, item: AB }];
  expect([itemWire.items({ [`sha-256:${HASH}`]: { a: 'b' } }), blobWire.items([body])]).toEqual([
    listed,
    listed,
  ]);
  expect([itemWire.itemPath(HASH), blobWire.itemPath(HASH)]).toEqual([
    `items/sha-256:${HASH}`,
    `blobs/1220${HASH}`,
  ]);
  for (const [act, path] of [
    [() => itemWire.items({ x: {} }), '$.x'],
    [() => itemWire.items([]), '$'],
    [() => blobWire.item(body, hex(6) as Hash), '$._id'],
    [() => blobWire.item({ a: 'b' }, HASH), '$._id'],
    [() => blobWire.items({}), '$'],
  ] as const)
    expect(faultOf(act).path).toBe(path);
});

describe('proofs', () => {
  const kind = { 'proof-identifier': 'merkle:sha-256' };

  test.each([
    [itemWire, 'sha-256:', 'merkle-audit-path', 'merkle-consistency-nodes'],
    [blobWire, '1220', 'audit-path', 'audit-path'],
  ] as const)('are decoded, strictly in the spelling of the variant: %#', (wire, prefix, audit, nodes) => {
    const head = { ...kind, 'total-entries': 200, 'root-hash': prefix + hex(9) };
    expect(wire.registerProof(head)).toEqual({ logSize: 200, rootHash: hex(9) });
    const proof = { ...kind, 'entry-number': '10', [audit]: [prefix + hex(1)] };
    expect(wire.entryProof(proof, 10, 200)).toEqual({ entryNumber: 10, logSize: 200, auditPath: [hex(1)] });
    expect(wire.consistencyProof({ ...kind, [nodes]: [] }, 3, 3)).toEqual({ from: 3, to: 3, path: [] });
    for (const root of [null, `${prefix === '1220' ? 'sha-256:' : '1220'}${hex(9)}`])
      expect(faultOf(() => wire.registerProof({ ...head, 'root-hash': root })).path).toBe('$["root-hash"]');
    for (const list of [undefined, {}])
      expect(faultOf(() => wire.entryProof({ ...proof, [audit]: list }, 10, 200)).path).toBe(`$["${audit}"]`);
  });

  test('of another kind are UNSUPPORTED, without a kind BAD_SHAPE, of another entry refused', () => {
    const nodes = { 'merkle-consistency-nodes': [] };
    const other = { 'proof-identifier': 'merkle:sha-512', ...nodes };
    expect(faultOf(() => itemWire.consistencyProof(other, 1, 2))).toMatchObject({
      code: 'UNSUPPORTED',
      path: '$["proof-identifier"]',
    });
    expect(faultOf(() => itemWire.consistencyProof(nodes, 1, 2)).code).toBe('BAD_SHAPE');
    const proof = { ...kind, 'entry-number': 11, 'merkle-audit-path': [] };
    expect(faultOf(() => itemWire.entryProof(proof, 10, 200)).path).toBe('$["entry-number"]');
  });
});

test('snapshots are entries, records, or the single flat record of the document, and nothing mixed', () => {
  const snapshot = (body: unknown) => blobWire.snapshot?.(body);
  const records = { kind: 'records', records: [{ key: 'GB', items: [AB] }] };
  expect(snapshot([blobEntry(6)])).toEqual({ kind: 'entries', entries: [ENTRY] });
  for (const body of [[{ _id: 'GB', a: 'b' }], { _id: 'GB', a: 'b' }])
    expect(snapshot(body)).toEqual(records);
  expect(snapshot([])).toEqual({ kind: 'entries', entries: [] });
  for (const [body, path] of [
    [[blobEntry(6), { _id: 'GB' }], '$[1]["entry-number"]'],
    [[{ _id: 'GB' }, blobEntry(6)], '$[1]._id'],
    ['x', '$'],
  ] as const)
    expect(faultOf(() => snapshot(body)).path).toBe(path);
});

describe('the summary', () => {
  const facts = { title: 'Country', copyright: 'Crown', licence: 'OGL' };
  const about = { ...facts, register: 'country', registry: 'fco', text: 'Names', phase: 'beta' };
  const summary = {
    domain: 'register.gov.uk',
    'total-records': 199,
    'total-entries': '210',
    'register-record': {
      fields: ['country', 'name'],
      ...about,
      'entry-number': 7,
      list: ['a', 5],
      deep: { a: [] },
    },
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
    status: { 'start-date': '2016-04' },
  };
  const read = { ...facts, name: 'country', description: 'Names', totalEntries: 210, totalRecords: 199 };

  test('of items is decoded, with what else the register-record holds', () => {
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
      ]),
    });
  });

  test('of blobs is decoded, and may call the codec id', () => {
    expect(blobWire.register(context)).toEqual({
      ...read,
      variant: 'blob',
      custodian: 'A',
      hashingAlgorithm: 'sha2-256',
      rootHash: hex(9),
      schema: [name, { id: 'x' }],
      totalItems: 205,
      status: { startDate: '2016-04' },
      extra: new Map(),
    });
    const codec = { ...context, 'hashing-algorithm': { codec: 'c', id: 'd' }, status: {} };
    expect(blobWire.register(codec)).toMatchObject({ hashingAlgorithm: 'c', status: {} });
  });

  test.each([
    [itemWire, { ...summary, domain: 5 }, '$.domain'],
    [itemWire, { 'register-record': { fields: [1] } }, '$["register-record"].fields[0]'],
    [blobWire, { ...context, 'root-hash': `sha-256:${hex(9)}` }, '$["root-hash"]'],
    [blobWire, { schema: [{ id: 5 }] }, '$.schema[0].id'],
    [blobWire, { statistics: { 'total-entries': -1 } }, '$.statistics["total-entries"]'],
    [blobWire, { status: [] }, '$.status'],
  ])('may not get things wrong: %#', (wire, body, path) => {
    expect(faultOf(() => wire.register(body)).path).toBe(path);
  });

  test('may leave things out', () => {
    const bare = { schema: [], extra: new Map() };
    expect(itemWire.register({ 'total-entries': 0 })).toEqual({ variant: 'item', totalEntries: 0, ...bare });
    expect(blobWire.register({ schema: [] })).toEqual({ variant: 'blob', ...bare });
  });

  test('is known by its own properties', () => {
    for (const wire of [itemWire, blobWire])
      expect([summary, context, null, []].map((body) => wire.looksLikeSummary(body))).toEqual([
        wire === itemWire,
        wire === blobWire,
        false,
        false,
      ]);
  });
});

test.skipIf(sharedRegisters === undefined)(
  `reads the archived records of the country register (${SKIP_REASON})`,
  () => {
    const text = readFileSync(`${sharedRegisters}/responses/country-records.json`, 'utf8');
    const body = JSON.parse(text) as Record<string, { item: object[] }>;
    const records = itemWire.records(body);
    expect(records).toHaveLength(Object.keys(body).length);
    expect(records.length).toBeGreaterThan(190);
    const numbers = records.map(({ entryNumber }) => entryNumber ?? 0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    for (const { key, items } of records)
      expect(Object.fromEntries(items[0] ?? [])).toEqual(body[key]?.item[0]);
    expect(records.find(({ key }) => key === 'PT')).toMatchObject({
      entryNumber: 147,
      timestamp: '2016-04-05T13:23:05Z',
    });
  },
);
