import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { bundledRegisters } from './registers/bundled.ts';
import { country } from './registers/country.ts';
import { planet } from './registers/planet.ts';
import { endpointAt } from './routes.ts';
import { ENDPOINTS } from '../conformance/endpoints.ts';
import type { RegisterSource } from './source.ts';
import { LATE_MS, SLOW_MS } from './switches/answers.ts';
import { SWITCHES } from './switches/switches.ts';

const app = createApp({ registers: bundledRegisters() });

function get(path: string, init?: RequestInit, server = app): Promise<Response> {
  return server.fetch(new Request(`http://mock.example${path}`, init));
}

async function json(path: string, server = app): Promise<unknown> {
  const response = await get(path, {}, server);
  expect(response.status).toBe(200);
  return response.json();
}

/** A register as it was when its log had `size` entries. */
function truncated(source: RegisterSource, size: number): ReturnType<typeof createApp> {
  const earlier = { ...source, entries: source.entries.slice(0, size) };
  return createApp({ registers: new Map([[source.name, () => earlier]]) });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the listing', () => {
  test('names every register, with its base addresses and what the altered switches touch, and every switch', async () => {
    const below = createApp({ registers: bundledRegisters(), basePath: '/x' });
    const listing = await json('/x/registers/', below);
    const { registers, switches } = listing as Record<string, Record<string, unknown>[]>;
    const names = ['country', 'currency', 'planet', 'unfaithful', 'premises'];
    expect(registers?.map(({ name }) => name)).toEqual(names);
    expect(registers?.[2]).toMatchObject({
      title: 'Planets',
      'total-entries': 15,
      'total-records': 9,
      'base-addresses': { v2: '/x/registers/planet/v2', earlier: '/x/registers/planet/earlier' },
      showcase: { 'entry-number': 14, key: 'uranus' },
    });
    const planets = { ...registers?.[2], definitions: planet.definitions };
    expect(await json('/x/registers/planet', below)).toEqual(planets);
    expect((await get('/registers/planet/v2/register', {}, below)).status).toBe(404);
    expect(switches?.map(({ id }) => id)).toEqual(SWITCHES.map(({ id }) => id));
    const table = await (await get('/registers.csv')).text();
    expect(table.split('\r\n')).toHaveLength(7);
  });

  test.each([
    ['/', 404],
    ['/registersx', 404],
    ['/registers/__proto__/v2/register', 404],
    ['/registers/planet/v3/register', 404],
    ['/registers/planet/constructor', 404],
    ['/registers/%zz', 400],
    ['/registers//v2', 404],
  ])('does not have %s, which is answered with %i and a problem', async (path, status) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({ type: 'about:blank', status });
  });

  test('is named where a register is not known', async () => {
    const names = ['country', 'currency', 'planet', 'unfaithful', 'premises', 'hostile'];
    expect(await (await get('/registers/nowhere/v2')).json()).toMatchObject({ registers: names });
  });
});

describe('loading', () => {
  test('a register is loaded once, when it is first asked for', async () => {
    const load = vi.fn<() => RegisterSource>(() => planet);
    const lazy = createApp({ registers: new Map([['planet', load]]) });
    expect(load).not.toHaveBeenCalled();
    await Promise.all([
      json('/registers/planet/v2/entries', lazy),
      json('/registers/planet/earlier/context', lazy),
    ]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('a load that fails is an error of the server, and is tried again', async () => {
    const load = vi.fn<() => RegisterSource>(() => planet);
    load.mockImplementationOnce(() => {
      throw new Error('a secret of the server');
    });
    const flaky = createApp({ registers: new Map([['planet', load]]) });
    const failed = await get('/registers/planet/v2/entries', {}, flaky);
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('secret');
    expect((await get('/registers/planet/v2/entries', {}, flaky)).status).toBe(200);
  });

  test('an empty register is served', async () => {
    const empty = truncated(planet, 0);
    for (const { id, variant } of SWITCHES.filter((entry) => entry.view)) {
      const path = `/registers/planet/${variant === 'blob' ? 'earlier' : 'v2'}+${id}/records`;
      expect((await get(path, {}, empty)).status).toBe(200);
    }
  });
});

test.each(['v2+small-pages/items', 'earlier+small-pages/blobs'])(
  '%s: a complete page never changes and an incomplete one grows in order',
  async (path) => {
    let before: string[][] = [];
    for (let size = 1; size <= 45; size += 1) {
      const now: string[][] = [];
      for (let next: string | undefined = `/registers/country/${path}`; next !== undefined;) {
        const response = await get(next, {}, truncated(country, size));
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

test('a snapshot is what the records were at that size, for every size', async () => {
  for (let size = 0; size <= planet.entries.length; size += 1)
    expect(await json(`/registers/planet/earlier/snapshots/${size}`)).toEqual(
      await json('/registers/planet/earlier/records', truncated(planet, size)),
    );
});

test.each(['item', 'blob'] as const)(
  'a path of the %s variant asks for the endpoint that answers it',
  (variant) => {
    for (const { name, path } of ENDPOINTS[variant])
      for (const suffix of ['', '.json', '.csv', '/'])
        expect([path, endpointAt(variant, path + suffix)]).toEqual([path, name]);
    for (const nowhere of ['', '/', '/nowhere', '/records/a/b/c', '/entries/1/2'])
      expect(endpointAt(variant, nowhere)).toBeUndefined();
  },
);

describe('faults of the connection', () => {
  test('dead answers with a broken connection', async () => {
    expect((await get('/registers/planet/v2+dead/register')).type).toBe('error');
    expect((await get('/registers/planet/v2+dead/register', { method: 'HEAD' })).type).toBe('error');
  });

  test.each([
    ['slow', SLOW_MS],
    ['late@summary', LATE_MS],
  ])('%s answers after %i milliseconds', async (mode, ms) => {
    vi.useFakeTimers();
    const answered = vi.fn();
    const answer = get(`/registers/planet/v2+${mode}/register`);
    void answer.then(answered);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).status).toBe(200);
  });

  test('slow stops waiting when the caller gives up', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const answer = get('/registers/planet/v2+slow/register', { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await answer;
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a register whose entries a leaf rule cannot write has no proofs under it, and everything else', async () => {
  const [first] = planet.entries;
  if (!first) throw new Error('planet is empty');
  const twoItems = {
    ...planet,
    entries: [{ ...first, items: [...first.items, new Map([['planet', 'x']])] }],
  };
  const server = createApp({ registers: new Map([['two', () => twoItems]]) });
  expect((await get('/registers/two/v2+leaf-2016/proof/register/merkle:sha-256', {}, server)).status).toBe(
    404,
  );
  const entries = (await json('/registers/two/v2+leaf-2016/entries', server)) as { 'item-hash': string[] }[];
  expect(entries[0]?.['item-hash']).toHaveLength(2);
  expect(
    (await get('/registers/two/v2/records.csv', {}, server).then((r) => r.text())).split('\r\n'),
  ).toHaveLength(4);
  expect((await get('/registers/two/earlier/proofs/register', {}, server)).status).toBe(200);
});
