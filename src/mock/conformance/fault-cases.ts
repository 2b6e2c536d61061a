import { type ConformanceCase, same } from './case.ts';

type FaultCase = Omit<ConformanceCase, 'variant'> & { readonly switches: string };

const TRAIL = '/records/uranus/entries';
const LAST_PAGE = '/entries?start=11&limit=10';
const PREVIOUS = '<{base}/entries?start=1&limit=10>; rel="previous"';

function numbersOf(body: string): unknown[] {
  return (JSON.parse(body) as Record<string, unknown>[]).map((entry) => entry['entry-number']);
}

function trail(switches: string, title: string, numbers: readonly string[]): FaultCase {
  return {
    switches,
    endpoint: '/records/{key}/entries',
    title,
    path: TRAIL,
    check: ({ body }) => same(numbersOf(body), numbers, 'entry numbers'),
  };
}

function written(switches: string, number: string): FaultCase {
  return {
    switches,
    endpoint: '/entries/{entry-number}',
    title: `writes its number as ${number}`,
    path: '/entries/15',
    check: ({ body }) => same(body.includes(`"entry-number":${number},`), true, body),
  };
}

/** Both variants do the same. */
const CASES: readonly FaultCase[] = [
  {
    switches: '+links-circle',
    endpoint: '/entries',
    title: 'links from the last page to the first',
    path: LAST_PAGE,
    link: `<{base}/entries?start=1&limit=10>; rel="next", ${PREVIOUS}`,
  },
  {
    switches: '+links-circle',
    endpoint: '/records/{key}/entries',
    title: 'links from the only page to itself',
    path: TRAIL,
    link: `<{base}${TRAIL}?page-index=1>; rel="next"`,
  },
  {
    switches: '+links-back',
    endpoint: '/entries',
    title: 'links back',
    path: LAST_PAGE,
    link: `<{base}/entries?start=1&limit=10>; rel="next", ${PREVIOUS}`,
  },
  {
    switches: '+links-away',
    endpoint: '/records',
    title: 'links to another site',
    path: '/records',
    check: ({ headers }) =>
      same(
        /^<https:\/\/elsewhere\.registers\.example\/.*page-index=2>; rel="next"$/.test(headers['link'] ?? ''),
        true,
        'another site',
      ),
  },
  {
    switches: '+links-endless',
    endpoint: '/entries',
    title: 'begins again after the last page, and goes on',
    path: '/entries?start=16&limit=10',
    check: ({ body, headers }) => {
      same(numbersOf(body).length, 10, 'length');
      same(headers['link']?.includes('/entries?start=26&limit=10>; rel="next"'), true, headers['link'] ?? '');
    },
  },
  {
    switches: '+links-endless',
    endpoint: '/records',
    title: 'begins again after the last page, and goes on',
    path: '/records?page-size=5&page-index=3',
    check: ({ body, headers }) => {
      same(body.includes('"mercury"') || body.includes('Mercury'), true, 'the first record');
      same(headers['link']?.includes('page-index=4&page-size=5>; rel="next"'), true, headers['link'] ?? '');
    },
  },
  {
    switches: '+log-cut',
    endpoint: '/entries/{entry-number}',
    title: 'does not have the last ones',
    path: '/entries/14',
    status: 404,
  },
  {
    switches: '+log-cut',
    endpoint: '/entries',
    title: 'ends early',
    path: '/entries?start=12',
    check: ({ body }) => same(numbersOf(body).length, 2, 'entries'),
  },
  written('+numbers-huge', '9007199254741007'),
  written('+numbers-exponent', '15e0'),
  written('+numbers-hex', '"0xf"'),
  written('+numbers-other-digits', '"١٥"'),
  {
    switches: '+deep-json',
    endpoint: '/entries/{entry-number}',
    title: 'is deep',
    path: '/entries/15',
    check: ({ body }) => same(body.length > 100_000, true, 'length'),
  },
  {
    switches: '+web-page',
    endpoint: 'any',
    title: 'is a page of HTML with status 200',
    path: '/entries/15',
    type: 'text/html;charset=UTF-8',
  },
  {
    switches: '+too-many-requests',
    endpoint: 'any',
    title: 'asks for patience in seconds',
    path: '/entries/15',
    status: 429,
    type: 'text/plain;charset=UTF-8',
    check: ({ headers }) => same(headers['retry-after'], '120', 'Retry-After'),
  },
  {
    switches: '+unavailable',
    endpoint: 'any',
    title: 'asks for patience by a date',
    path: '/entries/15',
    status: 503,
    type: 'text/plain;charset=UTF-8',
    check: ({ headers }) => same(headers['retry-after']?.endsWith(' GMT'), true, 'Retry-After'),
  },
];

const ITEM_CASES: readonly FaultCase[] = [
  trail('+entries-skipped', 'leaves out the second', ['7', '14']),
  trail('+entries-repeated', 'has the second twice', ['7', '11', '11', '14']),
  trail('+entries-reversed', 'goes from the last to the first', ['14', '11', '7']),
  {
    switches: '+links-circle',
    endpoint: '/items',
    title: 'links from the only page to itself',
    path: '/items',
    link: '<{base}/items?cursor=cGFnZTow>; rel="next"',
  },
  {
    switches: '+long-proof',
    endpoint: '/proof/entries/{n}/{size}/{id}',
    title: 'has 64 hashes',
    path: '/proof/entries/3/15/merkle:sha-256',
    check: ({ body }) =>
      same((JSON.parse(body) as Record<string, unknown[]>)['merkle-audit-path']?.length, 64, 'length'),
  },
  {
    switches: '+other-moment',
    endpoint: '/proof/entries/{n}/{size}/{id}',
    title: 'is of nine tenths of the log',
    path: '/proof/entries/3/15/merkle:sha-256',
    check: ({ body }) =>
      same(
        (JSON.parse(body) as Record<string, unknown[]>)['merkle-audit-path']?.at(-1),
        'sha-256:b9adfb09e4f5747cde30a012c6726dc4f198cf27b6d23c5ab5b7be7e59d045e8',
        'the last hash of the path at size 13',
      ),
  },
];

const SUMMARIES: readonly FaultCase[] = [
  '+stall',
  '+stall-body',
  '+broken-off',
  '+endless-body',
  '+gzip-bomb',
  '+wrong-length',
  '+deep-json',
  '+web-page',
  '+too-many-requests',
  '+unavailable',
  '+fails-once',
].map((switches) => ({ switches, endpoint: '/register', title: 'is true', path: '/register' }));

/** FAULT_CASES cover lists, numbers and answers of broken servers; what needs a connection to break or to wait is each host's own. */
export const FAULT_CASES: readonly ConformanceCase[] = [
  ...(['item', 'blob'] as const).flatMap((variant) =>
    CASES.map((testCase) => Object.assign({ variant }, testCase)),
  ),
  ...[...ITEM_CASES, ...SUMMARIES].map((testCase) => Object.assign({ variant: 'item' as const }, testCase)),
];
