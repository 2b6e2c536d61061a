import { RsfError } from './rsf-error.ts';

/** MOST_RSF_BYTES is the longest RSF file that is read. */
export const MOST_RSF_BYTES = 256 * 2 ** 20;

/** SILENCE_MS is how long a host may send nothing, before its answer and within it. */
const SILENCE_MS = 20_000;

/** Progress is how much of a file was read. `total` is missing if the host does not say how long the file is. */
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
  readonly onKept?: () => void;
  /** The fetch to ask with; the global one by default. */
  readonly fetch?: typeof fetch;
}

/**
 * fetchRsf requests an RSF file and returns its bytes as a stream. The browser's HTTP cache stores the file by its own limits, and asks the host each time
 * whether it has changed (`no-cache`: If-None-Match for an ETag, If-Modified-Since for a Last-Modified); a cached copy is also read if the host cannot be reached. Throws RsfError with a code for a failure.
 */
export async function* fetchRsf(
  address: string,
  { signal, onProgress, onKept, fetch: ask = fetch }: FetchOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const stop = new AbortController();
  const given = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', given);
  if (signal?.aborted) given();
  const late = new RsfError(0, 'The host sent nothing for 20 seconds.', 'no-answer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(late), SILENCE_MS);
  };
  wait();
  try {
    const request = (cache: RequestCache): Promise<Response> =>
      ask(address, { cache, credentials: 'omit', referrerPolicy: 'no-referrer', signal: stop.signal });
    const response = await request('no-cache').catch(async (error: unknown) => {
      stop.signal.throwIfAborted();
      const why = await silenceError(address, ask, stop.signal, error);
      const kept = why.code === 'no-answer' ? await request('force-cache').catch(() => undefined) : undefined;
      if (kept === undefined) throw why;
      onKept?.();
      return kept;
    });
    const total = Number(response.headers.get('content-length') ?? Number.NaN);
    const reader = response.body?.getReader();
    try {
      if (!response.ok || reader === undefined) throw statusError(response.status);
      if (total > MOST_RSF_BYTES) throw tooLarge();
      stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
      for (let bytes = 0; ;) {
        wait();
        const { done, value } = await reader.read().catch((error: unknown) => {
          stop.signal.throwIfAborted();
          throw new RsfError(0, `The connection broke after ${bytes} bytes. ${String(error)}`, 'no-answer');
        });
        stop.signal.throwIfAborted();
        if (done) return;
        bytes += value.length;
        // The length of the bytes sent, which may be compressed.
        onProgress?.(bytes <= total ? { bytes, total } : { bytes });
        clearTimeout(timer);
        yield value;
      }
    } finally {
      // Nothing more is fetched of an answer that is refused, or that nobody reads on.
      reader?.cancel().catch(() => undefined);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', given);
  }
}

/** tooLarge returns the error for a file over the limit. */
export function tooLarge(most = MOST_RSF_BYTES): RsfError {
  const limit = most % 2 ** 20 === 0 ? `${most / 2 ** 20} MB` : `${most} bytes`;
  return new RsfError(0, `This file is larger than the limit of ${limit}.`, 'too-large');
}

function statusError(status: number): RsfError {
  const isGone = status === 404 || status === 410;
  return new RsfError(0, `The host answered with status ${status}.`, isGone ? 'gone' : 'status');
}

/** silenceError distinguishes a host whose answer this site may not read from one that does not answer. It drops the unreadable answer at once. */
async function silenceError(
  address: string,
  ask: typeof fetch,
  signal: AbortSignal,
  cause: unknown,
): Promise<RsfError> {
  const { host } = new URL(address);
  try {
    const answer = await ask(address, { mode: 'no-cors', credentials: 'omit', signal });
    void answer.body?.cancel().catch(() => undefined);
    return new RsfError(
      0,
      `The host ${host} answers, but does not let other sites read its answer: it may be the file, or that there is none.`,
      'no-cors',
    );
  } catch {
    signal.throwIfAborted();
    const why = cause instanceof Error && cause.cause instanceof Error ? ` ${cause.cause.message}` : '';
    return new RsfError(0, `The host ${host} did not answer.${why}`, 'no-answer');
  }
}

/** rsfName is the name of a file or the last part of an address, without its ending, reduced to a valid register name. */
export function rsfName(fileOrAddress: string): string {
  const path = URL.canParse(fileOrAddress)
    ? new URL(fileOrAddress).pathname.replaceAll(/%[0-9a-f]{2}/gi, '-')
    : fileOrAddress;
  const stem =
    /[^/\\]*$/
      .exec(path)?.[0]
      .replace(/\.gz$/i, '')
      .replace(/\.[^.]*$/, '') ?? '';
  return (
    stem
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'register'
  );
}
