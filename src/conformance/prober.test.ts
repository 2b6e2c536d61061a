import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProber, type ProberOptions } from './prober.ts';

const BASE = 'https://register.example';

const ok = async (): Promise<Response> =>
  new Response('[]', { headers: { 'content-type': 'Application/JSON; q=1' } });

const prober = (fetch: ProberOptions['fetch'], more: Partial<ProberOptions> = {}) =>
  createProber({
    base: BASE,
    fetch,
    rate: 10_000,
    signal: new AbortController().signal,
    ...more,
  });

test('each address is requested once, unless repeated on purpose', async () => {
  const fetch = vi.fn<ProberOptions['fetch']>(ok);
  const { probe, requests } = prober(fetch);
  await Promise.all([probe('/a'), probe('/a'), probe(`${BASE}/a`)]);
  await probe('/a', { again: true });
  await probe('/a', { method: 'HEAD' });
  expect((await probe('/a')).mediaType).toBe('application/json');
  expect(requests()).toBe(3);
  const asked = fetch.mock.calls.map(([address, { method, headers, cache }]) =>
    [address, method, (headers as { accept: string }).accept, cache].join(' '),
  );
  expect(asked).toEqual([
    `${BASE}/a GET application/json default`,
    `${BASE}/a GET application/json no-store`,
    `${BASE}/a HEAD application/json default`,
  ]);
});

test('requests keep to the rate', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { probe, requests } = prober(async () => ok(), { rate: 20 });
  const all = (async () => {
    for (const path of ['/a', '/b', '/c']) await probe(path);
  })();
  await vi.advanceTimersByTimeAsync(99);
  expect(requests()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests()).toBe(3);
  await all;
});

const busy = (seconds: number): Response =>
  new Response('no', { status: 429, headers: { 'retry-after': String(seconds) } });

// What else servers do, over HTTP: faults.test.ts.
describe('what says nothing about the document could not run', () => {
  test.each<[what: string, fetch: ProberOptions['fetch'], limits?: ProberOptions['limits']]>([
    ['status 429', async () => new Response('no', { status: 429 }), { waitMs: 0 }],
    ['a wait that is too long', async () => busy(31)],
    ['no answer', () => new Promise(() => undefined), { answerMs: 20 }],
    ['too many requests', ok, { requests: 0 }],
    ['too many bytes', ok, { allBytes: 0 }],
  ])('%s', async (_, fetch, limits = {}) => {
    const asked = prober(fetch, { limits }).probe('/a');
    await expect(asked).rejects.toMatchObject({ name: 'Finding', outcome: 'could-not-run', message: /\.$/ });
  });
});

test('after a 429 requests are repeated when the server says', async () => {
  const fetch = vi.fn(ok).mockResolvedValueOnce(busy(0));
  const { probe, requests } = prober(fetch);
  expect((await probe('/a')).status).toBe(200);
  expect(requests()).toBe(2);
});

test.each<[what: string, fetch: ProberOptions['fetch']]>([
  ['breaks the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['is answered with 500', async () => new Response('no', { status: 500 })],
])('an odd request that %s is a fail, and does not end the report', async (_, crash) => {
  const { probe } = prober((address, init) => (address.endsWith('/ok') ? ok() : crash(address, init)));
  for (let count = 0; count < 9; count += 1)
    await expect(probe(`/${count}`, { hostile: true })).rejects.toMatchObject({
      outcome: 'fail',
      exchange: { address: `${BASE}/${count}` },
    });
  expect((await probe('/ok')).status).toBe(200);
});

test('a server that does not answer gets no more requests', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
  const { probe } = prober(fetch);
  for (let count = 0; count < 9; count += 1) await probe(`/${count}`).catch(() => undefined);
  expect(fetch).toHaveBeenCalledTimes(4);
});

test('a stop ends the request under way, the wait before one, and all that would follow', async () => {
  const stop = new AbortController();
  const never = vi.fn(() => new Promise<Response>(() => undefined));
  const { probe } = prober(never, { signal: stop.signal, rate: Infinity });
  const slow = prober(ok, { signal: stop.signal, rate: 0.001 });
  await slow.probe('/a');
  const asked = [probe('/a'), slow.probe('/b')];
  stop.abort(new Error('stopped'));
  for (const one of [...asked, probe('/b')]) await expect(one).rejects.toThrow('stopped');
  expect(never).toHaveBeenCalledOnce();
});
