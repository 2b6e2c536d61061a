import { ApiError, isNotFound } from './api-error.ts';
import type { RegisterClient } from './client.ts';
import { type ListPosition, firstPosition, isWithin, positionAfter } from './list-pages.ts';
import type { ResponseInfo, Transport } from './transport.ts';
import { wireOf } from './wire-item.ts';
import { isObject } from './wire.ts';
import type { Hash } from '../core/hash.ts';
import type { RawPage } from '../core/model.ts';

/** NOT_FOLLOWED says why the list of items ends before its last page: items not listed are requested one by one. */
const NOT_FOLLOWED = {
  circle: 'The next link of the list of items leads to a page read before and was not followed.',
  elsewhere: 'The next link of the list of items leads to another site and was not followed.',
};

interface ItemsNext {
  readonly next?: ListPosition;
  readonly remark?: string;
}

/** bulkPages reads the whole register of a client as raw bytes, through the same transport and limits, with longer waits. Every method rejects with ApiError, or with the signal's reason. */
export function bulkPages(
  client: Pick<RegisterClient, 'base' | 'variant' | 'entries' | 'entryProof'>,
  transport: Transport,
) {
  const wire = wireOf(client.variant);
  let sendsLimit = true;
  const whole = (bytes: Uint8Array, { address }: ResponseInfo): RawPage => ({ bytes, address });
  const getBytes = <T>(
    address: string,
    read: (bytes: Uint8Array, received: ResponseInfo) => T,
    signal: AbortSignal,
  ): Promise<T> => transport.getBytes(address, read, { signal, patient: true });
  /** `limit` is not in the API document: a server that refuses it is not sent it again. */
  const limited = async <T>(read: (isLimited: boolean) => Promise<T>): Promise<T> => {
    if (!sendsLimit) return read(false);
    try {
      return await read(true);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      sendsLimit = false;
      return read(false);
    }
  };
  const items = `${client.base}/${wire.itemsPath}`;
  return {
    entriesPage: (start: number, count: number, signal: AbortSignal) =>
      limited((isLimited) => {
        const url = new URL(`${client.base}/entries`);
        url.searchParams.set('start', String(start));
        if (isLimited) url.searchParams.set('limit', String(count));
        return getBytes(url.href, whole, signal);
      }),
    /**
     * The first page of the item list, or the one that `next` leads to, which may have been stored. A `remark` is a sentence that says why a next link was not
     * followed: items not listed are then requested one by one.
     */
    itemsPage(ref: unknown, signal: AbortSignal): Promise<(RawPage & ItemsNext) | 'none'> {
      const read = (here: ListPosition) =>
        getBytes(
          here.address,
          (bytes, received): RawPage & ItemsNext => {
            const onward = positionAfter(here, received, items);
            const page = { bytes, address: received.address };
            if (typeof onward === 'object') return { ...page, next: onward };
            return onward === 'circle' || onward === 'elsewhere'
              ? { ...page, remark: NOT_FOLLOWED[onward] }
              : page;
          },
          signal,
        );
      const place = readPosition(ref, client.base);
      if (place) return read(place);
      return orNone(
        limited((isLimited) =>
          read({ ...firstPosition(items), address: isLimited ? `${items}?limit=${LARGEST_PAGE}` : items }),
        ),
      );
    },
    /** entriesInOrder reads entries of a list that is out of order, as RegisterClient.entries does. */
    entriesInOrder: (start: number, count: number, signal: AbortSignal, remarked: (remark: string) => void) =>
      client.entries(start, count, signal, remarked),
    /** A page of the records, from 1 on. */
    recordsPage: (index: number, signal: AbortSignal) =>
      orNone(getBytes(`${client.base}/records?page-index=${index}&page-size=${LARGEST_PAGE}`, whole, signal)),
    item: (hash: Hash, signal: AbortSignal) =>
      orNone(getBytes(`${client.base}/${wire.itemPath(hash)}`, whole, signal)),
    entryProof: async (entryNumber: number, logSize: number, signal: AbortSignal) =>
      (await client.entryProof(entryNumber, logSize, signal)).auditPath,
  };
}

/** LARGEST_PAGE is the most members that servers are known to send at once (wire notes). */
const LARGEST_PAGE = 5000;

async function orNone<T>(page: Promise<T>): Promise<T | 'none'> {
  try {
    return await page;
  } catch (error) {
    if (isNotFound(error)) return 'none';
    throw error;
  }
}

function readPosition(ref: unknown, base: string): ListPosition | undefined {
  if (!isObject(ref)) return undefined;
  const { address, ordinal, seen } = ref;
  if (typeof address !== 'string' || typeof ordinal !== 'number' || typeof seen !== 'string')
    return undefined;
  return Number.isSafeInteger(ordinal) && isWithin(address, base) ? { address, ordinal, seen } : undefined;
}
