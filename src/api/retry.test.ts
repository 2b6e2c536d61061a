import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { failureOf, html } from '../testing/fake-server.ts';
import { createLedger } from './ledger.ts';
import { readRetryAfter } from '../core/http.ts';
import type { FetchLike } from './request.ts';
import { type TransportOptions, createTransport } from './transport.ts';
import { ShapeError } from './wire.ts';

afterEach(() => void vi.useRealTimers());

const asIs = (body: unknown): unknown => body;
const REFUSED = new TypeError('Failed to fetch');
const broken = (): Response =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }));
const later = (status: number, retryAfter: string) => (): Response =>
  new Response('', { status, headers: { 'retry-after': retryAfter } });

/** Answer is a body, a status, an error for no answer, or a function that makes a response. */
type Answer = string | number | Error | (() => Response);

/** asking makes requests to a server that answers with these in turn, then always with the last. */
function asking(answers: readonly Answer[], options: Partial<TransportOptions> = {}) {
  const ledger = createLedger();
  const asked: number[] = [];
  const fetch: FetchLike = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(Date.now());
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function') return answer();
    return typeof answer === 'number' ? html(answer, 'busy') : new Response(answer);
  };
  return { ledger, asked, transport: createTransport({ fetch, ledger, ...options }) };
}

describe('a request that may pass', () => {
  it.each<[string, Answer]>([
    ['no answer', REFUSED],
    ['a connection that broke inside the body', broken],
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

  it.each<[status: number, times: number, says?: string]>([
    [503, 3, '3 times'],
    [500, 2, '2 times'],
    [400, 1],
    [401, 1],
    [404, 1],
    [410, 1],
    [501, 1],
  ])('with status %d is made %d times, which the last error says', async (status, times, says) => {
    const { transport, asked } = asking([status], { waitsMs: [1, 1] });
    const error = await failureOf(transport.get('https://a/', asIs));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status, address: 'https://a/' });
    expect(/tried (\d times)/.exec(error.message)?.[1]).toBe(says);
    expect(asked).toHaveLength(times);
  });

  it.each([REFUSED, 429, 500, 503])(
    'is made once only where the page can do without it (%s)',
    async (failure) => {
      const { transport, asked } = asking([failure], { waitsMs: [1, 1] });
      await failureOf(transport.get('https://a/', asIs, { once: true }));
      expect(asked).toHaveLength(1);
    },
  );

  it('is made twice where the answer is cut or a web page, and once where it is wrong or too long', async () => {
    const wrong = (): never => {
      throw new ShapeError('wrong');
    };
    for (const [decode, body, code, times] of [
      [asIs, '{"a":', 'NOT_JSON', 2],
      [asIs, '<!DOCTYPE html>', 'NOT_JSON', 2],
      [wrong, '1', 'BAD_SHAPE', 1],
      [asIs, `"${'x'.repeat(99)}"`, 'TOO_LARGE', 1],
    ] as const) {
      const { transport, asked } = asking([body], { waitsMs: [1, 1], maxBytes: 50 });
      expect((await failureOf(transport.get('https://a/', decode))).code).toBe(code);
      expect(asked).toHaveLength(times);
    }
  });

  it.each([
    ['only once, for its reader has waited long enough', false, 1],
    ['twice where no view waits', true, 2],
  ])('is made %s where it took too long', async (_, patient, times) => {
    const fetch = vi.fn<FetchLike>(() => new Promise(() => undefined));
    const transport = createTransport({ fetch, ledger: createLedger(), timeoutMs: 5, waitsMs: [1, 1] });
    expect((await failureOf(transport.get('https://a/', asIs, { patient }))).code).toBe('TIMEOUT');
    expect(fetch).toHaveBeenCalledTimes(times);
  });

  it('releases its slot while it waits, and ends at once when its caller aborts', async () => {
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
  it.each<[string, Answer[], at: number[], patient?: boolean, says?: string]>([
    ['grows, and the error page is not held up for long', [503], [0, 400, 2000]],
    ['is longer where nobody sits before the answer', [503], [0, 500, 2500, 10_500], true],
    ['is the one that the server asks for', [later(429, '3'), '1'], [0, 3000]],
    ['is the usual one where that cannot be read', [later(503, 'soon'), '1'], [0, 400]],
    ['is five times as long where fewer requests are asked for', [429], [0, 2000, 10_000]],
    ['is not begun where a long one is asked for', [later(429, '90')], [0], false, '90 seconds'],
    ['is never longer there', [later(429, '6')], [0], false, '6 seconds'],
    ['may be up to a minute where nobody waits', [later(429, '30'), '1'], [0, 30_000], true],
  ])('%s', async (_, answers, at, patient = false, says = '') => {
    vi.useFakeTimers({ now: 0 });
    const half = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { transport, asked } = asking(answers);
    const reported: string[] = [];
    const work = transport.get('https://a/', asIs, { patient }).catch((error: ApiError) => error.message);
    void work.then((message) => reported.push(String(message)));
    while (reported.length === 0) await vi.advanceTimersByTimeAsync(100);
    half.mockRestore();
    expect(asked.map((time) => Math.floor(time / 100) * 100)).toEqual(at);
    expect(reported[0]).toContain(says);
  });
});

it.each<[header: string, waitMs: number | undefined]>([
  ['0', 0],
  [' 120 ', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Wed, 31 Dec 1969 23:59:59 GMT', 0],
  ...['', '-1', '1.5', '1e3', '١٢', 'tomorrow', 'Thu, 99 Foo 1970 00:00:00 GMT'].map(
    (header): [string, undefined] => [header, undefined],
  ),
])('Retry-After %j is read as %j ms', (header, waitMs) => {
  expect(readRetryAfter(header, 1000)).toBe(waitMs);
});
