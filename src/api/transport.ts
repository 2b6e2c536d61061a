import { ApiError } from './api-error.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { ShapeError } from './decode.ts';
import {
  brokenOffError,
  networkError,
  notJsonError,
  redirectError,
  serverWords,
  shapeError,
  statusError,
  timeoutError,
  tooLargeError,
} from './failures.ts';
import { parseJson } from './json.ts';
import { BODY_LIMIT, type Ledger, type LedgerPatch, type LedgerSource } from './ledger.ts';
import { type Body, decodeUtf8, readBody, startOfText } from './read-body.ts';
import { createSlots } from './slots.ts';

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
}

/** Received is what a decoder may know of an answer besides its body. */
export interface Received {
  /** The address that answered, after redirects. */
  readonly address: string;
  /** The Link header; null where there is none or this page may not read it. */
  readonly link: string | null;
}

/** AskOptions: `fresh` asks the server even where the browser's cache has an answer. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly fresh?: boolean;
}

/** Transport is the one place that fetches. */
export interface Transport {
  /**
   * get asks for an address and decodes the JSON it answers with, whatever its content type says. `decode` throws ShapeError.
   * Rejects with ApiError, or with the signal's reason. An answer redirected to another site is refused: only the same host, by the
   * same protocol or from http to https, may answer for a register.
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
  const { fetch, from = 'network' } = options;
  const slots = createSlots(maxConcurrent);
  const request = async <T>(
    given: string,
    keepsBody: boolean,
    read: (ask: Exchange, answer: Answer) => T,
    { signal, fresh = false }: AskOptions = {},
  ): Promise<T> => {
    const address = new URL(given).href;
    const release = await slots.take(signal);
    const id = ledger.begin(address, from);
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
  return {
    get: (address, decode, options) =>
      request(
        address,
        true,
        (ask, { bytes, status, received }) => decode(jsonOf(ask, status, bytes), received),
        options,
      ),
    getBytes: (address, decode, options) =>
      request(address, false, (_ask, { bytes, received }) => decode(bytes, received), options),
  };
}

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
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly received: Received;
}

async function exchange<T>(ask: Exchange, read: (ask: Exchange, answer: Answer) => T): Promise<T> {
  const { address, maxBytes } = ask;
  const response = await send(ask);
  const { status, received } = noteHead(ask, response);
  if (!mayAnswerFor(address, received.address)) throw redirectError(address, status, received.address);
  const body = await receive(ask, response);
  if (!response.ok) throw statusError(address, status, serverWords(startOfText(body.bytes, BODY_LIMIT)));
  if (body.cut) throw tooLargeError(address, status, maxBytes);
  try {
    return read(ask, { bytes: body.bytes, status, received });
  } catch (error) {
    throw error instanceof ShapeError ? shapeError(address, status, error) : error;
  }
}

function jsonOf({ address }: Exchange, status: number, bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw notJsonError(address, status, startOfText(bytes, BODY_LIMIT));
  const json = parseJson(text);
  if (!json.ok) throw notJsonError(address, status, text.slice(0, BODY_LIMIT), json.place);
  return json.value;
}

async function send({ address, fetch, deadline, fresh }: Exchange): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'GET',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'follow',
      cache: fresh ? 'no-cache' : 'default',
      signal: deadline.signal,
    });
  } catch (cause) {
    throw networkError(address, cause);
  }
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
