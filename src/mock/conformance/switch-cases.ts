import { type ConformanceCase, same } from './case.ts';

type SwitchCase = Omit<ConformanceCase, 'variant'> & { readonly switches: string };

const PAGE = '/entries?start=3&limit=2';
const NEXT = 'start=5&limit=2';
const PREVIOUS = 'start=1&limit=2';

/** The item whose value is changed by altered-item, as v2 has it. */
const ALTERED = '/items/sha-256:ec6878aa11e37ece0c4abf1fb6fe8a45d50d86f4af0d1710f93129e32c99c54e';

const ITEM_CASES: readonly SwitchCase[] = [
  {
    switches: '+link-relative',
    endpoint: '/entries',
    title: 'links by the query alone',
    path: PAGE,
    link: `<?${NEXT}>; rel="next", <?${PREVIOUS}>; rel="previous"`,
  },
  { switches: '+link-none', endpoint: '/entries', title: 'sends no links', path: PAGE, link: null },
  {
    switches: '+link-absolute',
    endpoint: '/entries',
    title: 'links by whole addresses',
    path: PAGE,
    check: ({ headers }) =>
      same(
        /^<https?:\/\/[^/]+\/[^>]*\/entries\?start=5&limit=2>; rel="next", </.test(headers['link'] ?? ''),
        true,
        'form',
      ),
  },
  {
    switches: '+link-hidden',
    endpoint: '/entries',
    title: 'does not expose its links',
    path: PAGE,
    check: ({ headers }) => {
      same('link' in headers, true, 'Link is sent');
      same(headers['access-control-expose-headers'], undefined, 'Access-Control-Expose-Headers');
      same(headers['access-control-allow-origin'], '*', 'Access-Control-Allow-Origin');
    },
  },
  {
    switches: '+link-loop',
    endpoint: '/entries',
    title: 'links to itself and before the beginning',
    path: PAGE,
    link: '<{base}/entries?start=3&limit=2>; rel="next", <{base}/entries?start=0&limit=2>; rel="previous"',
  },
  {
    switches: '+link-loop',
    endpoint: '/records',
    title: 'links truly all the same',
    path: '/records?page-size=8',
    link: '<{base}/records?page-index=2&page-size=8>; rel="next"',
  },
  {
    switches: '+deprecation-link',
    endpoint: '/entries',
    title: 'sends a deprecation link first and no space after its comma',
    path: '/entries?limit=14',
    link: '<https://registers.example/deprecated>; rel="deprecation",<{base}/entries?start=15&limit=14>; rel="next"',
  },
  {
    switches: '+numbers-as-numbers',
    endpoint: '/entries/{entry-number}',
    title: 'sends numbers as numbers',
    path: '/entries/1',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown>[])[0]?.['entry-number'], 1, 'entry-number'),
  },
  {
    switches: '+numbers-as-strings',
    endpoint: '/records/{key}',
    title: 'sends numbers as strings',
    path: '/records/uranus',
    check: ({ body }) =>
      same(
        (JSON.parse(body) as Record<string, Record<string, unknown>>)['uranus']?.['entry-number'],
        '14',
        'entry-number',
      ),
  },
  {
    switches: '+numbers-as-strings',
    endpoint: '/register',
    title: 'sends counts as strings',
    path: '/register',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown>)['total-entries'], '15', 'total-entries'),
  },
  {
    switches: '+small-pages',
    endpoint: '/entries',
    title: 'has 10 entries a page',
    path: '/entries',
    link: '<{base}/entries?start=11>; rel="next"',
  },
  { switches: '+no-items-list', endpoint: '/items', title: 'is not found', path: '/items', status: 404 },
  { switches: '+no-items-list', endpoint: '/items/{item-hash}', title: 'is found', path: ALTERED },
  {
    switches: '+cursor-start+small-pages',
    endpoint: '/items',
    title: 'calls the cursor start',
    path: '/items',
    link: '<{base}/items?start=cGFnZTox>; rel="next"',
  },
  {
    switches: '+html-errors',
    endpoint: 'any',
    title: 'answers errors in HTML',
    path: '/records/vulcan',
    status: 404,
    type: 'text/html;charset=UTF-8',
  },
  {
    switches: '+redirects',
    endpoint: '/records',
    title: 'redirects to the address with a slash',
    path: '/records?page-size=2',
    status: 302,
    type: null,
    check: ({ headers }) =>
      same((headers['location'] ?? '').endsWith('/v2+redirects/records/?page-size=2'), true, 'Location'),
  },
  {
    switches: '+redirects',
    endpoint: '/records',
    title: 'answers with a slash',
    path: '/records/?page-size=2',
  },
  {
    switches: '+redirects',
    endpoint: '/records',
    title: 'answers with a suffix and a slash',
    path: '/records.csv/',
    type: 'text/csv;charset=UTF-8',
  },
  {
    switches: '+altered-item',
    endpoint: '/items/{item-hash}',
    title: 'serves a changed value under the true hash',
    path: ALTERED,
    check: ({ body }) => same((JSON.parse(body) as Record<string, unknown>)['name'], 'Uranua', 'name'),
  },
  {
    switches: '+altered-item',
    endpoint: '/records/{key}',
    title: 'shows the changed value in the record',
    path: '/records/uranus',
    check: ({ body }) => same(body.includes('"Uranua"'), true, 'the changed value'),
  },
  {
    switches: '+altered-entry',
    endpoint: '/entries/{entry-number}',
    title: 'shows another timestamp',
    path: '/entries/14',
    check: ({ body }) => same(body.includes('"2025-03-31T10:02:20Z"'), true, 'the changed timestamp'),
  },
  {
    switches: '+stale-root',
    endpoint: '/proof/register/{id}',
    title: 'states the head of an earlier log',
    path: '/proof/register/merkle:sha-256',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown>)['total-entries'], 13, 'total-entries'),
  },
  {
    switches: '+altered-consistency',
    endpoint: '/proof/consistency/{small}/{large}/{id}',
    title: 'changes the last digit of the first hash',
    path: '/proof/consistency/8/15/merkle:sha-256',
    json: {
      'proof-identifier': 'merkle:sha-256',
      'merkle-consistency-nodes': [
        'sha-256:51bd38e4a85f583aea4d52ef0f65a7f65abfaad418f2451aa557129f39b82c00',
      ],
    },
  },
  {
    switches: '+altered-consistency',
    endpoint: '/proof/consistency/{small}/{large}/{id}',
    title: 'has nothing to change between equal sizes',
    path: '/proof/consistency/15/15/merkle:sha-256',
    json: { 'proof-identifier': 'merkle:sha-256', 'merkle-consistency-nodes': [] },
  },
  {
    switches: '+stale-record',
    endpoint: '/records/{key}',
    title: 'serves the version before the latest',
    path: '/records/uranus',
    check: async ({ body }, get) => {
      const { uranus } = JSON.parse(body) as Record<string, { 'entry-number': number; item: unknown[] }>;
      const trail = (await get('/records/uranus/entries')) as Record<string, unknown>[];
      same([uranus?.['entry-number'], trail.length], [11, 2], 'entry and length of the trail');
      same(((await get('/entries/14')) as unknown[]).length, 1, 'the entry in the log');
    },
  },
  {
    switches: '+fork',
    endpoint: '/proof/register/{id}',
    title: 'states another root for the same size',
    path: '/proof/register/merkle:sha-256',
    json: {
      'proof-identifier': 'merkle:sha-256',
      'total-entries': 15,
      'root-hash': 'sha-256:2b1e311ad986bcb25755b318227594ed477e7c913f437d348c1fcc295adb8d73',
    },
  },
  {
    switches: '+fork',
    endpoint: '/records/{key}/entries',
    title: 'names other data in the middle entry, and serves it',
    path: '/records/neptune/entries',
    check: async ({ body }, get) => {
      const [first] = JSON.parse(body) as { 'entry-number': string; 'item-hash': string[] }[];
      same(first?.['entry-number'], '8', 'entry-number');
      const item = (await get(`/items/${first?.['item-hash'][0]}`)) as Record<string, unknown>;
      same(item['name'], 'Neptuna', 'name');
    },
  },
  {
    switches: '+fork-longer',
    endpoint: '/register',
    title: 'has one entry more, of the same key',
    path: '/register',
    check: async ({ body }, get) => {
      const { 'total-entries': entries, 'total-records': records } = JSON.parse(body) as Record<
        string,
        unknown
      >;
      same([entries, records], [16, 9], 'counts');
      const [entry] = (await get('/entries/16')) as Record<string, unknown>[];
      same(entry?.['key'], 'neptune', 'key');
    },
  },
  {
    switches: '+rollback',
    endpoint: '/proof/register/{id}',
    title: 'states the head of an earlier log',
    path: '/proof/register/merkle:sha-256',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown>)['total-entries'], 13, 'total-entries'),
  },
  {
    switches: '+rollback',
    endpoint: '/register',
    title: 'counts what there was',
    path: '/register',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown>)['total-entries'], 13, 'total-entries'),
  },
  {
    switches: '+rollback',
    endpoint: '/entries/{entry-number}',
    title: 'has no entry that came later',
    path: '/entries/14',
    status: 404,
  },
  {
    switches: '+rollback',
    endpoint: '/proof/consistency/{small}/{large}/{id}',
    title: 'proves nothing about a size it does not have',
    path: '/proof/consistency/13/15/merkle:sha-256',
    status: 400,
  },
  {
    switches: '+truncated-json',
    endpoint: '/records',
    title: 'breaks off',
    path: '/records',
    check: ({ body }) => same(body.startsWith('{"mercury"') && !body.endsWith('}'), true, 'half of it'),
  },
  {
    switches: '+wrong-type',
    endpoint: '/register',
    title: 'is plain text',
    path: '/register',
    type: 'text/plain;charset=UTF-8',
    text: 'Register undefined',
  },
  {
    switches: '+not-found-html',
    endpoint: '/register',
    title: 'is a page of HTML',
    path: '/register',
    status: 404,
    type: 'text/html;charset=UTF-8',
  },
  ...['+nonsense', '+leaf-hex', '+', '+link-none+'].map((switches) => ({
    switches,
    endpoint: 'any',
    title: 'is not found and names the switches there are',
    path: '/register',
    status: 404,
    check: ({ body }: { body: string }) => same(body.includes('"altered-item"'), true, 'the switches'),
  })),
];

const BLOB_CASES: readonly SwitchCase[] = [
  {
    switches: '+link-drops-filter',
    endpoint: '/records?name&value',
    title: 'loses the filter in its links',
    path: '/records?name=moons&value=0&page-size=1',
    link: '<{base}/records?page-index=2&page-size=1>; rel="next"',
  },
  {
    switches: '+proofs-entry-spelling',
    endpoint: '/proofs/entries/{n}/{size}',
    title: 'is at /proofs/entry',
    path: '/proofs/entry/1/1',
    text: '{"audit-path":[]}',
  },
  {
    switches: '+proofs-entry-spelling',
    endpoint: '/proofs/entries/{n}/{size}',
    title: 'is not found at /proofs/entries',
    path: '/proofs/entries/1/1',
    status: 404,
  },
  {
    switches: '',
    endpoint: '/proofs/entries/{n}/{size}',
    title: 'is not found at /proofs/entry',
    path: '/proofs/entry/1/1',
    status: 404,
  },
  {
    switches: '+sparse-context',
    endpoint: '/context',
    title: 'has id for codec, no licence and an empty status',
    path: '/context',
    check: ({ body }) => {
      const context = JSON.parse(body) as Record<string, Record<string, unknown>>;
      same(context['hashing-algorithm']?.['id'], 'sha2-256', 'id');
      same(['licence' in context, context['status']], [false, {}], 'licence, status');
    },
  },
  {
    switches: '+altered-item',
    endpoint: '/records/{key}',
    title: 'shows the changed value in the record',
    path: '/records/uranus',
    check: ({ body }) => same(body.includes('"Uranua"'), true, 'the changed value'),
  },
  {
    switches: '+fork',
    endpoint: '/proofs/register',
    title: 'states another root for the same size',
    path: '/proofs/register',
    json: {
      'total-entries': 15,
      'root-hash': '1220e2c70e72bf77f6b15fbc49f0ea53cf2ab2962c4e388c9c23ee7e52a589d9d292',
    },
  },
  {
    switches: '+rollback',
    endpoint: '/context',
    title: 'counts what there was, and says the root of that',
    path: '/context',
    check: async ({ body }, get) => {
      const context = JSON.parse(body) as { 'root-hash': string; statistics: Record<string, unknown> };
      same(context.statistics['total-entries'], 13, 'total-entries');
      same(
        await get('/proofs/register'),
        { 'total-entries': 13, 'root-hash': context['root-hash'] },
        'register proof',
      );
    },
  },
];

/** SWITCH_CASES cover the behaviours and the first faults, fault-cases.ts the others; those of proofs are in proof-cases.ts, `slow` and `dead` are each host's own. */
export const SWITCH_CASES: readonly ConformanceCase[] = [
  ...ITEM_CASES.map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
  ...BLOB_CASES.map((testCase) => Object.assign({ variant: 'blob' as const }, testCase)),
];
