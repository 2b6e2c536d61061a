import { describe, expect, it } from 'vitest';
import { bulkDecoder } from './bulk-decoder.ts';
import { bulkPages } from './bulk-pages.ts';
import { createRegisterClient } from './client.ts';
import {
  type Answers,
  BASE,
  failureOf,
  fakeServer,
  hex,
  html,
  itemEntry,
  json,
  raw,
  run,
} from './fake-server.ts';
import { itemWire } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';

const signal = new AbortController().signal;

function pagesOf(answers: Answers) {
  const server = fakeServer(answers);
  const client = {
    base: BASE,
    variant: 'item',
    entries: createRegisterClient(BASE, itemWire, server.transport, 'broken').entries,
    entryProof: async (entryNumber: number, logSize: number) => ({ entryNumber, logSize, auditPath: [] }),
  } as const;
  return { ...server, pages: bulkPages(client, server.transport) };
}

describe('bulkPages', () => {
  it('hands a page over byte by byte, and the ledger notes its length alone', async () => {
    const { pages, ledger } = pagesOf({ '/entries?start=3&limit=100': raw('[ nothing ]', 'text/plain') });
    const { bytes, address } = await pages.entriesPage(3, 100, signal);
    expect(new TextDecoder().decode(bytes)).toBe('[ nothing ]');
    expect(address).toBe(`${BASE}/entries?start=3&limit=100`);
    expect(ledger.entries()).toMatchObject([{ status: 200, bytes: 11 }]);
    expect(ledger.entries()[0]).not.toHaveProperty('body');
  });

  it('stops sending `limit` to a server that refuses it', async () => {
    const { pages, asked } = pagesOf({
      '/entries?start=1&limit=100': json({}, undefined, 400),
      '/entries?start=1': run(1, 2),
      '/entries?start=3': run(3, 4),
    });
    await pages.entriesPage(1, 100, signal);
    await pages.entriesPage(3, 100, signal);
    expect(asked).toEqual(['/entries?start=1&limit=100', '/entries?start=1', '/entries?start=3']);
  });

  it('rejects with the address of what failed', async () => {
    const error = await failureOf(pagesOf({}).pages.entriesPage(1, 100, signal));
    expect(error).toMatchObject({
      code: 'HTTP_STATUS',
      status: 404,
      address: `${BASE}/entries?start=1&limit=100`,
    });
  });

  it('follows the item list by its own links, whatever path they have', async () => {
    const { pages } = pagesOf({
      '/items?limit=5000': json({}, '</items?cursor=b>; rel="next"'),
      '/items?cursor=b': json({}, `<https://register.example/elsewhere?cursor=c>; rel="next"`),
      '/items?cursor=c': json({}),
    });
    const first = await pages.itemsPage(undefined, signal);
    const second =
      first !== 'none' && (await pages.itemsPage(JSON.parse(JSON.stringify(first.next)), signal));
    const third = second && second !== 'none' && (await pages.itemsPage(second.next, signal));
    expect(third).toMatchObject({ address: `${BASE}/items?cursor=c` });
    expect(third).not.toHaveProperty('next');
  });

  /** Reads the item list to its end and returns its last page. */
  async function lastPage(answers: Answers) {
    const { pages, asked } = pagesOf(answers);
    let page = await pages.itemsPage(undefined, signal);
    while (page !== 'none' && page.next !== undefined) page = await pages.itemsPage(page.next, signal);
    return { page, asked };
  }

  it.each([
    [
      'its own page',
      {
        '/items?limit=5000': json({}, '<?cursor=b>; rel="next"'),
        '/items?cursor=b': json({}, '<?cursor=b>; rel="next"'),
      },
      2,
    ],
    ['its own page, the first', { '/items?limit=5000': json({}, '</items>; rel="next"') }, 1],
    [
      'another site, https://other.example/items?cursor=b,',
      { '/items?limit=5000': json({}, '<https://other.example/items?cursor=b>; rel="next"') },
      1,
    ],
  ])('ends an item list whose next link leads to %s and says so', async (where, answers, pages) => {
    const { page, asked } = await lastPage(answers);
    expect(page).toMatchObject({
      remark: `The next link of the list of items leads to ${where.replace(', the first', '')} and was not followed.`,
    });
    expect(asked).toHaveLength(pages);
  });

  it('ends a circle of several pages', async () => {
    const answers = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [
        `/items?cursor=${index}`,
        json({}, `<?cursor=${(index + 1) % 7}>; rel="next"`),
      ]),
    );
    const { page, asked } = await lastPage({
      '/items?limit=5000': json({}, '<?cursor=0>; rel="next"'),
      ...answers,
    });
    expect(page).toMatchObject({ remark: expect.stringContaining('in a circle') });
    expect(asked.length).toBeLessThan(30);
  });

  it('writes entries of a list that is out of order as one page, in order', async () => {
    const { pages, asked } = pagesOf({
      '/entries?start=2&limit=3': [itemEntry(2), itemEntry(4), itemEntry(4)],
      '/entries/3': [itemEntry(3)],
    });
    const remarks: string[] = [];
    const page = await pages.entriesInOrder(2, 3, signal, (remark) => remarks.push(remark));
    const numbers: number[] = [];
    bulkDecoder.eachEntry('item', page.bytes, ({ entryNumber }) => numbers.push(entryNumber));
    expect(numbers).toEqual([2, 3, 4]);
    expect(remarks).toEqual(['The list of entries has entry 4 where entry 3 belongs.']);
    expect(asked).toEqual(['/entries?start=2&limit=3', '/entries/3']);
  });

  it('asks for the list without a limit where the server refuses it, and for records by page', async () => {
    const { pages, asked } = pagesOf({
      '/items?limit=5000': () => html(400, 'limit'),
      '/items': json({}),
      '/records?page-index=2&page-size=5000': json({}),
    });
    expect(await pages.itemsPage(undefined, signal)).toMatchObject({ address: `${BASE}/items` });
    expect(await pages.recordsPage(2, signal)).toMatchObject({ bytes: expect.any(Uint8Array) });
    expect(await pages.recordsPage(3, signal)).toBe('none');
    expect(asked).toHaveLength(4);
  });

  it('says that a list, or an item, is not there', async () => {
    const { pages } = pagesOf({});
    expect(await pages.itemsPage(undefined, signal)).toBe('none');
    expect(await pages.item(hex(1) as Hash, signal)).toBe('none');
  });

  it('begins the item list again for a place in it that it does not know', async () => {
    const { pages, asked } = pagesOf({ '/items?limit=5000': json({}) });
    for (const ref of [null, 7, 'https://other.example/', { query: 7 }]) await pages.itemsPage(ref, signal);
    expect(asked).toEqual(Array.from({ length: 4 }, () => '/items?limit=5000'));
  });
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const listed = Array.from({ length: 2_000 }, (_, index) => ({
  'entry-number': String(index + 1),
  'entry-timestamp': '2016-04-05T13:23:05Z',
  key: `{"[,]"} \\ ${index}`,
  'item-hash': [`sha-256:${String(index).padStart(64, '0')}`],
}));
const items = listed.map(({ 'item-hash': [name], key }) => [name, { name: key, list: [key, ','] }] as const);
const list = JSON.stringify(listed, undefined, 1);
const object = JSON.stringify(Object.fromEntries(items));

describe('a list that is read part by part', () => {
  it('has every member once, in order', () => {
    const keys: string[] = [];
    expect(bulkDecoder.eachEntry('item', bytesOf(list), ({ key }) => keys.push(key))).toBeUndefined();
    expect(keys).toEqual(listed.map(({ key }) => key));
    const names: unknown[] = [];
    bulkDecoder.eachItem('item', bytesOf(` ${object}\n`), ({ item }) => names.push(item.get('name')));
    expect(names).toEqual(items.map(([, { name }]) => name));
  });

  it.each([
    ['cut off', list.slice(0, -1)],
    ['ended twice', `${list}]`],
    ['ended by another bracket', `${list.slice(0, -1)}}`],
    ['with a comma at its end', `${list.slice(0, -1)},]`],
    ['with a comma at its beginning', `[,${list.slice(1)}`],
    ['with a bracket of another kind within', list.replace(/\[(\s*"sha-256:)/, '{$1')],
    ['with a member that is no entry', list.replace('"key"', '"kee"')],
    ['of another kind', object],
  ])('is refused when it is %s, in the words for the whole of it', (_, text) => {
    expect(bulkDecoder.eachEntry('item', bytesOf(text), () => undefined)).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The (answer is not JSON|server's answer is not what)/),
    });
  });
});
