import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { failureOf, html } from './fake-server.ts';
import { createLedger } from './ledger.ts';
import { readRetryAfter } from './retry.ts';
import type { FetchLike } from './request.ts';
import { type TransportOptions, createTransport } from './transport.ts';

afterEach(() => void vi.useRealTimers());

const asIs = (body: unknown): unknown => body;

/** asking makes requests of a server that answers with these in turn; a text is a body, a number a status, an error no answer. */
function asking(
  answers: readonly (string | number | Error | Response)[],
  options: Partial<TransportOptions> = {},
) {
  const ledger = createLedger();
  const asked: number[] = [];
  const fetch: FetchLike = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(Date.now());
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer.clone();
    return typeof answer === 'number' ? html(answer, 'busy') : new Response(answer);
  };
  return { ledger, asked, transport: createTransport({ fetch, ledger, ...options }) };
}

const later = (status: number, retryAfter: string): Response =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });

describe('a request that may pass', () => {
  it.each([
    ['no answer', new TypeError('Failed to fetch')],
    ['429', 429],
    ['502', 502],
    ['503', 503],
    ['504', 504],
  ])('is made again after %s, and the ledger shows every try', async (_, failure) => {
    const { transport, asked, ledger } = asking([failure, failure, '"here"'], { waitsMs: [1, 1] });
    expect(await transport.get('https://a/', asIs)).toBe('here');
    expect(asked).toHaveLength(3);
    expect(ledger.entries().map(({ tries, error }) => [tries, error])).toEqual([
      [undefined, expect.any(String)],
      [2, expect.any(String)],
      [3, undefined],
    ]);
  });

  it('is made again where the connection broke inside the body', async () => {
    const broken = (): Response =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }));
    let times = 0;
    const fetch: FetchLike = async () => (++times === 1 ? broken() : new Response('1'));
    const transport = createTransport({ fetch, ledger: createLedger(), waitsMs: [1] });
    expect(await transport.get('https://a/', asIs)).toBe(1);
  });

  it.each([
    [503, 3, /It was tried 3 times\.$/],
    [500, 2, /It was tried twice\.$/],
    ...[400, 401, 404, 410, 501].map((status) => [status, 1, /^(?!.*tried)/] as const),
  ] as const)('with status %d is made %d times, which the last error says', async (status, times, words) => {
    const { transport, asked } = asking([status], { waitsMs: [1, 1] });
    const error = await failureOf(transport.get('https://a/', asIs));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status, title: 'busy', address: 'https://a/' });
    expect(error.message).toMatch(words);
    expect(asked).toHaveLength(times);
  });

  it('is not one whose answer is no JSON, or not what was asked, or too long', async () => {
    const { ShapeError } = await import('./wire.ts');
    const wrong = (): never => {
      throw new ShapeError('$', 'wrong');
    };
    for (const [decode, body, code] of [
      [asIs, 'hello', 'NOT_JSON'],
      [wrong, '1', 'BAD_SHAPE'],
      [asIs, `"${'x'.repeat(99)}"`, 'TOO_LARGE'],
    ] as const) {
      const { transport, asked } = asking([body], { waitsMs: [1, 1], maxBytes: 50 });
      expect((await failureOf(transport.get('https://a/', decode))).code).toBe(code);
      expect(asked).toHaveLength(1);
    }
  });

  it.each([
    ['only once, for its reader has waited long enough', false, 1],
    ['twice where no view waits', true, 2],
  ])('is made %s where it took too long', async (_, patient, times) => {
    const fetch = vi.fn<FetchLike>(() => new Promise(() => undefined));
    const transport = createTransport({ fetch, ledger: createLedger(), timeoutMs: 5, waitsMs: [1, 1] });
    const error = await failureOf(transport.get('https://a/', asIs, { patient }));
    expect(error.code).toBe('TIMEOUT');
    expect(error.message.includes('It was tried twice.')).toBe(patient);
    expect(fetch).toHaveBeenCalledTimes(times);
  });

  it('gives its place free while it waits, and ends at once when its caller gives up', async () => {
    const { transport, asked } = asking([503, '"other"'], { waitsMs: [60_000], maxConcurrent: 1 });
    const giveUp = new AbortController();
    const waiting = transport.get('https://a/1', asIs, { signal: giveUp.signal });
    waiting.catch(() => undefined);
    expect(await transport.get('https://a/2', asIs)).toBe('other');
    const reason = new Error('left the page');
    giveUp.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(asked).toHaveLength(2);
  });
});

describe('the wait', () => {
  /** Runs the clock until the work is settled, and says when each try was made, in ms after the first. */
  async function triesAt(
    answers: Parameters<typeof asking>[0],
    patient = false,
  ): Promise<{ readonly at: readonly number[]; readonly error?: ApiError }> {
    // The words and the retries are fetched when something fails; here before the clock stops.
    await Promise.all([import('./retry.ts'), import('./api-error.ts')]);
    vi.useFakeTimers({ now: 0 });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { transport, asked } = asking(answers);
    let error: ApiError | undefined;
    const settled = { yes: false };
    const work = failureOf(transport.get('https://a/', asIs, { patient })).then(
      (found) => void (error = found),
      () => undefined,
    );
    void work.finally(() => void (settled.yes = true));
    while (!settled.yes) await vi.advanceTimersByTimeAsync(100);
    return { at: asked.map((time) => Math.floor(time / 100) * 100), ...(error && { error }) };
  }

  it('grows, and the error page is not held up for long', async () => {
    const { at, error } = await triesAt([503]);
    expect(at).toEqual([0, 400, 2000]);
    expect(error?.message).toContain('tried 3 times');
  });

  it('is longer where nobody sits before the answer', async () => {
    expect((await triesAt([503], true)).at).toEqual([0, 500, 2500, 10_500]);
  });

  it('is the one that the server asks for', async () => {
    expect((await triesAt([later(429, '3'), '1'])).at).toEqual([0, 3000]);
    expect((await triesAt([later(503, 'Thu, 01 Jan 1970 00:00:02 GMT'), '1'])).at).toEqual([0, 2000]);
    expect((await triesAt([later(503, 'soon'), '1'])).at).toEqual([0, 400]);
  });

  it('is not begun where the server asks for a long one: the words say so instead', async () => {
    const { at, error } = await triesAt([later(429, '90')]);
    expect(at).toEqual([0]);
    expect(error?.message).toMatch(/The server asks to wait 90 seconds\.$/);
    expect((await triesAt([later(503, '86400')])).error?.message).toContain('24 hours');
    expect((await triesAt([later(503, '9'.repeat(400))])).error?.message).toContain('for days');
    expect((await triesAt([later(429, '30'), '1'], true)).at).toEqual([0, 30_000]);
    expect((await triesAt([later(429, '61')], true)).at).toEqual([0]);
  });

  it('is left out for a server that has just given no answer to any try', async () => {
    await Promise.all([import('./retry.ts'), import('./api-error.ts')]);
    vi.useFakeTimers({ now: 0 });
    const { transport, asked } = asking([new TypeError('Failed to fetch')], { waitsMs: [1, 1] });
    const ask = async (): Promise<number> => {
      const before = asked.length;
      const work = failureOf(transport.get('https://a/', asIs));
      await vi.advanceTimersByTimeAsync(50);
      await work;
      return asked.length - before;
    };
    expect(await ask()).toBe(3);
    expect(await ask()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await ask()).toBe(3);
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
    ['Wed, 31 Dec 1969 23:59:59 GMT', 0],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['١٢', undefined],
    ['2030', 2_030_000],
    ['tomorrow', undefined],
    ['Thu, 99 Foo 1970 00:00:00 GMT', undefined],
  ])('%j is read as %j ms', (header, waitMs) => {
    expect(readRetryAfter(header, 1000)).toBe(waitMs);
  });
});
