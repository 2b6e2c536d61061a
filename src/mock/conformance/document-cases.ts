import type { Variant } from '../../core/model.ts';
import { BOTH, type ConformanceCase, type Row, casesOf, memberOf, same, under } from './case.ts';
import { hashesData, PROOFS, provesEntries, provesGrowth } from './checks.ts';

/** paged is the Link header of a page: the paths below the base of the next and of the previous page. */
export function paged(next?: string, previous?: string): string {
  const links = [...(next ? [['next', next]] : []), ...(previous ? [['previous', previous]] : [])];
  return links.map(([rel, path]) => `<{base}${path}>; rel="${rel}"`).join(', ');
}

/** trailLink is the Link header of a record, its key encoded. */
export function trailLink(key: string): string {
  return `<{base}/records/${key}/entries>; rel="version-history"`;
}

/** CSV is the content type of a table. */
export const CSV = 'text/csv;charset=UTF-8';

/** URANUS is the data of the newest entry of uranus, and of the item with this hash. */
const URANUS = {
  planet: 'uranus',
  name: 'Uranus',
  moons: '28',
  discovered: '1781-03-13',
  text: 'Lies on its side. Found by **William Herschel** with a telescope.',
};
export const URANUS_HASH = 'sha-256:ec6878aa11e37ece0c4abf1fb6fe8a45d50d86f4af0d1710f93129e32c99c54e';

const URANUS_ID = '12204443f6368b42e9a09651d835050843c9ee1c08d5dd699f8fa500310da0e78475';

const KEYS = ['mercury', 'venus', 'earth', 'mars', 'jupiter', 'saturn', 'uranus', 'neptune', 'pluto'];
const FIELDS = ['planet', 'name', 'moons', 'discovered', 'text', 'end-date'];
const HUGE = `1${'0'.repeat(400)}`;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const RECORDS: readonly Row[] = [
  ['is not found for an unknown key', '/records/vulcan /records/vulcan/entries', { status: 404 }],
  ['links to its trail', '/records/uranus', { link: trailLink('uranus') }],
  ['has every key, in the order of their first entries', '/records', { link: null, keys: KEYS }],
  [
    'is paged by page-index and page-size, with links both ways',
    '/records?page-index=2&page-size=4',
    {
      link: paged('/records?page-index=3&page-size=4', '/records?page-index=1&page-size=4'),
      keys: KEYS.slice(4, 8),
    },
  ],
  [
    'has pages of 100 and a link to the second',
    '/records',
    { register: 'country', link: paged('/records?page-index=2'), count: 100 },
  ],
  ['has all entries of the key, ascending', '/records/uranus/entries', { numbers: [7, 11, 14] }],
  [
    'is paged when asked for small pages',
    '/records/uranus/entries?page-size=2',
    { link: paged('/records/uranus/entries?page-index=2&page-size=2') },
  ],
];

const ENTRIES: readonly Row[] = [
  [
    'begins at entry 1 with 100 entries and a link to 101',
    '/entries',
    { register: 'country', link: paged('/entries?start=101'), numbers: range(1, 100) },
  ],
  [
    'links back to 1 from the second page',
    '/entries?start=101',
    {
      register: 'country',
      link: paged('/entries?start=201', '/entries?start=1'),
      numbers: range(101, 200),
    },
  ],
  [
    'keeps a limit in its links and sends no entry twice',
    '/entries?start=3&limit=5',
    { link: paged('/entries?start=8&limit=5', '/entries?start=1&limit=2'), numbers: range(3, 7) },
  ],
  [
    'ends with the last entry, without a next link',
    '/entries?start=15&limit=5',
    { link: paged(undefined, '/entries?start=10&limit=5'), numbers: [15] },
  ],
  ['is empty past the end', '/entries?start=16 /entries?start=9007199254740991', { text: '[]', link: null }],
  [
    'refuses what is no number in range',
    under(
      '/entries?',
      `start=0 start=-1 start=1.5 start=0x10 start=1e3 start= start=9007199254740992 start=NaN start=%D9%A3
       limit=0 limit=5001 start=1&start=2 start=${HUGE}`,
    ),
    { status: 400 },
  ],
  [
    'is not found where there is no such entry',
    under('/entries/', `0 16 -1 1.0 01 abc 0x1 %00 ${HUGE}`),
    { status: 404 },
  ],
];

const ITEMS: readonly Row[] = [
  [
    'is an object of one record, with numbers and its item',
    '/records/uranus',
    {
      at: {
        '': {
          uranus: {
            'index-entry-number': 14,
            'entry-number': 14,
            'entry-timestamp': '2025-03-31T10:02:25Z',
            key: 'uranus',
            item: [URANUS],
          },
        },
      },
    },
  ],
  [
    'as CSV has the entry and then the fields, empty where not set',
    '/records/earth.csv',
    {
      type: CSV,
      text:
        'index-entry-number,entry-number,entry-timestamp,key,planet,name,moons,discovered,text,end-date\r\n' +
        '3,3,2006-01-16T09:00:00Z,earth,earth,Earth,1,,The one with the [oceans](https://en.wikipedia.org/wiki/Ocean).,\r\n',
    },
  ],
  ['maps keys to records', '/records', { names: KEYS }],
  ['has numbers as strings', '/records/uranus/entries', { at: { '0.entry-number': '7' } }],
  ['has the shape of the record list', '/records/moons/28', { names: ['uranus'], keys: ['uranus'] }],
  ['looks at the latest version only', '/records/moons/27', { text: '{}' }],
  [
    'is paged',
    '/records/moons/0?page-size=1',
    { link: paged('/records/moons/0?page-index=2&page-size=1'), keys: ['mercury'] },
  ],
  ['is not found for an unknown attribute', '/records/colour/blue', { status: 404 }],
  [
    'is a list of one entry, numbers as strings, hashes with sha-256:',
    '/entries/11',
    {
      text: '[{"index-entry-number":"11","entry-number":"11","entry-timestamp":"2006-09-04T14:12:36Z","key":"uranus","item-hash":["sha-256:434e0afe11c6860c14b3038b87a1727292358acad044149148af95787049544d"]}]',
    },
  ],
  [
    'as CSV has the columns of the entry',
    '/entries/11.csv',
    {
      type: CSV,
      text:
        'index-entry-number,entry-number,entry-timestamp,key,item-hash\r\n' +
        '11,11,2006-09-04T14:12:36Z,uranus,sha-256:434e0afe11c6860c14b3038b87a1727292358acad044149148af95787049544d\r\n',
    },
  ],
  [
    'keeps the suffix in its links',
    '/entries.csv?limit=1',
    { type: CSV, link: paged('/entries.csv?start=2&limit=1') },
  ],
  [
    'is the data that has this hash, without it, also where the colon is encoded',
    `/items/${URANUS_HASH} /items/${encodeURIComponent(URANUS_HASH)}`,
    { at: { '': URANUS } },
  ],
  [
    'is not found for what is no hash of an item',
    under(
      '/items/',
      `sha-256:${'0'.repeat(64)} ${URANUS_HASH.toUpperCase()} ${URANUS_HASH}00 sha-256:
       ${URANUS_HASH.replace('sha-256:', '')} ${URANUS_HASH.replace('sha-256:', '1220')}`,
    ),
    { status: 404 },
  ],
  [
    'maps hashes to the data that has them, each once',
    '/items',
    { link: null, count: 15, check: hashesData('item') },
  ],
  [
    'is paged by an opaque cursor',
    '+small-pages/items?cursor=cGFnZTox',
    { link: paged(undefined, '/items?cursor=cGFnZTow'), count: 5 },
  ],
  [
    'refuses a cursor that it never gave out',
    `${under('/items?cursor=', `x cGFnZTox== cGFnZToxMDA cGFnZTotMQ %00 cursor=a&cursor=b ${'x'.repeat(8000)}`)} /items?cursor=`,
    { status: 400 },
  ],
  [
    'as CSV begins with the hash',
    '/items.csv',
    { type: CSV, has: [`item-hash,${FIELDS.join(',')}\r\nsha-256:`] },
  ],
  [
    'has the fields of the API document and a title, counts as numbers',
    '/register',
    {
      names: ['domain', 'total-entries', 'total-records', 'register-record', 'custodian', 'last-updated'],
      at: {
        'total-entries': 15,
        'total-records': 9,
        'last-updated': '2025-03-31T10:03:40Z',
        'register-record.fields': FIELDS,
      },
      check: ({ body }) =>
        same(
          Object.keys(memberOf(JSON.parse(body), 'register-record') as object),
          ['fields', 'phase', 'register', 'registry', 'text', 'title'],
          'register-record',
        ),
    },
  ],
  [
    'names the entry by number',
    '/proof/entries/1/1/merkle:sha-256',
    { text: '{"proof-identifier":"merkle:sha-256","entry-number":1,"merkle-audit-path":[]}' },
  ],
  [
    'is not found for another proof identifier',
    '/proof/register/x /proof/consistency/1/2/merkle /proof/entries/1/2/MERKLE:SHA-256',
    { status: 404 },
  ],
];

const BLOBS: readonly Row[] = [
  ['is one flat object with _id', '/records/uranus', { at: { '': { _id: 'uranus', ...URANUS } } }],
  ['is a list of flat records', '/records', { at: { '6': { _id: 'uranus', ...URANUS } } }],
  [
    'as CSV, asked for by Accept, begins with _id',
    '/records?page-size=1',
    {
      headers: { accept: 'text/csv' },
      type: CSV,
      text:
        '_id,planet,name,moons,discovered,text,end-date\r\n' +
        'mercury,mercury,Mercury,0,,The smallest planet and the nearest to the Sun: a year of **88 days**.,\r\n',
    },
  ],
  [
    'keeps the filter in its links',
    '/records?name=moons&value=0&page-size=1',
    { link: paged('/records?name=moons&value=0&page-index=2&page-size=1'), count: 1 },
  ],
  ['is an empty list for a value that no record has', '/records?name=moons&value=1000', { text: '[]' }],
  [
    'refuses a name without a value, and an unknown attribute',
    '/records?name=moons /records?name=colour&value=blue',
    { status: 400 },
  ],
  ['has numbers as numbers', '/records/uranus/entries', { at: { '0.entry-number': 7 } }],
  [
    'is one entry with numbers and a hash that begins with 1220',
    '/entries/11',
    {
      names: ['entry-number', 'entry-timestamp', 'key', 'blob-hash'],
      at: { 'entry-number': 11, 'blob-hash': /^1220[0-9a-f]{64}$/ },
    },
  ],
  [
    'is the data that has this hash, with _id',
    `/blobs/${URANUS_ID}`,
    { at: { '': { _id: URANUS_ID, ...URANUS } } },
  ],
  ['is not found by the hash of the other variant', `/blobs/${URANUS_HASH}`, { status: 404 }],
  [
    'is a list of the data, each with the hash it has',
    '/blobs',
    { link: null, count: 15, check: hashesData('blob') },
  ],
  [
    'links to the next page by a cursor',
    '+small-pages/blobs',
    { register: 'country', link: paged('/blobs?cursor=cGFnZTox') },
  ],
  [
    'has the fields of the API document, and the root hash of the register proof',
    '/context',
    {
      at: {
        id: 'planet',
        copyright: /./,
        custodian: /./,
        description: /./,
        licence: /./,
        title: /./,
        'hashing-algorithm': { 'digest-length': 32, 'function-type': 18, codec: 'sha2-256' },
        statistics: { 'total-entries': 15, 'total-blobs': 15, 'total-records': 9 },
        status: { 'start-date': '2006-01' },
        'schema.2.id': 'moons',
        'schema.2.datatype': 'integer',
        'schema.2.cardinality': '1',
      },
      count: 11,
      check: async ({ body }, get) =>
        same(
          memberOf(await get('/proofs/register'), 'root-hash'),
          memberOf(JSON.parse(body), 'root-hash'),
          'root-hash',
        ),
    },
  ],
  ['is a path alone', '/proofs/entries/1/1', { text: '{"audit-path":[]}' }],
  [
    'is the records as they were, in the order of /records',
    '/snapshots/10',
    { link: null, keys: KEYS, at: { '6.moons': '27' } },
  ],
  ['at the present size is the record list', '/snapshots/15', { sameAs: '/records' }],
  ['of one record links to its trail', '/snapshots/1', { link: trailLink('mercury') }],
  ['at size 0 is empty', '/snapshots/0', { text: '[]', link: null }],
  [
    'is paged',
    '/snapshots/15?page-size=4&page-index=2',
    {
      link: paged('/snapshots/15?page-index=3&page-size=4', '/snapshots/15?page-index=1&page-size=4'),
    },
  ],
  [
    'refuses a size that the log never had',
    under('/snapshots/', `16 -1 x 1.5 1e1 9007199254740993 ${HUGE}`),
    { status: 400 },
  ],
  [
    'is the latest entry of the key at that size, with a link to the trail',
    '/snapshots/13/uranus',
    { link: trailLink('uranus'), sameAs: '/entries/11' },
  ],
  ['is not found before the key’s first entry', '/snapshots/6/uranus', { status: 404 }],
];

function proofsOf(variant: Variant): Row[] {
  const { register, consistency, entry, id } = PROOFS[variant];
  const hash = variant === 'item' ? /^sha-256:[0-9a-f]{64}$/ : /^1220[0-9a-f]{64}$/;
  return [
    [
      'states the log size as a number and the root hash',
      register,
      { at: { 'total-entries': 15, 'root-hash': hash } },
    ],
    [
      'proves every smaller size a beginning of every larger one',
      `${consistency}15/15${id}`,
      { check: provesGrowth(variant, 15) },
    ],
    [
      'connects every entry to the stated root',
      `${entry}1/15${id}`,
      { check: provesEntries(variant, variant === 'item' ? 'item-json' : 'blob-multihash', () => false) },
    ],
    [
      'refuses what is no number in range',
      `${under(consistency, `0/5 5/4 1/16 x/5 0/0 1/${HUGE} 1.0/5 -1/5 15/1`, id)}
       ${under(entry, `0/5 6/5 1/16 1/0 x/5 0x1/5 1/5%20 1/${HUGE} ${HUGE}/15`, id)}`,
      { status: 400 },
    ],
  ];
}

/** DOCUMENT_CASES are what the API document says, of honest servers without any switch. */
export const DOCUMENT_CASES: readonly ConformanceCase[] = [
  ...casesOf(BOTH, [...RECORDS, ...ENTRIES]),
  ...casesOf(['item'], [...ITEMS, ...proofsOf('item')]),
  ...casesOf(['blob'], [...BLOBS, ...proofsOf('blob')]),
];
