import { blobHash } from '../../core/blob-hash.ts';
import { formatHash } from '../../core/hash.ts';
import { itemHash } from '../../core/item-hash.ts';
import type { AttributeValue, Item } from '../../core/model.ts';
import { type ConformanceCase, same } from './case.ts';

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
    path: '/blobs',
    link: '<{base}/blobs?cursor=cGFnZTox>; rel="next"',
  },
];

/** DATA_CASES cover the API document's "Items" and "Blobs". */
export const DATA_CASES: readonly ConformanceCase[] = [
  ...ITEM_CASES.map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
  ...BLOB_CASES.map((testCase) => Object.assign({ variant: 'blob' as const }, testCase)),
];
