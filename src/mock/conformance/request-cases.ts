import type { Variant } from '../../core/model.ts';
import { type ConformanceCase, same } from './case.ts';

const CSV = 'text/csv;charset=UTF-8';
const PATH = '/entries?limit=1';

type HttpCase = Omit<ConformanceCase, 'variant' | 'endpoint' | 'path'> & { readonly path?: string };

function accepts(accept: string, type: string): HttpCase {
  return { title: `answers Accept: ${accept.slice(0, 60)} with ${type}`, headers: { accept }, type };
}

const HTTP_TABLE: readonly HttpCase[] = [
  accepts('*/*', 'application/json'),
  accepts('application/json;charset=utf-8', 'application/json'),
  accepts('text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'),
  accepts('text/csv', CSV),
  accepts('text/*', CSV),
  accepts('application/json;q=0.5, text/csv', CSV),
  accepts('text/csv;q=0.5, application/json', 'application/json'),
  accepts('application/json;q=0, */*', CSV),
  { title: 'answers a request without Accept in JSON', headers: {} },
  { title: 'lets a suffix beat Accept', path: '/entries.json?limit=1', headers: { accept: 'text/csv' } },
  { title: 'takes .csv on any resource', path: '/entries/1.csv', headers: {}, type: CSV },
  ...['text/html', 'image/png', 'application/json;q=0', 'nonsense', ',;=,', 'application/problem+json'].map(
    (accept): HttpCase => ({ title: `refuses Accept: ${accept}`, headers: { accept }, status: 406 }),
  ),
  {
    title: 'answers HEAD with the headers alone',
    method: 'HEAD',
    text: '',
    check: ({ headers }) => same('link' in headers, true, 'Link is there'),
  },
  {
    title: 'lets pages of any origin read the answer and its Link',
    check: ({ headers }) => {
      same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin');
      same(headers['access-control-expose-headers'], 'Link', 'Access-Control-Expose-Headers');
      same(headers['vary'], 'Accept', 'Vary');
    },
  },
  {
    title: 'lets pages of any origin read an error',
    path: '/entries/0',
    status: 404,
    check: ({ headers }) => same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin'),
  },
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method): HttpCase => ({
    title: `refuses ${method} and says what is allowed`,
    method,
    status: 405,
    check: ({ headers }) => same(headers['allow'], 'GET, HEAD, OPTIONS', 'Allow'),
  })),
];

const NEITHER: readonly Omit<ConformanceCase, 'variant' | 'path'>[] = [
  {
    endpoint: 'any',
    title: 'is a problem that names the paths there are',
    status: 404,
    check: ({ body }) => {
      const problem = JSON.parse(body) as Record<string, unknown>;
      same(Object.keys(problem), ['type', 'title', 'status', 'detail', 'paths'], 'members');
      same(
        [problem['type'], problem['title'], problem['status']],
        ['about:blank', 'Not Found', 404],
        'problem',
      );
    },
  },
];

function httpCasesOf(variant: Variant): ConformanceCase[] {
  const others =
    variant === 'item'
      ? ['/context', '/blobs', '/snapshots/1', '/proofs/register']
      : ['/register', '/items', '/proof/register/merkle:sha-256', '/records/name/Earth'];
  return [
    ...HTTP_TABLE.map((testCase) => Object.assign({ variant, endpoint: 'any', path: PATH }, testCase)),
    ...['', '/', '/x', '//', ...others].flatMap((path) =>
      NEITHER.map((testCase) =>
        Object.assign({ variant, path }, testCase, { title: `${path} ${testCase.title}` }),
      ),
    ),
    {
      variant,
      endpoint: 'any',
      title: 'answers a preflight',
      path: '/records',
      method: 'OPTIONS',
      status: 204,
      type: null,
      check: ({ headers }) => {
        same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin');
        same(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Methods');
      },
    },
  ];
}

/** HTTP_CASES cover methods, content negotiation, CORS and errors, which the API document leaves open. */
export const HTTP_CASES: readonly ConformanceCase[] = [...httpCasesOf('item'), ...httpCasesOf('blob')];

const LONG = 'x'.repeat(8000);
const HUGE = `1${'0'.repeat(400)}`;

/** Path and the status it gets. What a URL parser makes of dots and backslashes on the way is part of the case. */
const PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records/%', 400],
  ['/records/%zz', 400],
  ['/records/%FF', 400],
  ['/records/%C0%AF', 400],
  ['/records/%ED%A0%80', 400],
  ['/records?page-index=%', 400],
  ['/records/%00', 404],
  ['/records/a%00b/entries', 404],
  ['/records/%0D%0ALink:%20x', 404],
  ['/records/..%2F..%2Fetc%2Fpasswd', 404],
  ['/records/%2e%2e%2f%2e%2e', 404],
  ['/records/%5C..%5C..', 404],
  ['/records/__proto__', 404],
  ['/records/constructor', 404],
  ['/records/hasOwnProperty/entries', 404],
  ['/records/toString.json', 404],
  ['/records/%E2%80%AEgnp', 404],
  ['/records/%F0%9F%AA%90', 404],
  [`/records/${LONG}`, 404],
  [`/records/${LONG}/entries`, 404],
  [`/${LONG}`, 404],
  [`/${'a/'.repeat(3000)}`, 404],
  [`/entries/${HUGE}`, 404],
  ['/entries/1e3', 404],
  ['/entries/%D9%A1', 404],
  ['/entries/Infinity', 404],
  ['/entries/1;drop', 404],
  [`/entries?limit=${HUGE}`, 400],
  ['/entries?start=NaN', 400],
  ['/entries?start=1&start=1', 400],
  ['/entries?start[]=1&__proto__=1', 200],
  ['/entries?', 200],
  ['/entries?&&&===', 200],
  [`/entries?x=${LONG}`, 200],
  ['/records?page-index=0', 400],
  ['/records?page-index=-1', 400],
  ['/records?page-size=0', 400],
  ['/records?page-size=5001', 400],
  ['/records?page-index=1.5', 400],
  ['/records?page-index=1&page-index=2', 400],
  ['/records?page-index=99', 404],
  [`/records?page-index=${HUGE}`, 400],
  ['/records?page-index=9007199254740991&page-size=5000', 400],
];

const ITEM_PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records/__proto__/x', 404],
  ['/records/constructor/name', 404],
  ['/records/name/__proto__', 200],
  [`/records/name/${LONG}`, 200],
  ['/records/name/%00', 200],
  ['/items/__proto__', 404],
  [`/items/${LONG}`, 404],
  [`/items?cursor=${LONG}`, 400],
  ['/items?cursor=', 400],
  ['/proof/register/', 404],
  ['/proof/register/__proto__', 404],
  [`/proof/entries/1/${HUGE}/merkle:sha-256`, 400],
  ['/proof/entries/1/15/merkle%3Asha-256', 200],
  ['/proof/consistency/15/1/merkle:sha-256', 400],
  ['/proof/consistency/0/0/merkle:sha-256', 400],
];

const BLOB_PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/records?name=__proto__&value=x', 400],
  ['/records?name=name&value=__proto__', 200],
  ['/records?name=name&name=text&value=x', 400],
  ['/records?value=x', 400],
  ['/blobs/__proto__', 404],
  ['/blobs/1220', 404],
  [`/snapshots/${HUGE}`, 400],
  ['/snapshots/15/__proto__', 404],
  ['/snapshots/15/%00', 404],
  ['/proofs/consistency/0/0', 400],
  [`/proofs/entries/${HUGE}/15`, 400],
];

function hostileCasesOf(variant: Variant, paths: readonly (readonly [string, number])[]): ConformanceCase[] {
  return paths.map(([path, status]) => ({
    variant,
    endpoint: 'any',
    title: `answers ${path.slice(0, 50)} with ${status}`,
    path,
    status,
  }));
}

/** HOSTILE_CASES are requests that no honest client makes. */
export const HOSTILE_CASES: readonly ConformanceCase[] = [
  ...hostileCasesOf('item', [...PATHS, ...ITEM_PATHS]),
  ...hostileCasesOf('blob', [...PATHS, ...BLOB_PATHS]),
];

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

const ODD_TABLE: readonly OddCase[] = [
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
export const ODD_CASES: readonly ConformanceCase[] = ODD_TABLE.map((testCase) =>
  Object.assign({ variant: 'item' as const, register: 'odd' as const }, testCase),
);
