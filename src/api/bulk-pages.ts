import type { Hash } from '../core/hash.ts';
import type { Variant } from '../core/model.ts';
import { ApiError, isNotFound } from './api-error.ts';
import { ShapeError } from './decode.ts';
import { readNextLink } from './links.ts';
import type { RegisterClient } from './register-client.ts';
import type { Received, Transport } from './transport.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

/** BulkPage is an answer as it came, undecoded, and the address that gave it. */
export interface BulkPage {
  readonly bytes: Uint8Array;
  readonly address: string;
}

/** BulkRef leads to a further page of the item list. It is plain JSON; one that comes back from storage is looked at before it is followed. */
export interface BulkRef {
  readonly query: string;
  /** 2 for the first page after the start. */
  readonly ordinal: number;
  /** The query of an earlier page, to notice loops in constant space (Brent). */
  readonly seen: string;
}

/** BulkPages reads a whole register as raw bytes. Every method rejects with ApiError, or with the signal's reason. */
export interface BulkPages {
  entriesPage(start: number, count: number, signal: AbortSignal): Promise<BulkPage>;
  itemsPage(ref: unknown, signal: AbortSignal): Promise<(BulkPage & { readonly next?: BulkRef }) | 'none'>;
  item(hash: Hash, signal: AbortSignal): Promise<BulkPage | 'none'>;
  entryProof(entryNumber: number, logSize: number, signal: AbortSignal): Promise<readonly Hash[]>;
}

/** RETRY_AFTER_MS is how long to wait before a failed request is made once more, and once more after that. */
const RETRY_AFTER_MS = [500, 2_000];

/** bulkPages reads the register of a client through the same transport, with its limits. `retryAfterMs` is for tests. */
export function bulkPages(
  client: Pick<RegisterClient, 'base' | 'variant' | 'entryProof'>,
  transport: Transport,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): BulkPages {
  const wire = wireOf(client.variant);
  let sendsLimit = true;
  const whole = (bytes: Uint8Array, { address }: Received): BulkPage => ({ bytes, address });
  const again = <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    withRetries(ask, retryAfterMs, signal);
  const entriesPage: BulkPages['entriesPage'] = async (start, count, signal) => {
    const url = new URL(`${client.base}/entries`);
    url.searchParams.set('start', String(start));
    const limited = sendsLimit;
    if (limited) url.searchParams.set('limit', String(count));
    try {
      return await again(() => transport.getBytes(url.href, whole, { signal }), signal);
    } catch (error) {
      // `limit` is not in the API document: a server may refuse what it does not know.
      if (!limited || !(error instanceof ApiError) || error.status !== 400) throw error;
      sendsLimit = false;
      return entriesPage(start, count, signal);
    }
  };
  return {
    entriesPage,
    async itemsPage(ref, signal) {
      const list = `${client.base}/${wire.itemsPath}`;
      const here = readRef(ref);
      const url = here ? `${list}?${here.query}` : list;
      try {
        return await again(
          () =>
            transport.getBytes(
              url,
              (bytes, received) => ({ ...whole(bytes, received), ...nextPage(list, here, received) }),
              { signal },
            ),
          signal,
        );
      } catch (error) {
        if (!here && isNotFound(error)) return 'none';
        throw error;
      }
    },
    async item(hash, signal) {
      const url = `${client.base}/${wire.itemPath(hash)}`;
      try {
        return await again(() => transport.getBytes(url, whole, { signal }), signal);
      } catch (error) {
        if (isNotFound(error)) return 'none';
        throw error;
      }
    },
    entryProof: async (entryNumber, logSize, signal) =>
      (await again(() => client.entryProof(entryNumber, logSize, signal), signal)).auditPath,
  };
}

function wireOf(variant: Variant): typeof itemWire {
  return variant === 'item' ? itemWire : blobWire;
}

/** Where no Link header can be read, the list ends here: what it did not show is asked for one by one. */
function nextPage(list: string, here: BulkRef | undefined, received: Received): { readonly next?: BulkRef } {
  const link = readNextLink(received.link, received.address, list);
  if (link.kind !== 'next') return {};
  const query = new URL(link.address).search.slice(1);
  const { ordinal = 1, seen = '' } = here ?? {};
  if (query === here?.query || query === seen)
    throw new ShapeError('', 'the next link of its item list leads in a circle');
  return {
    next: {
      query,
      ordinal: ordinal + 1,
      seen: Number.isInteger(Math.log2(ordinal)) ? (here?.query ?? '') : seen,
    },
  };
}

function readRef(ref: unknown): BulkRef | undefined {
  if (typeof ref !== 'object' || ref === null) return undefined;
  const { query, ordinal, seen } = ref as Readonly<Record<string, unknown>>;
  const ok = typeof query === 'string' && Number.isSafeInteger(ordinal) && typeof seen === 'string';
  return ok ? (ref as BulkRef) : undefined;
}

/** A request that may succeed another time is made again; a refusal is not. */
async function withRetries<T>(
  ask: () => Promise<T>,
  waitsMs: readonly number[],
  signal: AbortSignal,
): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || !mayPass(error)) throw error;
      await wait(waitMs, signal);
    }
  }
  return ask();
}

function mayPass({ code, status = 0 }: ApiError): boolean {
  return code === 'NETWORK' || code === 'TIMEOUT' || status === 429 || status >= 500;
}

function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, waitMs);
    signal.addEventListener('abort', abort, { once: true });
  });
}
