import { describe, expect, test, vi } from 'vitest';
import { createRegisterClient } from './client.ts';
import { BASE, blobEntry, failureOf, fakeServer, hex, html, itemRecord, json, raw } from './fake-server.ts';
import { openRegister } from './open-register.ts';
import { itemWire } from './wire-item.ts';

const SUMMARY = {
  domain: 'd',
  'total-entries': 2,
  'total-records': 1,
  'register-record': { register: 'country' },
};
const CONTEXT = { id: 'country', schema: [], statistics: { 'total-entries': 2, 'total-records': 1 } };

async function later(body: unknown): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return json(body)();
}

describe('the variant', () => {
  test('is item where /register answers', async () => {
    const { transport } = fakeServer({ '/register': SUMMARY });
    const client = await openRegister(BASE, transport);
    expect(client).toMatchObject({ base: BASE, variant: 'item' });
    expect(client.opened?.register).toMatchObject({ name: 'country', totalEntries: 2 });
    expect(Math.abs((client.opened?.at ?? 0) - Date.now())).toBeLessThan(10_000);
    await expect(client.register()).resolves.toEqual(client.opened?.register);
  });

  test('is blob where /context answers', async () => {
    const { transport, asked } = fakeServer({ '/context': CONTEXT, '/entries/1': blobEntry(1) });
    const client = await openRegister(`${BASE}//`, transport);
    expect(client).toMatchObject({ base: BASE, variant: 'blob' });
    expect(client.opened?.register.totalEntries).toBe(2);
    expect((await client.entry(1)).itemHashes).toEqual([hex(1)]);
    expect(asked).toEqual(['/context', '/register', '/entries/1']);
  });

  test.each<
    [what: string, register: () => Promise<Response>, context: () => Promise<Response>, variant: string]
  >([
    ['both answer, /register later', async () => later(SUMMARY), async () => json(CONTEXT)(), 'item'],
    ['/context never answers', async () => json(SUMMARY)(), () => new Promise(() => undefined), 'item'],
    ['/register is a page for everything', async () => html(200, 'App'), async () => json(CONTEXT)(), 'blob'],
    ['/register is no summary', async () => json({ hello: 'world' })(), async () => json(CONTEXT)(), 'blob'],
  ])('is found where %s', async (_, register, context, variant) => {
    const fetch = (address: string): Promise<Response> =>
      address.endsWith('/context') ? context() : register();
    const { transport } = fakeServer({}, { fetch });
    expect((await openRegister(BASE, transport)).variant).toBe(variant);
  });

  test('is known from a summary with a fault, which is then told by register()', async () => {
    const { transport } = fakeServer({ '/register': { ...SUMMARY, 'total-entries': '1e3' } });
    const client = await openRegister(BASE, transport);
    expect(client.variant).toBe('item');
    expect(client.opened).toBeUndefined();
    expect(await failureOf(client.register())).toMatchObject({
      code: 'BAD_SHAPE',
      path: '$["total-entries"]',
    });
  });
});

describe('a register without a summary', () => {
  test.each([
    ['item', { GB: itemRecord(1, 'GB') }],
    ['blob', [{ _id: 'GB' }]],
  ])('opens as %s by the shape of its records', async (variant, records) => {
    const { transport, asked } = fakeServer({ '/records': records });
    const client = await openRegister(BASE, transport);
    expect(client.variant).toBe(variant);
    expect(client.opened).toBeUndefined();
    asked.length = 0;
    await expect(client.register()).resolves.toEqual({ variant, schema: [], extra: new Map() });
    expect(asked).toEqual([]);
  });

  test('also where the missing summaries cannot even be read', async () => {
    const fetch = (address: string): Promise<Response> =>
      address.endsWith('/records')
        ? Promise.resolve(json([{ _id: 'a' }])())
        : Promise.reject(new TypeError('CORS'));
    const { transport } = fakeServer({}, { fetch });
    expect((await openRegister(BASE, transport)).variant).toBe('blob');
  });

  test.each([{}, []])('does not open by %j, which tells nothing', async (records) => {
    const { transport } = fakeServer({ '/records': records });
    expect((await failureOf(openRegister(BASE, transport))).code).toBe('UNSUPPORTED');
  });
});

describe('what cannot be opened', () => {
  test.each([
    [503, 'HTTP_STATUS'],
    [undefined, 'NETWORK'],
  ])('does not say that there is none where one answer failed (%s)', async (status, code) => {
    const broken = (): Response => {
      if (status === undefined) throw new TypeError('Failed to fetch');
      return html(status, 'busy');
    };
    const { transport } = fakeServer({ '/register': broken, '/records': broken });
    const error = await failureOf(openRegister(BASE, transport));
    expect(error).toMatchObject({ code, status });
    expect(error.message).not.toContain('There is no register');
  });

  test('says that there is no register where everything is 404', async () => {
    const { transport, asked } = fakeServer({});
    const error = await failureOf(openRegister(BASE, transport));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/register` });
    expect(error.message).toBe(
      `No register answers at ${BASE}: none of /register, /context and /records was found. Check the address.`,
    );
    expect(asked).toEqual(['/context', '/register', '/records']);
  });

  test.each([
    ['a failing server over a missing page', { '/records': () => html(503, 'Down') }, 'HTTP_STATUS', 503],
    ['a web page over a missing one', { '/context': () => html(200, 'App') }, 'NOT_JSON', 200],
    [
      'wrong JSON over a web page',
      { '/context': () => html(200, 'App'), '/records': { GB: { key: 'FR' } } },
      'BAD_SHAPE',
      200,
    ],
    ['a text over a missing page', { '/register': raw('Register undefined', 'text/plain') }, 'NOT_JSON', 200],
  ] as const)('tells of %s', async (_, answers, code, status) => {
    const { transport } = fakeServer(answers);
    expect(await failureOf(openRegister(BASE, transport))).toMatchObject({ code, status });
  });

  test('does not ask a stalled server a third time', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    const { transport } = fakeServer({}, { fetch });
    const work = failureOf(openRegister(BASE, transport));
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await work).code).toBe('TIMEOUT');
    expect(fetch).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test('an abort is passed on as it is', async () => {
    const controller = new AbortController();
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    const { transport } = fakeServer({}, { fetch });
    const work = openRegister(BASE, transport, controller.signal);
    work.catch(() => undefined);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    controller.abort();
    await expect(work).rejects.toBe(controller.signal.reason);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

test('what changes is asked of the server even where the browser has a copy; what cannot change is not', async () => {
  const caches: (string | undefined)[] = [];
  const fetch = async (_: string, { cache }: RequestInit): Promise<Response> => {
    caches.push(cache);
    return html(404, 'x');
  };
  const { transport } = fakeServer({}, { fetch });
  const client = createRegisterClient(BASE, itemWire, transport, 'broken');
  for (const ask of [
    () => openRegister(BASE, transport),
    () => client.register(),
    () => client.registerProof(),
    () => client.entry(1),
    () => client.entryProof(1, 2),
  ])
    await failureOf(ask());
  const [asked, kept] = ['no-cache', 'default'];
  expect(caches).toEqual([asked, asked, kept, asked, asked, kept, kept]);
});
