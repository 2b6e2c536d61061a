import type { Hash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';

/**
 * LogCopy is a whole register as read: entries 1..size without a gap, and all readable data, for any log size
 * up to its own. It may grow.
 */
export class LogCopy {
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
    this.add(entry);
  }

  /**
   * add adds an entry after the last one, of whatever number: a part of a log may be copied like a whole one.
   */
  add(entry: Entry): void {
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

  /** entry returns the entry of that number, 1 <= entryNumber <= size. Throws RangeError for another. */
  entry(entryNumber: number): Entry {
    const entry = this.#entries.get(entryNumber);
    if (entry === undefined) throw new RangeError(`this copy does not hold entry ${entryNumber}`);
    return entry;
  }

  /** item returns the data with this hash; undefined if it could not be read. */
  item(hash: Hash): Item | undefined {
    return this.#items.get(hash);
  }

  /** keys lists every key, in the order of its first entry. */
  keys(): Iterable<string> {
    return this.#trails.keys();
  }

  /** trail lists the numbers of a key's entries, ascending; empty for an unknown key. */
  trail(key: string): readonly number[] {
    return this.#trails.get(key) ?? [];
  }

  /** latest is the number of a key's latest entry among the first `at` entries; undefined if it has none. */
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
