import type { AttributeValue, Item } from '../../core/model.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';
import { BOTH, type ConformanceCase, type Row, casesOf } from './case.ts';
import { CSV, trailLink } from './document-cases.ts';

const ONE = '/entries?limit=1';
const LONG = 'x'.repeat(8000);
const HUGE = `1${'0'.repeat(400)}`;
const FORMATS = { json: 'application/json', csv: CSV };
const METHODS = 'GET, HEAD, OPTIONS';
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const NOTHING = {
  names: ['type', 'title', 'status', 'detail', 'paths'],
  at: { type: 'about:blank', title: 'Not Found', status: 404 },
};

/** What the Accept header chooses. */
const ACCEPTED: readonly (readonly [accept: string, format: keyof typeof FORMATS])[] = [
  ['*/*', 'json'],
  ['application/json;charset=utf-8', 'json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
  ['application/json;q=0.5, text/csv', 'csv'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['application/json;q=0, */*', 'csv'],
];
const REFUSED = ['text/html', 'image/png', 'application/json;q=0', 'nonsense', ',;=,'];

const HTTP: readonly Row[] = [
  ...ACCEPTED.map(([accept, format]): Row => [
    `answers Accept: ${accept} with ${format}`,
    ONE,
    { headers: { accept }, type: FORMATS[format] },
  ]),
  ...[...REFUSED, 'application/problem+json'].map((accept): Row => [
    `refuses Accept: ${accept}`,
    ONE,
    { headers: { accept }, status: 406 },
  ]),
  ['answers a request without Accept in JSON', ONE, { headers: {} }],
  ['lets a suffix beat Accept', '/entries.json?limit=1', { headers: { accept: 'text/csv' } }],
  ['takes .csv on any resource', '/entries/1.csv', { headers: {}, type: CSV }],
  ['answers HEAD with the headers alone', ONE, { method: 'HEAD', text: '', sent: { link: /next/ } }],
  [
    'lets pages of any origin read the answer and its Link',
    ONE,
    { sent: { ...ANY_ORIGIN, 'access-control-expose-headers': 'Link', vary: 'Accept' } },
  ],
  ['lets pages of any origin read an error', '/entries/0', { status: 404, sent: ANY_ORIGIN }],
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method): Row => [
    'refuses to change anything and says what is allowed',
    ONE,
    { method, status: 405, sent: { allow: METHODS } },
  ]),
  [
    'answers a preflight',
    '/records',
    {
      method: 'OPTIONS',
      status: 204,
      type: null,
      sent: { ...ANY_ORIGIN, 'access-control-allow-methods': METHODS },
    },
  ],
  ['names the paths there are', '', { status: 404, ...NOTHING }],
  ['names the paths there are', '/ /x //', { status: 404, ...NOTHING }],
];

/** Requests that no honest client makes. What a URL parser makes of dots and backslashes on the way is part of the case. */
const HOSTILE: readonly Row[] = [
  [
    'refuses what is malformed or out of range',
    `/records/% /records/%zz /records/%FF /records/%C0%AF /records/%ED%A0%80 /records?page-index=%
     /records?page-index=0 /records?page-index=-1 /records?page-index=1.5 /records?page-index=1&page-index=2
     /records?page-size=0 /records?page-size=5001 /records?page-index=9007199254740991&page-size=5000
     /records?page-index=${HUGE} /entries?limit=${HUGE}`,
    { status: 400 },
  ],
  [
    'has nothing there',
    `/records/%00 /records/a%00b/entries /records/%0D%0ALink:%20x /records/%5C..%5C..
       /records/..%2F..%2Fetc%2Fpasswd /records/%2e%2e%2f%2e%2e /records/__proto__
       /records/constructor /records/hasOwnProperty/entries /records/toString.json
       /records/%E2%80%AEgnp /records/%F0%9F%AA%90 /records/${LONG} /records/${LONG}/entries
       /${LONG} /${'a/'.repeat(3000)} /entries/${HUGE} /entries/1e3 /entries/%D9%A1
       /entries/Infinity /entries/1;drop /records?page-index=99`,
    { status: 404 },
  ],
  [
    'takes no notice of other parameters',
    `/entries?start[]=1&__proto__=1 /entries? /entries?&&&=== /entries?x=${LONG}`,
  ],
];

const HOSTILE_ITEMS: readonly Row[] = [
  [
    'names the paths there are',
    '/context /blobs /snapshots/1 /proofs/register /proof/register/',
    { status: 404, ...NOTHING },
  ],
  [
    'has nothing there',
    `/records/__proto__/x /records/constructor/name /items/__proto__ /items/${LONG}
       /proof/register/__proto__`,
    { status: 404 },
  ],
  ['takes any value', `/records/name/__proto__ /records/name/${LONG} /records/name/%00`, { text: '{}' }],
  ['takes an encoded colon', '/proof/entries/1/15/merkle%3Asha-256'],
];

const HOSTILE_BLOBS: readonly Row[] = [
  [
    'names the paths there are',
    '/register /items /proof/register/merkle:sha-256 /records/name/Earth',
    { status: 404, ...NOTHING },
  ],
  [
    'has nothing there',
    '/blobs/__proto__ /blobs/1220 /snapshots/15/__proto__ /snapshots/15/%00',
    { status: 404 },
  ],
  [
    'refuses half a filter and no attribute',
    '/records?name=__proto__&value=x /records?name=name&name=text&value=x /records?value=x',
    { status: 400 },
  ],
  ['takes any value', '/records?name=name&value=__proto__', { text: '[]' }],
];

/** REQUEST_CASES cover methods, content negotiation, CORS and errors, which the API document leaves open, and hostile requests. */
export const REQUEST_CASES: readonly ConformanceCase[] = [
  ...casesOf(BOTH, [...HTTP, ...HOSTILE]),
  ...casesOf(['item'], HOSTILE_ITEMS),
  ...casesOf(['blob'], HOSTILE_BLOBS),
];

function entry(key: string, values: Readonly<Record<string, AttributeValue>>): SourceEntry {
  const item: Item = new Map([['odd', key], ...Object.entries(values)]);
  return { key, timestamp: '2020-02-02T02:02:02Z', items: [item] };
}

/** oddRegister has keys and values that are legal and easily mistaken for something else. */
export const oddRegister: RegisterSource = {
  name: 'odd',
  domain: 'odd.example',
  fields: ['odd', 'name', 'tags'],
  definitions: [
    { id: 'odd', datatype: 'string', cardinality: '1' },
    { id: 'name', datatype: 'string', cardinality: '1' },
    { id: 'tags', datatype: 'string', cardinality: 'n' },
  ],
  entries: [
    entry('a/b', { name: 'slash' }),
    entry('entries', { name: 'entries' }),
    entry('x', { name: 'plain' }),
    entry('x.json', { name: 'suffix' }),
    entry('__proto__', { name: 'proto', tags: ['one', 'two'] }),
    entry('10', { name: 'ten' }),
    entry('9', { name: 'nine' }),
    entry('..', { name: 'dots' }),
    entry('name', { name: 'y.csv', tags: ['two'] }),
    entry('entries', { name: 'entries', note: 'He said "no, thanks"\r\nand left; Ünïcode 🪐' }),
  ],
};

const COLUMNS = 'index-entry-number,entry-number,entry-timestamp,key,odd,name,tags';

const ODD: readonly Row[] = [
  [
    'a slash in a key travels as %2F, in links too',
    '/records/a%2Fb /records/a%2fb',
    { names: ['a/b'], link: trailLink('a%2Fb') },
  ],
  ['a slash in a key may stand in links as it is', '+link-raw-key/records/a%2Fb', { link: trailLink('a/b') }],
  ['a key may be called entries', '/records/entries', { names: ['entries'] }],
  [
    'a literal key wins over a suffix, which may follow it',
    '/records/x.json /records/x.json.json',
    { names: ['x.json'] },
  ],
  ['a key may be called __proto__', '/records/__proto__', { names: ['__proto__'] }],
  [
    'the key .. travels encoded twice, as URL parsers leave it alone',
    '/records/%252E%252E',
    { names: ['..'], link: trailLink('%252E%252E') },
  ],
  ['a key may be called like an attribute', '/records/name', { names: ['name'] }],
  ['the trail of the key entries', '/records/entries/entries', { numbers: [2, 10] }],
  ['the trail of a key with a slash', '/records/a%2Fb/entries', { numbers: [1] }],
  ['the trail route wins over the filter route', '/records/name/entries', { numbers: [9] }],
  ['a suffix within a path is none', '/records/x.json/entries', { numbers: [4] }],
  [
    'a table quotes what needs it and adds attributes that are no fields',
    '/records/entries.csv',
    {
      type: CSV,
      text: `${COLUMNS},note\r\n10,10,2020-02-02T02:02:02Z,entries,entries,entries,,"He said ""no, thanks""\r\nand left; Ünïcode 🪐"\r\n`,
    },
  ],
  [
    'a table joins lists with semicolons',
    '/records/__proto__.csv',
    { type: CSV, text: `${COLUMNS}\r\n5,5,2020-02-02T02:02:02Z,__proto__,__proto__,proto,one;two\r\n` },
  ],
  [
    'keys that look like numbers keep the order of the log, and so does __proto__',
    '/records',
    { keys: ['a/b', 'entries', 'x', 'x.json', '__proto__', '10', '9', '..', 'name'] },
  ],
  ['a list is found by one of its members', '/records/tags/two', { keys: ['__proto__', 'name'] }],
  ['a value may end like a suffix', '/records/name/y.csv', { names: ['name'] }],
  ['a suffix follows a value, and a trail', '/records/name/plain.csv /records/x/entries.csv', { type: CSV }],
];

/** ODD_CASES need a server that has oddRegister. */
export const ODD_CASES: readonly ConformanceCase[] = casesOf(['item'], ODD).map((one) =>
  Object.assign(one, { register: 'odd' as const }),
);
