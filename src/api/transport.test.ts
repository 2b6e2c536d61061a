import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BASE, failureOf, fakeServer, json, raw } from './fake-server.ts';
import { BODY_LIMIT, createLedger } from './ledger.ts';
import { createSlots, createTransport, type FetchLike, type TransportOptions } from './transport.ts';

const asIs = (body: unknown): unknown => body;

function over(fetch: FetchLike, options: Partial<TransportOptions> = {}) {
  const ledger = createLedger();
  return { ledger, transport: createTransport({ fetch, ledger, waitsMs: [], ...options }) };
}

/** A Response that seems to come from an address. */
function from(address: string, body: string): Response {
  return Object.defineProperty(new Response(body), 'url', { value: address });
}

/** A body that sends its chunks and then stays open. */
function stalled(...chunks: string[]): Response {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return new Response(
    new ReadableStream({ start: (stream) => bytes.forEach((chunk) => stream.enqueue(chunk)) }),
  );
}

afterEach(() => void vi.useRealTimers());

describe('a request', () => {
  test('asks for JSON, without credentials or referrer, and follows redirects', async () => {
    const fetch = vi.fn<FetchLike>(async () => new Response('[1]'));
    const { transport } = over(fetch);
    await expect(transport.get('https://a/x y', asIs)).resolves.toEqual([1]);
    const [address, init] = fetch.mock.calls[0] ?? [];
    expect(address).toBe('https://a/x%20y');
    expect(init).toMatchObject({
      method: 'GET',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'follow',
      cache: 'default',
    });
    await transport.get('https://a/', asIs, { fresh: true });
    expect(fetch.mock.calls[1]?.[1].cache).toBe('no-cache');
    // Browsers call fetch with no other receiver.
    expect(fetch.mock.contexts).toEqual([undefined, undefined]);
  });

  test('hands the decoder the body, the address that answered and the Link header', async () => {
    const { transport } = fakeServer({ '/x': json({ a: 1 }, '<?y>; rel=next') });
    const seen = await transport.get(`${BASE}/x`, (body, received) => ({ body, ...received }));
    expect(seen).toEqual({ body: { a: 1 }, address: `${BASE}/x`, link: '<?y>; rel=next' });
  });

  test('waits while too many others are under way', async () => {
    const waiting: ((response: Response) => void)[] = [];
    const { transport, ledger } = over(() => new Promise((resolve) => waiting.push(resolve)), {
      maxConcurrent: 2,
    });
    const all = [1, 2, 3].map((n) => transport.get(`https://a/${n}`, asIs));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(ledger.entries()).toHaveLength(2);
    waiting[0]?.(new Response('1'));
    await vi.waitFor(() => expect(waiting).toHaveLength(3));
    waiting[1]?.(new Response('2'));
    waiting[2]?.(new Response('3'));
    await expect(Promise.all(all)).resolves.toEqual([1, 2, 3]);
  });
});

describe('an answer', () => {
  test.each(['text/plain', 'text/html', 'application/octet-stream', ''])(
    'of type %j is read if it is JSON',
    async (type) => {
      const { transport } = fakeServer({ '/x': raw('{"a":"b"}', type) });
      await expect(transport.get(`${BASE}/x`, asIs)).resolves.toEqual({ a: 'b' });
    },
  );

  test('may begin with a byte order mark', async () => {
    const { transport } = fakeServer({ '/x': raw('\uFEFF[]', 'application/json') });
    await expect(transport.get(`${BASE}/x`, asIs)).resolves.toEqual([]);
  });

  test('split inside a character is put together again', async () => {
    const bytes = new TextEncoder().encode('"Åland 🇦🇽"');
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
        stream.close();
      },
    });
    const { transport } = over(async () => new Response(body));
    await expect(transport.get('https://a/', asIs)).resolves.toBe('Åland 🇦🇽');
  });

  test('that is not UTF-8 is not guessed at', async () => {
    const { transport } = over(async () => new Response(new Uint8Array([0x22, 0xc5, 0x22])));
    const error = await failureOf(transport.get('https://a/', asIs));
    expect(error).toMatchObject({ code: 'NOT_JSON', status: 200, address: 'https://a/' });
    expect(error.message).toContain('not UTF-8');
  });

  test('with an error status gives the title and detail of problem+json', async () => {
    const problem = {
      type: 'about:blank',
      title: 'No such record',
      detail: 'There is no\nrecord XX.',
      status: 404,
    };
    const { transport } = fakeServer({
      '/x': raw(JSON.stringify(problem), 'application/problem+json', undefined, 404),
    });
    expect(await failureOf(transport.get(`${BASE}/x`, asIs))).toMatchObject({
      code: 'HTTP_STATUS',
      status: 404,
      title: 'No such record',
      detail: 'There is no record XX.',
    });
  });

  test('whose decoder has a bug is not dressed up as trouble with the server', async () => {
    const { transport, ledger } = fakeServer({ '/x': 1 });
    const decode = (): never => {
      throw new TypeError('bug');
    };
    await expect(transport.get(`${BASE}/x`, decode)).rejects.toThrow(TypeError);
    expect(ledger.entries()[0]?.error).toBeUndefined();
  });
});

describe('redirects', () => {
  test.each([
    ['https://a/x', 'https://a/y/z', true],
    ['http://a/x', 'https://a/x', true],
    ['http://a:8080/x', 'https://a/x', true],
    ['https://a/x', 'http://a/x', false],
    ['https://a/x', 'https://b/x', false],
    ['https://a/x', 'https://a:8443/x', false],
    ['https://a/x', 'https://a.b/x', false],
  ])('from %s to %s are believed: %s', async (asked, final, isBelieved) => {
    const { transport, ledger } = over(async () => from(final, '[]'));
    const work = transport.get(asked, (_, { address }) => address);
    if (isBelieved) expect(await work).toBe(final);
    else expect(await failureOf(work)).toMatchObject({ code: 'UNSUPPORTED', detail: final, address: asked });
    expect(ledger.entries()[0]?.finalAddress).toBe(final);
    expect(ledger.entries()[0]?.error).toBe(isBelieved ? undefined : 'UNSUPPORTED');
  });
});

describe('limits', () => {
  test('bytes are counted while they stream, whatever the header claims, and the rest is let go of', async () => {
    const [read, cancel] = [vi.fn(), vi.fn()];
    const pull = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
      read();
      stream.enqueue(new Uint8Array(1000).fill(0x20));
    };
    const endless = async (): Promise<Response> =>
      new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), {
        headers: { 'content-length': '3' },
      });
    const { transport, ledger } = over(endless, { maxBytes: 5000 });
    const error = await failureOf(transport.get('https://a/', asIs));
    expect(error).toMatchObject({ code: 'TOO_LARGE', status: 200 });
    expect(read.mock.calls.length).toBeLessThanOrEqual(7);
    expect(cancel).toHaveBeenCalledOnce();
    expect(ledger.entries()[0]).toMatchObject({ error: 'TOO_LARGE', bytes: 5000, bodyCut: true });
  });

  test('a body that swells when it is unpacked is counted as it swells', async () => {
    const packed = new Blob([gzipSync(new Uint8Array(20_000_000))])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'));
    const { transport, ledger } = over(async () => new Response(packed), { maxBytes: 5_000_000 });
    expect((await failureOf(transport.get('https://a/', asIs))).code).toBe('TOO_LARGE');
    expect(ledger.entries()[0]).toMatchObject({ bytes: 5_000_000 });
  });

  test('a body of exactly the limit is read', async () => {
    const { transport } = over(async () => new Response('"345"'), { maxBytes: 5 });
    await expect(transport.get('https://a/', asIs)).resolves.toBe('345');
    const less = over(async () => new Response('"345"'), { maxBytes: 4 });
    expect((await failureOf(less.transport.get('https://a/', asIs))).code).toBe('TOO_LARGE');
  });

  test('an error page over the limit is still an error status', async () => {
    const { transport } = over(async () => new Response('<title>T</title>'.padEnd(99), { status: 500 }), {
      maxBytes: 20,
    });
    expect(await failureOf(transport.get('https://a/', asIs))).toMatchObject({
      code: 'HTTP_STATUS',
      status: 500,
      title: 'T',
    });
  });

  test.each([
    ['headers', () => new Promise<Response>(() => undefined), undefined],
    ['a body', async () => stalled('[1,', '2,'), 200],
  ])('time runs out while waiting for %s, even if fetch ignores its signal', async (_, fetch, status) => {
    vi.useFakeTimers();
    const { transport, ledger } = over(fetch, { timeoutMs: 3000 });
    const work = failureOf(transport.get('https://slow.example/', asIs));
    await vi.advanceTimersByTimeAsync(2999);
    expect(ledger.entries()[0]?.timeMs).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await work).toMatchObject({
      code: 'TIMEOUT',
      status,
      message: 'The answer was not complete within 3 seconds. Try again, or later if the server is busy.',
    });
    expect(ledger.entries()[0]).toMatchObject({ error: 'TIMEOUT' });
    expect(ledger.entries()[0]?.status).toBe(status);
  });

  test('the signal given to fetch is aborted when time runs out, and the clock stops after an answer', async () => {
    vi.useFakeTimers();
    const signals: (AbortSignal | null | undefined)[] = [];
    const { transport } = over((_, init) => (signals.push(init.signal), new Promise(() => undefined)), {
      timeoutMs: 10,
    });
    const work = failureOf(transport.get('https://a/', asIs));
    await vi.advanceTimersByTimeAsync(10);
    expect((await work).code).toBe('TIMEOUT');
    expect(signals[0]?.aborted).toBe(true);
    const quick = over(async () => new Response('1'));
    await quick.transport.get('https://a/', asIs);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a slot is given back after a time-out', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn<FetchLike>(() => new Promise(() => undefined));
    const { transport } = over(fetch, { timeoutMs: 10, maxConcurrent: 1 });
    const first = failureOf(transport.get('https://a/1', asIs));
    const second = failureOf(transport.get('https://a/2', asIs));
    await vi.advanceTimersByTimeAsync(10);
    await first;
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10);
    expect((await second).code).toBe('TIMEOUT');
  });
});

describe('no answer', () => {
  test('a refused connection or CORS is NETWORK and names the host', async () => {
    const { transport, ledger } = over(async () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(transport.get('https://dead.example:8443/x', asIs));
    expect(error).toMatchObject({
      code: 'NETWORK',
      status: undefined,
      address: 'https://dead.example:8443/x',
    });
    expect(error.message).toContain('No answer from dead.example:8443.');
    expect(error.message).toContain('CORS');
    expect(error.message).not.toContain('plain http');
    expect(ledger.entries()[0]).toMatchObject({ error: 'NETWORK', message: error.message });
  });

  test('plain http from an https page is explained', async () => {
    vi.stubGlobal('location', { protocol: 'https:' });
    const { transport } = over(async () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await failureOf(transport.get('http://a/', asIs))).message).toContain(
      'try the address with https',
    );
    expect((await failureOf(transport.get('https://a/', asIs))).message).not.toContain('plain http');
    vi.unstubAllGlobals();
  });

  test('a connection that breaks inside the body is NETWORK with the status', async () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('[1'));
        stream.error(new TypeError('terminated'));
      },
    });
    const { transport } = over(async () => new Response(body));
    const error = await failureOf(transport.get('https://a/', asIs));
    expect(error).toMatchObject({ code: 'NETWORK', status: 200 });
    expect(error.message).toContain('broke off');
  });
});

describe('aborting', () => {
  test.each([
    ['headers', () => new Promise<Response>(() => undefined)],
    ['a body', async () => stalled('[')],
  ])('while waiting for %s rejects with the reason and is noted', async (_, fetch) => {
    const { transport, ledger } = over(fetch);
    const controller = new AbortController();
    const work = transport.get('https://a/', asIs, { signal: controller.signal });
    work.catch(() => undefined);
    await vi.waitFor(() => expect(ledger.entries()).toHaveLength(1));
    const reason = new Error('left the page');
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    expect(ledger.entries()[0]).toMatchObject({ error: 'ABORTED' });
    expect(ledger.entries()[0]?.timeMs).toBeGreaterThanOrEqual(0);
  });

  test('a fetch that obeys its signal ends in the reason too, not in NETWORK', async () => {
    const { transport } = over(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))),
        ),
    );
    const controller = new AbortController();
    const work = transport.get('https://a/', asIs, { signal: controller.signal });
    work.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 0));
    controller.abort();
    await expect(work).rejects.toBe(controller.signal.reason);
  });

  test('before asking asks nothing and notes nothing', async () => {
    const fetch = vi.fn<FetchLike>();
    const { transport, ledger } = over(fetch);
    const signal = AbortSignal.abort();
    await expect(transport.get('https://a/', asIs, { signal })).rejects.toBe(signal.reason);
    expect(fetch).not.toHaveBeenCalled();
    expect(ledger.entries()).toEqual([]);
  });
});

describe('the ledger', () => {
  test('notes status, time, size, type, link and body', async () => {
    const { transport, ledger } = fakeServer({ '/x': json(['é'], '<?y>; rel=next') }, { from: 'in-page' });
    await transport.get(`${BASE}/x`, asIs);
    const [entry] = ledger.entries();
    expect(entry).toMatchObject({
      method: 'GET',
      address: `${BASE}/x`,
      status: 200,
      bytes: 6,
      contentType: 'application/json',
      link: '<?y>; rel=next',
      body: '["é"]',
      bodyCut: false,
      from: 'in-page',
    });
    expect(entry?.timeMs).toBeGreaterThanOrEqual(0);
    expect(entry?.finalAddress).toBeUndefined();
    expect(Math.abs((entry?.startedAt ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  test('keeps the start of a long body and cuts no character in two', async () => {
    const long = `"x${'é'.repeat(BODY_LIMIT)}"`;
    const { transport, ledger } = fakeServer({ '/x': raw(long, 'application/json') });
    await transport.get(`${BASE}/x`, asIs);
    const [entry] = ledger.entries();
    expect(entry?.bodyCut).toBe(true);
    expect(entry?.bytes).toBe(2 * BODY_LIMIT + 3);
    expect(entry?.body).toBe(`"x${'é'.repeat(BODY_LIMIT / 2 - 1)}`);
  });
});

test('an aborted wait rejects with the reason and takes no slot', async () => {
  const slots = createSlots(1);
  const release = await slots.take();
  const controller = new AbortController();
  const aborted = slots.take(controller.signal);
  const next = slots.take();
  controller.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  release();
  await expect(next).resolves.toBeTypeOf('function');
  await expect(slots.take(controller.signal)).rejects.toThrow('gone');
});
