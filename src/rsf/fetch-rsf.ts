import { RsfError } from './rsf-error.ts';

/** MOST_RSF_BYTES is the longest RSF file that is read. */
export const MOST_RSF_BYTES = 256 * 2 ** 20;

/** SILENCE_MS is how long a host may send nothing, before its answer and within it. */
const SILENCE_MS = 20_000;

/**
 * Progress is how much of a file was read. `total` is missing if the host does not say how long the file is.
 */
export interface Progress {
  readonly bytes: number;
  readonly total?: number;
  /** All of it was read; its entries are still to be hashed. */
  readonly isRead?: boolean;
}

/** FetchOptions say who listens, and who may stop it. */
export interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** The host could not be reached; the copy in the browser's HTTP cache is read. */
  readonly onCached?: () => void;
}

/**
 * fetchRsf requests an RSF file and returns its bytes as a stream. The browser asks the host whether the
 * copy in its HTTP cache is still current (`no-cache`); if the host cannot be reached, that copy is read.
 * Throws RsfError for a failure.
 */
export async function* fetchRsf(
  address: string,
  { signal, onProgress, onCached }: FetchOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { host } = new URL(address);
  const silence = new AbortController();
  const stop = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    const late = new RsfError('The host sent nothing for 20 seconds.');
    timer = setTimeout(() => silence.abort(late), SILENCE_MS);
  };
  const request = (how: RequestInit): Promise<Response> =>
    fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal: stop,
      ...how,
    });
  wait();
  try {
    const { ok, status, headers, body, type } = await request({ cache: 'no-cache' }).catch(
      async (error: Error) => {
        stop.throwIfAborted();
        // A host whose answer this site may not read, or one that does not answer?
        const opaque = await request({ mode: 'no-cors', redirect: 'follow' }).catch(() => undefined);
        stop.throwIfAborted();
        void opaque?.body?.cancel().catch(() => undefined);
        if (opaque)
          throw new RsfError(
            `The host ${host} answers, but does not let other sites read its answer: it may be the file, or that there is none.`,
            0,
            'no-cors',
          );
        const cached = await request({ cache: 'force-cache' }).catch(() => undefined);
        const why = error.cause instanceof Error ? ` ${error.cause.message}` : '';
        if (!cached) throw new RsfError(`The host ${host} did not answer.${why}`);
        onCached?.();
        return cached;
      },
    );
    if (type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw new RsfError(
        `The host ${host} sends this address elsewhere. Open it in a tab of its own to see where it leads, and open the file by that address.`,
      );
    const total = Number(headers.get('content-length') ?? Number.NaN);
    if (!ok || body === null || total > MOST_RSF_BYTES) {
      void body?.cancel().catch(() => undefined);
      if (total > MOST_RSF_BYTES && ok) throw tooLarge();
      throw new RsfError(`The host answered with status ${status}.`);
    }
    let bytes = 0;
    wait();
    try {
      for await (const chunk of chunksOf(body, stop)) {
        clearTimeout(timer);
        bytes += chunk.length;
        // The length of the bytes sent, which may be compressed.
        onProgress?.(bytes <= total ? { bytes, total } : { bytes });
        yield chunk;
        wait();
      }
    } catch (error) {
      stop.throwIfAborted();
      throw new RsfError(`The connection broke after ${bytes} bytes. ${String(error)}`);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** tooLarge returns the error for a file over the limit. */
export function tooLarge(): RsfError {
  return new RsfError(`This file is larger than the limit of ${MOST_RSF_BYTES / 2 ** 20} MB.`);
}

/**
 * chunksOf reads a stream by its reader, because not every browser lets one iterate over it. What is not read
 * is cancelled. Throws the signal's reason when it is aborted.
 */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/**
 * unpack passes on the bytes of a file, decompressed if it begins like a gzip file. Throws RsfError if that
 * is damaged; errors of the chunks pass through.
 */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = chunks[Symbol.asyncIterator]();
  let first = new Uint8Array();
  let failure: unknown;
  while (first.length < 2) {
    const { done, value } = await source.next();
    if (done) break;
    first = new Uint8Array(await new Blob([first, Uint8Array.from(value)]).arrayBuffer());
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield first;
    return yield* { [Symbol.asyncIterator]: () => source };
  }
  const packed = new ReadableStream<BufferSource>({
    start: (stream) => stream.enqueue(first),
    async pull(stream) {
      try {
        const { done, value } = await source.next();
        if (done) stream.close();
        else stream.enqueue(Uint8Array.from(value));
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    cancel: async () => void (await source.return?.()),
  });
  try {
    yield* chunksOf(packed.pipeThrough(new DecompressionStream('gzip')), new AbortController().signal);
  } catch (error) {
    throw failure ?? new RsfError(`This gzip file is damaged or was cut short. ${String(error)}`);
  }
}

/**
 * rsfName is the name of a file or the last part of an address, without its ending, reduced
 * to a valid register name.
 */
export function rsfName(fileOrAddress: string): string {
  const path = URL.canParse(fileOrAddress)
    ? new URL(fileOrAddress).pathname.replaceAll(/%[0-9a-f]{2}/gi, '-')
    : fileOrAddress;
  const [last = ''] = /[^/\\]*$/.exec(path) ?? [];
  const stem = last
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
  return stem.replaceAll(/[^a-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'register';
}
