import { type ConformanceCase, same } from './case.ts';

const NAMES = ['mercury', 'venus', 'earth', 'mars', 'jupiter', 'saturn', 'uranus', 'neptune', 'pluto'];
const TRAIL = '/records/{key}/entries';

const URANUS = {
  planet: 'uranus',
  name: 'Uranus',
  moons: '28',
  discovered: '1781-03-13',
  text: 'Lies on its side. Found by **William Herschel** with a telescope.',
};

function keysOf(body: string): string[] {
  return [...body.matchAll(/"key":"([^"]*)"/g)].map((match) => match[1] ?? '');
}

const ITEM_CASES: readonly Omit<ConformanceCase, 'variant'>[] = [
  {
    endpoint: '/records/{key}',
    title: 'is an object of one record, with numbers, its item and a link to its trail',
    path: '/records/uranus',
    json: {
      uranus: {
        'index-entry-number': 14,
        'entry-number': 14,
        'entry-timestamp': '2025-03-31T10:02:25Z',
        key: 'uranus',
        item: [URANUS],
      },
    },
    link: '<{base}/records/uranus/entries>; rel="version-history"',
  },
  {
    endpoint: '/records/{key}',
    title: 'as CSV has the entry and then the fields, empty where not set',
    path: '/records/earth.csv',
    type: 'text/csv;charset=UTF-8',
    text:
      'index-entry-number,entry-number,entry-timestamp,key,planet,name,moons,discovered,text,end-date\r\n' +
      '3,3,2006-01-16T09:00:00Z,earth,earth,Earth,1,,The one with the [oceans](https://en.wikipedia.org/wiki/Ocean).,\r\n',
  },
  {
    endpoint: '/records/{key}',
    title: 'is not found for an unknown key',
    path: '/records/vulcan',
    status: 404,
  },
  {
    endpoint: '/records',
    title: 'maps every key to its record, in the order of their first entries',
    path: '/records',
    link: null,
    check: ({ body }) => same(keysOf(body), NAMES, 'keys'),
  },
  {
    endpoint: '/records',
    title: 'is paged by page-index and page-size, with links both ways',
    path: '/records?page-index=2&page-size=4',
    link: '<{base}/records?page-index=3&page-size=4>; rel="next", <{base}/records?page-index=1&page-size=4>; rel="previous"',
    check: ({ body }) => same(keysOf(body), NAMES.slice(4, 8), 'keys'),
  },
  {
    endpoint: '/records',
    title: 'has pages of 100 and a link to the second',
    register: 'country',
    path: '/records',
    link: '<{base}/records?page-index=2>; rel="next"',
    check: ({ body }) => same(keysOf(body).length, 100, 'records'),
  },
  {
    endpoint: TRAIL,
    title: 'lists all entries of the key, ascending, with numbers as strings',
    path: '/records/uranus/entries',
    check: ({ body }) =>
      same(
        (JSON.parse(body) as { 'entry-number': unknown }[]).map((entry) => entry['entry-number']),
        ['7', '11', '14'],
        'entry numbers',
      ),
  },
  {
    endpoint: TRAIL,
    title: 'is paged when asked for small pages',
    path: '/records/uranus/entries?page-size=2',
    link: '<{base}/records/uranus/entries?page-index=2&page-size=2>; rel="next"',
  },
  { endpoint: TRAIL, title: 'is not found for an unknown key', path: '/records/vulcan/entries', status: 404 },
  {
    endpoint: '/records/{attribute}/{value}',
    title: 'has the shape of the record list',
    path: '/records/moons/28',
    check: ({ body }) => same(keysOf(body), ['uranus'], 'keys'),
  },
  {
    endpoint: '/records/{attribute}/{value}',
    title: 'looks at the latest version only',
    path: '/records/moons/27',
    text: '{}',
  },
  {
    endpoint: '/records/{attribute}/{value}',
    title: 'is paged',
    path: '/records/moons/0?page-size=1',
    link: '<{base}/records/moons/0?page-index=2&page-size=1>; rel="next"',
    check: ({ body }) => same(keysOf(body), ['mercury'], 'keys'),
  },
  {
    endpoint: '/records/{attribute}/{value}',
    title: 'is not found for an unknown attribute',
    path: '/records/colour/blue',
    status: 404,
  },
];

const BLOB_CASES: readonly Omit<ConformanceCase, 'variant'>[] = [
  {
    endpoint: '/records/{key}',
    title: 'is one flat object with _id, and a link to its trail',
    path: '/records/uranus',
    json: { _id: 'uranus', ...URANUS },
    link: '<{base}/records/uranus/entries>; rel="version-history"',
  },
  {
    endpoint: '/records',
    title: 'is a list of flat records, in the order of their first entries',
    path: '/records',
    check: ({ body }) =>
      same(
        (JSON.parse(body) as { _id: string }[]).map((record) => record._id),
        NAMES,
        'keys',
      ),
  },
  {
    endpoint: '/records',
    title: 'as CSV, asked for by Accept, begins with _id',
    path: '/records?page-size=1',
    headers: { accept: 'text/csv' },
    type: 'text/csv;charset=UTF-8',
    text:
      '_id,planet,name,moons,discovered,text,end-date\r\n' +
      'mercury,mercury,Mercury,0,,The smallest planet and the nearest to the Sun: a year of **88 days**.,\r\n',
  },
  {
    endpoint: '/records?name&value',
    title: 'keeps the filter in its links',
    path: '/records?name=moons&value=0&page-size=1',
    link: '<{base}/records?name=moons&value=0&page-index=2&page-size=1>; rel="next"',
    check: ({ body }) => same((JSON.parse(body) as { _id: string }[]).length, 1, 'records'),
  },
  {
    endpoint: '/records?name&value',
    title: 'is an empty list for a value that no record has',
    path: '/records?name=moons&value=1000',
    text: '[]',
  },
  {
    endpoint: '/records?name&value',
    title: 'refuses a name without a value',
    path: '/records?name=moons',
    status: 400,
  },
  {
    endpoint: '/records?name&value',
    title: 'refuses an unknown attribute',
    path: '/records?name=colour&value=blue',
    status: 400,
  },
  {
    endpoint: TRAIL,
    title: 'lists all entries of the key, ascending, with numbers',
    path: '/records/uranus/entries',
    check: ({ body }) =>
      same(
        (JSON.parse(body) as { 'entry-number': unknown }[]).map((entry) => entry['entry-number']),
        [7, 11, 14],
        'entry numbers',
      ),
  },
];

/** RECORD_CASES cover the API document's "Records". */
export const RECORD_CASES: readonly ConformanceCase[] = [
  ...ITEM_CASES.map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
  ...BLOB_CASES.map((testCase) => Object.assign({ variant: 'blob' as const }, testCase)),
];

const SNAPSHOT = '/snapshots/{size}';
const ENTRY = '/snapshots/{size}/{key}';

/** SNAPSHOT_CASES cover the API document's "Snapshots". */
export const SNAPSHOT_CASES: readonly ConformanceCase[] = (
  [
    {
      endpoint: SNAPSHOT,
      title: 'is the records as they were, in the order of /records',
      path: '/snapshots/10',
      link: null,
      check: async ({ body }: { body: string }, get) => {
        const records = JSON.parse(body) as Record<string, string>[];
        const now = (await get('/records')) as Record<string, string>[];
        same(
          records.map((record) => record['_id']),
          now.map((record) => record['_id']),
          'keys',
        );
        same(records[6]?.['moons'], '27', 'moons of Uranus then');
        same(now[6]?.['moons'], '28', 'moons of Uranus now');
      },
    },
    {
      endpoint: SNAPSHOT,
      title: 'at the present size is the record list',
      path: '/snapshots/15',
      check: async ({ body }: { body: string }, get) =>
        same(JSON.parse(body), await get('/records'), 'records'),
    },
    {
      endpoint: SNAPSHOT,
      title: 'of one record links to its trail',
      path: '/snapshots/1',
      link: '<{base}/records/mercury/entries>; rel="version-history"',
    },
    { endpoint: SNAPSHOT, title: 'at size 0 is empty', path: '/snapshots/0', text: '[]', link: null },
    {
      endpoint: SNAPSHOT,
      title: 'is paged',
      path: '/snapshots/15?page-size=4&page-index=2',
      link: '<{base}/snapshots/15?page-index=3&page-size=4>; rel="next", <{base}/snapshots/15?page-index=1&page-size=4>; rel="previous"',
    },
    {
      endpoint: SNAPSHOT,
      switches: '+snapshot-entries',
      title: 'is a list of the latest entries',
      path: '/snapshots/11',
      check: ({ body }: { body: string }) =>
        same(
          (JSON.parse(body) as Record<string, number>[]).map((entry) => entry['entry-number']),
          [1, 2, 3, 4, 5, 6, 11, 8, 10],
          'entry numbers',
        ),
    },
    ...['16', '-1', 'x', '1.5', '1e1', '9007199254740993'].map((size) => ({
      endpoint: SNAPSHOT,
      title: `refuses the size ${size}`,
      path: `/snapshots/${size}`,
      status: 400,
    })),
    {
      endpoint: ENTRY,
      title: 'is the latest entry of the key at that size, with a link to the trail',
      path: '/snapshots/13/uranus',
      link: '<{base}/records/uranus/entries>; rel="version-history"',
      check: async ({ body }: { body: string }, get) =>
        same(JSON.parse(body), await get('/entries/11'), 'entry'),
    },
    {
      endpoint: ENTRY,
      title: 'is not found before the key’s first entry',
      path: '/snapshots/6/uranus',
      status: 404,
    },
  ] satisfies readonly Omit<ConformanceCase, 'variant'>[]
).map((testCase) => Object.assign({ variant: 'blob' as const }, testCase));
