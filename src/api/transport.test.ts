import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toCurl } from '../conformance/endpoints.ts';
import { BASE, failureOf, fakeServer, json, raw } from '../testing/fake-server.ts';
import { BODY_LIMIT, createLedger } from './ledger.ts';
import type { FetchLike } from './request.ts';
import { createTransport, type TransportOptions } from './transport.ts';

const asIs = (body: unknown): unknown => body;

/** A transport over this fetch, or over one that always gives this answer; `get` requests an address. */
function over(given: FetchLike | Response | Error, options: Partial<TransportOptions> = {}) {
  const ledger = createLedger();
  const always = (): Promise<Response> =>
    given instanceof Error ? Promise.reject(given) : Promise.resolve(given as Response);
  const fetch = typeof given === 'function' ? given : always;
  const transport = createTransport({ fetch, ledger, waitsMs: [], ...options });
  const get = (address = 'https://a/', signal?: AbortSignal): Promise<unknown> =>
    transport.get(address, asIs, signal ? { signal } : {});
  return { ledger, transport, get, entry: () => ledger.entries()[0] };
}

const never: FetchLike = () => new Promise(() => undefined);

/** A body that sends its chunks and then stays open, or breaks. */
function stream(chunks: readonly (string | Uint8Array)[], end?: 'closed' | Error): Response {
  const start = (controller: ReadableStreamDefaultController): void => {
    for (const chunk of chunks)
      controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
    if (end === 'closed') controller.close();
    else if (end) controller.error(end);
  };
  return new Response(new ReadableStream({ start }));
}

/** Ways of not ending, with what is known by then. */
const WAITING: readonly (readonly [what: string, fetch: FetchLike, status: number | undefined])[] = [
  ['headers', never, undefined],
  ['a body', async () => stream(['[1,', '2,']), 200],
];

afterEach(() => void vi.useRealTimers());

describe('a request', () => {
  test('asks for JSON, without credentials, referrer or a receiver of fetch, and follows no redirect', async () => {
    const fetch = vi.fn<FetchLike>(async () => new Response('[1]'));
    const { transport } = over(fetch);
    await expect(transport.get('https://a/x y', asIs)).resolves.toEqual([1]);
    await transport.get('https://a/', asIs, { fresh: true });
    const init = {
      method: 'GET',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
    };
    expect(fetch.mock.calls).toMatchObject([
      ['https://a/x%20y', { ...init, cache: 'default' }],
      ['https://a/', { ...init, cache: 'no-cache' }],
    ]);
    expect(fetch.mock.contexts).toEqual([undefined, undefined]);
  });

  test('hands the decoder body, address and Link header, and is noted in the ledger', async () => {
    const { transport, ledger } = fakeServer({ '/x': json(['é'], '<?y>; rel=next') }, { from: 'in-page' });
    const seen = await transport.get(`${BASE}/x`, (body, received) => ({ body, ...received }));
    expect(seen).toEqual({ body: ['é'], address: `${BASE}/x`, link: '<?y>; rel=next' });
    const [startedAt, timeMs] = [expect.any(Number), expect.any(Number)];
    const answer = { status: 200, bytes: 6, contentType: 'application/json', link: '<?y>; rel=next' };
    const asked = { id: 1, method: 'GET', address: `${BASE}/x`, startedAt, timeMs, from: 'in-page' };
    expect(ledger.entries()).toEqual([{ ...asked, ...answer, body: '["é"]', bodyCut: false }]);
  });

  test('waits while too many others are under way; one that timed out gives its place free', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn<FetchLike>(never);
    const { get } = over(fetch, { timeoutMs: 10, maxConcurrent: 1 });
    const work = [1, 2].map((n) => failureOf(get(`https://a/${n}`)));
    await vi.advanceTimersByTimeAsync(9);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10);
    expect((await Promise.all(work)).map(({ code }) => code)).toEqual(['TIMEOUT', 'TIMEOUT']);
  });

  test('that is aborted while it waits rejects with the reason, is not made, and takes no place', async () => {
    let answer: (response: Response) => void = () => undefined;
    const fetch = vi.fn<FetchLike>(async () => new Promise((resolve) => (answer = resolve)));
    const { get } = over(fetch, { maxConcurrent: 1 });
    const controller = new AbortController();
    const [first, aborted, next] = [
      get('https://a/1'),
      get('https://a/2', controller.signal),
      get('https://a/3'),
    ];
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    answer(new Response('1'));
    await first;
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    answer(new Response('3'));
    await expect(next).resolves.toBe(3);
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(['https://a/1', 'https://a/3']);
  });
});

describe('an answer', () => {
  const letters = Array.from(new TextEncoder().encode('"Å 🇦🇽"'), (byte) => Uint8Array.of(byte));

  test.each<[what: string, answer: () => Response, value: unknown]>([
    ['of type text/html', raw('{"a":"b"}', 'text/html'), { a: 'b' }],
    ['of no type', raw('{"a":"b"}', ''), { a: 'b' }],
    ['with a byte order mark', raw('\uFEFF[]', 'application/json'), []],
    ['split inside a character', () => stream(letters, 'closed'), 'Å 🇦🇽'],
  ])('%s is read if it is JSON', async (_, answer, value) => {
    await expect(over(answer()).get()).resolves.toEqual(value);
  });

  test('that is not UTF-8 is not guessed at', async () => {
    const { get } = over(new Response(new Uint8Array([0x22, 0xc5, 0x22])));
    expect(await failureOf(get())).toMatchObject({ code: 'NOT_JSON', status: 200, address: 'https://a/' });
  });

  test('with an error status gives the detail of problem+json', async () => {
    const body = JSON.stringify({ title: 'No such record', detail: 'There is no\nrecord XX.', status: 404 });
    const { get } = over(raw(body, 'application/problem+json', undefined, 404)());
    const message = expect.stringContaining('“There is no record XX.”') as string;
    expect(await failureOf(get())).toMatchObject({ code: 'HTTP_STATUS', status: 404, message });
  });

  test('whose decoder has a bug is not dressed up as trouble with the server', async () => {
    const { transport, entry } = over(new Response('1'));
    const decode = (): never => {
      throw new TypeError('bug');
    };
    await expect(transport.get('https://a/', decode)).rejects.toThrow(TypeError);
    expect(entry()?.error).toBeUndefined();
  });
});

test.each([
  ['https://a/x?b=1', ['https://a/x?b=1', 'https://a/x/?b=1'], false, true],
  ['https://a/x', ['https://a/x'], true, false],
  ['https://a/x/', ['https://a/x/'], false, false],
])('a redirect of %s is not followed: %s are asked', async (address, asked, once, isAnswered) => {
  const elsewhere = () => new Response(null, { status: 302, headers: { location: 'https://b/' } });
  const fetch = vi.fn<FetchLike>(async (target) =>
    isAnswered && target !== address ? new Response('[]') : elsewhere(),
  );
  const { transport, ledger } = over(fetch);
  const work = transport.get(address, asIs, { once });
  if (isAnswered) expect(await work).toEqual([]);
  else expect(await failureOf(work)).toMatchObject({ code: 'UNSUPPORTED', address });
  expect(fetch.mock.calls.map(([target]) => target)).toEqual(asked);
  expect(ledger.entries()).toMatchObject([isAnswered ? { status: 200 } : { error: 'UNSUPPORTED' }]);
});

describe('limits', () => {
  test('bytes are counted while they stream, whatever the header claims, and the rest is cancelled', async () => {
    const [read, cancel] = [vi.fn(), vi.fn()];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      read();
      controller.enqueue(new Uint8Array(1000).fill(0x20));
    };
    const endless = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const answer = new Response(endless, { headers: { 'content-length': '3' } });
    const { get, entry } = over(answer, { maxBytes: 5000 });
    expect(await failureOf(get())).toMatchObject({ code: 'TOO_LARGE', status: 200 });
    expect(read.mock.calls.length).toBeLessThanOrEqual(7);
    expect(cancel).toHaveBeenCalledOnce();
    expect(entry()).toMatchObject({ error: 'TOO_LARGE', bytes: 5000, bodyCut: true });
  });

  test('a body of exactly the limit is read; an error page over it is still an error status', async () => {
    await expect(over(new Response('"345"'), { maxBytes: 5 }).get()).resolves.toBe('345');
    expect((await failureOf(over(new Response('"345"'), { maxBytes: 4 }).get())).code).toBe('TOO_LARGE');
    const { get } = over(new Response('<title>T</title>'.padEnd(99), { status: 500 }), { maxBytes: 20 });
    expect(await failureOf(get())).toMatchObject({
      code: 'HTTP_STATUS',
      status: 500,
      message: expect.stringContaining('“T”'),
    });
  });

  test('a refused answer is cancelled before its end', async () => {
    const answer = new Response(stream(['[1,']).body, { status: 302 });
    const fetch = vi.fn<FetchLike>(async () => answer);
    expect((await failureOf(over(fetch).get())).code).toBe('UNSUPPORTED');
    expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  });

  test.each(WAITING)(
    'time runs out while waiting for %s, even if fetch ignores its signal',
    async (_, fetch, status) => {
      vi.useFakeTimers();
      const signals: (AbortSignal | null | undefined)[] = [];
      const noting: FetchLike = (address, init) => (signals.push(init.signal), fetch(address, init));
      const { get, entry } = over(noting, { timeoutMs: 3000 });
      const work = failureOf(get());
      await vi.advanceTimersByTimeAsync(2999);
      expect([entry()?.timeMs, signals[0]?.aborted]).toEqual([undefined, false]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await work).toMatchObject({ code: 'TIMEOUT', status });
      expect([entry()?.error, entry()?.status, signals[0]?.aborted]).toEqual(['TIMEOUT', status, true]);
      expect(entry()?.timeMs).toBe(3000);
      await over(new Response('1')).get();
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

describe('no answer', () => {
  const refused = new TypeError('Failed to fetch');

  test('is NETWORK, names the host, and explains plain http from an https page', async () => {
    const { get, entry } = over(refused);
    const address = 'https://dead.example:8443/x';
    const error = await failureOf(get(address));
    expect(error).toMatchObject({ code: 'NETWORK', status: undefined, address });
    expect(error.message).toContain('dead.example:8443');
    expect(entry()).toMatchObject({ error: 'NETWORK', message: error.message });
    vi.stubGlobal('location', { protocol: 'https:' });
    expect((await failureOf(over(refused).get('http://a/'))).message).toContain('https');
    expect((await failureOf(over(refused).get('https://a/'))).message).not.toContain('https');
    vi.unstubAllGlobals();
  });
});

describe('aborting', () => {
  const obedient: FetchLike = (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))),
    );

  test.each([...WAITING, ['a fetch that obeys its signal', obedient, undefined] as const])(
    'while waiting for %s rejects with the reason and is noted',
    async (_, fetch) => {
      const { get, entry } = over(fetch);
      const controller = new AbortController();
      const work = get('https://a/', controller.signal);
      work.catch(() => undefined);
      await vi.waitFor(() => expect(entry()).toBeDefined());
      await new Promise((resolve) => setTimeout(resolve, 0));
      const reason = new Error('left the page');
      controller.abort(reason);
      await expect(work).rejects.toBe(reason);
      expect(entry()).toMatchObject({ error: 'ABORTED', timeMs: expect.any(Number) });
    },
  );

  test('before the request makes none, and adds nothing to the ledger', async () => {
    const fetch = vi.fn<FetchLike>();
    const { get, entry } = over(fetch);
    const signal = AbortSignal.abort();
    await expect(get('https://a/', signal)).rejects.toBe(signal.reason);
    expect(fetch).not.toHaveBeenCalled();
    expect(entry()).toBeUndefined();
  });
});

describe('the ledger', () => {
  test('keeps the start of a long body and cuts no character in two', async () => {
    const { get, entry } = over(new Response(`"${'é'.repeat(BODY_LIMIT)}"`));
    await get();
    const body = `"${'é'.repeat(BODY_LIMIT / 2 - 1)}`;
    expect(entry()).toMatchObject({ bodyCut: true, bytes: 2 * BODY_LIMIT + 2, body });
  });

  test('keeps the length of bulk answers alone, and the body of their errors', async () => {
    const { transport, entry } = over(new Response('[1]'));
    await transport.getBytes('https://a/', asIs);
    expect([entry()?.bytes, entry()?.body]).toEqual([3, undefined]);
    const failed = over(new Response('gone', { status: 404 }));
    await failureOf(failed.transport.getBytes('https://a/', asIs));
    expect(failed.entry()?.body).toBe('gone');
  });

  test('keeps the latest requests only, and forgets patches for the others', () => {
    const ledger = createLedger(2);
    const [first = 0] = [1, 2, 3].map((n) => ledger.begin(`https://a/${n}`, 'network'));
    const before = ledger.entries();
    expect(before.map(({ address }) => address)).toEqual(['https://a/2', 'https://a/3']);
    ledger.update(first, { status: 200 });
    expect(ledger.entries()).toBe(before);
  });

  test.each([
    "https://h/records/O'Brien?a=b&c=$(id)`id`",
    'https://h/[1-9]{a,b}?x=%20"\\',
    "https://h/'';id;'",
  ])('writes %s so that a POSIX shell passes it on unchanged', (address) => {
    const command = toCurl(address).replace('curl', `printf '%s\\n'`);
    const shown = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(shown).toEqual(['--globoff', '--location', '--header', 'Accept: application/json', address]);
  });
});
