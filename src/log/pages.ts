import type { Hash } from '../core/hash.ts';
import type { Decoded, Entry, Item, RawPage, Variant } from '../core/model.ts';

/** ItemsRef leads to a further page of the item list. Plain JSON that only its maker reads; it is stored to go on after a reload. */
export type ItemsRef = unknown;

/**
 * LogPages is how a log is read, so that `log` need not fetch. Every method rejects if the answer cannot be read, and with the signal's reason where
 * the reading was given up. A rejection that has an `address` is reported with it.
 */
export interface LogPages {
  /** Entries from `start` on, at most `count` of them wanted. It may hold more or fewer, or begin earlier: what came is read. */
  entriesPage(start: number, count: number, signal: AbortSignal): Promise<RawPage>;
  /**
   * The same entries out of a list that skips, repeats or swaps them: in order and without a gap, those that the list lacks read one by one. `remarked` hears in
   * a sentence what was wrong.
   */
  entriesInOrder(
    start: number,
    count: number,
    signal: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<RawPage>;
  /** A page of the item or blob list, the first one for undefined; 'none' where the server has no such list. `remark` says why it ends where it should not. */
  itemsPage(
    ref: ItemsRef,
    signal: AbortSignal,
  ): Promise<(RawPage & { readonly next?: ItemsRef; readonly remark?: string }) | 'none'>;
  /** A page of the records, from 1 on, each with the data of its latest entry; 'none' beyond the last page, and where the server has no such list. */
  recordsPage(index: number, signal: AbortSignal): Promise<RawPage | 'none'>;
  /** One item or blob; 'none' where the server says that it has no such data. */
  item(hash: Hash, signal: AbortSignal): Promise<RawPage | 'none'>;
  /** The audit path of an entry, leaf upwards: asked for to name the entry where the root differs. */
  entryProof(entryNumber: number, logSize: number, signal: AbortSignal): Promise<readonly Hash[]>;
}

/** PageDecoder reads the bodies of a register's answers. */
export interface PageDecoder {
  /**
   * Hands over one entry of a page after another; or returns why it refuses the page, of which some may then have been handed over. With `isKept`, short texts that
   * recur are one in memory.
   */
  eachEntry(
    variant: Variant,
    bytes: Uint8Array,
    take: (entry: Entry) => void,
    isKept: boolean,
  ): { readonly problem: string } | undefined;
  /** The same for a page of the item or blob list, each with the hash under which the server lists it. Without `isKept`, an item may come as its canonical JSON. */
  eachItem(
    variant: Variant,
    bytes: Uint8Array,
    take: (item: { readonly hash: Hash; readonly item: Item | string }) => void,
    isKept: boolean,
  ): { readonly problem: string } | undefined;
  item(variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item>;
  /** The data of a page of records. */
  records(variant: Variant, bytes: Uint8Array): Decoded<readonly Item[]>;
}

/** IncompleteListError says that a register's list of entries ends early, and that the entries after it cannot be read one by one either. */
export class IncompleteListError extends Error {
  override readonly name = 'IncompleteListError';

  constructor(last: number, logSize: number, address: string) {
    super(
      `The list of entries ends with entry ${last}, and the log has ${logSize}. Entry ${last + 1} could not be read on its own either. Try again later. (${address})`,
    );
  }
}
