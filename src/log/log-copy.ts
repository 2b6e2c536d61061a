import type { Hash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';

/** LogCopy is a whole register as read: every entry, and all readable data, for any log size up to its own. */
export interface LogCopy {
  readonly variant: Variant;
  /** Entries 1..size are held without a gap. */
  readonly size: number;
  /** How many different items or blobs could be read; more of them may come later. */
  readonly seen: number;
  /** The entry of that number, 1 <= entryNumber <= size. Throws RangeError for another. */
  entry(entryNumber: number): Entry;
  /** The data with this hash; undefined if it could not be read. */
  item(hash: Hash): Item | undefined;
  /** Every key, in the order of its first entry. */
  keys(): Iterable<string>;
  /** The numbers of a key's entries, ascending; empty for an unknown key. */
  trail(key: string): readonly number[];
  /** The number of a key's latest entry among the first `at` entries; undefined if it has none. */
  latest(key: string, at: number): number | undefined;
}

/** GrowingCopy is a LogCopy that is being read. */
export class GrowingCopy implements LogCopy {
  readonly variant: Variant;
  readonly #entries = new Map<number, Entry>();
  readonly #items = new Map<Hash, Item>();
  readonly #trails = new Map<string, number[]>();
  readonly #missing = new Set<Hash>();
  #size = 0;

  constructor(variant: Variant) {
    this.variant = variant;
  }

  get size(): number {
    return this.#size;
  }

  /** append adds the next entry. Throws RangeError for one of another number. */
  append(entry: Entry): void {
    if (entry.entryNumber !== this.size + 1)
      throw new RangeError(`entry ${entry.entryNumber} came where entry ${this.size + 1} is next`);
    this.hold(entry);
  }

  /** hold adds an entry after those it holds, of whatever number: see sliceCopy. */
  hold(entry: Entry): void {
    const { entryNumber, key, itemHashes } = entry;
    this.#size = entryNumber;
    this.#entries.set(entryNumber, entry);
    const trail = this.#trails.get(key);
    if (trail === undefined) this.#trails.set(key, [entryNumber]);
    else trail.push(entryNumber);
    for (const hash of itemHashes) if (!this.#items.has(hash)) this.#missing.add(hash);
  }

  /** names reports whether some entry names this data. */
  names(hash: Hash): boolean {
    return this.#missing.has(hash) || this.#items.has(hash);
  }

  /** wants reports whether some entry names this data and it is still missing. */
  wants(hash: Hash): boolean {
    return this.#missing.has(hash);
  }

  /** keep adds data that an entry names. The caller has hashed it. */
  keep(hash: Hash, item: Item): void {
    if (this.#missing.delete(hash)) this.#items.set(hash, item);
  }

  /** named is the number of different hashes that entries name. */
  get named(): number {
    return this.#items.size + this.#missing.size;
  }

  /** seen is the number of those with data. */
  get seen(): number {
    return this.#items.size;
  }

  /** missing lists the others in the order of the log. */
  missing(): Iterable<Hash> {
    return this.#missing;
  }

  /** entriesNaming lists the entries that name a hash, ascending, at most `most`. */
  entriesNaming(hash: Hash, most: number): number[] {
    const entries: number[] = [];
    for (const { entryNumber, itemHashes } of this.#entries.values()) {
      if (entries.length === most) break;
      if (itemHashes.includes(hash)) entries.push(entryNumber);
    }
    return entries;
  }

  entry(entryNumber: number): Entry {
    const entry = this.#entries.get(entryNumber);
    if (entry === undefined) throw new RangeError(`this copy does not hold entry ${entryNumber}`);
    return entry;
  }

  item(hash: Hash): Item | undefined {
    return this.#items.get(hash);
  }

  keys(): Iterable<string> {
    return this.#trails.keys();
  }

  trail(key: string): readonly number[] {
    return this.#trails.get(key) ?? [];
  }

  latest(key: string, at: number): number | undefined {
    const trail = this.trail(key);
    let low = 0;
    let high = trail.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((trail[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return trail[low - 1];
  }
}

/** Slice is a run of entries with the previous version of each key. */
export interface Slice {
  readonly variant: Variant;
  /** The entries from+1..to, in order. */
  readonly entries: readonly Entry[];
  /** The latest earlier entry of each of their keys, if any. */
  readonly before: readonly Entry[];
  /** The readable data of all those entries. */
  readonly items: ReadonlyMap<Hash, Item>;
}

/** sliceCopy returns a run of entries in the form of a whole copy. Its `entry` throws RangeError for an entry outside the slice. */
export function sliceCopy({ variant, entries, before, items }: Slice): LogCopy {
  const copy = new GrowingCopy(variant);
  for (const entry of [...before, ...entries]) copy.hold(entry);
  for (const [hash, item] of items) copy.keep(hash, item);
  return copy;
}
