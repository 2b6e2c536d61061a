import { describe, expect, test } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { type RegisterClient, createRegisterClient } from './client.ts';
import {
  BASE,
  blobEntry,
  failureOf,
  fakeServer,
  hex,
  html,
  itemEntry,
  itemRecord,
  json,
  type Answers,
  type FakeServer,
} from './fake-server.ts';
import { openRegister } from './open-register.ts';
import type { Page, PageRef } from './pages.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';

type Made = FakeServer & { readonly client: RegisterClient };

function items(answers: Answers): Made {
  const server = fakeServer(answers);
  return { ...server, client: createRegisterClient(BASE, itemWire, server.transport, 'broken') };
}

function blobs(answers: Answers): Made {
  const server = fakeServer(answers);
  return { ...server, client: createRegisterClient(BASE, blobWire, server.transport, 'broken') };
}

async function failure(work: Promise<unknown>, code: ApiErrorCode): Promise<ApiError> {
  const error = await failureOf(work);
  expect(error.code).toBe(code);
  return error;
}

/** Reads pages to the end, handing each reference through JSON as a cache or an address would. */
async function all<T>(read: (page?: PageRef) => Promise<Page<T>>, most = 20): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let ref: PageRef | undefined;
  for (let n = 0; n < most; n++) {
    const page = await read(ref);
    pages.push(page.values);
    if (page.next === undefined) return pages;
    ref = JSON.parse(JSON.stringify(page.next)) as PageRef;
  }
  throw new Error('never ends');
}

const keys = (pages: readonly (readonly { key: string }[])[]): string[][] =>
  pages.map((page) => page.map(({ key }) => key));

const map = (...list: readonly [number, string][]): Record<string, unknown> =>
  Object.fromEntries(list.map(([n, key]) => [key, itemRecord(n, key, { name: 'x' })]));

const HASH = hex(7) as Hash;

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
    await failure(client.record(key), 'HTTP_STATUS');
    await failure(client.trail(key), 'HTTP_STATUS');
    expect(asked).toEqual([`/records/${segment}`, `/records/${segment}/entries`]);
  });

  test.each(['', '.', '..', '\ud800'])('the key %j cannot travel, and nothing is asked', async (key) => {
    const { client, asked } = blobs({});
    for (const work of [client.record(key), client.trail(key), client.snapshotEntry(5, key)]) {
      const error = await failure(work, 'UNSUPPORTED');
      expect(error.message).toContain('no web address can carry it');
    }
    expect(asked).toEqual([]);
  });

  test('numbers that cannot be are a bug, not trouble with the server', async () => {
    const { client, asked } = items({});
    for (const work of [
      () => client.entry(0),
      () => client.entry(1.5),
      () => client.entry(2 ** 53),
      () => client.entryProof(0, 5),
      () => client.entryProof(6, 5),
      () => client.consistencyProof(0, 5),
      () => client.consistencyProof(6, 5),
      () => client.entries(0, 5),
      () => client.entries(1, -1),
      () => client.entries(2 ** 53 - 1, 1),
      () => client.snapshot(-1),
    ])
      await expect(work()).rejects.toThrow(RangeError);
    expect(asked).toEqual([]);
  });

  test('every question can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    const { client, asked } = blobs({});
    for (const work of [
      client.register(signal),
      client.records(undefined, signal),
      client.recordsWhere('a', 'b', undefined, signal),
      client.record('a', signal),
      client.trail('a', signal),
      client.entry(1, signal),
      client.entries(1, 5, signal),
      client.item(HASH, signal),
      client.items(undefined, signal),
      client.registerProof(signal),
      client.entryProof(1, 2, signal),
      client.consistencyProof(1, 2, signal),
      client.snapshot(1, signal),
      client.snapshotEntry(1, 'a', signal),
    ])
      await expect(work).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });
});

describe('pages of records', () => {
  test('follow the next link to the end', async () => {
    const { client } = items({
      '/records': json(
        map([1, 'a'], [2, 'b']),
        '<https://x/d>; rel="deprecation",<?page-index=2>; rel="next"',
      ),
      '/records?page-index=2': json(map([3, 'c']), '</v1/records?page-index=1>; rel="previous"'),
    });
    expect(keys(await all((page) => client.records(page)))).toEqual([['a', 'b'], ['c']]);
  });

  test('go on by page-index where no Link can be read, until a short page', async () => {
    const { client, asked } = items({
      '/records': map([1, 'a'], [2, 'b']),
      '/records?page-index=2&page-size=2': map([3, 'c'], [4, 'd']),
      '/records?page-index=3&page-size=2': map([5, 'e']),
    });
    expect(keys(await all((page) => client.records(page)))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(asked).toHaveLength(3);
  });

  test('end where the page after the last is 404', async () => {
    const { client } = items({ '/records': map([1, 'a'], [2, 'b']) });
    expect(keys(await all((page) => client.records(page)))).toEqual([['a', 'b'], []]);
  });

  test('end where the server ignores page-index', async () => {
    const list = map([1, 'a'], [2, 'b']);
    const { client } = items({ '/records': list, '/records?page-index=2&page-size=2': list });
    expect(keys(await all((page) => client.records(page)))).toEqual([['a', 'b'], []]);
  });

  test('end at the known number of records without asking further', async () => {
    const { client, asked } = items({
      '/register': { 'total-records': 3, 'total-entries': 3 },
      '/records': map([1, 'a'], [2, 'b']),
      '/records?page-index=2&page-size=2': map([3, 'c']),
    });
    await client.register();
    expect(keys(await all((page) => client.records(page)))).toEqual([['a', 'b'], ['c']]);
    expect(asked).toHaveLength(3);
  });

  test('may begin with the empty key', async () => {
    const { client } = blobs({ '/records': [{ _id: '', a: 'b' }, { _id: 'c' }] });
    expect((await client.records()).values).toHaveLength(2);
  });

  test('of a register on plain http are followed, also where it has moved to https', async () => {
    const ask = async (base: string, address: string) => {
      const fetch = async (asked: string): Promise<Response> => json([{ _id: asked }])();
      const client = createRegisterClient(base, blobWire, fakeServer({}, { fetch }).transport, 'broken');
      const ref: PageRef = { address, ordinal: 2, seen: '', after: '', guessed: false };
      return (await client.records(ref)).values[0]?.key;
    };
    for (const address of ['http://h/v1/records?p=2', 'https://h/v1/records?p=2'])
      await expect(ask('http://h/v1', address)).resolves.toBe(address);
    for (const address of ['http://h:81/v1/records', 'https://i/v1/records'])
      await expect(ask('http://h/v1', address)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  test('a 404 where nothing was guessed, and any other failure, is an error', async () => {
    const next = '<?page-index=2>; rel=next';
    const { client } = items({ '/records': json(map([1, 'a']), next) });
    const page = await client.records();
    expect((await failure(client.records(page.next), 'HTTP_STATUS')).status).toBe(404);
    const broken = items({
      '/records': map([1, 'a']),
      '/records?page-index=2&page-size=1': () => html(500, 'Oops'),
    });
    const first = await broken.client.records();
    expect((await failure(broken.client.records(first.next), 'HTTP_STATUS')).status).toBe(500);
  });

  test('an empty page is the end, whatever its links say', async () => {
    const { client } = items({ '/records': json({}, '<?page-index=2>; rel=next') });
    await expect(client.records()).resolves.toEqual({ values: [] });
  });

  test('a reference to a page of another place is refused unasked', async () => {
    const { client, asked } = items({});
    for (const address of [
      'https://evil.example/v1/records?page-index=2',
      'https://register.example/v2/records',
      'https://register.example/v1x/records',
      'http://register.example/v1/records',
      'nonsense',
    ]) {
      const ref: PageRef = { address, ordinal: 2, seen: '', after: '', guessed: false };
      await failure(client.records(ref), 'UNSUPPORTED');
    }
    expect(asked).toEqual([]);
  });
});

describe('records by value', () => {
  test('of the item variant', async () => {
    const { client } = items({
      '/records/name/x': json(map([1, 'a']), '</records?page-index=2>; rel=next'),
      '/records/name/x?page-index=2': json(map([2, 'b']), '<>; rel=previous'),
      '/records/name/z': {},
    });
    expect(keys(await all((page) => client.recordsWhere('name', 'x', page)))).toEqual([['a'], ['b']]);
    await expect(client.recordsWhere('name', 'z')).resolves.toEqual({ values: [] });
    expect((await failure(client.recordsWhere('nmae', 'x'), 'HTTP_STATUS')).status).toBe(404);
    await failure(client.recordsWhere('name', 'entries'), 'UNSUPPORTED');
  });

  test('of the earlier variant keep the filter that a next link drops', async () => {
    const { client, asked } = blobs({
      '/records?name=tag&value=x': json(
        [{ _id: 'a', tag: ['y', 'x'] }],
        '</records?page-index=2>; rel="next"',
      ),
      '/records?page-index=2&name=tag&value=x': json([{ _id: 'b', tag: 'x' }], '</records>; rel="previous"'),
    });
    expect(keys(await all((page) => client.recordsWhere('tag', 'x', page)))).toEqual([['a'], ['b']]);
    expect(asked).toHaveLength(2);
  });

  test('from a server that does not filter are not passed on', async () => {
    const early = blobs({
      '/records?name=tag&value=x': [
        { _id: 'a', tag: 'x' },
        { _id: 'b', tag: 'y' },
      ],
    });
    const error = await failure(early.client.recordsWhere('tag', 'x'), 'UNSUPPORTED');
    expect(error.message).toContain('does not filter by tag');
    const v2 = items({ '/records/name/y': map([1, 'a']) });
    await failure(v2.client.recordsWhere('name', 'y'), 'BAD_SHAPE');
    const inherited = blobs({ '/records?name=constructor&value=x': [{ _id: 'a' }] });
    await failure(inherited.client.recordsWhere('constructor', 'x'), 'UNSUPPORTED');
  });

  test('match whatever the normal form of the letters', async () => {
    const { client } = blobs({ '/records?name=n&value=%C3%85': [{ _id: 'a', n: 'A\u030a' }] });
    expect((await client.recordsWhere('n', 'Å')).values).toHaveLength(1);
  });
});

describe('pages of records whose next link', () => {
  const page = (n: number, key: string, link: string) => json({ [key]: itemRecord(n, key) }, link);
  const keys = async (client: RegisterClient): Promise<string[]> =>
    (await all((ref) => client.records(ref))).map((values) => values.map(({ key }) => key).join());

  test.each([
    ['leads to its own page', '</v1/records>; rel=next'],
    ['leads to another site', '<https://evil.example/records?page-index=2>; rel=next'],
  ])('%s are counted', async (_, link) => {
    const { client } = items({
      '/records': page(1, 'a', link),
      '/records?page-index=2&page-size=1': page(2, 'b', link),
    });
    expect(await keys(client)).toEqual(['a', 'b', '']);
  });

  test('leads back to the first page end, and may go on', async () => {
    const { client } = items({
      '/records': page(1, 'a', '<?page-index=2>; rel=next'),
      '/records?page-index=2': page(2, 'b', '</v1/records>; rel=next'),
    });
    expect(await keys(client)).toEqual(['a', 'b']);
  });

  test('leads in a circle that leaves out the first page end', async () => {
    const { client, asked } = items({
      '/records': page(1, 'a', '<?p=2>; rel=next'),
      '/records?p=2': page(2, 'b', '<?p=3>; rel=next'),
      '/records?p=3': page(3, 'c', '<?p=4>; rel=next'),
      '/records?p=4': page(4, 'd', '<?p=2>; rel=next'),
    });
    await keys(client);
    expect(asked.length).toBeLessThan(12);
  });

  test('leads to the same page at ever new addresses end', async () => {
    const { client } = items({
      '/records': page(1, 'a', '<?p=2>; rel=next'),
      '/records?p=2': page(1, 'a', '<?p=3>; rel=next'),
    });
    expect(await keys(client)).toEqual(['a', '']);
  });
});

describe('a trail', () => {
  test('is read over all its pages, and without any Link', async () => {
    const { client } = items({
      '/records/GB/entries': json([itemEntry(1), itemEntry(5)], '<?start=9>; rel=next'),
      '/records/GB/entries?start=9': [itemEntry(9)],
    });
    expect((await client.trail('GB')).map(({ entryNumber }) => entryNumber)).toEqual([1, 5, 9]);
  });

  test('without any Link is one page', async () => {
    const { client, asked } = items({ '/records/GB/entries': [itemEntry(1), itemEntry(5)] });
    expect(await client.trail('GB')).toHaveLength(2);
    expect(asked).toEqual(['/records/GB/entries']);
  });

  test.each([
    ['of another key', [itemEntry(1), itemEntry(2, 'FR')], '$[1].key'],
    ['with two of one number', [itemEntry(2), { ...itemEntry(2), 'item-hash': [] }], undefined],
  ])('%s is refused', async (_, body, path) => {
    const { client } = items({ '/records/GB/entries': body });
    expect((await failure(client.trail('GB'), 'BAD_SHAPE')).path).toBe(path);
  });

  test.each([
    ['descends', { '/records/GB/entries': [itemEntry(6), itemEntry(5), itemEntry(1)] }],
    ['repeats', { '/records/GB/entries': [itemEntry(1), itemEntry(5), itemEntry(5), itemEntry(6)] }],
    [
      'has a second page that goes back',
      {
        '/records/GB/entries': json([itemEntry(1), itemEntry(5)], '<?start=4>; rel=next'),
        '/records/GB/entries?start=4': [itemEntry(5), itemEntry(6)],
      },
    ],
    [
      'has a next link to itself',
      { '/records/GB/entries': json([itemEntry(1), itemEntry(5), itemEntry(6)], '<>; rel=next') },
    ],
    [
      'has a next link to another site',
      {
        '/records/GB/entries': json(
          [itemEntry(1), itemEntry(5), itemEntry(6)],
          '<https://evil.example/>; rel=next',
        ),
      },
    ],
    [
      'begins again at a new address',
      {
        '/records/GB/entries': json([itemEntry(1), itemEntry(5)], '<?start=6>; rel=next'),
        '/records/GB/entries?start=6': json([itemEntry(6)], '<?again=1>; rel=next'),
        '/records/GB/entries?again=1': json([itemEntry(1), itemEntry(5)], '<?again=2>; rel=next'),
      },
    ],
  ])('that %s comes in order, each entry once', async (_, answers) => {
    const { client } = items(answers);
    expect((await client.trail('GB')).map(({ entryNumber }) => entryNumber)).toEqual([1, 5, 6]);
  });

  test('that never ends is given up', async () => {
    let n = 0;
    const fetch = async (): Promise<Response> => json([itemEntry(++n)], `<?start=${n + 1}>; rel=next`)();
    const { transport } = fakeServer({}, { fetch });
    const client = createRegisterClient(BASE, itemWire, transport, 'broken');
    expect((await failure(client.trail('GB'), 'TOO_LARGE')).message).toContain('1000 pages');
    expect(n).toBe(1000);
  });
});

describe('pages of items', () => {
  test('follow the cursor', async () => {
    const list = (n: number) => ({ [`sha-256:${hex(n)}`]: { a: String(n) } });
    const { client } = items({
      '/items': json(list(1), '</items?cursor=a%2Bb>; rel="next"'),
      '/items?cursor=a%2Bb': list(2),
    });
    const pages = await all((page) => client.items(page));
    expect(pages.map((page) => page.map(({ hash }) => hash))).toEqual([[hex(1)], [hex(2)]]);
  });

  test('say so where they may go on but nothing can be followed', async () => {
    const list = [{ _id: `1220${hex(1)}` }, { _id: `1220${hex(2)}` }];
    const { client } = blobs({ '/blobs': list, '/context': { statistics: { 'total-blobs': 2 } } });
    expect(await client.items()).toMatchObject({ mayGoOn: true });
    await client.register();
    expect(await client.items()).not.toHaveProperty('mayGoOn');
    const stated = blobs({ '/blobs': json(list, '<x>; rel=deprecation') });
    expect(await stated.client.items()).not.toHaveProperty('mayGoOn');
  });

  test.each([
    ['to its own page', '<?>; rel=next'],
    ['to another site', '<https://evil.example/items?cursor=2>; rel=next'],
    ['to another port', '<//register.example:444/v1/items?cursor=2>; rel=next'],
  ])('end with a link that leads %s, and may go on', async (_, link) => {
    const { client, asked } = items({ '/items': json({ [`sha-256:${hex(1)}`]: {} }, link) });
    expect(await client.items()).toMatchObject({ values: [{ hash: hex(1) }], mayGoOn: true });
    expect(asked).toEqual(['/items']);
  });

  test('may not exist', async () => {
    expect((await failure(items({}).client.items(), 'HTTP_STATUS')).status).toBe(404);
  });
});

describe('proofs', () => {
  test('of the item variant', async () => {
    const kind = { 'proof-identifier': 'merkle:sha-256' };
    const { client } = items({
      '/proof/register/merkle:sha-256': { ...kind, 'total-entries': 5, 'root-hash': `sha-256:${hex(1)}` },
      '/proof/entries/2/5/merkle:sha-256': {
        ...kind,
        'entry-number': '2',
        'merkle-audit-path': [`sha-256:${hex(2)}`],
      },
      '/proof/consistency/2/5/merkle:sha-256': { ...kind, 'merkle-consistency-nodes': [`sha-256:${hex(3)}`] },
    });
    await expect(client.registerProof()).resolves.toEqual({
      logSize: 5,
      rootHash: hex(1),
      address: `${BASE}/proof/register/merkle:sha-256`,
    });
    await expect(client.entryProof(2, 5)).resolves.toEqual({
      entryNumber: 2,
      logSize: 5,
      auditPath: [hex(2)],
    });
    await expect(client.consistencyProof(2, 5)).resolves.toEqual({
      from: 2,
      to: 5,
      path: [hex(3)],
      address: `${BASE}/proof/consistency/2/5/merkle:sha-256`,
    });
  });

  test('of the earlier variant', async () => {
    const { client } = blobs({
      '/proofs/register': { 'total-entries': 5, 'root-hash': `1220${hex(1)}` },
      '/proofs/consistency/5/5': { 'audit-path': [] },
    });
    await expect(client.registerProof()).resolves.toEqual({
      logSize: 5,
      rootHash: hex(1),
      address: `${BASE}/proofs/register`,
    });
    await expect(client.consistencyProof(5, 5)).resolves.toEqual({
      from: 5,
      to: 5,
      path: [],
      address: `${BASE}/proofs/consistency/5/5`,
    });
  });

  test('of an entry are found under the other spelling, which is remembered', async () => {
    const { client, asked } = blobs({
      '/proofs/entry/1/5': { 'audit-path': [] },
      '/proofs/entry/2/5': { 'audit-path': [] },
    });
    await client.entryProof(1, 5);
    await client.entryProof(2, 5);
    expect(asked).toEqual(['/proofs/entries/1/5', '/proofs/entry/1/5', '/proofs/entry/2/5']);
    const error = await failure(client.entryProof(3, 5), 'HTTP_STATUS');
    expect(error.address).toBe(`${BASE}/proofs/entry/3/5`);
    expect(asked.slice(3)).toEqual(['/proofs/entry/3/5', '/proofs/entries/3/5']);
  });

  test('that fail otherwise are not asked for twice', async () => {
    const { client, asked } = blobs({ '/proofs/entries/1/5': () => html(400, 'Bad') });
    expect((await failure(client.entryProof(1, 5), 'HTTP_STATUS')).status).toBe(400);
    expect(asked).toHaveLength(1);
    const v2 = items({});
    await failure(v2.client.entryProof(1, 5), 'HTTP_STATUS');
    expect(v2.asked).toHaveLength(1);
  });
});

test('what changes is asked of the server even where the browser has a copy; what cannot change is not', async () => {
  const caches: (string | undefined)[] = [];
  const fetch = async (_: string, { cache }: RequestInit): Promise<Response> => {
    caches.push(cache);
    return html(404, 'x');
  };
  const { transport } = fakeServer({}, { fetch });
  await failure(openRegister(BASE, transport), 'HTTP_STATUS');
  const client = createRegisterClient(BASE, itemWire, transport, 'broken');
  await failure(client.register(), 'HTTP_STATUS');
  await failure(client.registerProof(), 'HTTP_STATUS');
  expect(caches).toEqual(['no-cache', 'no-cache', 'default', 'no-cache', 'no-cache']);
  await failure(client.entry(1), 'HTTP_STATUS');
  await failure(client.entryProof(1, 2), 'HTTP_STATUS');
  expect(caches.slice(5)).toEqual(['default', 'default']);
});

describe('snapshots', () => {
  test('are read over all pages, as entries or as records', async () => {
    const { client } = blobs({
      '/snapshots/5': json([blobEntry(1, 'a')], '<?page-index=2>; rel=next'),
      '/snapshots/5?page-index=2': json([blobEntry(2, 'b')], '<>; rel=previous'),
      '/snapshots/6': [{ _id: 'a' }, { _id: 'b' }],
      '/snapshots/6?page-index=2&page-size=2': [{ _id: 'c' }],
      '/snapshots/8': [{ _id: 'a' }],
      '/snapshots/8?page-index=2&page-size=1': [],
    });
    await expect(client.snapshot(5)).resolves.toMatchObject({
      kind: 'entries',
      entries: [{ key: 'a' }, { key: 'b' }],
    });
    const records = [{ key: 'a' }, { key: 'b' }, { key: 'c' }];
    await expect(client.snapshot(6)).resolves.toMatchObject({ kind: 'records', records });
    await expect(client.snapshot(8)).resolves.toMatchObject({ kind: 'records', records: [{ key: 'a' }] });
    expect((await failure(client.snapshot(7), 'HTTP_STATUS')).status).toBe(404);
  });

  test('do not change their kind on the way', async () => {
    const { client } = blobs({
      '/snapshots/5': json([blobEntry(1, 'a')], '<?page-index=2>; rel=next'),
      '/snapshots/5?page-index=2': [{ _id: 'b' }],
    });
    expect((await failure(client.snapshot(5), 'BAD_SHAPE')).message).toContain('one page lists entries');
  });

  test('of one key are an entry of that key, within the size', async () => {
    const { client } = blobs({
      '/snapshots/5/a%2Fb': blobEntry(3, 'a/b'),
      '/snapshots/5/c': blobEntry(3, 'd'),
      '/snapshots/5/e': blobEntry(6, 'e'),
      '/snapshots/5/f': blobEntry(5, 'f'),
    });
    await expect(client.snapshotEntry(5, 'a/b')).resolves.toMatchObject({ entryNumber: 3, key: 'a/b' });
    await expect(client.snapshotEntry(5, 'f')).resolves.toMatchObject({ entryNumber: 5 });
    expect((await failure(client.snapshotEntry(5, 'c'), 'BAD_SHAPE')).path).toBe('$.key');
    expect((await failure(client.snapshotEntry(5, 'e'), 'BAD_SHAPE')).path).toBe('$["entry-number"]');
  });

  test('do not exist in the item variant', async () => {
    const { client, asked } = items({});
    expect((await failure(client.snapshot(5), 'UNSUPPORTED')).address).toBe(`${BASE}/snapshots/5`);
    await failure(client.snapshotEntry(5, 'a'), 'UNSUPPORTED');
    expect(asked).toEqual([]);
  });
});
