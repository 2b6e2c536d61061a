import { type ConformanceCase, same } from './case.ts';

const RECORD = '/records/{key}';
const TRAIL = '/records/{key}/entries';
const FILTER = '/records/{attribute}/{value}';

type OddCase = Omit<ConformanceCase, 'variant' | 'register'>;

function record(key: string, path: string, title: string): OddCase {
  return {
    endpoint: RECORD,
    title,
    path,
    check: ({ body }) => same(Object.keys(JSON.parse(body) as object), [key], 'key'),
  };
}

function trail(path: string, numbers: readonly string[], title: string): OddCase {
  return {
    endpoint: TRAIL,
    title,
    path,
    check: ({ body }) =>
      same(
        (JSON.parse(body) as Record<string, string>[]).map((entry) => entry['entry-number']),
        numbers,
        'entry numbers',
      ),
  };
}

const CSV = 'text/csv;charset=UTF-8';

const CASES: readonly OddCase[] = [
  record('a/b', '/records/a%2Fb', 'a slash in a key travels as %2F'),
  record('a/b', '/records/a%2fb', 'a slash in a key travels as %2f'),
  record('entries', '/records/entries', 'a key may be called entries'),
  record('x.json', '/records/x.json', 'a literal key wins over a suffix'),
  record('x.json', '/records/x.json.json', 'a suffix follows a literal key'),
  record('__proto__', '/records/__proto__', 'a key may be called __proto__'),
  record('..', '/records/%252E%252E', 'the key .. travels encoded twice'),
  record('name', '/records/name', 'a key may be called like an attribute'),
  trail('/records/entries/entries', ['2', '10'], 'the trail of the key entries'),
  trail('/records/a%2Fb/entries', ['1'], 'the trail of a key with a slash'),
  trail('/records/name/entries', ['9'], 'the trail route wins over the filter route'),
  trail('/records/x.json/entries', ['4'], 'a suffix within a path is none'),
  {
    endpoint: RECORD,
    title: 'links to the trail with the key encoded',
    path: '/records/a%2Fb',
    link: '<{base}/records/a%2Fb/entries>; rel="version-history"',
  },
  {
    endpoint: RECORD,
    title: 'links to the trail with the key as it is',
    switches: '+link-raw-key',
    path: '/records/a%2Fb',
    link: '<{base}/records/a/b/entries>; rel="version-history"',
  },
  {
    endpoint: RECORD,
    title: 'links to the trail of .. in a way that URL parsers leave alone',
    path: '/records/%252E%252E',
    link: '<{base}/records/%252E%252E/entries>; rel="version-history"',
  },
  {
    endpoint: RECORD,
    title: 'as CSV quotes what needs it and adds attributes that are no fields',
    path: '/records/entries.csv',
    type: CSV,
    text:
      'index-entry-number,entry-number,entry-timestamp,key,odd,name,tags,note\r\n' +
      '10,10,2020-02-02T02:02:02Z,entries,entries,entries,,"He said ""no, thanks""\r\nand left; Ünïcode 🪐"\r\n',
  },
  {
    endpoint: RECORD,
    title: 'as CSV joins lists with semicolons',
    path: '/records/__proto__.csv',
    type: CSV,
    text:
      'index-entry-number,entry-number,entry-timestamp,key,odd,name,tags\r\n' +
      '5,5,2020-02-02T02:02:02Z,__proto__,__proto__,proto,one;two\r\n',
  },
  {
    endpoint: '/records',
    title: 'keeps the order of the log for keys that look like numbers, and __proto__',
    path: '/records',
    check: ({ body }) =>
      same(
        [...body.matchAll(/"key":"([^"]*)"/g)].map((match) => match[1]),
        ['a/b', 'entries', 'x', 'x.json', '__proto__', '10', '9', '..', 'name'],
        'keys',
      ),
  },
  {
    endpoint: FILTER,
    title: 'finds a list by one of its members',
    path: '/records/tags/two',
    check: ({ body }) =>
      same(
        [...body.matchAll(/"key":"([^"]*)"/g)].map((match) => match[1]),
        ['__proto__', 'name'],
        'keys',
      ),
  },
  {
    endpoint: FILTER,
    title: 'finds a value that ends like a suffix',
    path: '/records/name/y.csv',
    check: ({ body }) => same(Object.keys(JSON.parse(body) as object), ['name'], 'keys'),
  },
  { endpoint: FILTER, title: 'takes a suffix off a value', path: '/records/name/plain.csv', type: CSV },
  { endpoint: TRAIL, title: 'takes a suffix off the trail', path: '/records/x/entries.csv', type: CSV },
];

/** ODD_CASES cover keys and values that are legal and easily mistaken for something else. */
export const ODD_CASES: readonly ConformanceCase[] = CASES.map((testCase) =>
  Object.assign({ variant: 'item' as const, register: 'odd' as const }, testCase),
);
