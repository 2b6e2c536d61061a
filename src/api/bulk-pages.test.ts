import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, expect, it, vi } from 'vitest';
import { bulkDecoder } from './bulk-decoder.ts';
import { bulkPages } from './bulk-pages.ts';
import { createRegisterClient } from './client.ts';
import * as fake from '../testing/fake-server.ts';
import { BASE, failureOf, fakeServer, hex, html, itemEntry, json, raw, run } from '../testing/fake-server.ts';
import type { TransportOptions } from './transport.ts';
import { itemWire, wireOf } from './wire-item.ts';
import { parseCanonicalItem } from '../core/canonical-json.ts';
import { formatHash, type Hash } from '../core/hash.ts';
import type { Item, Variant } from '../core/model.ts';
import { oddText, RUNS } from '../testing/hostile-json.ts';

const signal = new AbortController().signal;

function pagesOf(answers: fake.Answers, options: Partial<TransportOptions> = {}) {
  const server = fakeServer(answers, { waitsMs: [1], ...options });
  const client = createRegisterClient(BASE, itemWire, server.transport, 'broken');
  return { ...server, pages: bulkPages(client, server.transport) };
}

describe('entries in bulk', () => {
  it('are handed over byte by byte, and the ledger notes their length alone', async () => {
    const { pages, ledger } = pagesOf({ '/entries?start=3&limit=100': raw('[ nothing ]', 'text/plain') });
    const { bytes, address } = await pages.entriesPage(3, 100, signal);
    expect(new TextDecoder().decode(bytes)).toBe('[ nothing ]');
    expect(address).toBe(`${BASE}/entries?start=3&limit=100`);
    expect(ledger.entries()).toMatchObject([{ status: 200, bytes: 11 }]);
    expect(ledger.entries()[0]).not.toHaveProperty('body');
  });

  it('are requested without `limit` if the server refuses it, and fail with their address', async () => {
    const { pages, requested } = pagesOf({
      '/entries?start=1&limit=100': json({}, undefined, 400),
      '/entries?start=1': run(1, 2),
      '/entries?start=3': run(3, 4),
    });
    await pages.entriesPage(1, 100, signal);
    await pages.entriesPage(3, 100, signal);
    expect(requested).toEqual(['/entries?start=1&limit=100', '/entries?start=1', '/entries?start=3']);
    expect(await failureOf(pages.entriesPage(9, 100, signal))).toMatchObject({
      status: 404,
      address: `${BASE}/entries?start=9`,
    });
  });

  it('are requested again if the server is late, and retried as usual if it fails', async () => {
    const late = pagesOf(
      { '/entries?start=1&limit=100': () => new Promise(() => undefined) },
      { timeoutMs: 5 },
    );
    expect((await failureOf(late.pages.entriesPage(1, 100, signal))).code).toBe('TIMEOUT');
    const busy = pagesOf({
      '/entries?start=1&limit=100': () => html(500, 'x'),
      '/entries?start=1': run(1, 2),
    });
    expect(await failureOf(busy.pages.entriesPage(1, 100, signal))).toMatchObject({ status: 500 });
    expect([late.requested.length, busy.requested.length]).toEqual([2, 2]);
  });
});

describe('the list of items', () => {
  const linked = (target: string) => json({}, `<${target}>; rel="next"`);
  const FIRST = '/items?limit=5000';
  const circle = Object.fromEntries(
    Array.from({ length: 7 }, (_, at) => [`/items?cursor=${at}`, linked(`?cursor=${(at + 1) % 7}`)]),
  );

  it.each<[string, fake.Answers, last: string, requests: number, remark?: RegExp]>([
    [
      'is followed by its own links, whatever path they have',
      {
        [FIRST]: linked('/items?cursor=b'),
        '/items?cursor=b': linked('https://register.example/elsewhere?cursor=c'),
        '/items?cursor=c': json({}),
      },
      '/items?cursor=c',
      3,
    ],
    [
      'ends with a link to its own page',
      { [FIRST]: linked('?cursor=b'), '/items?cursor=b': linked('?cursor=b') },
      '/items?cursor=b',
      2,
      /read before/,
    ],
    [
      'ends with one to another site',
      { [FIRST]: linked('https://other.example/items?cursor=b') },
      FIRST,
      1,
      /another site/,
    ],
    ['ends in a circle', { [FIRST]: linked('?cursor=0'), ...circle }, '/items?cursor=5', 14, /read before/],
    [
      'has no limit where that is refused',
      { [FIRST]: () => html(400, 'x'), '/items': json({}) },
      '/items',
      2,
    ],
  ])('%s', async (_, answers, last, requests, remark) => {
    const { pages, requested } = pagesOf(answers);
    let page = await pages.listPage('items', undefined, signal);
    while (page !== 'none' && page.next !== undefined)
      page = await pages.listPage('items', JSON.parse(JSON.stringify(page.next)), signal);
    expect(page).toMatchObject({ address: BASE + last });
    expect(requested).toHaveLength(requests);
    if (remark) expect(page).toMatchObject({ remark: expect.stringMatching(remark) });
    else expect(page).not.toHaveProperty('remark');
  });

  it('is begun again for a place in it that it does not know', async () => {
    const { pages, requested } = pagesOf({ [FIRST]: json({}) });
    const place = { address: `${BASE}/items?cursor=b`, ordinal: 2, seen: '' };
    const refs: unknown[] = [null, 7, 'https://other.example/', { query: 7 }];
    refs.push({ ...place, address: 'https://other.example/items?cursor=b' }, { ...place, ordinal: 1.5 });
    for (const ref of refs) await pages.listPage('items', ref, signal);
    expect(requested).toEqual(refs.map(() => FIRST));
  });

  it('may be missing, as an item may', async () => {
    const { pages } = pagesOf({});
    expect(await pages.listPage('items', undefined, signal)).toBe('none');
    expect(await pages.item(hex(1) as Hash, signal)).toBe('none');
  });

  it('fails where a page that it links to is missing', async () => {
    const { pages } = pagesOf({ [FIRST]: linked('?cursor=b') });
    const page = await pages.listPage('items', undefined, signal);
    const { next } = page === 'none' ? {} : page;
    expect(await failureOf(pages.listPage('items', next, signal))).toMatchObject({ status: 404 });
  });
});

describe('the list of records', () => {
  const at = (index: number) => `/records?page-index=${index}&page-size=5000`;
  it.each<[string, fake.Answers, requested: string[]]>([
    ['is counted to a page that is missing', { [at(1)]: {}, [at(2)]: {} }, [at(1), at(2), at(3)]],
    [
      'is followed by its links to the last page',
      {
        [at(1)]: json({}, '<?page-index=b>; rel="next"'),
        '/records?page-index=b&page-size=5000': json({}, ''),
      },
      [at(1), '/records?page-index=b&page-size=5000'],
    ],
    [
      'is counted where its link leads to another site',
      { [at(1)]: json({}, '<//other.example/>; rel="next"') },
      [at(1), at(2)],
    ],
    ['may be missing', {}, [at(1)]],
  ])('%s', async (_, answers, expected) => {
    const { pages, requested } = pagesOf(answers);
    let page = await pages.listPage('records', undefined, signal);
    while (page !== 'none' && page.next !== undefined)
      page = await pages.listPage('records', page.next, signal);
    expect(requested).toEqual(expected);
  });
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each([
  ['kept, with odd texts', true, '{"[,]"},{ \\'],
  ['not kept, with odd texts', false, '{"[,]"},{ \\'],
  ['not kept, with members that are written alike', false, '[,] {'],
] as const)('a list that is read part by part, %s', (_, isRetained, start) => {
  const keys = Array.from({ length: 2_000 }, (_, at) => `${start} ${at}`);
  const entries = keys.map((key, at) => itemEntry(at + 1, key));
  const items = keys.map((key, at) => [`sha-256:${hex(at)}`, { name: key, list: [key, ','] }]);
  const list = JSON.stringify(entries, undefined, isRetained ? 1 : undefined);
  const object = JSON.stringify(Object.fromEntries(items));

  it('has every member once, in order', () => {
    const found: string[] = [];
    expect(
      bulkDecoder.eachEntry('item', bytesOf(list), ({ key }) => found.push(key), isRetained),
    ).toBeUndefined();
    expect(found).toEqual(keys);
    const names: unknown[] = [];
    const take = ({ item }: { readonly item: Item | string }): unknown =>
      names.push(asItem(item).get('name'));
    bulkDecoder.eachItem('item', bytesOf(` ${object}\n`), take, isRetained);
    expect(names).toEqual(keys);
  });

  it.each([
    ['cut off', list.slice(0, -1)],
    ['ended twice', `${list}]`],
    ['ended by another bracket', `${list.slice(0, -1)}}`],
    ['with a comma at its end', `${list.slice(0, -1)},]`],
    ['with a comma at its end, where it is cut', `[${JSON.stringify(itemEntry(1, 'x'.repeat(60_000)))},]`],
    ['with a comma at its beginning', `[,${list.slice(1)}`],
    ['with a bracket of another kind within', list.replace(/\[(\s*"sha-256:)/, '{$1')],
    ['with a member that is no entry', list.replace('"key"', '"kee"')],
    ['of another kind', object],
    ['without a comma', list.replace(/},(?=\s*{\s*"index-entry-number":\s*"1000")/, '}')],
    ['followed by a text', `${list}"`],
    ['with a line feed in a text', list.replace(' 1500"', ' 1500\n"')],
    [
      'with a number that is not whole',
      list
        .replaceAll(/"(\d+)"/g, '$1')
        .replace(':1500,', ':1500.5,')
        .replace(': 1500,', ': 1500.5,'),
    ],
  ])('is refused when it is %s', (_, text) => {
    expect(bulkDecoder.eachEntry('item', bytesOf(text), () => undefined, isRetained)).toEqual({
      ok: false,
      problem: expect.stringMatching(/not JSON|document/),
    });
  });
});

/** Values of members in turn; some do not match the pattern of another. */
const text = fc.oneof(
  fc.constantFrom('', '1', 'GB', 'sha-256:', '},{', '"', '\\', '\n', 'é', '__proto__', '007'),
  oddText(),
);
const value = fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.constant(null));
const member = fc.oneof(
  fc.record({ name: text, kind: text }),
  fc.dictionary(fc.oneof(fc.constantFrom('b', 'a', '10', '9', 'end-date', '__proto__'), text), value, {
    maxKeys: 3,
  }),
);

it('a list is read alike whether texts are kept or patterns of members are used', () => {
  const property = fc.property(
    fc.array(member, { maxLength: 12 }),
    fc.constantFrom(undefined, 1),
    fc.constantFrom<Variant>('item', 'blob'),
    fc.boolean(),
    fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '1', '\n')),
    (members, indent, variant, isDamaged, [place, instead]) => {
      const named = members.map((one, at) => [formatHash(hex(at) as Hash, variant), one] as const);
      const body =
        variant === 'item'
          ? Object.fromEntries(named)
          : named.map(([name, one]) => Object.assign(Object.fromEntries(Object.entries(one)), { _id: name }));
      const whole = JSON.stringify(body, undefined, indent);
      const at = place % whole.length;
      const sent = isDamaged ? whole.slice(0, at) + instead + whole.slice(at + 1) : whole;
      const [kept, alike] = [true, false].map((isRetained) => {
        const found: unknown[] = [];
        const refused = bulkDecoder.eachItem(
          variant,
          bytesOf(sent),
          ({ hash, item }) => found.push([hash, asItem(item)]),
          isRetained,
        );
        return refused ?? found;
      });
      assert.deepEqual(alike, kept);
    },
  );
  fc.assert(property, RUNS);
});

/** Reads canonical JSON back; parseCanonicalItem refuses any other. */
function asItem(item: Item | string): Item {
  return typeof item === 'string' ? parseCanonicalItem(item) : item;
}

it('an error of what takes the members of a list is no fault of the answer', () => {
  const take = () => {
    throw new RangeError('a bug');
  };
  const bytes = new TextEncoder().encode(JSON.stringify([itemEntry(1)]));
  for (const isRetained of [true, false])
    expect(() => bulkDecoder.eachEntry('item', bytes, take, isRetained)).toThrow('a bug');
});

describe.each(['item', 'blob'] as const)('an answer of the %s variant', (variant) => {
  const hash = hex(7) as Hash;
  const sent = (body: unknown): Uint8Array => bytesOf(JSON.stringify(body));
  const blob = { _id: `1220${hash}`, name: 'x' };
  const own = variant === 'item' ? { name: 'x' } : blob;
  const records = variant === 'item' ? { GB: fake.itemRecord(6, 'GB', own) } : [{ ...blob, _id: 'GB' }];
  const list = variant === 'item' ? { [`sha-256:${hash}`]: own } : [blob];
  const wire = wireOf(variant);

  it('is read as the client reads it', () => {
    const item = wire.item(own, hash);
    expect([...item]).toEqual([['name', 'x']]);
    expect(bulkDecoder.item(variant, sent(own), hash)).toEqual({ ok: true, value: item });
    expect(bulkDecoder.records(variant, sent(records))).toEqual({ ok: true, value: [item] });
    const found: unknown[] = [];
    expect(bulkDecoder.eachItem(variant, sent(list), (one) => found.push(one), true)).toBeUndefined();
    expect(found).toEqual([{ hash, item }]);
  });

  it('that cannot be read says why', () => {
    const notUtf8 = { ok: false, problem: 'The answer is not UTF-8, as JSON must be.' };
    const bytes = sent(list).with(5, 0xff);
    expect(bulkDecoder.item(variant, bytes, hash)).toEqual(notUtf8);
    expect(bulkDecoder.eachItem(variant, bytes, () => undefined, true)).toEqual(notUtf8);
    const otherwise = {
      ok: false,
      problem: expect.stringMatching(/^The server's answer is not what the API/),
    };
    expect(bulkDecoder.records(variant, sent('x'))).toEqual(otherwise);
  });

  it('is not called wrong where this page has a bug', () => {
    vi.spyOn(wire, 'records').mockImplementationOnce(() => {
      throw new RangeError('a bug');
    });
    expect(() => bulkDecoder.records(variant, sent(records))).toThrow('a bug');
  });
});
