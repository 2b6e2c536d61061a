import type { Hash } from '../core/hash.ts';
import type { Decoded, Entry, Item, RawPage, Variant } from '../core/model.ts';

/** ListRef refers to a page of a list, for its maker alone. */
export type ListRef = unknown;

/**
 * LogPages reads the pages of a log from its server. Every method rejects if the answer cannot be read, and
 * with the signal's reason if that aborts. The error's `address`, if any, is reported too.
 */
export interface LogPages {
  /**
   * entriesPage requests `count` entries from `start` on, or as many as a page may have. It may hold more or
   * fewer, or begin earlier.
   */
  entriesPage(start: number, count: number, signal: AbortSignal): Promise<RawPage>;
  /**
   * entriesInOrder reads such entries of a list that skips, repeats or swaps them, in order and without a
   * gap; missing ones are read one by one. `remarked` is called with a sentence about the fault.
   */
  entriesInOrder(
    start: number,
    count: number,
    signal: AbortSignal,
    remarked: (remark: string) => void,
  ): Promise<readonly Entry[]>;
  /**
   * listPage reads a page of the item or blob list, or of the records, each with the data of its latest
   * entry: the first page for undefined. 'none' after the last page, and if the server has no such list.
   * `remark` says why the list ends too early.
   */
  listPage(
    name: 'items' | 'records',
    ref: ListRef,
    signal: AbortSignal,
  ): Promise<(RawPage & { readonly next?: ListRef; readonly remark?: string }) | 'none'>;
  /** item reads one item or blob; 'none' if the server has no such data. */
  item(hash: Hash, signal: AbortSignal): Promise<RawPage | 'none'>;
  /** isUnanswered reports whether a method rejected for want of an answer; else the server refuses what was asked for. */
  isUnanswered(error: unknown): boolean;
  /** entryProof reads the audit path of an entry, from the leaf upwards, to locate a fault. */
  entryProof(entryNumber: number, logSize: number, signal: AbortSignal): Promise<readonly Hash[]>;
}

/** PageDecoder reads the bodies of a register's answers. */
export interface PageDecoder {
  /**
   * eachEntry calls `take` with each entry of a page. It returns why a page is refused; `take` may then have
   * been called for some entries. With `isRetained`, recurring short texts share memory.
   */
  eachEntry(
    variant: Variant,
    bytes: Uint8Array,
    take: (entry: Entry) => void,
    isRetained: boolean,
  ): { readonly problem: string } | undefined;
  /**
   * eachItem does so for a page of the item or blob list, each item with the hash under which it is listed.
   * Without `isRetained`, an item may come as its canonical JSON.
   */
  eachItem(
    variant: Variant,
    bytes: Uint8Array,
    take: (item: { readonly hash: Hash; readonly item: Item | string }) => void,
    isRetained: boolean,
  ): { readonly problem: string } | undefined;
  item(variant: Variant, bytes: Uint8Array, hash: Hash): Decoded<Item>;
  /** records returns the data of a page of records. */
  records(variant: Variant, bytes: Uint8Array): Decoded<readonly Item[]>;
}

/**
 * IncompleteListError reports a list of entries that ends early, when the entries after it cannot
 * be read one by one either.
 */
export class IncompleteListError extends Error {
  override readonly name = 'IncompleteListError';

  constructor(last: number, logSize: number, address: string) {
    super(
      `The list of entries ends with entry ${last}, and the log has ${logSize}. Entry ${last + 1} could not be read on its own either. Try again later. (${address})`,
    );
  }
}
