import { ApiError, isNotFound } from './api-error.ts';
import type { RegisterClient } from './client.ts';
import { isUnanswered } from './retry.ts';
import { isCut, isWithin, type Onward, type PagedList, readPage } from './pager.ts';
import type { ResponseInfo, Transport } from './transport.ts';
import { wireOf } from './wire-item.ts';
import type { Hash } from '../core/hash.ts';
import { PAGE_SIZE } from '../core/list-guard.ts';
import type { RawPage } from '../core/model.ts';

/**
 * bulkPages reads the whole register of a client as raw bytes, through the same transport and limits, with
 * longer waits. Every method rejects with ApiError, or with the signal's reason.
 */
export function bulkPages(
  {
    base,
    variant,
    limited,
    ...client
  }: Pick<RegisterClient, 'base' | 'variant' | 'limited' | 'entries' | 'entryProof'>,
  transport: Transport,
) {
  const wire = wireOf(variant);
  const getPage = <T>(
    address: string,
    finish: (page: RawPage, received: ResponseInfo) => T,
    signal: AbortSignal,
  ): Promise<T> => {
    const read = (bytes: Uint8Array, received: ResponseInfo): T =>
      finish({ bytes, address: received.address }, received);
    return transport.getBytes(address, read, { signal, patient: true });
  };
  const asSent = (page: RawPage): RawPage => page;
  const addresses = {
    items: `${base}/${wire.itemsPath}`,
    records: `${base}/records?page-index=1&page-size=${PAGE_SIZE}`,
  };
  return {
    entriesPage: (start: number, count: number, signal: AbortSignal) =>
      limited(`${base}/entries?start=${start}`, count, (address) => getPage(address, asSent, signal)),
    /**
     * A page of a list, the first one or the one that `ref` refers to, which may have been stored. `remark`
     * says in a sentence why the list ends before its last page.
     */
    async listPage(
      name: 'items' | 'records',
      ref: unknown,
      signal: AbortSignal,
    ): Promise<(RawPage & Onward & { readonly remark?: string }) | 'none'> {
      const address = addresses[name];
      const list: PagedList<RawPage> = {
        base,
        address,
        byIndex: name === 'records',
        read(target, finish) {
          const get = (at: string) => getPage(at, finish, signal);
          return name === 'items' && target === address ? limited(target, PAGE_SIZE, get) : get(target);
        },
      };
      const reading = readPage(list, ref);
      const page = (await (isWithin(ref, base) ? reading : orNone(reading, isRefused))) ?? 'none';
      if (page === 'none' || !isCut(page)) return page;
      const where = page.unread === 'circle' ? 'a page read before' : 'another site';
      const remark = `The next link of the list of ${name} leads to ${where} and was not followed.`;
      return { ...page, remark };
    },
    /** entriesInOrder reads entries of a list that is out of order, as RegisterClient.entries does. */
    entriesInOrder: (start: number, count: number, signal: AbortSignal, remarked: (remark: string) => void) =>
      client.entries(start, Math.min(count, PAGE_SIZE), signal, remarked),
    isUnanswered,
    item: (hash: Hash, signal: AbortSignal) =>
      orNone(getPage(`${base}/${wire.itemPath(hash)}`, asSent, signal)),
    entryProof: async (entryNumber: number, logSize: number, signal: AbortSignal) =>
      (await client.entryProof(entryNumber, logSize, signal)).auditPath,
  };
}

async function orNone<T>(
  page: Promise<T>,
  isNone: (error: unknown) => boolean = isNotFound,
): Promise<T | 'none'> {
  try {
    return await page;
  } catch (error) {
    if (isNone(error)) return 'none';
    throw error;
  }
}

/** isRefused reports whether a server clearly does not give what was asked for. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'HTTP_STATUS' && !isUnanswered(error);
}
