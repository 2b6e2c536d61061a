import { type ConformanceCase, same } from './case.ts';

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
