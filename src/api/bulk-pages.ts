import { ApiError, isNotFound } from './api-error.ts';
import type { RegisterClient } from './client.ts';
import { readNextLink } from './pages.ts';
import type { Received, Transport } from './transport.ts';
import { wireOf } from './wire-item.ts';
import { type Hash, formatHash } from '../core/hash.ts';
import type { Entry, Variant } from '../core/model.ts';
import { isolated } from '../core/unseen.ts';

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
  /** A page of the records, from 1 on. */
  recordsPage(index: number, signal: AbortSignal): Promise<BulkPage | 'none'>;
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
  const itemsPage: BulkPages['itemsPage'] = async (ref, signal) => {
    const list = `${client.base}/${wire.itemsPath}`;
    const known = readRef(ref);
    const limited = !known && sendsLimit;
    const here = known ?? { query: limited ? `limit=${LARGEST_PAGE}` : '', ordinal: 1, seen: '' };
    const url = here.query === '' ? list : `${list}?${here.query}`;
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
      if (limited && error instanceof ApiError && error.status === 400) {
        sendsLimit = false;
        return itemsPage(ref, signal);
      }
      if (!known && isNotFound(error)) return 'none';
      throw error;
    }
  };
  return {
    entriesPage,
    itemsPage,
    async entriesInOrder(start, count, signal, remarked) {
      const entries = await client.entries(start, count, signal, remarked);
      const body = entries.map((entry) => written(entry, client.variant));
      return {
        bytes: new TextEncoder().encode(JSON.stringify(body)),
        address: `${client.base}/entries?start=${start}`,
      };
    },
    recordsPage: (index, signal) =>
      orNone(getBytes(`${client.base}/records?page-index=${index}&page-size=${LARGEST_PAGE}`, whole, signal)),
    item: (hash, signal) => orNone(getBytes(`${client.base}/${wire.itemPath(hash)}`, whole, signal)),
    entryProof: async (entryNumber, logSize, signal) =>
      (await client.entryProof(entryNumber, logSize, signal)).auditPath,
  };
}

/** LARGEST_PAGE is how many members servers are known to give at once (wire notes). */
const LARGEST_PAGE = 5000;

async function orNone(page: Promise<BulkPage>): Promise<BulkPage | 'none'> {
  try {
    return await page;
  } catch (error) {
    if (isNotFound(error)) return 'none';
    throw error;
  }
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
  here: BulkRef,
  received: Received,
): { readonly next?: BulkRef; readonly remark?: string } {
  const link = readNextLink(received.link, received.address, list);
  const notFollowed = (leads: string) => ({
    remark: `The next link of the list of ${noun} leads ${leads} and was not followed.`,
  });
  if (link.kind === 'elsewhere') return notFollowed(`to another site, ${isolated(link.target)},`);
  if (link.kind !== 'next') return {};
  const query = new URL(link.address).search.slice(1);
  const { ordinal, seen } = here;
  if (query === here.query || (ordinal === 1 && query === '')) return notFollowed('to its own page');
  if (query === seen) return notFollowed('in a circle');
  return {
    next: {
      query,
      ordinal: ordinal + 1,
      seen: Number.isInteger(Math.log2(ordinal)) ? here.query : seen,
    },
  };
}

function readRef(ref: unknown): BulkRef | undefined {
  if (typeof ref !== 'object' || ref === null) return undefined;
  const { query, ordinal, seen } = ref as Readonly<Record<string, unknown>>;
  const ok = typeof query === 'string' && Number.isSafeInteger(ordinal) && typeof seen === 'string';
  return ok ? (ref as BulkRef) : undefined;
}
