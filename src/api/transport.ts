import {
  ApiError,
  brokenOffError,
  networkError,
  notJsonError,
  redirectError,
  shapeError,
  statusError,
  timeoutError,
  tooLargeError,
} from './api-error.ts';
import { type Body, decodeUtf8, parseJson, readBody, startOfText } from './body.ts';
import { BODY_LIMIT, type Ledger, type LedgerPatch, type LedgerSource } from './ledger.ts';
import type { WaitToRetry } from './retry.ts';
import { ShapeError } from './wire.ts';

/** FetchLike is the part of fetch that the transport uses. */
export type FetchLike = (address: string, init: RequestInit) => Promise<Response>;

/** TransportOptions sets limits; all of them hold for each request by itself, `maxConcurrent` for all together. */
export interface TransportOptions {
  readonly fetch: FetchLike;
  readonly ledger: Ledger;
  /** Headers and body must be complete within this time; waiting for a free place does not count. Default 20,000. */
  readonly timeoutMs?: number;
  /** Default 32 MiB, counted after the browser undid any compression. */
  readonly maxBytes?: number;
  /** Default 6. */
  readonly maxConcurrent?: number;
  /** Who answers, for the ledger. Default 'network'. */
  readonly from?: LedgerSource;
  /** How long to wait before a request that failed is made again, and again; see createRetries for what stands without it. */
  readonly waitsMs?: readonly number[];
}

/** Received is what a decoder may know of an answer besides its body. */
export interface Received {
  /** The address that answered, after redirects. */
  readonly address: string;
  /** The Link header; null where there is none or this page may not read it. */
  readonly link: string | null;
}

/** AskOptions: `fresh` asks the server even where the browser's cache has an answer; `patient` waits longer for a server in trouble, where no view waits. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly fresh?: boolean;
  readonly patient?: boolean;
}

/** Transport is the one place that fetches. */
export interface Transport {
  /**
   * get asks for an address and decodes the JSON it answers with, whatever its content type says. `decode` throws ShapeError.
   * Rejects with ApiError, or with the signal's reason. An answer redirected to another site is refused: only the same host, by the
   * same protocol or from http to https, may answer for a register. A failure that may pass is tried again; the ledger shows every try.
   */
  get<T>(address: string, decode: (body: unknown, received: Received) => T, options?: AskOptions): Promise<T>;
  /** getBytes hands the body over as it came, for bulk reading elsewhere: it need not be JSON, and the ledger notes its length alone. */
  getBytes<T>(
    address: string,
    decode: (bytes: Uint8Array, received: Received) => T,
    options?: AskOptions,
  ): Promise<T>;
}

/** createTransport makes a transport over a fetch function. */
export function createTransport(options: TransportOptions): Transport {
  const { ledger, timeoutMs = 20_000, maxBytes = 32 * 1024 * 1024, maxConcurrent = 6 } = options;
  const { fetch, from = 'network', waitsMs } = options;
  const slots = createSlots(maxConcurrent);
  let waitToRetry: WaitToRetry | undefined;
  const once: Once = async (address, tries, keepsBody, read, { signal, fresh = false }) => {
    const release = await slots.take(signal);
    const id = ledger.begin(address, from, tries);
    const began = performance.now();
    const deadline = startDeadline(timeoutMs, signal);
    let seen: LedgerPatch = {};
    const note = (patch: LedgerPatch): void => void (seen = { ...seen, ...patch });
    const ask = { address, fetch, deadline, fresh, maxBytes, keepsBody, note };
    try {
      return await deadline.race(exchange(ask, read));
    } catch (cause) {
      if (signal?.aborted) {
        note({ error: 'ABORTED' });
        throw signal.reason;
      }
      const error = deadline.timedOut() ? timeoutError(address, timeoutMs, seen.status) : cause;
      if (error instanceof ApiError) note({ error: error.code, message: error.message });
      throw error;
    } finally {
      ledger.update(id, { ...seen, timeMs: performance.now() - began });
      deadline.end();
      release();
    }
  };
  const request: Request = async (given, keepsBody, read, asked = {}) => {
    const address = new URL(given).href;
    for (let tries = 1; ; tries++) {
      try {
        return await once(address, tries, keepsBody, read, asked);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Most pages are read without a failure. Where the code for retries cannot be had there are none.
        waitToRetry ??= await import('./retry.ts').then(
          ({ createRetries }) => createRetries(waitsMs),
          () => undefined,
        );
        if (waitToRetry === undefined) throw error;
        await waitToRetry(error, tries, asked);
      }
    }
  };
  return {
    get: (address, decode, asked) =>
      request(address, true, (answer) => decode(jsonOf(answer), answer.received), asked),
    getBytes: (address, decode, asked) =>
      request(address, false, ({ bytes, received }) => decode(bytes, received), asked),
  };
}

type Request = <T>(
  address: string,
  keepsBody: boolean,
  read: (answer: Answer) => T,
  asked?: AskOptions,
) => Promise<T>;

type Once = <T>(
  address: string,
  tries: number,
  keepsBody: boolean,
  read: (answer: Answer) => T,
  asked: AskOptions,
) => Promise<T>;

interface Exchange {
  readonly address: string;
  readonly fetch: FetchLike;
  readonly deadline: Deadline;
  readonly fresh: boolean;
  readonly maxBytes: number;
  readonly keepsBody: boolean;
  readonly note: (patch: LedgerPatch) => void;
}

interface Answer {
  /** The address that was asked. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly received: Received;
}

async function exchange<T>(ask: Exchange, read: (answer: Answer) => T): Promise<T> {
  const { address, maxBytes } = ask;
  const response = await send(ask);
  const { status, received } = noteHead(ask, response);
  if (!mayAnswerFor(address, received.address)) throw redirectError(address, status, received.address);
  const { bytes, cut } = await receive(ask, response);
  if (!response.ok) throw statusError(address, response, startOfText(bytes, BODY_LIMIT));
  if (cut) throw tooLargeError(address, status, maxBytes);
  try {
    return read({ address, bytes, status, received });
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw shapeError(address, status, error);
  }
}

function jsonOf({ address, bytes, status }: Answer): unknown {
  const text = decodeUtf8(bytes);
  const json = text === undefined ? NOT_UTF8 : parseJson(text);
  if (json.ok) return json.value;
  throw notJsonError(address, status, text ?? startOfText(bytes, BODY_LIMIT), json.error);
}

const NOT_UTF8 = { ok: false, error: undefined } as const;

async function send({ address, fetch, deadline, fresh }: Exchange): Promise<Response> {
  try {
    return await fetch(address, requestInit({ fresh, signal: deadline.signal }));
  } catch (cause) {
    throw networkError(address, cause);
  }
}

/** requestInit is how every request to a register is made; a `fresh` one passes over the browser's cache. */
export function requestInit({ fresh, signal }: { fresh: boolean; signal: AbortSignal }): RequestInit {
  return {
    method: 'GET',
    headers: { Accept: 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'follow',
    cache: fresh ? 'no-cache' : 'default',
    signal,
  };
}

function noteHead({ address, note }: Exchange, response: Response): { status: number; received: Received } {
  const { status, headers } = response;
  // A Response made in this page (a mock, a service worker of old) has no address of its own.
  const received = { address: response.url || address, link: headers.get('link') };
  const contentType = headers.get('content-type');
  note({ status });
  if (contentType !== null) note({ contentType });
  if (received.link !== null) note({ link: received.link });
  if (received.address !== address) note({ finalAddress: received.address });
  return { status, received };
}

async function receive({ address, maxBytes, keepsBody, note }: Exchange, response: Response): Promise<Body> {
  try {
    const body = await readBody(response, maxBytes);
    const bodyCut = body.cut || body.bytes.length > BODY_LIMIT;
    note({ bytes: body.bytes.length });
    if (keepsBody || !response.ok) note({ body: startOfText(body.bytes, BODY_LIMIT), bodyCut });
    return body;
  } catch (cause) {
    throw brokenOffError(address, response.status, cause);
  }
}

/** mayAnswerFor says whether an answer from `final` may stand for the address asked: same host, and never from https down to http. */
function mayAnswerFor(asked: string, final: string): boolean {
  const from = new URL(asked);
  const to = new URL(final);
  if (from.origin === to.origin) return true;
  return from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:';
}

/** Deadline ends work when its time is up or when its caller gives up, also work that ignores the signal it was given. */
export interface Deadline {
  /** Aborted by the caller, by the time limit, or by `end`. */
  readonly signal: AbortSignal;
  /** True once the time limit has ended the work. */
  timedOut(): boolean;
  /** Settles as `work` does, or rejects as soon as the signal is aborted. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the clock and lets go of whatever is still under way. */
  end(): void;
}

/** startDeadline starts the clock. */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const giveUp = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  const aborted = new Promise<never>((_, reject) => {
    const fail = (): void => reject(controller.signal.reason as Error);
    if (controller.signal.aborted) fail();
    else controller.signal.addEventListener('abort', fail, { once: true });
  });
  aborted.catch(() => undefined);
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    race: (work) => Promise.race([work, aborted]),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
      controller.abort();
    },
  };
}

/** Slots lets a limited number of users in at a time, first come, first served. */
export interface Slots {
  /** take waits for a free slot and returns the function that gives it back. Rejects with the signal's reason if aborted while waiting. */
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
  const once = (): (() => void) => {
    let given = false;
    return () => {
      if (!given) release();
      given = true;
    };
  };
  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        if (free > 0) {
          free--;
          return resolve(once());
        }
        const abort = (): void => {
          waiting.delete(enter);
          reject(signal?.reason as Error);
        };
        const enter = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', abort);
          resolve(once());
        };
        waiting.add(enter);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
