import { describe, expect, test } from 'vitest';
import { blobEntry, ENTRY, faultOf, hex } from './fake-server.ts';
import { blobWire } from './wire-blob.ts';
import type { Hash } from '../core/hash.ts';

const pathOf = (act: () => unknown): string => faultOf(act).path;

test('entries have one blob hash each', () => {
  expect(blobWire.entries([blobEntry(6)])).toEqual([ENTRY]);
  expect(blobWire.entry(blobEntry(6), 6)).toEqual(ENTRY);
  expect(blobWire.entry([blobEntry(6)], 6)).toEqual(ENTRY);
  expect(pathOf(() => blobWire.entries(blobEntry(6)))).toBe('$');
  expect(pathOf(() => blobWire.entry(blobEntry(6), 5))).toBe('$["entry-number"]');
  expect(pathOf(() => blobWire.entries([{ ...blobEntry(6), 'blob-hash': [`1220${hex(6)}`] }]))).toBe(
    '$[0]["blob-hash"]',
  );
});

describe('records', () => {
  test('are flat, with the key as _id', () => {
    const record = { _id: 'GB', country: 'GB', tags: ['a'] };
    const decoded = {
      key: 'GB',
      items: [
        new Map<string, unknown>([
          ['country', 'GB'],
          ['tags', ['a']],
        ]),
      ],
    };
    expect(blobWire.record(record, 'GB')).toEqual(decoded);
    expect(blobWire.records([record])).toEqual([decoded]);
  });

  test('of another key, without key, or twice are refused', () => {
    expect(pathOf(() => blobWire.record({ _id: 'FR' }, 'GB'))).toBe('$._id');
    expect(pathOf(() => blobWire.record({ country: 'GB' }, 'GB'))).toBe('$._id');
    expect(pathOf(() => blobWire.records([{ _id: 'a' }, { _id: 'b' }, { _id: 'a' }]))).toBe('$[2]');
    expect(pathOf(() => blobWire.records({ GB: {} }))).toBe('$');
  });

  test('by value are asked for by query', () => {
    expect(blobWire.recordsWherePath('a b', 'é&=entries')).toBe('records?name=a+b&value=%C3%A9%26%3Dentries');
  });
});

test('blobs are known by their _id, which is not part of the data', () => {
  const hash = hex(5) as Hash;
  const body = { _id: `1220${hash}`, a: 'b' };
  expect(blobWire.itemPath(hash)).toBe(`blobs/1220${hash}`);
  expect(blobWire.item(body, hash)).toEqual(new Map([['a', 'b']]));
  expect(blobWire.items([body])).toEqual([{ hash, item: new Map([['a', 'b']]) }]);
  expect(pathOf(() => blobWire.item(body, hex(6) as Hash))).toBe('$._id');
  expect(pathOf(() => blobWire.item({ a: 'b' }, hash))).toBe('$._id');
  expect(pathOf(() => blobWire.items({}))).toBe('$');
});

test('proofs are decoded, strictly in the spelling of the variant', () => {
  expect(blobWire.registerProof({ 'total-entries': 200, 'root-hash': `1220${hex(9)}` })).toEqual({
    logSize: 200,
    rootHash: hex(9),
  });
  expect(blobWire.entryProof({ 'audit-path': [`1220${hex(1)}`] }, 10, 200)).toEqual({
    entryNumber: 10,
    logSize: 200,
    auditPath: [hex(1)],
  });
  expect(blobWire.consistencyProof({ 'audit-path': [] }, 3, 3)).toEqual({ from: 3, to: 3, path: [] });
  const other = { 'total-entries': 200, 'root-hash': `sha-256:${hex(9)}` };
  expect(pathOf(() => blobWire.registerProof(other))).toBe('$["root-hash"]');
  expect(pathOf(() => blobWire.entryProof({ 'audit-path': {} }, 1, 1))).toBe('$["audit-path"]');
});

describe('snapshots', () => {
  const snapshot = (body: unknown) => blobWire.snapshot?.(body);

  test('are entries, records, or the single flat record of the document', () => {
    expect(snapshot([blobEntry(6)])).toEqual({ kind: 'entries', entries: [ENTRY] });
    const records = [{ key: 'GB', items: [new Map([['a', 'b']])] }];
    expect(snapshot([{ _id: 'GB', a: 'b' }])).toEqual({ kind: 'records', records });
    expect(snapshot({ _id: 'GB', a: 'b' })).toEqual({ kind: 'records', records });
    expect(snapshot([])).toEqual({ kind: 'entries', entries: [] });
  });

  test('mixed or of another shape are refused', () => {
    expect(pathOf(() => snapshot([blobEntry(6), { _id: 'GB' }]))).toBe('$[1]["entry-number"]');
    expect(pathOf(() => snapshot([{ _id: 'GB' }, blobEntry(6)]))).toBe('$[1]._id');
    expect(pathOf(() => snapshot('x'))).toBe('$');
  });
});

describe('the context', () => {
  const context = {
    id: 'country',
    title: 'Country',
    description: 'Names',
    copyright: 'Crown',
    custodian: 'A',
    licence: 'OGL',
    'hashing-algorithm': { id: 'sha2-256', 'function-type': 18, 'digest-length': 32 },
    'root-hash': `1220${hex(9)}`,
    schema: [
      { id: 'name', datatype: 'string', cardinality: '1', title: 'Name', description: 'd' },
      { id: 'x' },
    ],
    statistics: { 'total-entries': 210, 'total-blobs': 205, 'total-records': 199 },
    status: { 'start-date': '2016-04' },
  };

  test('is decoded', () => {
    expect(blobWire.register(context)).toEqual({
      variant: 'blob',
      name: 'country',
      title: 'Country',
      description: 'Names',
      copyright: 'Crown',
      custodian: 'A',
      licence: 'OGL',
      hashingAlgorithm: 'sha2-256',
      rootHash: hex(9),
      schema: [
        { id: 'name', datatype: 'string', cardinality: '1', title: 'Name', description: 'd' },
        { id: 'x' },
      ],
      totalEntries: 210,
      totalItems: 205,
      totalRecords: 199,
      status: { startDate: '2016-04' },
      extra: new Map(),
    });
    const codec = { ...context, 'hashing-algorithm': { codec: 'c', id: 'd' }, status: {} };
    expect(blobWire.register(codec)).toMatchObject({ hashingAlgorithm: 'c', status: {} });
  });

  test('may leave things out but not get them wrong', () => {
    expect(blobWire.register({ schema: [] })).toEqual({ variant: 'blob', schema: [], extra: new Map() });
    expect(pathOf(() => blobWire.register({ ...context, 'root-hash': `sha-256:${hex(9)}` }))).toBe(
      '$["root-hash"]',
    );
    expect(pathOf(() => blobWire.register({ schema: [{ id: 5 }] }))).toBe('$.schema[0].id');
    expect(pathOf(() => blobWire.register({ statistics: { 'total-entries': -1 } }))).toBe(
      '$.statistics["total-entries"]',
    );
    expect(pathOf(() => blobWire.register({ status: [] }))).toBe('$.status');
  });

  test('is known by its own properties', () => {
    expect(blobWire.looksLikeSummary(context)).toBe(true);
    expect(blobWire.looksLikeSummary({ 'register-record': {}, 'total-entries': 5 })).toBe(false);
  });
});
