import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { bundledRegisters } from './registers/bundled.ts';
import { country } from './registers/country.ts';
import { planet } from './registers/planet.ts';
import type { RegisterSource } from '../rsf/register-source.ts';
import { LATE_MS, SLOW_MS } from './switches/answers.ts';
import { SWITCHES } from './switches/switches.ts';

const app = createApp({ registers: bundledRegisters() });

function get(path: string, server = app, init?: RequestInit): Promise<Response> {
  return server.fetch(new Request(`http://mock.example/registers${path}`, init));
}

async function json(path: string, server = app): Promise<unknown> {
  const response = await get(path, server);
  expect(response.status).toBe(200);
  return response.json();
}

/** A server of one register. */
const serving = (source: RegisterSource): typeof app =>
  createApp({ registers: new Map([[source.name, () => source]]) });

/** A register as it was when its log had `size` entries. */
const truncated = (source: RegisterSource, size: number): typeof app =>
  serving({ ...source, entries: source.entries.slice(0, size) });

afterEach(() => {
  vi.useRealTimers();
});

test('the listing names every register, with its base addresses and what the altered switches touch, and every switch', async () => {
  const below = createApp({ registers: bundledRegisters(), basePath: '/x' });
  const listed = (path: string): Promise<Response> => below.fetch(new Request(`http://mock.example${path}`));
  const listing = (await (await listed('/x/registers/')).json()) as Record<
    string,
    { name: string; id: string }[]
  >;
  const { registers, switches } = listing;
  const names = ['country', 'currency', 'planet', 'unfaithful', 'premises'];
  expect(registers?.map(({ name }) => name)).toEqual(names);
  expect(registers?.[2]).toMatchObject({
    title: 'Planets',
    'total-entries': 15,
    'total-records': 9,
    'base-addresses': { v2: '/x/registers/planet/v2', earlier: '/x/registers/planet/earlier' },
    showcase: { 'entry-number': 14, key: 'uranus' },
  });
  expect(await (await listed('/x/registers/planet')).json()).toEqual({
    ...registers?.[2],
    definitions: planet.definitions,
  });
  expect((await listed('/registers/planet/v2/register')).status).toBe(404);
  expect(switches?.map(({ id }) => id)).toEqual(SWITCHES.map(({ id }) => id));
  expect((await (await get('.csv')).text()).split('\r\n')).toHaveLength(7);
  // Where a register is not known, all are named.
  expect(await (await get('/nowhere/v2')).json()).toMatchObject({ registers: names });
});

test('the base addresses of a register encode its name once, alone and in the listing', async () => {
  const server = serving({ ...planet, name: 'a b' });
  const base = '/registers/a%20b/v2';
  expect(await json('/a%20b', server)).toMatchObject({ name: 'a b', 'base-addresses': { v2: base } });
  expect(await json('', server)).toMatchObject({ registers: [{ 'base-addresses': { v2: base } }] });
  expect((await get('/a%20b/v2/register', server)).status).toBe(200);
});

test.each([
  ['/../', 404],
  ['x', 404],
  ['/__proto__/v2/register', 404],
  ['/planet/v3/register', 404],
  ['/planet/constructor', 404],
  ['/%zz', 400],
  ['//v2', 404],
])('/registers%s is answered with %i and a problem', async (path, status) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    'application/problem+json',
  ]);
  expect(await response.json()).toMatchObject({ type: 'about:blank', status });
});

describe('loading', () => {
  test('a register is loaded once, when it is first asked for', async () => {
    const load = vi.fn<() => RegisterSource>(() => planet);
    const lazy = createApp({ registers: new Map([['planet', load]]) });
    expect(load).not.toHaveBeenCalled();
    await Promise.all([json('/planet/v2/entries', lazy), json('/planet/earlier/context', lazy)]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('a load that fails is an error of the server, and is tried again', async () => {
    const load = vi.fn<() => RegisterSource>(() => planet);
    load.mockImplementationOnce(() => {
      throw new Error('a secret of the server');
    });
    const flaky = createApp({ registers: new Map([['planet', load]]) });
    const failed = await get('/planet/v2/entries', flaky);
    expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    await json('/planet/v2/entries', flaky);
  });

  test('an empty register is served', async () => {
    const empty = truncated(planet, 0);
    for (const { id, variant } of SWITCHES.filter(({ alter }) => alter)) {
      const path = `/planet/${variant === 'blob' ? 'earlier' : 'v2'}+${id}/records`;
      expect((await get(path, empty)).status).toBe(200);
    }
  });
});

test.each(['v2+small-pages/items', 'earlier+small-pages/blobs'])(
  '%s: a complete page never changes and an incomplete one grows in order',
  async (path) => {
    let before: string[][] = [];
    for (let size = 1; size <= 45; size += 1) {
      const server = truncated(country, size);
      const now: string[][] = [];
      for (let next: string | undefined = `/country/${path}`; next !== undefined;) {
        const response = await get(next.replace('/registers', ''), server);
        const page = (await response.json()) as object | { _id: string }[];
        now.push(Array.isArray(page) ? page.map((blob: { _id: string }) => blob._id) : Object.keys(page));
        next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      // Of a complete page all that is there today, of an incomplete one its beginning.
      for (const [index, page] of before.entries())
        expect(page.length === 10 ? now[index] : now[index]?.slice(0, page.length)).toEqual(page);
      before = now;
    }
    expect(before.length).toBeGreaterThan(3);
  },
);

describe('faults of the connection', () => {
  test.each([
    ['slow', SLOW_MS],
    ['late@summary', LATE_MS],
  ])('%s answers after %i milliseconds', async (mode, ms) => {
    vi.useFakeTimers();
    const answered = vi.fn();
    const answer = get(`/planet/v2+${mode}/register`);
    void answer.then(answered);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).status).toBe(200);
  });
});

test('a register whose entries a leaf rule cannot write has no proofs under it, and everything else', async () => {
  const [first = { key: '', timestamp: '', items: [] }] = planet.entries;
  const items = [...first.items, new Map([['planet', 'x']])];
  const server = serving({ ...planet, name: 'two', entries: [{ ...first, items }] });
  expect((await get('/two/v2+leaf-2016/proof/register/merkle:sha-256', server)).status).toBe(404);
  expect(await json('/two/v2+leaf-2016/entries', server)).toMatchObject([
    { 'item-hash': [expect.any(String), expect.any(String)] },
  ]);
  expect((await (await get('/two/v2/records.csv', server)).text()).split('\r\n')).toHaveLength(4);
  await json('/two/earlier/proofs/register', server);
});

test('a snapshot is what the records were at that size, for every size', async () => {
  for (let size = 0; size <= planet.entries.length; size += 1)
    expect(await json(`/planet/earlier/snapshots/${size}`)).toEqual(
      await json('/planet/earlier/records', truncated(planet, size)),
    );
});
