import { afterEach, expect, test, vi } from 'vitest';
import { beginRequest, takeEarly } from './early-requests.ts';

afterEach(() => vi.useRealTimers());

const ASK = { signal: new AbortController().signal };

test('what was asked for early is handed over once, and then asked for anew', async () => {
  const ask = vi.fn(async () => new Response('x'));
  beginRequest(ask, 'http://h/once');
  const fetch = takeEarly(ask);
  const early = fetch('http://h/once', ASK);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await (await early).text()).toBe('x');
  await fetch('http://h/once', ASK);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('an answer that nobody took in ten seconds, or a failure, is no answer to a later question', async () => {
  vi.useFakeTimers();
  const ask = vi.fn(async (address: string) => {
    if (address.endsWith('failed')) throw new TypeError('no connection');
    return new Response('x');
  });
  beginRequest(ask, 'http://h/old');
  beginRequest(ask, 'http://h/failed');
  await vi.advanceTimersByTimeAsync(10_001);
  await takeEarly(ask)('http://h/old', ASK);
  await expect(takeEarly(ask)('http://h/failed', ASK)).rejects.toThrow('no connection');
  expect(ask).toHaveBeenCalledTimes(4);
});

test('whoever gives up the question ends the early request', async () => {
  const given = new AbortController();
  let signal: AbortSignal | null | undefined;
  const ask = async (_: string, init: RequestInit): Promise<Response> => {
    signal = init.signal;
    return new Response('x');
  };
  beginRequest(ask, 'http://h/given-up');
  await takeEarly(ask)('http://h/given-up', { signal: given.signal });
  given.abort();
  expect(signal?.aborted).toBe(true);
});
