import { type ConformanceCase, same } from './case.ts';

type EndpointCase = Omit<ConformanceCase, 'variant'>;

const RECORD = '/records/uranus';
const TRAIL = '/records/uranus/entries';
const FILTER = { item: '/records/moons/0', blob: '/records?name=moons&value=0' } as const;
const PROOF = { item: '/proof/entries/3/15/merkle:sha-256', blob: '/proofs/entries/3/15' } as const;
const SUMMARY = { item: '/register', blob: '/context' } as const;

/** As the API document writes them, by the names of cases. */
const DOCUMENTED = {
  record: '/records/{key}',
  trail: '/records/{key}/entries',
  entry: '/entries/{entry-number}',
} as const;

function numbersOf(body: string): number[] {
  return (JSON.parse(body) as Record<string, unknown>[]).map((entry) => Number(entry['entry-number']));
}

function names(member: string, present: readonly string[], absent: readonly string[] = []) {
  return ({ body }: { body: string }): void => {
    const listed = (JSON.parse(body) as Record<string, string[]>)[member] ?? [];
    same(
      [present.every((name) => listed.includes(name)), absent.some((name) => listed.includes(name))],
      [true, false],
      body,
    );
  };
}

/** Uranus is the newest of 15 but one, and has the entries 7, 11 and 14; the newest is of another key. */
function casesIn(variant: 'item' | 'blob'): readonly EndpointCase[] {
  const unavailable = { status: 503, type: 'text/plain;charset=UTF-8' } as const;
  const at = (switches: string, endpoint: keyof typeof DOCUMENTED, title: string, path: string) => ({
    switches,
    endpoint: DOCUMENTED[endpoint],
    title,
    path,
  });
  return [
    { ...at('+unavailable@record', 'record', 'fails where the switch says so', RECORD), ...unavailable },
    at('+unavailable@record', 'trail', 'is true where the switch is about the record', TRAIL),
    { ...at('+unavailable@records', 'entry', 'is true where the switch is about records', '/entries/15') },
    {
      switches: '+unavailable@records',
      endpoint: 'any',
      title: 'a filter is about records',
      path: FILTER[variant],
      ...unavailable,
    },
    {
      ...at('+unavailable%40entry', 'entry', 'fails where @ is percent-encoded', '/entries/15'),
      ...unavailable,
    },
    {
      ...at('+unavailable@entry', 'entry', 'fails with a suffix and a slash', '/entries/15.json/'),
      ...unavailable,
    },
    {
      switches: '+unavailable@summary',
      endpoint: 'any',
      title: 'the summary fails where the switch says so',
      path: SUMMARY[variant],
      ...unavailable,
    },
    {
      switches: '+unavailable@summary',
      endpoint: 'any',
      title: 'proofs are true where the summary fails',
      path: PROOF[variant],
    },
    {
      ...at(
        '+unavailable@item+web-page@entry',
        'entry',
        'two endpoints have a fault of their own',
        '/entries/15',
      ),
      type: 'text/html;charset=UTF-8',
    },
    {
      ...at('+small-pages@entries', 'trail', 'a behaviour is at its endpoint alone', '/entries'),
      endpoint: '/entries',
      check: ({ body }) => same(numbersOf(body).length, 10, 'length'),
    },
    {
      ...at('+rollback@trail', 'trail', 'another history is told at its endpoint alone', TRAIL),
      check: async ({ body }, get) => {
        same(numbersOf(body), [7, 11], 'entry numbers');
        same(numbersOf(JSON.stringify([await get('/entries/14')].flat())), [14], 'the entry');
      },
    },
    {
      ...at('+forged-record', 'record', 'has other data and its true number', RECORD),
      check: async ({ body }, get) => {
        same([body.includes('"Uranua"'), body.includes('"Uranus"')], [true, false], body);
        if (variant === 'item') same(body.includes('"entry-number":14'), true, body);
        same(JSON.stringify(await get(FILTER[variant])).includes('"Uranua"'), false, 'other endpoints');
      },
    },
    {
      ...at('+forged-record', 'trail', 'is true beside a forged record', TRAIL),
      check: ({ body }) => same(numbersOf(body), [7, 11, 14], 'entry numbers'),
    },
    {
      ...at('+other-record', 'record', 'has the data of another key under the asked one', RECORD),
      check: ({ body }) => {
        const [key, number] =
          variant === 'item' ? ['"key":"uranus"', '"entry-number":15'] : ['"_id":"uranus"', ''];
        same(
          [body.includes(key ?? ''), body.includes(number ?? ''), body.includes('"Uranus"')],
          [true, true, false],
          body,
        );
      },
    },
    {
      ...at('+other-record', 'record', 'is not found where there is no such key', '/records/vulcan'),
      status: 404,
    },
    {
      ...at('+short-trail', 'trail', 'leaves out the last', TRAIL),
      check: ({ body }) => same(numbersOf(body), [7, 11], 'entry numbers'),
    },
    {
      ...at('+forged-record+short-trail', 'record', 'is forged beside a short trail', RECORD),
      check: async ({ body }, get) => {
        same(body.includes('"Uranua"'), true, body);
        same(numbersOf(JSON.stringify(await get(TRAIL))), [7, 11], 'entry numbers');
      },
    },
    {
      ...at(
        '+other-record+unavailable@trail',
        'record',
        'is another one, and the trail cannot be had',
        RECORD,
      ),
      check: ({ body }) => same(body.includes('"Uranus"'), false, body),
    },
    {
      ...at('+other-record+unavailable@trail', 'trail', 'fails beside another record', TRAIL),
      ...unavailable,
    },
    ...['+unavailable@nowhere', '+unavailable@', '+unavailable@entry@item'].map((switches) => ({
      switches,
      endpoint: 'any',
      title: 'is not found and names the endpoints there are',
      path: '/entries/15',
      status: 404,
      check: names('endpoints', ['record', 'trail', 'register-proof']),
    })),
    {
      switches: '+nonsense@entry',
      endpoint: 'any',
      title: 'is not found and names the switches there are',
      path: '/entries/15',
      status: 404,
      check: names('switches', ['forged-record', 'late']),
    },
  ];
}

/** ENDPOINT_CASES cover switches that are limited to one endpoint, and records that disagree with their trails, in both variants. */
export const ENDPOINT_CASES: readonly ConformanceCase[] = [
  ...(['item', 'blob'] as const).flatMap((variant) =>
    casesIn(variant).map((testCase) => Object.assign({ variant }, testCase)),
  ),
  {
    variant: 'item',
    switches: '+unavailable@snapshot',
    endpoint: 'any',
    title: 'has no endpoint of the other variant',
    path: '/entries/15',
    status: 404,
    check: names('endpoints', ['record'], ['snapshot']),
  },
];
