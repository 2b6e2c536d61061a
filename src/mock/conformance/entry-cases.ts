import { type ConformanceCase, same } from './case.ts';

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
