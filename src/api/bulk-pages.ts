import { formatHash, type Hash } from '../core/hash.ts';
import type { Entry, Variant } from '../core/model.ts';
import { isolated } from '../core/unseen.ts';
import { ApiError, isNotFound } from './api-error.ts';
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
  /** entriesInOrder reads entries of a list that is out of order, as RegisterClient.entries does, and writes them as one page. */
  entriesInOrder(
    start: number,
    count: number,
    signal: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<BulkPage>;
  /** A `remark` says in a sentence why a next link was not followed: what the list did not show is then asked for one by one. */
  itemsPage(
    ref: unknown,
    signal: AbortSignal,
  ): Promise<(BulkPage & { readonly next?: BulkRef; readonly remark?: string }) | 'none'>;
  item(hash: Hash, signal: AbortSignal): Promise<BulkPage | 'none'>;
  entryProof(entryNumber: number, logSize: number, signal: AbortSignal): Promise<readonly Hash[]>;
}

/** bulkPages reads the register of a client through the same transport, with its limits and more patience. */
export function bulkPages(
  client: Pick<RegisterClient, 'base' | 'variant' | 'entries' | 'entryProof'>,
  transport: Transport,
): BulkPages {
  const wire = wireOf(client.variant);
  let sendsLimit = true;
  const whole = (bytes: Uint8Array, { address }: Received): BulkPage => ({ bytes, address });
  const getBytes = <T>(
    address: string,
    read: (bytes: Uint8Array, received: Received) => T,
    signal: AbortSignal,
  ): Promise<T> => transport.getBytes(address, read, { signal, patient: true });
  const entriesPage: BulkPages['entriesPage'] = async (start, count, signal) => {
    const url = new URL(`${client.base}/entries`);
    url.searchParams.set('start', String(start));
    const limited = sendsLimit;
    if (limited) url.searchParams.set('limit', String(count));
    try {
      return await getBytes(url.href, whole, signal);
    } catch (error) {
      // `limit` is not in the API document: a server may refuse what it does not know.
      if (!limited || !(error instanceof ApiError) || error.status !== 400) throw error;
      sendsLimit = false;
      return entriesPage(start, count, signal);
    }
  };
  return {
    entriesPage,
    async entriesInOrder(start, count, signal, remarked) {
      const entries = await client.entries(start, count, signal, remarked);
      const body = entries.map((entry) => written(entry, client.variant));
      return {
        bytes: new TextEncoder().encode(JSON.stringify(body)),
        address: `${client.base}/entries?start=${start}`,
      };
    },
    async itemsPage(ref, signal) {
      const list = `${client.base}/${wire.itemsPath}`;
      const here = readRef(ref);
      const url = here ? `${list}?${here.query}` : list;
      try {
        return await getBytes(
          url,
          (bytes, received) => ({
            ...whole(bytes, received),
            ...nextPage(wire.itemsPath, list, here, received),
          }),
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
        return await getBytes(url, whole, signal);
      } catch (error) {
        if (isNotFound(error)) return 'none';
        throw error;
      }
    },
    entryProof: async (entryNumber, logSize, signal) =>
      (await client.entryProof(entryNumber, logSize, signal)).auditPath,
  };
}

function wireOf(variant: Variant): typeof itemWire {
  return variant === 'item' ? itemWire : blobWire;
}

/** written is an entry as the wire module of its variant reads it. */
function written(
  { entryNumber, indexEntryNumber, timestamp, key, itemHashes }: Entry,
  variant: Variant,
): object {
  const hashes = itemHashes.map((hash) => formatHash(hash, variant));
  return {
    'index-entry-number': String(indexEntryNumber),
    'entry-number': String(entryNumber),
    'entry-timestamp': timestamp,
    key,
    ...(variant === 'item' ? { 'item-hash': hashes } : { 'blob-hash': hashes[0] }),
  };
}

/** Where no Link header can be read or followed, the list ends here: what it did not show is asked for one by one. */
function nextPage(
  noun: string,
  list: string,
  here: BulkRef | undefined,
  received: Received,
): { readonly next?: BulkRef; readonly remark?: string } {
  const link = readNextLink(received.link, received.address, list);
  const notFollowed = (leads: string) => ({
    remark: `The next link of the list of ${noun} leads ${leads} and was not followed.`,
  });
  if (link.kind === 'elsewhere') return notFollowed(`to another site, ${isolated(link.target)},`);
  if (link.kind !== 'next') return {};
  const query = new URL(link.address).search.slice(1);
  const { ordinal = 1, seen = '' } = here ?? {};
  if (query === (here?.query ?? '')) return notFollowed('to its own page');
  if (query === seen) return notFollowed('in a circle');
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
