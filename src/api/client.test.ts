import { describe, expect, test } from 'vitest';
import { createRegisterClient } from './client.ts';
import * as fake from './fake-server.ts';
import { BASE, blobEntry, failureOf, fakeServer, hex, html, itemEntry, json } from './fake-server.ts';
import type { Page, PageRef } from './pages.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

const clientOver = (wire: typeof itemWire) => (answers: fake.Answers) => {
  const server = fakeServer(answers);
  return { ...server, client: createRegisterClient(BASE, wire, server.transport, 'broken') };
};
const items = clientOver(itemWire);
const blobs = clientOver(blobWire);

/** Reads pages to the end, handing each reference through JSON as a cache or an address would. */
async function all<T>(read: (page?: PageRef) => Promise<Page<T>>): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  for (let ref: PageRef | undefined; pages.length < 20;) {
    const page: Page<T> = await read(ref);
    pages.push(page.values);
    if (page.next === undefined) return pages;
    ref = JSON.parse(JSON.stringify(page.next)) as PageRef;
  }
  throw new Error('never ends');
}

/** The keys of each page, joined. */
const keysOf = async (read: Parameters<typeof all<{ key: string }>>[0]): Promise<string[]> =>
  (await all(read)).map((page) => page.map(({ key }) => key).join(''));

/** Records with these keys, one letter each, numbered from n on. */
const map = (n: number, keys: string): Record<string, unknown> =>
  Object.fromEntries([...keys].map((key, at) => [key, fake.itemRecord(n + at, key, { name: 'x' })]));

describe('one thing each', () => {
  test.each([
    ['a/b', 'a%2Fb'],
    ['a%2Fb', 'a%252Fb'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['../x', '..%2Fx'],
    ['%2e%2e', '%252e%252e'],
    ['entries', 'entries'],
    ['Å\u202e😀', '%C3%85%E2%80%AE%F0%9F%98%80'],
  ])('the key %j travels as %s', async (key, segment) => {
    const { client, asked } = items({});
    for (const work of [client.record(key), client.trail(key)])
      expect(await failureOf(work)).toMatchObject({ code: 'HTTP_STATUS', status: 404 });
    expect(asked).toEqual([`/records/${segment}`, `/records/${segment}/entries`]);
  });

  test.each(['', '.', '..', '\ud800'])('the key %j cannot travel, and nothing is asked', async (key) => {
    const { client, asked } = blobs({});
    for (const work of [client.record(key), client.trail(key), client.snapshotEntry(5, key)])
      expect((await failureOf(work)).code).toBe('UNSUPPORTED');
    expect(asked).toEqual([]);
  });

  test('numbers that cannot be are a bug, not trouble with the server', async () => {
    const { client, asked } = items({});
    const pairs = [
      [0, 5],
      [1, -1],
      [2 ** 53 - 1, 1],
    ] as const;
    for (const work of [
      ...[0, 1.5, 2 ** 53].map((number) => () => client.entry(number)),
      ...[0, 6].flatMap((from) => [() => client.entryProof(from, 5), () => client.consistencyProof(from, 5)]),
      ...pairs.map(
        ([start, count]) =>
          () =>
            client.entries(start, count),
      ),
      () => client.snapshot(-1),
    ])
      await expect(work()).rejects.toThrow(RangeError);
    expect(asked).toEqual([]);
  });
});

describe('pages of records', () => {
  const next = (target: string): string => `<${target}>; rel=next`;
  const [AB, TWO, THREE] = [
    map(1, 'ab'),
    '/records?page-index=2&page-size=2',
    '/records?page-index=3&page-size=2',
  ];

  test.each<[what: string, answers: fake.Answers, pages: string[], requests?: number]>([
    [
      'follow the next link to the end',
      {
        '/records': json(AB, '<https://x/d>; rel="deprecation",<?page-index=2>; rel="next"'),
        '/records?page-index=2': json(map(3, 'c'), '</v1/records?page-index=1>; rel="previous"'),
      },
      ['ab', 'c'],
    ],
    [
      'go on by page-index where no Link can be read, until a short page',
      { '/records': AB, [TWO]: map(3, 'cd'), [THREE]: map(5, 'e') },
      ['ab', 'cd', 'e'],
      3,
    ],
    ['end where the page after the last is 404', { '/records': AB }, ['ab', '']],
    ['end where the server ignores page-index', { '/records': AB, [TWO]: AB }, ['ab', '']],
    [
      'end with an empty page, whatever its links say',
      { '/records': json({}, next('?page-index=2')) },
      [''],
      1,
    ],
    ...['/v1/records', 'https://evil.example/records?page-index=2'].map(
      (target): [string, fake.Answers, string[]] => [
        `are counted where the next link leads to ${target}`,
        {
          '/records': json(map(1, 'a'), next(target)),
          '/records?page-index=2&page-size=1': json(map(2, 'b'), next(target)),
        },
        ['a', 'b', ''],
      ],
    ),
    [
      'end where the next link leads back to the first page',
      {
        '/records': json(map(1, 'a'), next('?page-index=2')),
        '/records?page-index=2': json(map(2, 'b'), next('/v1/records')),
      },
      ['a', 'b'],
    ],
    [
      'end where next links lead to the same page at ever new addresses',
      { '/records': json(map(1, 'a'), next('?p=2')), '/records?p=2': json(map(1, 'a'), next('?p=3')) },
      ['a', ''],
    ],
  ])('%s', async (_, answers, pages, requests = pages.length) => {
    const { client, asked } = items(answers);
    expect(await keysOf((page) => client.records(page))).toEqual(pages);
    expect(asked.length).toBeLessThanOrEqual(Math.max(requests, pages.length));
  });

  test('end in a circle that leaves out the first page', async () => {
    const page = (n: number, to: number) => json(map(n, 'abcd'.charAt(n - 1)), next(`?p=${to}`));
    const pages = { '/records?p=2': page(2, 3), '/records?p=3': page(3, 4), '/records?p=4': page(4, 2) };
    const { client, asked } = items({ '/records': page(1, 2), ...pages });
    await keysOf((ref) => client.records(ref));
    expect(asked.length).toBeLessThan(12);
  });

  test('end at the known number of records without asking further', async () => {
    const summary = { 'total-records': 3, 'total-entries': 3 };
    const { client, asked } = items({ '/register': summary, '/records': AB, [TWO]: map(3, 'c') });
    await client.register();
    expect(await keysOf((page) => client.records(page))).toEqual(['ab', 'c']);
    expect(asked).toHaveLength(3);
  });

  test('may begin with the empty key', async () => {
    const { client } = blobs({ '/records': [{ _id: '', a: 'b' }, { _id: 'c' }] });
    expect((await client.records()).values).toHaveLength(2);
  });

  test('a 404 where nothing was guessed, and any other failure, is an error', async () => {
    const linked = items({ '/records': json(map(1, 'a'), next('?page-index=2')) });
    const broken = items({
      '/records': map(1, 'a'),
      '/records?page-index=2&page-size=1': () => html(500, 'Oops'),
    });
    for (const [{ client }, status] of [
      [linked, 404],
      [broken, 500],
    ] as const)
      expect((await failureOf(client.records((await client.records()).next))).status).toBe(status);
  });

  test.each([
    ['http://h/v1', 'http://h/v1/records?p=2', true],
    ['http://h/v1', 'https://h/v1/records?p=2', true],
    ['http://h/v1', 'http://h:81/v1/records', false],
    ['http://h/v1', 'https://i/v1/records', false],
    ['https://h/v1', 'https://evil.example/v1/records?page-index=2', false],
    ['https://h/v1', 'https://h/v2/records', false],
    ['https://h/v1', 'https://h/v1x/records', false],
    ['https://h/v1', 'http://h/v1/records', false],
    ['https://h/v1', 'nonsense', false],
  ])('of the register at %s: a reference to %s is followed: %s', async (base, address, isFollowed) => {
    const asked: string[] = [];
    const fetch = async (url: string): Promise<Response> => json([{ _id: String(asked.push(url)) }])();
    const client = createRegisterClient(base, blobWire, fakeServer({}, { fetch }).transport, 'broken');
    const read = client.records({ address, ordinal: 2, seen: '', after: '', guessed: false });
    if (isFollowed) await expect(read).resolves.toBeDefined();
    else await expect(read).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    expect(asked).toEqual(isFollowed ? [address] : []);
  });
});

describe('records by value', () => {
  test('of the item variant', async () => {
    const { client } = items({
      '/records/name/x': json(map(1, 'a'), '</records?page-index=2>; rel=next'),
      '/records/name/x?page-index=2': json(map(2, 'b'), '<>; rel=previous'),
      '/records/name/z': {},
    });
    expect(await keysOf((page) => client.recordsWhere('name', 'x', page))).toEqual(['a', 'b']);
    await expect(client.recordsWhere('name', 'z')).resolves.toEqual({ values: [] });
    expect((await failureOf(client.recordsWhere('nmae', 'x'))).status).toBe(404);
    expect((await failureOf(client.recordsWhere('name', 'entries'))).code).toBe('UNSUPPORTED');
  });

  test('of the earlier variant keep the filter that a next link drops, and match in any normal form', async () => {
    const { client } = blobs({
      '/records?name=tag&value=x': json(
        [{ _id: 'a', tag: ['y', 'x'] }],
        '</records?page-index=2>; rel="next"',
      ),
      '/records?page-index=2&name=tag&value=x': json([{ _id: 'b', tag: 'x' }], '</records>; rel="previous"'),
      '/records?name=n&value=%C3%85': [{ _id: 'a', n: 'A\u030a' }],
    });
    expect(await keysOf((page) => client.recordsWhere('tag', 'x', page))).toEqual(['a', 'b']);
    expect((await client.recordsWhere('n', 'Å')).values).toHaveLength(1);
  });

  test('from a server that does not filter are not passed on', async () => {
    const { client } = blobs({
      '/records?name=tag&value=x': [
        { _id: 'a', tag: 'x' },
        { _id: 'b', tag: 'y' },
      ],
      '/records?name=constructor&value=x': [{ _id: 'a' }],
    });
    for (const name of ['tag', 'constructor'])
      expect((await failureOf(client.recordsWhere(name, 'x'))).code).toBe('UNSUPPORTED');
    const v2 = items({ '/records/name/y': map(1, 'a') }).client;
    expect((await failureOf(v2.recordsWhere('name', 'y'))).code).toBe('BAD_SHAPE');
  });
});

describe('a trail', () => {
  const PATH = '/records/GB/entries';
  const [ONE, FIVE, SIX] = [itemEntry(1), itemEntry(5), itemEntry(6)];

  test.each<[what: string, answers: fake.Answers]>([
    ['has pages', { [PATH]: json([ONE, FIVE], '<?start=6>; rel=next'), [`${PATH}?start=6`]: [SIX] }],
    ['has no Link', { [PATH]: [ONE, FIVE, SIX] }],
    ['descends', { [PATH]: [SIX, FIVE, ONE] }],
    ['repeats', { [PATH]: [ONE, FIVE, FIVE, SIX] }],
    [
      'has a second page that goes back',
      { [PATH]: json([ONE, FIVE], '<?start=4>; rel=next'), [`${PATH}?start=4`]: [FIVE, SIX] },
    ],
    ['has a next link to itself', { [PATH]: json([ONE, FIVE, SIX], '<>; rel=next') }],
    [
      'has a next link to another site',
      { [PATH]: json([ONE, FIVE, SIX], '<https://evil.example/>; rel=next') },
    ],
    [
      'begins again at a new address',
      {
        [PATH]: json([ONE, FIVE], '<?start=6>; rel=next'),
        [`${PATH}?start=6`]: json([SIX], '<?again=1>; rel=next'),
        [`${PATH}?again=1`]: json([ONE, FIVE], '<?again=2>; rel=next'),
      },
    ],
  ])('that %s comes in order, each entry once', async (_, answers) => {
    const { client, asked } = items(answers);
    expect((await client.trail('GB')).map(({ entryNumber }) => entryNumber)).toEqual([1, 5, 6]);
    expect(asked).toHaveLength(Object.keys(answers).length);
  });

  test.each([
    ['of another key', [ONE, itemEntry(2, 'FR')], '$[1].key'],
    ['with two of one number', [itemEntry(2), { ...itemEntry(2), 'item-hash': [] }], undefined],
  ])('%s is refused', async (_, body, path) => {
    const { client } = items({ [PATH]: body });
    expect(await failureOf(client.trail('GB'))).toMatchObject({ code: 'BAD_SHAPE', path });
  });

  test('that never ends is given up', async () => {
    let n = 0;
    const fetch = async (): Promise<Response> => json([itemEntry(++n)], `<?start=${n + 1}>; rel=next`)();
    const client = createRegisterClient(BASE, itemWire, fakeServer({}, { fetch }).transport, 'broken');
    expect(await failureOf(client.trail('GB'))).toMatchObject({ code: 'TOO_LARGE' });
    expect(n).toBe(1000);
  });
});

describe('pages of items', () => {
  const list = (n: number) => ({ [`sha-256:${hex(n)}`]: { a: String(n) } });

  test('follow the cursor', async () => {
    const first = json(list(1), '</items?cursor=a%2Bb>; rel="next"');
    const { client } = items({ '/items': first, '/items?cursor=a%2Bb': list(2) });
    const pages = await all((page) => client.items(page));
    expect(pages.map((page) => page.map(({ hash }) => hash))).toEqual([[hex(1)], [hex(2)]]);
  });

  test('say so where they may go on but nothing can be followed', async () => {
    const two = [{ _id: `1220${hex(1)}` }, { _id: `1220${hex(2)}` }];
    const { client } = blobs({ '/blobs': two, '/context': { statistics: { 'total-blobs': 2 } } });
    expect(await client.items()).toMatchObject({ mayGoOn: true });
    await client.register();
    expect(await client.items()).not.toHaveProperty('mayGoOn');
    const stated = blobs({ '/blobs': json(two, '<x>; rel=deprecation') });
    expect(await stated.client.items()).not.toHaveProperty('mayGoOn');
  });

  test.each(['?', 'https://evil.example/items?cursor=2', '//register.example:444/v1/items?cursor=2'])(
    'end with a link that leads to %s, and may go on',
    async (target) => {
      const { client, asked } = items({ '/items': json(list(1), `<${target}>; rel=next`) });
      expect(await client.items()).toMatchObject({ values: [{ hash: hex(1) }], mayGoOn: true });
      expect(asked).toEqual(['/items']);
    },
  );
});

describe('proofs', () => {
  const kind = { 'proof-identifier': 'merkle:sha-256' };

  test.each([
    [items, 'sha-256:', '/proof/register/merkle:sha-256', '/proof/consistency/2/5/merkle:sha-256'],
    [blobs, '1220', '/proofs/register', '/proofs/consistency/2/5'],
  ] as const)('carry the address that they came from: %#', async (open, prefix, head, consistency) => {
    const path = [prefix + hex(3)];
    const { client } = open({
      [head]: { ...kind, 'total-entries': 5, 'root-hash': prefix + hex(1) },
      [consistency]: { ...kind, 'merkle-consistency-nodes': path, 'audit-path': path },
    });
    const stated = { logSize: 5, rootHash: hex(1), address: BASE + head };
    await expect(client.registerProof()).resolves.toEqual(stated);
    const proof = { from: 2, to: 5, path: [hex(3)], address: BASE + consistency };
    await expect(client.consistencyProof(2, 5)).resolves.toEqual(proof);
  });

  test('of an entry are found under the other spelling, which is remembered', async () => {
    const empty = { 'audit-path': [] };
    const { client, asked } = blobs({ '/proofs/entry/1/5': empty, '/proofs/entry/2/5': empty });
    await client.entryProof(1, 5);
    await client.entryProof(2, 5);
    expect(asked).toEqual(['/proofs/entries/1/5', '/proofs/entry/1/5', '/proofs/entry/2/5']);
    expect((await failureOf(client.entryProof(3, 5))).address).toBe(`${BASE}/proofs/entry/3/5`);
    expect(asked.slice(3)).toEqual(['/proofs/entry/3/5', '/proofs/entries/3/5']);
  });

  test('that fail otherwise are not asked for twice', async () => {
    const refused = blobs({ '/proofs/entries/1/5': () => html(400, 'Bad') });
    for (const { client, asked } of [refused, items({})]) {
      expect((await failureOf(client.entryProof(1, 5))).code).toBe('HTTP_STATUS');
      expect(asked).toHaveLength(1);
    }
  });
});

describe('snapshots', () => {
  test('are read over all pages, as entries or as records, and do not change their kind on the way', async () => {
    const { client } = blobs({
      '/snapshots/5': json([blobEntry(1, 'a')], '<?page-index=2>; rel=next'),
      '/snapshots/5?page-index=2': json([blobEntry(2, 'b')], '<>; rel=previous'),
      '/snapshots/6': [{ _id: 'a' }, { _id: 'b' }],
      '/snapshots/6?page-index=2&page-size=2': [{ _id: 'c' }],
      '/snapshots/7': json([blobEntry(1, 'a')], '<?page-index=2>; rel=next'),
      '/snapshots/7?page-index=2': [{ _id: 'b' }],
      '/snapshots/8': [{ _id: 'a' }],
      '/snapshots/8?page-index=2&page-size=1': [],
    });
    const keys = (list: string) => [...list].map((key) => ({ key }));
    expect(await client.snapshot(5)).toMatchObject({ kind: 'entries', entries: keys('ab') });
    expect(await client.snapshot(6)).toMatchObject({ kind: 'records', records: keys('abc') });
    expect(await client.snapshot(8)).toMatchObject({ kind: 'records', records: keys('a') });
    expect((await failureOf(client.snapshot(7))).code).toBe('BAD_SHAPE');
    expect((await failureOf(client.snapshot(9))).status).toBe(404);
  });

  test('of one key are an entry of that key, within the size', async () => {
    const { client } = blobs({
      '/snapshots/5/a%2Fb': blobEntry(3, 'a/b'),
      '/snapshots/5/c': blobEntry(3, 'd'),
      '/snapshots/5/e': blobEntry(6, 'e'),
      '/snapshots/5/f': blobEntry(5, 'f'),
    });
    expect(await client.snapshotEntry(5, 'a/b')).toMatchObject({ entryNumber: 3, key: 'a/b' });
    expect(await client.snapshotEntry(5, 'f')).toMatchObject({ entryNumber: 5 });
    expect((await failureOf(client.snapshotEntry(5, 'c'))).path).toBe('$.key');
    expect((await failureOf(client.snapshotEntry(5, 'e'))).path).toBe('$["entry-number"]');
  });

  test('do not exist in the item variant', async () => {
    const { client, asked } = items({});
    for (const work of [client.snapshot(5), client.snapshotEntry(5, 'a')])
      expect((await failureOf(work)).code).toBe('UNSUPPORTED');
    expect(asked).toEqual([]);
  });
});
