import { blobHash } from '../../core/blob-hash.ts';
import { formatHash } from '../../core/hash.ts';
import { itemHash } from '../../core/data-hash.ts';
import type { AttributeValue, Item } from '../../core/model.ts';
import { type ConformanceCase, same } from './case.ts';

/** SUMMARY_CASES cover the API document's "Register" and "Context". */
export const SUMMARY_CASES: readonly ConformanceCase[] = [
  {
    variant: 'item',
    endpoint: '/register',
    title: 'has the fields of the API document and a title, counts as numbers',
    path: '/register',
    check: ({ body }) => {
      const register = JSON.parse(body) as Record<string, unknown>;
      same(
        Object.keys(register),
        ['domain', 'total-entries', 'total-records', 'register-record', 'custodian', 'last-updated'],
        'properties',
      );
      same([register['total-entries'], register['total-records']], [15, 9], 'counts');
      same(register['last-updated'], '2025-03-31T10:03:40Z', 'last-updated');
      const record = register['register-record'] as Record<string, unknown>;
      same(
        Object.keys(record),
        ['fields', 'phase', 'register', 'registry', 'text', 'title'],
        'register-record',
      );
      same(record['fields'], ['planet', 'name', 'moons', 'discovered', 'text', 'end-date'], 'fields');
    },
  },
  {
    variant: 'blob',
    endpoint: '/context',
    title: 'has the fields of the API document, and the root hash of the register proof',
    path: '/context',
    check: async ({ body }, get) => {
      const context = JSON.parse(body) as Record<string, unknown>;
      same(
        Object.keys(context).sort(),
        [
          'copyright',
          'custodian',
          'description',
          'hashing-algorithm',
          'id',
          'licence',
          'root-hash',
          'schema',
          'statistics',
          'status',
          'title',
        ],
        'properties',
      );
      same(
        context['hashing-algorithm'],
        { 'digest-length': 32, 'function-type': 18, codec: 'sha2-256' },
        'hashing-algorithm',
      );
      same(
        context['statistics'],
        { 'total-entries': 15, 'total-blobs': 15, 'total-records': 9 },
        'statistics',
      );
      same(context['status'], { 'start-date': '2006-01' }, 'status');
      const schema = context['schema'] as Record<string, unknown>[];
      same(
        [schema[2]?.['id'], schema[2]?.['datatype'], schema[2]?.['cardinality']],
        ['moons', 'integer', '1'],
        'schema',
      );
      const proof = (await get('/proofs/register')) as Record<string, unknown>;
      same(context['root-hash'], proof['root-hash'], 'root-hash');
    },
  },
  ...(['item', 'blob'] as const).map((variant): ConformanceCase => ({
    variant,
    switches: '+no-summary',
    endpoint: variant === 'item' ? '/register' : '/context',
    title: 'is not found',
    path: variant === 'item' ? '/register' : '/context',
    status: 404,
  })),
];

function numbersOf(body: string): number[] {
  return [...body.matchAll(/"entry-number":"?(\d+)/g)].map((match) => Number(match[1]));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const BOTH: readonly Omit<ConformanceCase, 'variant'>[] = [
  {
    endpoint: '/entries',
    title: 'begins at entry 1 with 100 entries and a link to 101',
    register: 'country',
    path: '/entries',
    link: '<{base}/entries?start=101>; rel="next"',
    check: ({ body }) => same(numbersOf(body), range(1, 100), 'entry numbers'),
  },
  {
    endpoint: '/entries',
    title: 'links back to 1 from the second page',
    register: 'country',
    path: '/entries?start=101',
    link: '<{base}/entries?start=201>; rel="next", <{base}/entries?start=1>; rel="previous"',
    check: ({ body }) => same(numbersOf(body), range(101, 200), 'entry numbers'),
  },
  {
    endpoint: '/entries',
    title: 'keeps a limit in its links and sends no entry twice',
    path: '/entries?start=3&limit=5',
    link: '<{base}/entries?start=8&limit=5>; rel="next", <{base}/entries?start=1&limit=2>; rel="previous"',
    check: ({ body }) => same(numbersOf(body), range(3, 7), 'entry numbers'),
  },
  {
    endpoint: '/entries',
    title: 'ends with the last entry, without a next link',
    path: '/entries?start=15&limit=5',
    link: '<{base}/entries?start=10&limit=5>; rel="previous"',
    check: ({ body }) => same(numbersOf(body), [15], 'entry numbers'),
  },
  { endpoint: '/entries', title: 'is empty past the end', path: '/entries?start=16', text: '[]', link: null },
  {
    endpoint: '/entries',
    title: 'is empty far past the end',
    path: '/entries?start=9007199254740991',
    text: '[]',
    link: null,
  },
  ...['start=0', 'start=-1', 'start=1.5', 'start=0x10', 'start=1e3', 'start=', 'start=9007199254740992'].map(
    (query) => ({ endpoint: '/entries', title: `refuses ${query}`, path: `/entries?${query}`, status: 400 }),
  ),
  ...['limit=0', 'limit=5001', 'start=1&start=2', `start=1${'0'.repeat(400)}`, 'start=%D9%A3'].map(
    (query) => ({
      endpoint: '/entries',
      title: `refuses ${query.slice(0, 40)}`,
      path: `/entries?${query}`,
      status: 400,
    }),
  ),
  ...['0', '16', '-1', '1.0', '01', 'abc', '0x1', '%00', '1'.repeat(400)].map((number) => ({
    endpoint: '/entries/{entry-number}',
    title: `is not found for ${number.slice(0, 20)}`,
    path: `/entries/${number}`,
    status: 404,
  })),
];

/** ENTRY_CASES cover the API document's "Entries". */
export const ENTRY_CASES: readonly ConformanceCase[] = [
  ...BOTH.map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
  ...BOTH.map((testCase) => Object.assign({ variant: 'blob' as const }, testCase)),
  {
    variant: 'item',
    endpoint: '/entries/{entry-number}',
    title: 'is a list of one entry, numbers as strings, hashes with sha-256:',
    path: '/entries/11',
    text: '[{"index-entry-number":"11","entry-number":"11","entry-timestamp":"2006-09-04T14:12:36Z","key":"uranus","item-hash":["sha-256:434e0afe11c6860c14b3038b87a1727292358acad044149148af95787049544d"]}]',
  },
  {
    variant: 'item',
    endpoint: '/entries/{entry-number}',
    title: 'as CSV has the columns of the entry',
    path: '/entries/11.csv',
    type: 'text/csv;charset=UTF-8',
    text:
      'index-entry-number,entry-number,entry-timestamp,key,item-hash\r\n' +
      '11,11,2006-09-04T14:12:36Z,uranus,sha-256:434e0afe11c6860c14b3038b87a1727292358acad044149148af95787049544d\r\n',
  },
  {
    variant: 'item',
    endpoint: '/entries',
    title: 'keeps the suffix in its links',
    path: '/entries.csv?limit=1',
    type: 'text/csv;charset=UTF-8',
    link: '<{base}/entries.csv?start=2&limit=1>; rel="next"',
  },
  {
    variant: 'blob',
    endpoint: '/entries/{entry-number}',
    title: 'is one entry with numbers and a hash that begins with 1220',
    path: '/entries/11',
    check: ({ body }) => {
      const entry = JSON.parse(body) as Record<string, unknown>;
      same(Object.keys(entry), ['entry-number', 'entry-timestamp', 'key', 'blob-hash'], 'properties');
      same(entry['entry-number'], 11, 'entry-number');
      same(/^1220[0-9a-f]{64}$/.test(String(entry['blob-hash'])), true, 'form of blob-hash');
    },
  },
];

const URANUS_HASH = 'sha-256:ec6878aa11e37ece0c4abf1fb6fe8a45d50d86f4af0d1710f93129e32c99c54e';

function asItem(object: unknown): Item {
  const pairs = Object.entries(object as Record<string, AttributeValue>);
  return new Map(pairs.filter(([name]) => name !== '_id'));
}

const ITEM_CASES: readonly Omit<ConformanceCase, 'variant'>[] = [
  {
    endpoint: '/items/{item-hash}',
    title: 'is the data that has this hash, without it',
    path: `/items/${URANUS_HASH}`,
    check: ({ body }) => same(formatHash(itemHash(asItem(JSON.parse(body))), 'item'), URANUS_HASH, 'hash'),
  },
  {
    endpoint: '/items/{item-hash}',
    title: 'is found when the colon is encoded',
    path: `/items/${encodeURIComponent(URANUS_HASH)}`,
  },
  ...[
    `sha-256:${'0'.repeat(64)}`,
    URANUS_HASH.toUpperCase(),
    URANUS_HASH.replace('sha-256:', ''),
    URANUS_HASH.replace('sha-256:', '1220'),
    `${URANUS_HASH}00`,
    'sha-256:',
  ].map((hash) => ({
    endpoint: '/items/{item-hash}',
    title: `is not found for ${hash.slice(0, 20)}… of ${hash.length}`,
    path: `/items/${hash}`,
    status: 404,
  })),
  {
    endpoint: '/items',
    title: 'maps hashes to the data that has them, each once',
    path: '/items',
    link: null,
    check: ({ body }) => {
      const items = Object.entries(JSON.parse(body) as Record<string, unknown>);
      same(items.length, 15, 'items');
      for (const [hash, item] of items) same(formatHash(itemHash(asItem(item)), 'item'), hash, 'hash');
    },
  },
  {
    endpoint: '/items',
    title: 'is paged by an opaque cursor',
    path: '/items?cursor=cGFnZTox',
    switches: '+small-pages',
    link: '<{base}/items?cursor=cGFnZTow>; rel="previous"',
    check: ({ body }) => same(Object.keys(JSON.parse(body) as object).length, 5, 'items'),
  },
  ...['x', 'cGFnZTox==', 'cGFnZToxMDA', 'cGFnZTotMQ', '%00', 'cursor=a&cursor=b'].map((cursor) => ({
    endpoint: '/items',
    title: `refuses the cursor ${cursor}`,
    path: `/items?cursor=${cursor}`,
    status: 400,
  })),
  {
    endpoint: '/items',
    title: 'as CSV begins with the hash',
    path: '/items.csv',
    type: 'text/csv;charset=UTF-8',
    check: ({ body }) =>
      same(body.split('\r\n')[0], 'item-hash,planet,name,moons,discovered,text,end-date', 'columns'),
  },
];

const BLOB_CASES: readonly Omit<ConformanceCase, 'variant'>[] = [
  {
    endpoint: '/blobs/{id}',
    title: 'is the data that has this hash, with _id',
    path: '/entries/14',
    check: async ({ body }, get) => {
      const id = (JSON.parse(body) as Record<string, string>)['blob-hash'] ?? '';
      const blob = (await get(`/blobs/${id}`)) as Record<string, unknown>;
      same(blob['_id'], id, '_id');
      same(formatHash(blobHash(asItem(blob)), 'blob'), id, 'hash');
    },
  },
  {
    endpoint: '/blobs/{id}',
    title: 'is not found by the hash of the other variant',
    path: `/blobs/${URANUS_HASH}`,
    status: 404,
  },
  {
    endpoint: '/blobs',
    title: 'is a list of the data, each with the hash it has',
    path: '/blobs',
    link: null,
    check: ({ body }) => {
      const blobs = JSON.parse(body) as { _id: string }[];
      same(blobs.length, 15, 'blobs');
      for (const blob of blobs) same(formatHash(blobHash(asItem(blob)), 'blob'), blob._id, '_id');
    },
  },
  {
    endpoint: '/blobs',
    title: 'links to the next page by a cursor',
    register: 'country',
    switches: '+small-pages',
    path: '/blobs',
    link: '<{base}/blobs?cursor=cGFnZTox>; rel="next"',
  },
];

/** DATA_CASES cover the API document's "Items" and "Blobs". */
export const DATA_CASES: readonly ConformanceCase[] = [
  ...ITEM_CASES.map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
  ...BLOB_CASES.map((testCase) => Object.assign({ variant: 'blob' as const }, testCase)),
];
