import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { type FetchOptions, fetchRsf, type Progress, rsfName, unpack } from './fetch-rsf.ts';

const ADDRESS = 'https://files.example/tree.rsf';
const CORS = new TypeError('Failed to fetch');

/** A fetch whose answers come in turn; an error is thrown, and nothing at all never comes. */
function answering(...answers: readonly (Response | Error | undefined)[]) {
  const left = [...answers];
  return vi.fn<typeof fetch>((_address, init) => {
    const answer = left.shift();
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer !== undefined) return Promise.reject(answer);
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    );
  });
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

function read(ask: typeof fetch, options?: FetchOptions): Promise<string> {
  vi.stubGlobal('fetch', ask);
  return textOf(fetchRsf(ADDRESS, options));
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['3', { bytes: 3, total: 3 }],
  // More bytes than stated: it was compressed.
  ['2', { bytes: 3 }],
])('asks whether the file has changed, and tells how much of %s bytes has come', async (length, progress) => {
  const reported: Progress[] = [];
  const ask = answering(new Response('abc', { headers: { 'content-length': length } }));
  expect(await read(ask, { onProgress: (one) => reported.push(one) })).toBe('abc');
  expect(ask).toHaveBeenCalledExactlyOnceWith(
    ADDRESS,
    expect.objectContaining({ cache: 'no-cache', credentials: 'omit' }),
  );
  expect(reported).toEqual([progress]);
});

test('follows no redirect, and says that there is one', async () => {
  const ask = answering(new Response(null, { status: 302 }));
  await expect(read(ask)).rejects.toThrow(/host files.example sends this address elsewhere/i);
  expect(ask).toHaveBeenCalledExactlyOnceWith(ADDRESS, expect.objectContaining({ redirect: 'manual' }));
});

test.each<[what: string, answers: (Response | Error)[], message: RegExp]>([
  ['lets no other site read it', [CORS, new Response('opaque')], /does not let other sites read/],
  ['does not answer', [CORS, CORS, CORS], /did not answer/],
  ['has no such file', [new Response('', { status: 404 })], /status 404/],
  ['answers without a body', [new Response(null, { status: 204 })], /status 204/],
  [
    'says that it is too large',
    [new Response('x', { headers: { 'content-length': '268435457' } })],
    /larger than the limit/,
  ],
])('a host that %s', async (_what, answers, message) => {
  const error = { name: 'RsfError', message: expect.stringMatching(message) as string };
  await expect(read(answering(...answers))).rejects.toMatchObject(error);
});

test('where the host cannot be reached, the copy that the browser kept is read, and said to be one', async () => {
  const onCached = vi.fn<() => void>();
  const ask = answering(CORS, CORS, new Response('kept'));
  expect(await read(ask, { onCached })).toBe('kept');
  expect(onCached).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenNthCalledWith(2, ADDRESS, expect.objectContaining({ mode: 'no-cors' }));
  expect(ask).toHaveBeenLastCalledWith(ADDRESS, expect.objectContaining({ cache: 'force-cache' }));
});

test.each([
  ['before its answer', undefined],
  ['within it', new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))],
])('a host that falls silent %s is given up after 20 seconds', async (_when, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = { message: expect.stringContaining('20 seconds') };
  await Promise.all([
    expect(read(answering(answer))).rejects.toMatchObject(silent),
    vi.advanceTimersByTimeAsync(20_000),
  ]);
});

test('ends with the reason of whoever stops it', async () => {
  const stop = new AbortController();
  const reading = read(answering(undefined), { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test.each([
  ['https://h/a/My%20Trees.rsf?x=1', 'my-trees'],
  ['https://h/', 'register'],
  ['folder/Country.v2.rsf', 'country-v2'],
  ['trees.rsf.gz', 'trees'],
  ['C:\\data\\tree.rsf', 'tree'],
  ['download-rsf', 'download-rsf'],
])('%s may be called %s', (file, name) => expect(rsfName(file)).toBe(name));

const TEXT = 'add-item\t{"name":"Elm"}\n'.repeat(1_000);

/** The bytes in pieces of a size. */
async function* inPieces(bytes: Uint8Array, size: number, end?: Error): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
  if (end !== undefined) throw end;
}

const unpackedText = (bytes: Uint8Array, size: number, end?: Error): Promise<string> =>
  textOf(unpack(inPieces(bytes, size, end)));

test.each([1, 2, 7, 65_536])('a file is unpacked where it is packed, in pieces of %i bytes', async (size) => {
  expect(await unpackedText(gzipSync(TEXT), size)).toBe(TEXT);
  for (const plain of [TEXT, '', 'x'])
    expect(await unpackedText(new TextEncoder().encode(plain), size)).toBe(plain);
});

test.each([
  ['cut short', gzipSync(TEXT).subarray(0, 60)],
  ['no gzip file after its first bytes', Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
])('a packed file that is %s is damaged', (_what, bytes) =>
  expect(unpackedText(bytes, 20)).rejects.toThrow(/damaged or was cut short/),
);

test('what the chunks throw passes through', () =>
  expect(unpackedText(gzipSync(TEXT), 20, new Error('the connection broke'))).rejects.toThrow('broke'));
