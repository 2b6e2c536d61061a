import {
  ApiError,
  type ApiErrorCode,
  type ApiErrorDetails,
  networkError,
  notJsonError,
  shapeError,
  statusError,
} from './api-error.ts';
import { parseJson } from '../core/parse-json.ts';
import { decodeUtf8, readBody, startOfText } from './body.ts';
import { BODY_LIMIT, type Ledger, type LedgerPatch, type LedgerSource } from './ledger.ts';
import { type FetchLike, requestInit } from './request.ts';
import { createRetries } from './retry.ts';
import { ShapeError } from './wire.ts';

/** TransportOptions sets limits; all of them apply to each request, `maxConcurrent` to all together. */
export interface TransportOptions {
  readonly fetch: FetchLike;
  readonly ledger: Ledger;
  /** Headers and body must be complete within this time; waiting for a free place does not count. Default 20,000. */
  readonly timeoutMs?: number;
  /** Default 32 MiB, counted after the browser undid any compression. */
  readonly maxBytes?: number;
  /** Default 6. */
  readonly maxConcurrent?: number;
  /** Who answers, in the ledger. Default 'network'. */
  readonly from?: LedgerSource;
  /** How long to wait before each repetition of a failed request; see createRetries for the default. */
  readonly waitsMs?: readonly number[];
}

/** Received is what a decoder knows about an answer apart from its body. */
export interface Received {
  /** The address of the answer, after redirects. */
  readonly address: string;
  /** The Link header; null if there is none or this page must not read it. */
  readonly link: string | null;
}

/** AskOptions: `fresh` passes over the browser's cache; `patient` waits longer for a server in trouble, for reads that no view waits for. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly fresh?: boolean;
  readonly patient?: boolean;
}

/** Transport is the one place that fetches. */
export interface Transport {
  /**
   * get requests an address and decodes the JSON of the answer, whatever its content type. `decode` throws ShapeError.
   * Rejects with ApiError, or with the signal's reason. An answer redirected to another site is refused: only the same host, by the
   * same protocol or from http to https, may answer for a register. A failure that may pass is retried; the ledger shows every try.
   */
  get<T>(address: string, decode: (body: unknown, received: Received) => T, options?: AskOptions): Promise<T>;
  /** getBytes returns the undecoded body, for bulk reading elsewhere: it need not be JSON, and the ledger has only its length. */
  getBytes<T>(
    address: string,
    decode: (bytes: Uint8Array, received: Received) => T,
    options?: AskOptions,
  ): Promise<T>;
}

/** createTransport makes a transport over a fetch function. */
export function createTransport({
  fetch,
  ledger,
  from = 'network',
  waitsMs,
  timeoutMs = 20_000,
  maxBytes = 32 * 1024 * 1024,
  maxConcurrent = 6,
}: TransportOptions): Transport {
  const slots = createSlots(maxConcurrent);
  const waitToRetry = createRetries(waitsMs);

  async function once<T>(
    address: string,
    tries: number,
    keepsBody: boolean,
    read: (answer: Answer) => T,
    { signal, fresh = false }: AskOptions,
  ): Promise<T> {
    const release = await slots.take(signal);
    const id = ledger.begin(address, from, tries);
    const began = performance.now();
    const deadline = startDeadline(timeoutMs, signal);
    let seen: LedgerPatch = {};
    const note = (patch: LedgerPatch): void => void (seen = { ...seen, ...patch });
    const fail = (code: ApiErrorCode, message: string, more: Partial<ApiErrorDetails> = {}): ApiError =>
      new ApiError(code, message, { address, status: seen.status, ...more });
    const exchange = async (): Promise<T> => {
      let response: Response;
      try {
        response = await fetch(address, requestInit({ fresh, signal: deadline.signal }));
      } catch (cause) {
        throw networkError(address, cause);
      }
      const { status, headers, ok } = response;
      // A Response made in this page (by a mock, or by an old service worker) has no address of its own.
      const received = { address: response.url || address, link: headers.get('link') };
      const contentType = headers.get('content-type');
      note({
        status,
        ...(contentType !== null && { contentType }),
        ...(received.link !== null && { link: received.link }),
        ...(received.address !== address && { finalAddress: received.address }),
      });
      if (!mayAnswerFor(address, received.address)) {
        const { host } = new URL(received.address);
        const message = `The server sent this request on to another site, ${host}. If you trust that one, open the register there.`;
        throw fail('UNSUPPORTED', message, { detail: received.address });
      }
      const { bytes, cut } = await readBody(response, maxBytes).catch((cause: unknown) => {
        throw fail('NETWORK', 'The answer broke off before its end. Try again.', { cause });
      });
      note({ bytes: bytes.length });
      if (keepsBody || !ok)
        note({ body: startOfText(bytes, BODY_LIMIT), bodyCut: cut || bytes.length > BODY_LIMIT });
      if (!ok) throw statusError(address, response, startOfText(bytes, BODY_LIMIT));
      if (cut)
        throw fail(
          'TOO_LARGE',
          `The answer is longer than ${maxBytes} bytes, the most this page reads. Ask the register’s operator for smaller pages.`,
        );
      try {
        return read({ address, bytes, status, received });
      } catch (error) {
        throw error instanceof ShapeError ? shapeError(address, status, error) : error;
      }
    };
    try {
      return await Promise.race([exchange(), deadline.passed]);
    } catch (cause) {
      if (signal?.aborted) {
        note({ error: 'ABORTED' });
        throw signal.reason;
      }
      const error = deadline.isTimeOut()
        ? fail(
            'TIMEOUT',
            `The answer was not complete within ${timeoutMs / 1000} seconds. Try again, or later if the server is busy.`,
          )
        : cause;
      if (error instanceof ApiError) note({ error: error.code, message: error.message });
      throw error;
    } finally {
      ledger.update(id, { ...seen, timeMs: performance.now() - began });
      deadline.end();
      release();
    }
  }

  async function request<T>(
    given: string,
    keepsBody: boolean,
    read: (answer: Answer) => T,
    asked: AskOptions = {},
  ): Promise<T> {
    const address = new URL(given).href;
    for (let tries = 1; ; tries++) {
      try {
        return await once(address, tries, keepsBody, read, asked);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await waitToRetry(error, tries, asked);
      }
    }
  }

  return {
    get: (address, decode, asked) =>
      request(address, true, (answer) => decode(jsonOf(answer), answer.received), asked),
    getBytes: (address, decode, asked) =>
      request(address, false, ({ bytes, received }) => decode(bytes, received), asked),
  };
}

interface Answer {
  /** The requested address. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly received: Received;
}

function jsonOf({ address, bytes, status }: Answer): unknown {
  const text = decodeUtf8(bytes);
  const json = text === undefined ? ({ ok: false, problem: 'it is not UTF-8' } as const) : parseJson(text);
  if (json.ok) return json.value;
  throw notJsonError(address, status, text ?? startOfText(bytes, BODY_LIMIT), json.problem);
}

/** mayAnswerFor reports whether an answer from `final` may be used for the requested address: same host, and never from https down to http. */
function mayAnswerFor(asked: string, final: string): boolean {
  const from = new URL(asked);
  const to = new URL(final);
  if (from.origin === to.origin) return true;
  return from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:';
}

/**
 * startDeadline starts the clock of one request. `signal` is aborted by the caller, by the time limit or by `end`, which cancels what is still under way; `passed`
 * rejects at the same time, so that work which ignores the signal ends too.
 */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const own = new AbortController();
  const signal = caller === undefined ? own.signal : AbortSignal.any([caller, own.signal]);
  let isTimeOut = false;
  const timer = setTimeout(() => {
    isTimeOut = true;
    own.abort();
  }, timeoutMs);
  const passed = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  passed.catch(() => undefined);
  return {
    signal,
    passed,
    isTimeOut: () => isTimeOut,
    end() {
      clearTimeout(timer);
      own.abort();
    },
  };
}

/** Slots is a first-in, first-out semaphore. */
interface Slots {
  /** take waits for a free slot and returns the function that releases it, to be called once. Rejects with the signal's reason if aborted while waiting. */
  take(signal?: AbortSignal): Promise<() => void>;
}

/** createSlots makes `limit` free slots, limit >= 1. */
export function createSlots(limit: number): Slots {
  let free = limit;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(enter);
          reject(signal?.reason as Error);
        };
        const enter = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', abort);
          resolve(release);
        };
        if (signal?.aborted) return abort();
        if (free > 0) {
          free--;
          return enter();
        }
        waiting.add(enter);
        signal?.addEventListener('abort', abort, { once: true });
      }),
  };
}
