import { describe, expect, test, vi } from 'vitest';
import * as fake from '../testing/fake-server.ts';
import { BASE, failureOf, fakeServer, html, itemRecord, json, raw } from '../testing/fake-server.ts';
import { openRegister } from './open-register.ts';

const SUMMARY = {
  domain: 'd',
  'total-entries': 2,
  'total-records': 1,
  'register-record': { register: 'country' },
};
const CONTEXT = { id: 'country', schema: [], statistics: { 'total-entries': 2, 'total-records': 1 } };
const PAGE = (): Response => html(200, 'App');

describe('the variant', () => {
  test.each([
    ['item', { '/register': SUMMARY }],
    ['blob', { '/context': CONTEXT }],
  ])('is %s where its summary answers, which is kept', async (variant, answers) => {
    const { transport, requested } = fakeServer(answers);
    const client = await openRegister(`${BASE}//`, transport);
    expect(client).toMatchObject({ base: BASE, variant, opened: { register: { totalEntries: 2 } } });
    expect(Math.abs((client.opened?.at ?? 0) - Date.now())).toBeLessThan(10_000);
    expect(requested).toEqual(['/context', '/register']);
    await expect(client.register()).resolves.toEqual(client.opened?.register);
  });

  type Answer = () => Response | Promise<Response>;
  const later = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(SUMMARY)()), 20));
  test.each<[what: string, register: Answer, context: Answer, variant: string]>([
    ['both answer, /register later', later, json(CONTEXT), 'item'],
    ['/context never answers', json(SUMMARY), () => new Promise(() => undefined), 'item'],
    ['/register is a page for everything', PAGE, json(CONTEXT), 'blob'],
    ['/register is no summary', json({ hello: 'world' }), json(CONTEXT), 'blob'],
  ])('is found where %s', async (_, register, context, variant) => {
    const fetch = async (address: string): Promise<Response> =>
      address.endsWith('/context') ? context() : register();
    expect((await openRegister(BASE, fakeServer({}, { fetch }).transport)).variant).toBe(variant);
  });

  test('is that of /context a second after its answer, where /register is silent', async () => {
    vi.useFakeTimers();
    const fetch = async (address: string): Promise<Response> =>
      address.endsWith('/context') ? json(CONTEXT)() : new Promise(() => undefined);
    const opening = openRegister(BASE, fakeServer({}, { fetch, timeoutMs: 60_000 }).transport);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await opening).variant).toBe('blob');
    vi.useRealTimers();
  });

  test('is known from a summary with a fault, with which register() rejects', async () => {
    const { transport } = fakeServer({ '/register': { ...SUMMARY, 'total-entries': '1e3' } });
    const client = await openRegister(BASE, transport);
    expect([client.variant, client.opened]).toEqual(['item', undefined]);
    const { code, message } = await failureOf(client.register());
    expect([code, message]).toEqual(['BAD_SHAPE', expect.stringContaining('$["total-entries"]')]);
  });
});

describe('a register without a summary', () => {
  test.each([
    ['item', { GB: itemRecord(1, 'GB') }],
    ['blob', [{ _id: 'GB' }]],
  ])('opens as %s by the shape of its records', async (variant, records) => {
    const { transport, requested } = fakeServer({ '/records': records });
    const client = await openRegister(BASE, transport);
    expect([client.variant, client.opened]).toEqual([variant, undefined]);
    requested.length = 0;
    await expect(client.register()).resolves.toEqual({ variant, schema: [], extra: new Map() });
    expect(requested).toEqual([]);
  });
});

describe('what cannot be opened', () => {
  test('says that there is no register where everything is 404', async () => {
    const { transport, requested } = fakeServer({});
    const error = await failureOf(openRegister(BASE, transport));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 404, address: `${BASE}/register` });
    expect(error.message).toContain('No register');
    expect(requested).toEqual(['/context', '/register', '/records']);
  });

  const busy = (): Response => html(503, 'busy');
  const dead = (): Response => {
    throw new TypeError('Failed to fetch');
  };
  test.each<[what: string, answers: fake.Answers, code: string, status: number | undefined]>([
    ['a list that tells nothing', { '/records': [] }, 'UNSUPPORTED', undefined],
    ['no answer', { '/register': dead, '/records': dead }, 'NETWORK', undefined],
    ['a failing server over a missing page', { '/records': busy }, 'HTTP_STATUS', 503],
    ['a web page over a missing one', { '/context': PAGE }, 'NOT_JSON', 200],
    ['wrong JSON over a web page', { '/context': PAGE, '/records': { GB: { key: 'FR' } } }, 'BAD_SHAPE', 200],
    ['a text over a missing page', { '/register': raw('Register undefined', 'text/plain') }, 'NOT_JSON', 200],
  ])('tells of %s', async (_, answers, code, status) => {
    const error = await failureOf(openRegister(BASE, fakeServer(answers).transport));
    expect(error.code).toBe(code);
    if (code !== 'UNSUPPORTED') expect(error.status).toBe(status);
    expect(error.message).not.toContain('No register');
  });

  test('does not ask a stalled server a third time, and passes an abort on as it is', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    const { transport } = fakeServer({}, { fetch });
    const work = failureOf(openRegister(BASE, transport));
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await work).code).toBe('TIMEOUT');
    expect(fetch).toHaveBeenCalledTimes(2);
    const controller = new AbortController();
    const aborted = openRegister(BASE, transport, controller.signal);
    aborted.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await expect(aborted).rejects.toBe(controller.signal.reason);
    expect(fetch).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });
});

test('changeable data is requested even if the browser has a copy; unchangeable data is not', async () => {
  const caches: Record<string, string | undefined> = {};
  const fetch = async (address: string, { cache }: RequestInit): Promise<Response> => {
    const path = address.slice(BASE.length + 1);
    caches[path] = cache;
    return path === 'register' ? json(SUMMARY)() : html(404, 'x');
  };
  const { transport } = fakeServer({}, { fetch });
  const client = await openRegister(BASE, transport);
  const requests = [client.register(), client.registerProof(), client.entry(1), client.entryProof(1, 2)];
  await Promise.allSettled(requests);
  const [fresh, kept] = ['no-cache', 'default'];
  expect(caches).toEqual({
    context: fresh,
    register: fresh,
    'proof/register/merkle:sha-256': fresh,
    'entries/1': kept,
    'proof/entries/1/2/merkle:sha-256': kept,
  });
});
