import { type Exchange, Finding } from './model.ts';

/** FetchLike is the part of fetch that is used. */
export type FetchLike = (address: string, init: RequestInit) => Promise<Response>;

/** DEFAULT_RATE is how many requests a second a report makes by default. */
export const DEFAULT_RATE = 10;

/** LIMITS hold for one report. */
export const LIMITS = {
  /** Bytes of one answer, after any compression was undone. */
  bodyBytes: 16 * 1024 * 1024,
  /** Bytes of all answers. */
  allBytes: 128 * 1024 * 1024,
  requests: 400,
  /** An answer must be complete within this time. */
  answerMs: 20_000,
  allMs: 15 * 60_000,
  /** So many requests in a row that got no answer, or 429 or 503, and no more are made. */
  failuresInARow: 4,
} as const;

/** ProberOptions say whom to ask, and how. */
export interface ProberOptions {
  /** The base address, without a slash at its end. */
  readonly base: string;
  readonly fetch: FetchLike;
  /** The most requests in a second, above 0. One is under way at a time. */
  readonly rate: number;
  /** False where a browser hides the Link header of another site unless the server exposes it: a missing one then says nothing. */
  readonly seesLinks: boolean;
  readonly signal: AbortSignal;
  readonly limits?: Partial<Record<keyof typeof LIMITS, number>>;
}

/** Ask is one request below the base address, or at an absolute address. */
interface Ask {
  readonly method?: 'GET' | 'HEAD';
  /** JSON by default. */
  readonly accept?: string;
  /** Asks again what was asked before, past any cache. */
  readonly again?: boolean;
}

/** Prober makes every request of a report: one after another, at a rate, within limits, each only once. It only reads. */
export interface Prober {
  readonly base: string;
  readonly seesLinks: boolean;
  /** How many requests were made. */
  readonly requests: () => number;
  /** ask resolves with any answer but 429 and 5xx. Throws a Finding that could not run otherwise, and the signal's reason once that is aborted. */
  ask(pathOrAddress: string, ask?: Ask): Promise<Exchange>;
}

/** createProber makes a prober. */
export function createProber(options: ProberOptions): Prober {
  const { base, rate, signal } = options;
  const limits = { ...LIMITS, ...options.limits };
  const asked = new Map<string, Promise<Exchange>>();
  const began = Date.now();
  let [requests, bytes, failures, nextAt] = [0, 0, 0, 0];

  async function request(
    address: string,
    { method = 'GET', accept = 'application/json', again = false }: Ask,
  ): Promise<Exchange> {
    const refuse = (why: string, seen: Partial<Exchange> = {}): never => {
      throw new Finding('could-not-run', why, { address, method, accept, ...seen });
    };
    if (failures >= limits.failuresInARow)
      refuse(`Not asked: the server did not answer the last ${failures} requests.`);
    if (requests >= limits.requests) refuse(`Not asked: a report makes ${requests} requests at most.`);
    if (bytes >= limits.allBytes) refuse(`Not asked: ${bytes} bytes were read, the most for one report.`);
    if (Date.now() - began >= limits.allMs) refuse('Not asked: the time for one report is over.');
    await sleep(nextAt - Date.now(), signal);
    nextAt = Date.now() + 1000 / rate;
    requests += 1;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]);
    try {
      const response = await untilAborted(
        options.fetch(address, {
          method,
          headers: { accept },
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: again ? 'no-store' : 'default',
          signal: deadline,
        }),
        deadline,
      );
      const { status } = response;
      if (status === 429 || status >= 500) {
        void response.body?.cancel().catch(() => undefined);
        failures = status === 429 || status === 503 ? failures + 1 : 0;
        refuse(`The server answered with status ${status}${RETRY[status] ?? ''}.`, { status });
      }
      const body = await untilAborted(readBody(response, limits.bodyBytes), deadline);
      bytes += body.length;
      if (body.length > limits.bodyBytes)
        refuse(`The answer is longer than ${limits.bodyBytes} bytes, the most that is read.`, { status });
      failures = 0;
      return {
        address,
        method,
        accept,
        status,
        mediaType: (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
        link: response.headers.get('link'),
        answeredBy: response.url || address,
        text: new TextDecoder().decode(body),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Finding) throw error;
      failures += 1;
      return refuse(
        deadline.aborted
          ? `No whole answer came within ${limits.answerMs / 1000} seconds.`
          : `The request failed: ${reasonOf(error)}.`,
      );
    }
  }

  return {
    base,
    seesLinks: options.seesLinks,
    requests: () => requests,
    ask(pathOrAddress, ask = {}) {
      const address = /^https?:/.test(pathOrAddress) ? pathOrAddress : base + pathOrAddress;
      const name = `${ask.method} ${ask.accept} ${address}`;
      const known = ask.again === true ? undefined : asked.get(name);
      const exchange = known ?? request(address, ask);
      if (known === undefined) asked.set(name, exchange);
      return exchange;
    },
  };
}

const RETRY: Readonly<Record<number, string>> = {
  429: ': too many requests. Choose a lower rate',
  503: ': it is not available now',
};

/** reasonOf is why a request failed. Node's fetch says it in the cause alone, and there in a code where it tried more than one address. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = (error ?? {}) as Partial<Error>;
  const inner = (cause ?? {}) as { message?: string; code?: string };
  const why = message === 'fetch failed' ? inner.message || inner.code : undefined;
  return [message, why].filter(Boolean).join(': ').replace(/\.$/, '');
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms > 0) await untilAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}

/** Rejects with the signal's reason as soon as it is aborted, so that work which ignores the signal ends too. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let end = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Reads until more than `most` bytes have come. */
async function readBody({ body }: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  while (length <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  void reader.cancel().catch(() => undefined);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
