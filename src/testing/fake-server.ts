import { ApiError } from '../api/api-error.ts';
import { createLedger, type Ledger } from '../api/ledger.ts';
import { ShapeError } from '../api/wire.ts';
import type { FetchLike } from '../api/request.ts';
import type { App } from '../mock/app.ts';
import { createTransport, type Transport, type TransportOptions } from '../api/transport.ts';

/** BASE is the base address of the fake register, with a path, like real ones. */
export const BASE = 'https://register.example/v1';

/**
 * Answers maps what follows BASE (`/entries?start=1`) to a JSON body, or to a function that makes a Response.
 */
export type Answers = Readonly<Record<string, unknown>>;

/** FakeServer answers from a table, else with an HTML 404, and records requests. */
interface FakeServer {
  readonly transport: Transport;
  readonly ledger: Ledger;
  /** The requests, without BASE. */
  readonly requested: string[];
}

/** fakeServer makes a transport over a table of answers. */
export function fakeServer(answers: Answers, options: Partial<TransportOptions> = {}): FakeServer {
  const requested: string[] = [];
  const ledger = createLedger();
  const fetch: FetchLike = (address) => {
    const path = address.replace(BASE, '');
    requested.push(path);
    if (!Object.hasOwn(answers, path)) return Promise.resolve(html(404, 'HTTP ERROR 404'));
    const answer = answers[path];
    return Promise.resolve(typeof answer === 'function' ? (answer as () => Response)() : json(answer)());
  };
  return { transport: createTransport({ fetch, ledger, waitsMs: [], ...options }), ledger, requested };
}

/**
 * fetchOf asks a mock server without a network, as fetch does: it follows redirects unless it is told not to, and
 * rejects if the connection breaks.
 */
export function fetchOf({ fetch }: App): FetchLike {
  return async (address, init) => {
    for (let [url, hops] = [address, 0]; hops < 20; hops += 1) {
      const response = await fetch(new Request(url, init));
      if (response.type === 'error') throw new TypeError('fetch failed');
      const location = response.headers.get('location');
      if (location === null || init?.redirect === 'manual') return response;
      url = new URL(location, url).href;
    }
    throw new TypeError('too many redirects');
  };
}

/** json makes an answer with a body and, where given, a Link header and a status. */
export function json(body: unknown, link?: string, status = 200): () => Response {
  return raw(JSON.stringify(body), 'application/json', link, status);
}

/** raw makes an answer with a literal body. */
export function raw(body: string, type: string, link?: string, status = 200): () => Response {
  const headers = new Headers({ 'content-type': type });
  if (link !== undefined) headers.set('link', link);
  return () => new Response(body, { status, headers });
}

/** html makes an error page like that of a servlet container. */
export function html(status: number, title: string): Response {
  const body = `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body></html>`;
  return new Response(body, { status, headers: { 'content-type': 'text/html;charset=utf-8' } });
}

/** HEX is a run of 64 digits that differs by `seed`. */
export function hex(seed: number): string {
  return seed.toString(16).padStart(64, '0');
}

/** itemEntry writes an entry as the item variant does, numbers as strings. */
export function itemEntry(entryNumber: number, key = 'GB'): Record<string, unknown> {
  return {
    'index-entry-number': String(entryNumber),
    'entry-number': String(entryNumber),
    'entry-timestamp': '2016-04-05T13:23:05Z',
    key,
    'item-hash': [`sha-256:${hex(entryNumber)}`],
  };
}

/** blobEntry writes an entry as the earlier variant does. */
export function blobEntry(entryNumber: number, key = 'GB'): Record<string, unknown> {
  return {
    'entry-number': entryNumber,
    'entry-timestamp': '2016-04-05T13:23:05Z',
    key,
    'blob-hash': `1220${hex(entryNumber)}`,
  };
}

/** itemRecord writes a record as the item variant does. */
export function itemRecord(
  entryNumber: number,
  key: string,
  item: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    'index-entry-number': entryNumber,
    'entry-number': entryNumber,
    'entry-timestamp': '2016-04-05T13:23:05Z',
    key,
    item: [item],
  };
}

/** run writes the entries from..to of the item variant. */
export function run(from: number, to: number): Record<string, unknown>[] {
  return Array.from({ length: to - from + 1 }, (_, index) => itemEntry(from + index));
}

/** failureOf returns the ApiError that work ends with. Throws if it ends otherwise. */
export async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error instanceof Error ? error : new Error(String(error));
}

/** faultOf returns the ShapeError that a decoder throws. Throws if there is none. */
export function faultOf(act: () => unknown): ShapeError {
  try {
    act();
  } catch (error) {
    if (error instanceof ShapeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** ENTRY is the decoded form of itemEntry(6) and blobEntry(6). */
export const ENTRY = {
  entryNumber: 6,
  indexEntryNumber: 6,
  timestamp: '2016-04-05T13:23:05Z',
  key: 'GB',
  itemHashes: [hex(6)],
};
