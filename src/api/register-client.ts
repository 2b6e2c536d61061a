import type { Hash } from '../core/hash.ts';
import type {
  ConsistencyProof,
  Entry,
  EntryProof,
  Item,
  PublishedHead,
  Register,
  RegisterRecord,
  Variant,
} from '../core/model.ts';
import type { Page, PageRef } from './page.ts';

/** HashedItem is an item of the item list with the hash under which the server lists it. Nothing has been hashed yet. */
export interface HashedItem {
  readonly hash: Hash;
  readonly item: Item;
}

/** Snapshot is the register at a log size, in whichever form the server keeps it (API document, "Snapshot"; wire notes). */
export type Snapshot =
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'records'; readonly records: readonly RegisterRecord[] };

/**
 * RegisterClient reads one register in whichever variant it speaks. Every method rejects with an ApiError where the answer cannot be had,
 * with the signal's reason where the caller aborted, and with a RangeError for numbers that cannot be (a bug of the caller's).
 * Nothing is verified here: answers are the server's word, decoded.
 */
export interface RegisterClient {
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly variant: Variant;
  /** The summary read while opening, where there was one, and when (milliseconds since 1970): initial data for a cache. */
  readonly opened?: { readonly register: Register; readonly at: number };
  /** The summary. A register opened by its records alone has none to ask for: then a Register that says only the variant. */
  register(signal?: AbortSignal): Promise<Register>;
  /** A page of records. Within a page of the item variant they are in ascending order of entry number. */
  records(page?: PageRef, signal?: AbortSignal): Promise<Page<RegisterRecord>>;
  /**
   * The records whose attribute has exactly this value, or holds it in its list. UNSUPPORTED where the server does not filter (the earlier
   * variant leaves it free to), or the value cannot be asked for.
   */
  recordsWhere(
    attribute: string,
    value: string,
    page?: PageRef,
    signal?: AbortSignal,
  ): Promise<Page<RegisterRecord>>;
  /** The record of a key. UNSUPPORTED for a key that no address can carry: the empty one, `.`, `..`, a lone surrogate. */
  record(key: string, signal?: AbortSignal): Promise<RegisterRecord>;
  /** All entries of a key, in ascending order: the server's word, which may leave some out. */
  trail(key: string, signal?: AbortSignal): Promise<readonly Entry[]>;
  /** One entry, 1 <= entryNumber. */
  entry(entryNumber: number, signal?: AbortSignal): Promise<Entry>;
  /**
   * The entries start..start+count-1 without a gap, fewer only at the end of the log; 1 <= start, 0 <= count. `remarked` hears, in a sentence, of a list that
   * skips, repeats or swaps entries: those that it lacks are then read one by one.
   */
  entries(
    start: number,
    count: number,
    signal?: AbortSignal,
    remarked?: (remark: string) => void,
  ): Promise<readonly Entry[]>;
  /** The data with this hash, as the server sent it. */
  item(hash: Hash, signal?: AbortSignal): Promise<Item>;
  /** A page of the item list. A server need not have one: HTTP_STATUS 404, and items one by one still work. */
  items(page?: PageRef, signal?: AbortSignal): Promise<Page<HashedItem>>;
  /** The head of the log. Never taken from the browser's cache without asking the server. */
  registerProof(signal?: AbortSignal): Promise<PublishedHead>;
  /** The audit path of an entry, 1 <= entryNumber <= logSize. */
  entryProof(entryNumber: number, logSize: number, signal?: AbortSignal): Promise<EntryProof>;
  /** The proof between two sizes, 1 <= from <= to. */
  consistencyProof(from: number, to: number, signal?: AbortSignal): Promise<ConsistencyProof>;
  /** The register at a log size. UNSUPPORTED in the item variant, 404 on many servers: compute it from the log then. */
  snapshot(logSize: number, signal?: AbortSignal): Promise<Snapshot>;
  /** The entry that was the latest of a key at a log size. UNSUPPORTED in the item variant. */
  snapshotEntry(logSize: number, key: string, signal?: AbortSignal): Promise<Entry>;
}
