import { describe, expect, test } from 'vitest';
import { createRegisterClient } from './client.ts';
import * as fake from '../testing/fake-server.ts';
import {
  BASE,
  blobEntry,
  failureOf,
  fakeServer,
  hex,
  html,
  itemEntry,
  json,
} from '../testing/fake-server.ts';
import type { Page, PageRef } from './pager.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

const clientOver = (wire: typeof itemWire) => (answers: fake.Answers) => {
  const server = fakeServer(answers);
  return { ...server, client: createRegisterClient(BASE, wire, server.transport, 'broken') };
};
const items = clientOver(itemWire);
const blobs = clientOver(blobWire);

/** Reads pages to the end, passing each reference through JSON as a cache would. */
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
const keysOf = async (read: Parameters<typeof all<{ key: string }>>[0]): Promise<string> =>
  (await all(read)).map((page) => page.map(({ key }) => key).join('')).join(' ');

/** Records with these keys, one letter each; a is the first entry. */
const map = (keys: string): Record<string, unknown> =>
  Object.fromEntries(
    [...keys].map((key) => [key, fake.itemRecord(key.charCodeAt(0) - 96, key, { name: 'x' })]),
  );
const next = (target: string): string => `<${target}>; rel=next`;
/**
 * listed answers with records: `?p=2: ab > ?p=3` are a and b at /records?p=2, with a next link; after `|`
 * comes a whole Link header.
 */
const listed = (text: string): fake.Answers =>
  Object.fromEntries(
    text.split('; ').map((line) => {
      const [, query = '', keys = '', sign, link] = /^(\S*): (\w*)(?: ([>|]) (.*))?$/.exec(line) ?? [];
      const header = sign === '>' ? next(link ?? '') : link;
      return [`/records${query}`, keys === '500' ? () => html(500, 'x') : json(map(keys), header)];
    }),
  );

test.each(['', '..', '\ud800'])('no address carries the key %j, and no request is made', async (key) => {
  const { client, requested } = blobs({});
  for (const work of [client.record(key), client.trail(key), client.snapshotEntry(5, key)])
    expect((await failureOf(work)).code).toBe('UNSUPPORTED');
  expect(requested).toEqual([]);
});

describe('pages of records', () => {
  const [TWO, THREE] = ['?page-index=2&page-size=2', '?page-index=3&page-size=2'];

  test.each<[what: string, answers: string, pages: string, requests: number]>([
    [
      'follow the next link to the end',
      ': ab | <https://x/d>;rel="deprecation",<?page-index=2>;rel="next"; ?page-index=2: c | <x>;rel="previous"',
      'ab c',
      2,
    ],
    ['go on by page-index where no Link can be read', `: ab; ${TWO}: cd; ${THREE}: e`, 'ab cd e', 3],
    ['end where the page after the last is 404', ': ab', 'ab ', 2],
    ['end where the server ignores page-index', `: ab; ${TWO}: ab`, 'ab ', 2],
    ['end with an empty page, whatever its links say', ':  > ?page-index=2', '', 1],
    ...['/v1/records', 'https://evil.example/records?page-index=2'].map(
      (target): [string, string, string, number] => [
        `are counted where the next link leads to ${target}`,
        `: a > ${target}; ?page-index=2&page-size=1: b > ${target}`,
        'a b ',
        3,
      ],
    ),
    ['end where it leads to the same page at a new address', ': a > ?p=2; ?p=2: a > ?p=3', 'a ', 2],
  ])('%s', async (_, answers, pages, requests) => {
    const { client, requested } = items(listed(answers));
    expect(await keysOf((page) => client.records(page))).toBe(pages);
    expect(requested).toHaveLength(requests);
  });

  test('end at the known number of records without asking further', async () => {
    const { client, requested } = items({
      '/register': { 'total-records': 3 },
      ...listed(`: ab; ${TWO}: c`),
    });
    await client.register();
    expect(await keysOf((page) => client.records(page))).toBe('ab c');
    expect(requested).toHaveLength(3);
  });

  test.each([
    [': a > ?page-index=2', 404],
    [': a; ?page-index=2&page-size=1: 500', 500],
  ])('%s: a 404 where nothing was guessed, and any other failure, is an error', async (answers, status) => {
    const { client } = items(listed(answers));
    expect((await failureOf(client.records((await client.records()).next))).status).toBe(status);
  });

  test.each([
    ['http://h/v1', 'http://h/v1/records?p=2', true],
    ['http://h/v1', 'https://h/v1/records?p=2', false],
    ['https://h', 'https://h/records?p=2', true],
    ['https://h/v1', 'https://h/v1/../v2/records', false],
    ['http://h/v1', 'http://h:81/v1/records', false],
    ['https://h/v1', 'https://evil.example/v1/records?page-index=2', false],
    ['https://h/v1', 'https://h/v2/records', false],
    ['https://h/v1', 'https://h/v1x/records', false],
    ['https://h/v1', 'nonsense', false],
  ])('of the register at %s: a reference to %s is followed: %s', async (base, address, isFollowed) => {
    const requested: string[] = [];
    const fetch = async (url: string): Promise<Response> => json([{ _id: String(requested.push(url)) }])();
    const client = createRegisterClient(base, blobWire, fakeServer({}, { fetch }).transport, 'broken');
    await client.records({ address, ordinal: 2, seen: '' });
    expect(requested).toEqual([isFollowed ? address : `${base}/records`]);
  });
});

test('records by value match in any normal form; those of a server that does not filter are refused', async () => {
  const { client } = blobs({
    '/records?name=n&value=%C3%85': [{ _id: 'a', n: ['y', 'A\u030a'] }],
    '/records?name=tag&value=x': [
      { _id: 'a', tag: 'x' },
      { _id: 'b', tag: 'y' },
    ],
    '/records?name=constructor&value=x': [{ _id: 'a' }],
  });
  expect((await client.recordsWhere('n', '\u00c5')).values).toHaveLength(1);
  for (const name of ['tag', 'constructor'])
    expect((await failureOf(client.recordsWhere(name, 'x'))).code).toBe('UNSUPPORTED');
  const v2 = items(listed('/name/x: a > /records?page-index=2; /name/x?page-index=2: b; /name/y: a')).client;
  expect(await keysOf((page) => v2.recordsWhere('name', 'x', page))).toBe('a b ');
  expect((await failureOf(v2.recordsWhere('name', 'y'))).code).toBe('BAD_SHAPE');
});

describe('a trail', () => {
  /** trail answers with entries of GB by number: `?start=6: 1 5 > ?start=6`. */
  const trail = (text: string): fake.Answers =>
    Object.fromEntries(
      text.split('; ').map((line) => {
        const [page = '', link] = line.split(' > ');
        const [query = '', ...numbers] = page.split(/:? /);
        const body = numbers.map((n) => itemEntry(Number(n)));
        return [`/records/GB/entries${query.replace(':', '')}`, json(body, link && next(link))];
      }),
    );

  test.each([
    ['has pages', ': 1 5 > ?start=6; ?start=6: 6'],
    ['has no Link', ': 1 5 6'],
    ['descends', ': 6 5 1'],
    ['repeats', ': 1 5 5 6'],
    ['has a second page that goes back', ': 1 5 > ?start=4; ?start=4: 5 6'],
    ['has a next link to another site', ': 1 5 6 > https://evil.example/'],
    ['begins again at a new address', ': 1 5 > ?p=2; ?p=2: 6 > ?again=1; ?again=1: 1 5 > ?again=2'],
  ])('that %s comes in order, each entry once', async (_, text) => {
    const answers = trail(text);
    const { client, requested } = items(answers);
    expect((await client.trail('GB')).map(({ entryNumber }) => entryNumber)).toEqual([1, 5, 6]);
    expect(requested).toHaveLength(Object.keys(answers).length);
  });

  test.each([
    ['of another key', [itemEntry(1), itemEntry(2, 'FR')]],
    ['with two of one number', [itemEntry(2), { ...itemEntry(2), 'item-hash': [] }]],
  ])('%s is refused', async (_, body) => {
    const { client } = items({ '/records/GB/entries': body });
    expect((await failureOf(client.trail('GB'))).code).toBe('BAD_SHAPE');
  });

  test('that never ends is given up', async () => {
    let n = 0;
    const fetch = async (): Promise<Response> => json([itemEntry(++n)], next(`?start=${n + 1}`))();
    const client = createRegisterClient(BASE, itemWire, fakeServer({}, { fetch }).transport, 'broken');
    expect(await failureOf(client.trail('GB'))).toMatchObject({ code: 'TOO_LARGE' });
    expect(n).toBe(1000);
  });
});

describe('pages of items', () => {
  const list = (n: number) => ({ [`sha-256:${hex(n)}`]: { a: String(n) } });

  test('say so where they may go on but nothing can be followed', async () => {
    const two = [{ _id: `1220${hex(1)}` }, { _id: `1220${hex(2)}` }];
    const { client } = blobs({ '/blobs': two, '/context': { statistics: { 'total-blobs': 2 } } });
    expect(await client.items()).toMatchObject({ unread: 'unknown' });
    await client.register();
    expect(await client.items()).not.toHaveProperty('unread');
    const stated = blobs({ '/blobs': json(two, '<x>; rel=deprecation') });
    expect(await stated.client.items()).not.toHaveProperty('unread');
  });

  test.each(['?', 'https://evil.example/items?cursor=2', '//register.example:444/v1/items?cursor=2'])(
    'end with a link that leads to %s, and may go on',
    async (target) => {
      const { client, requested } = items({ '/items': json(list(1), next(target)) });
      expect(await client.items()).toMatchObject({
        values: [{ hash: hex(1) }],
        unread: expect.stringMatching(/circle|elsewhere/),
      });
      expect(requested).toEqual(['/items']);
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
    const { client, requested } = blobs({ '/proofs/entry/1/5': empty, '/proofs/entry/2/5': empty });
    await client.entryProof(1, 5);
    await client.entryProof(2, 5);
    expect(requested).toEqual(['/proofs/entries/1/5', '/proofs/entry/1/5', '/proofs/entry/2/5']);
    expect((await failureOf(client.entryProof(3, 5))).address).toBe(`${BASE}/proofs/entry/3/5`);
    expect(requested.slice(3)).toEqual(['/proofs/entry/3/5', '/proofs/entries/3/5']);
    const busy = blobs({ '/proofs/entry/1/5': () => html(500, 'x') });
    expect((await failureOf(busy.client.entryProof(1, 5))).status).toBe(500);
  });

  test('that fail otherwise are not asked for twice', async () => {
    const refused = blobs({ '/proofs/entries/1/5': () => html(400, 'Bad') });
    for (const { client, requested } of [refused, items({})]) {
      expect((await failureOf(client.entryProof(1, 5))).code).toBe('HTTP_STATUS');
      expect(requested).toHaveLength(1);
    }
  });
});

describe('snapshots', () => {
  test('are read over all pages, as entries or as records, and do not change their kind on the way', async () => {
    const { client } = blobs({
      '/snapshots/5': json([blobEntry(1, 'a')], next('?page-index=2')),
      '/snapshots/5?page-index=2': json([blobEntry(2, 'b')], '<>; rel=previous'),
      '/snapshots/6': [{ _id: 'a' }, { _id: 'b' }],
      '/snapshots/6?page-index=2&page-size=2': [{ _id: 'c' }],
      '/snapshots/7': json([blobEntry(1, 'a')], next('?page-index=2')),
      '/snapshots/7?page-index=2': [{ _id: 'b' }],
      '/snapshots/8': [{ _id: 'a' }],
      '/snapshots/8?page-index=2&page-size=1': [],
      '/snapshots/10': json([blobEntry(1, 'a')], next('?page-index=2')),
      '/snapshots/10?page-index=2': json([blobEntry(2, 'b')], next('https://evil.example/3')),
    });
    const keys = (list: string) => [...list].map((key) => ({ key }));
    expect(await client.snapshot(5)).toMatchObject({ kind: 'entries', entries: keys('ab') });
    expect(await client.snapshot(6)).toMatchObject({ kind: 'records', records: keys('abc') });
    expect(await client.snapshot(8)).toMatchObject({ kind: 'records', records: keys('a') });
    expect(await client.snapshot(8)).not.toHaveProperty('isCut');
    expect(await client.snapshot(10)).toMatchObject({ entries: keys('ab'), isCut: true });
    expect((await failureOf(client.snapshot(7))).code).toBe('BAD_SHAPE');
    expect((await failureOf(client.snapshot(9))).status).toBe(404);
  });

  test('of one key are an entry of that key, within the size', async () => {
    const { client } = blobs({
      '/snapshots/5/a%2Fb': blobEntry(5, 'a/b'),
      '/snapshots/5/c': blobEntry(3, 'd'),
      '/snapshots/5/e': blobEntry(6, 'e'),
    });
    expect(await client.snapshotEntry(5, 'a/b')).toMatchObject({ entryNumber: 5, key: 'a/b' });
    for (const key of ['c', 'e'])
      expect((await failureOf(client.snapshotEntry(5, key))).code).toBe('BAD_SHAPE');
  });

  test('do not exist in the item variant', async () => {
    const { client, requested } = items({});
    for (const work of [client.snapshot(5), client.snapshotEntry(5, 'a')])
      expect((await failureOf(work)).code).toBe('UNSUPPORTED');
    expect(requested).toEqual([]);
  });
});
