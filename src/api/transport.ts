import {
  ApiError,
  type ApiErrorCode,
  networkError,
  notJsonError,
  shapeError,
  statusError,
} from './api-error.ts';
import { NOT_JSON, parseJson } from '../core/parse-json.ts';
import { readAtMost } from '../core/http.ts';
import { untilAborted } from '../core/until-aborted.ts';
import { decodeUtf8, startOfText } from './body.ts';
import { BODY_LIMIT, type Ledger, type LedgerPatch, type LedgerSource } from './ledger.ts';
import { type FetchLike, requestInit, type RequestOptions } from './request.ts';
import { waitToRetry } from './retry.ts';
import { ShapeError } from './wire.ts';

/** TransportOptions sets limits; all of them apply to each request, `maxConcurrent` to all together. */
export interface TransportOptions {
  readonly fetch: FetchLike;
  readonly ledger: Ledger;
  /**
   * Headers and body must be complete within this time; waiting for a free place does
   * not count. Default 20,000.
   */
  readonly timeoutMs?: number;
  /** Default 32 MiB, counted after the browser undid any compression. */
  readonly maxBytes?: number;
  /** Default 6. */
  readonly maxConcurrent?: number;
  /** Who answers, in the ledger. Default 'network'. */
  readonly from?: LedgerSource;
  /** How long to wait before each repetition of a failed request; see waitToRetry for the default. */
  readonly waitsMs?: readonly number[];
}

/** ResponseInfo is what a decoder knows about an answer apart from its body. */
export interface ResponseInfo {
  /** The address of the answer, after redirects. */
  readonly address: string;
  /** The Link header; null if there is none or this page must not read it. */
  readonly link: string | null;
}

/** Transport is the one place that fetches. */
export interface Transport {
  /**
   * get requests an address and decodes the JSON of the answer, whatever its content type.
   * `decode` throws ShapeError.
   * Rejects with ApiError, or with the signal's reason. No redirect is followed: browsers hide where it leads.
   * Where one is sent, the address is asked with a slash at its end, which many servers want. A failure that
   * may pass is retried; the ledger shows every try.
   */
  get<T>(
    address: string,
    decode: (body: unknown, received: ResponseInfo) => T,
    options?: RequestOptions,
  ): Promise<T>;
  /**
   * getBytes returns the undecoded body, for bulk reading elsewhere, where it is decoded. It ends as JSON does,
   * and the ledger has only its length.
   */
  getBytes<T>(
    address: string,
    decode: (bytes: Uint8Array, received: ResponseInfo) => T,
    options?: RequestOptions,
  ): Promise<T>;
}

/** createTransport makes a transport over a fetch function. */
export function createTransport({ waitsMs, maxConcurrent = 6, ...given }: TransportOptions): Transport {
  const limits: Limits = { from: 'network', timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024, ...given };
  const inTurn = createTurns(maxConcurrent);

  async function request<T>({ address: target, options, ...reading }: Asked<T>): Promise<T> {
    const asked = { address: new URL(target).href, options, ...reading };
    for (let tries = 1; ; tries++) {
      try {
        return await inTurn(() => tryOnce(limits, asked, tries), options.signal);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await waitToRetry(error, tries, options, waitsMs);
      }
    }
  }

  return {
    get: (address, decode, options = {}) => {
      const read = (answer: Answer) => decode(jsonOf(answer), answer.received);
      return request({ address, keepsBody: true, read, options });
    },
    getBytes: (address, decode, options = {}) => {
      const bytesOf = options.isText ? ({ bytes }: Answer) => bytes : wholeOf;
      const read = (answer: Answer) => decode(bytesOf(answer), answer.received);
      return request({ address, keepsBody: false, read, options });
    },
  };
}

/** Limits hold for each try of a request. */
type Limits = Required<Omit<TransportOptions, 'waitsMs' | 'maxConcurrent'>>;

/** Asked is one request: `keepsBody` shows the beginning of its answer in the ledger. */
interface Asked<T> {
  readonly address: string;
  readonly keepsBody: boolean;
  readonly read: (answer: Answer) => T;
  readonly options: RequestOptions;
}

/** tryOnce makes one try of a request, which the ledger shows. */
async function tryOnce<T>(
  { fetch, ledger, from, timeoutMs, maxBytes }: Limits,
  { address, keepsBody, read, options: { signal, fresh = false, once: isOnce = false } }: Asked<T>,
  tries: number,
): Promise<T> {
  const id = ledger.begin(address, from, tries);
  const began = performance.now();
  // Aborted by the time limit, and at the end, which cancels what is still under way.
  const own = new AbortController();
  const stop = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
  const timer = setTimeout(() => own.abort(), timeoutMs);
  let seen: LedgerPatch = {};
  const note = (patch: LedgerPatch): void => void (seen = { ...seen, ...patch });
  const fail = (code: ApiErrorCode, summary: string, advice: string, cause?: unknown): ApiError =>
    new ApiError(code, `${summary} ${advice}`, { address, status: seen.status, cause, summary });
  const exchange = async (): Promise<T> => {
    const ask = async (target: string): Promise<Response> => {
      try {
        return await fetch(target, requestInit({ fresh, signal: stop }));
      } catch (cause) {
        throw networkError(address, cause);
      }
    };
    let response = await ask(address);
    const slashed = withSlash(address);
    if (isRedirect(response) && slashed !== address && !isOnce) response = await ask(slashed);
    const { status, headers, ok } = response;
    // A Response made in this page (by a mock, or by an old service worker) has no address of its own.
    const received = { address: response.url || address, link: headers.get('link') };
    const contentType = headers.get('content-type');
    note({
      ...(status !== 0 && { status }),
      ...(contentType !== null && { contentType }),
      ...(received.link !== null && { link: received.link }),
      ...(received.address !== address && { finalAddress: received.address }),
    });
    if (isRedirect(response))
      throw fail(
        'UNSUPPORTED',
        'The server sends this address elsewhere.',
        `This page goes nowhere by itself: open the address in a tab of its own to see where it leads${address.startsWith('http:') ? ', or try it with https' : ''}.`,
      );
    const { bytes, cut } = await readAtMost(response.body, maxBytes).catch((cause: unknown) => {
      throw fail('NETWORK', 'The answer broke off before its end.', 'Try again.', cause);
    });
    note({ bytes: bytes.length });
    const start = keepsBody || !ok ? startOfText(bytes, BODY_LIMIT) : undefined;
    if (start !== undefined) note({ body: start, bodyCut: cut || bytes.length > BODY_LIMIT });
    if (!ok) throw statusError(address, response, start ?? '');
    if (cut)
      throw fail(
        'TOO_LARGE',
        `The answer is longer than ${maxBytes} bytes, the most this page reads.`,
        'Ask the register’s operator for smaller pages.',
      );
    try {
      return read({ address, bytes, status, received });
    } catch (error) {
      throw error instanceof ShapeError ? shapeError(address, status, error) : error;
    }
  };
  try {
    return await untilAborted(exchange(), stop);
  } catch (cause) {
    if (signal?.aborted) {
      note({ error: 'ABORTED' });
      throw signal.reason;
    }
    const error = own.signal.aborted
      ? fail(
          'TIMEOUT',
          `The answer was not complete within ${timeoutMs / 1000} seconds.`,
          'Try again, or later if the server is busy.',
        )
      : cause;
    if (error instanceof ApiError) note({ error: error.code, message: error.message });
    throw error;
  } finally {
    ledger.update(id, { ...seen, timeMs: performance.now() - began });
    clearTimeout(timer);
    own.abort();
  }
}

interface Answer {
  /** The requested address. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly received: ResponseInfo;
}

function jsonOf({ address, bytes, status }: Answer): unknown {
  const text = decodeUtf8(bytes);
  const json = text === undefined ? ({ ok: false, problem: 'it is not UTF-8' } as const) : parseJson(text);
  if (json.ok) return json.value;
  throw notJsonError(address, status, startOfText(bytes, BODY_LIMIT), json.problem);
}

/** wholeOf returns the bytes of an answer that begins and ends as JSON does: another one was cut, or is a web page. */
function wholeOf({ address, bytes, status }: Answer): Uint8Array {
  const text = new TextDecoder();
  const isJson =
    /^[\uFEFF\s]*[[{]/.test(startOfText(bytes, ENDS)) && /[\]}]\s*$/.test(text.decode(bytes.slice(-ENDS)));
  if (isJson) return bytes;
  throw notJsonError(address, status, startOfText(bytes, BODY_LIMIT), NOT_JSON);
}

/** ENDS is how many bytes at either end show whether an answer is whole. */
const ENDS = 64;

/** isRedirect reports whether an answer is a redirect that was not followed; a browser shows nothing of it. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** withSlash adds a slash to the end of an address’s path, unless it has one. */
function withSlash(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/?$/, '/');
  return url.href;
}

/**
 * createTurns returns a function that does work, at most `limit` of it at a time, in the order of the calls.
 * It rejects as the work does, or with the signal's reason.
 */
function createTurns(limit: number) {
  const waiting: (() => void)[] = [];
  let free = limit;
  return <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    const turn = async (): Promise<T> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    };
    return untilAborted(turn(), signal);
  };
}
