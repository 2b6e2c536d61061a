import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENTRY, faultOf, hex, itemEntry, itemRecord } from './fake-server.ts';
import { itemWire } from './wire-item.ts';
import { SKIP_REASON, sharedRegisters } from '../testing/shared-registers.ts';

describe('entries', () => {
  test('take numbers as strings or numbers, and keep the timestamp as sent', () => {
    expect(itemWire.entries([itemEntry(6)])).toEqual([ENTRY]);
    const numbers = { ...itemEntry(6), 'entry-number': 6, 'index-entry-number': 6, extra: { a: 1 } };
    expect(itemWire.entries([numbers])).toEqual([ENTRY]);
    const timestamp = '2016-04-05T13:23:05';
    expect(itemWire.entries([{ ...itemEntry(6), 'entry-timestamp': timestamp }])).toEqual([
      { ...ENTRY, timestamp },
    ]);
  });

  test('keep an index entry number of their own, and have the entry number where there is none', () => {
    expect(itemWire.entries([{ ...itemEntry(6), 'index-entry-number': '9' }])[0]?.indexEntryNumber).toBe(9);
    const { 'index-entry-number': _, ...without } = itemEntry(6);
    expect(itemWire.entries([without])).toEqual([ENTRY]);
  });

  test('take several hashes in the order sent, and the single text of servers from before 2017', () => {
    const several = { ...itemEntry(6), 'item-hash': [`sha-256:${hex(2)}`, `sha-256:${hex(1)}`] };
    expect(itemWire.entries([several])[0]?.itemHashes).toEqual([hex(2), hex(1)]);
    expect(itemWire.entries([{ ...itemEntry(6), 'item-hash': `sha-256:${hex(6)}` }])).toEqual([ENTRY]);
  });

  test.each([
    ['entry-number', '0', '$[0]["entry-number"]'],
    ['entry-number', undefined, '$[0]["entry-number"]'],
    ['index-entry-number', 'x', '$[0]["index-entry-number"]'],
    ['entry-timestamp', 5, '$[0]["entry-timestamp"]'],
    ['key', null, '$[0].key'],
    ['item-hash', undefined, '$[0]["item-hash"]'],
    ['item-hash', [`1220${hex(1)}`], '$[0]["item-hash"][0]'],
    ['item-hash', `1220${hex(1)}`, '$[0]["item-hash"]'],
  ])('refuse %s %j', (name, value, path) => {
    expect(faultOf(() => itemWire.entries([{ ...itemEntry(6), [name]: value }])).path).toBe(path);
  });

  test('are a list; one entry may be wrapped in a list or not, and must be the one asked for', () => {
    expect(faultOf(() => itemWire.entries(itemEntry(6))).path).toBe('$');
    expect(itemWire.entry([itemEntry(6)], 6)).toEqual(ENTRY);
    expect(itemWire.entry(itemEntry(6), 6)).toEqual(ENTRY);
    expect(faultOf(() => itemWire.entry([itemEntry(7)], 6))).toMatchObject({
      path: '$[0]["entry-number"]',
      message: 'asked for 6, got 7',
    });
    expect(faultOf(() => itemWire.entry([], 6)).message).toBe('expected one entry, found a list of 0');
    expect(faultOf(() => itemWire.entry([itemEntry(6), itemEntry(6)], 6)).path).toBe('$');
  });
});

describe('records', () => {
  test('come under their key, with their items', () => {
    const body = { GB: itemRecord(6, 'GB', { country: 'GB', tags: ['a', 'b'] }) };
    expect(itemWire.record(body, 'GB')).toEqual({
      key: 'GB',
      entryNumber: 6,
      timestamp: '2016-04-05T13:23:05Z',
      items: [
        new Map<string, unknown>([
          ['country', 'GB'],
          ['tags', ['a', 'b']],
        ]),
      ],
    });
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
  ])('refuse %j as the record GB', (body, path) => {
    expect(faultOf(() => itemWire.record(body, 'GB')).path).toBe(path);
  });

  test.each(['__proto__', 'constructor', '10', 'a/b', 'entries'])('may have the key %s', (key) => {
    const body: unknown = JSON.parse(JSON.stringify({ KEY: itemRecord(1, key) }).replace('KEY', key));
    expect(itemWire.record(body, key).key).toBe(key);
    expect(itemWire.records(body).map((record) => record.key)).toEqual([key]);
  });

  test('are sorted by entry number, because JavaScript moves keys that look like integers', () => {
    const body: unknown = JSON.parse(
      JSON.stringify({ x: itemRecord(3, 'x') }).replace(
        '}}',
        `},"20":${JSON.stringify(itemRecord(1, '20'))},"3":${JSON.stringify(itemRecord(2, '3'))}}`,
      ),
    );
    expect(Object.keys(body as object)).toEqual(['3', '20', 'x']);
    expect(itemWire.records(body).map(({ key }) => key)).toEqual(['20', '3', 'x']);
  });

  test('by value are asked for by path, percent-encoded', () => {
    expect(itemWire.recordsWherePath('a b', 'é/?')).toBe('records/a%20b/%C3%A9%2F%3F');
    expect(faultOf(() => itemWire.recordsWherePath('name', 'entries')).code).toBe('UNSUPPORTED');
    for (const value of ['', '.', '..', '\ud800'])
      expect(faultOf(() => itemWire.recordsWherePath('name', value)).code).toBe('UNSUPPORTED');
  });
});

describe('items', () => {
  test('come alone, or listed by hash', () => {
    expect(itemWire.item({ a: 'b' }, itemWire.entry(itemEntry(1)).itemHashes[0] as never)).toEqual(
      new Map([['a', 'b']]),
    );
    expect(itemWire.items({ [`sha-256:${hex(1)}`]: { a: 'b' } })).toEqual([
      { hash: hex(1), item: new Map([['a', 'b']]) },
    ]);
    expect(faultOf(() => itemWire.items({ x: {} })).path).toBe('$.x');
    expect(faultOf(() => itemWire.items([])).path).toBe('$');
  });
});

describe('proofs', () => {
  const kind = { 'proof-identifier': 'merkle:sha-256' };

  test('of another kind are UNSUPPORTED, without a kind BAD_SHAPE', () => {
    const other = { 'proof-identifier': 'merkle:sha-512', 'merkle-consistency-nodes': [] };
    expect(faultOf(() => itemWire.consistencyProof(other, 1, 2))).toMatchObject({
      code: 'UNSUPPORTED',
      path: '$["proof-identifier"]',
    });
    expect(faultOf(() => itemWire.consistencyProof({ 'merkle-consistency-nodes': [] }, 1, 2)).code).toBe(
      'BAD_SHAPE',
    );
  });

  test('of another entry are refused, as are wrong lists', () => {
    const proof = { ...kind, 'entry-number': 11, 'merkle-audit-path': [] };
    expect(faultOf(() => itemWire.entryProof(proof, 10, 200)).path).toBe('$["entry-number"]');
    expect(faultOf(() => itemWire.entryProof({ ...kind, 'entry-number': 10 }, 10, 200)).path).toBe(
      '$["merkle-audit-path"]',
    );
    expect(
      faultOf(() => itemWire.registerProof({ ...kind, 'total-entries': 1, 'root-hash': null })).path,
    ).toBe('$["root-hash"]');
  });
});

describe('the summary', () => {
  const summary = {
    domain: 'register.gov.uk',
    'total-records': 199,
    'total-entries': '210',
    'register-record': {
      fields: ['country', 'name'],
      registry: 'foreign-commonwealth-office',
      text: 'British English names',
      phase: 'beta',
      register: 'country',
      copyright: 'Crown',
      'entry-number': 7,
      list: ['a', 5],
      deep: { a: [] },
    },
    custodian: '**REDACTED**ab12',
    'last-updated': '2017-10-25T09:52:53Z',
  };

  test('is decoded, with what else the register-record holds', () => {
    expect(itemWire.register(summary)).toEqual({
      variant: 'item',
      name: 'country',
      description: 'British English names',
      domain: 'register.gov.uk',
      totalEntries: 210,
      totalRecords: 199,
      lastUpdated: '2017-10-25T09:52:53Z',
      custodian: '**REDACTED**ab12',
      registry: 'foreign-commonwealth-office',
      phase: 'beta',
      copyright: 'Crown',
      schema: [{ id: 'country' }, { id: 'name' }],
      extra: new Map<string, unknown>([
        ['entry-number', '7'],
        ['list', ['a', '5']],
        ['deep', '…'],
      ]),
    });
  });

  test('may leave things out but not get them wrong', () => {
    expect(itemWire.register({ 'total-entries': 0 })).toEqual({
      variant: 'item',
      totalEntries: 0,
      schema: [],
      extra: new Map(),
    });
    expect(faultOf(() => itemWire.register({ ...summary, domain: 5 })).path).toBe('$.domain');
    expect(faultOf(() => itemWire.register({ 'register-record': { fields: [1] } })).path).toBe(
      '$["register-record"].fields[0]',
    );
  });

  test('is known by its own properties', () => {
    expect(itemWire.looksLikeSummary(summary)).toBe(true);
    expect(itemWire.looksLikeSummary({ statistics: {}, schema: [] })).toBe(false);
    expect(itemWire.looksLikeSummary(null)).toBe(false);
    expect(itemWire.looksLikeSummary([])).toBe(false);
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
