import { readAtMost, type ReadBytes, readRetryAfter } from '../core/http.ts';
import { untilAborted } from '../core/until-aborted.ts';
import { MEDIA_TYPE } from './endpoints.ts';
import { type Exchange, fail, Finding } from './finding.ts';

/** FetchLike is the part of fetch that is used. */
export type FetchLike = (address: string, init: RequestInit) => Promise<Response>;

/** LIMITS hold for one report. */
export const LIMITS = {
  /** Bytes of one answer, after any compression was undone. */
  bodyBytes: 16 * 1024 * 1024,
  /** Bytes of all answers. */
  allBytes: 128 * 1024 * 1024,
  requests: 400,
  /** An answer must be complete within this time. */
  answerMs: 20_000,
  /** The longest Retry-After that is honoured. */
  waitMs: 30_000,
  /** So many requests in a row that got no answer, or 429 or 503, and no more are made. */
  failuresInARow: 4,
} as const;

/** ProberOptions are the server to ask, and how. */
export interface ProberOptions {
  /** The base address, without a slash at its end. */
  readonly base: string;
  readonly fetch: FetchLike;
  /** The most requests in a second, above 0. One is under way at a time. */
  readonly rate: number;
  readonly signal: AbortSignal;
  readonly limits?: Partial<Record<keyof typeof LIMITS, number>>;
}

/** ProbeOptions is one request below the base address, or at an absolute address. */
export interface ProbeOptions {
  readonly method?: Exchange['method'];
  /** Repeats a request, past any cache. */
  readonly again?: boolean;
  /** A request that no honest client makes: that it fails says nothing about the requests after it. */
  readonly hostile?: boolean;
}

/** Prober makes every request of a report. */
export interface Prober {
  /** The base address, without a slash at its end. */
  readonly base: string;
  /** requests returns how many requests were made. */
  requests(): number;
  /**
   * probe resolves with any answer but 429 and 5xx. It waits where a server asks for it. Throws a Finding
   * that could not run otherwise, a fail where a hostile request breaks the connection or is answered with
   * 5xx, and the signal's reason once that is aborted.
   */
  probe(pathOrAddress: string, options?: ProbeOptions): Promise<Exchange>;
}

/**
 * createProber makes a prober, which makes requests one after another, at a rate, within limits, each
 * only once. It only reads.
 */
export function createProber({ base, rate, signal, ...server }: ProberOptions): Prober {
  const limits = { ...LIMITS, ...server.limits };
  const exchanges = new Map<string, Promise<Exchange>>();
  let [requests, bytes, failures, nextAt] = [0, 0, 0, 0];

  async function request(address: string, options: ProbeOptions): Promise<Exchange> {
    const { method = 'GET' } = options;
    const refuse = (why: string, status?: number): never => {
      throw new Finding('could-not-run', why, { address, method, ...(status && { status }) });
    };
    if (failures >= limits.failuresInARow)
      refuse(`Not asked: the server did not answer the last ${failures} requests.`);
    if (requests >= limits.requests) refuse(`Not asked: a report makes ${requests} requests at most.`);
    if (bytes >= limits.allBytes) refuse(`Not asked: ${bytes} bytes were read, the most for one report.`);
    const wait = nextAt - Date.now();
    if (wait > 0) await untilAborted(new Promise((resolve) => setTimeout(resolve, wait)), signal);
    signal.throwIfAborted();
    nextAt = Date.now() + 1000 / rate;
    requests += 1;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]);
    let response: Response;
    let body: ReadBytes;
    try {
      response = await untilAborted(
        server.fetch(address, {
          method,
          headers: { accept: MEDIA_TYPE },
          cache: options.again === true ? 'no-store' : 'default',
          signal: deadline,
        }),
        deadline,
      );
      body = await untilAborted(readAtMost(response.body, limits.bodyBytes), deadline);
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) {
        failures += 1;
        return refuse(`No whole answer came within ${limits.answerMs / 1000} seconds.`);
      }
      const why = `The request failed: ${reasonOf(error)}.`;
      if (options.hostile === true) fail({ address, method }, why);
      failures += 1;
      return refuse(why);
    }
    const { status, headers } = response;
    bytes += body.bytes.length;
    if (status === 429 || status === 503) {
      failures += 1;
      const wait =
        readRetryAfter(headers.get('retry-after') ?? '', Date.now()) ??
        (status === 429 ? 1000 * 2 ** failures : Infinity);
      if (wait > limits.waitMs || failures >= limits.failuresInARow)
        refuse(
          `The server answered with status ${status}, and a report waits ${limits.waitMs / 1000} seconds at most. A lower rate may help.`,
          status,
        );
      nextAt = Date.now() + wait;
      return request(address, options);
    }
    failures = 0;
    if (body.cut)
      refuse(`The answer is longer than ${limits.bodyBytes} bytes, the most that is read.`, status);
    const exchange: Exchange = {
      address,
      method,
      status,
      mediaType: (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      link: headers.get('link'),
      answeredBy: response.url || address,
      text: new TextDecoder().decode(body.bytes),
    };
    if (status < 500) return exchange;
    const crash = `The server answered with status ${status}.`;
    return options.hostile === true ? fail(exchange, crash) : refuse(crash, status);
  }

  return {
    base,
    requests: () => requests,
    probe(pathOrAddress, options = {}) {
      const address = /^https?:/.test(pathOrAddress) ? pathOrAddress : base + pathOrAddress;
      const name = `${options.method ?? 'GET'} ${address}`;
      const known = options.again === true ? undefined : exchanges.get(name);
      const exchange = known ?? request(address, options);
      if (known === undefined) exchanges.set(name, exchange);
      return exchange;
    },
  };
}

/**
 * reasonOf returns why a request failed. Node's fetch has it only in the cause, as a code if it
 * tried more than one address.
 */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = (error ?? {}) as Partial<Error>;
  const inner = (cause ?? {}) as { message?: string; code?: string };
  const why = message === 'fetch failed' ? inner.message || inner.code : undefined;
  return [message, why].filter(Boolean).join(': ').replace(/\.$/, '');
}
