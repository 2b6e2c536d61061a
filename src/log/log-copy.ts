import { parseCanonicalItem } from '../core/canonical-json.ts';
import { type Hash, hashFromBytes, writeHash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';
import { isWellFormed } from '../core/utf8.ts';
import { ByteTable, NumberList, type SavedBytes, TextTable } from '../rsf/byte-table.ts';

/** SavedTrails are the numbers of each key's entries, in a form to store. */
export interface SavedTrails {
  /** The keys in the order of their first entries, as UTF-8: a million texts take 100 MB. */
  readonly keys: SavedBytes;
  /** The newest entry of each of them. */
  readonly newest: Uint32Array;
  /** At the number of each entry that of the one before it of the same key; 0 if it is the first. */
  readonly previous: Uint32Array;
}

/** LatestEntry is the newest entry of a key and the number of its entries. */
export interface LatestEntry {
  readonly entryNumber: number;
  readonly count: number;
}

/** Version is an entry with its data, one item for each of its hashes; undefined for data that could not be read. */
export interface Version {
  readonly entry: Entry;
  readonly items: readonly (Item | undefined)[];
}

/** SEEN stands for the entry of a hash whose data was seen. */
const SEEN = 0;

/** NAMED_AT_MOST is the most entries that are listed for data that is missing. */
const NAMED_AT_MOST = 20;

/**
 * LogCopy is a whole register as read: entries 1..size without a gap, and all readable data, for any log size
 * up to its own. It may grow. One that does not keep data holds of each entry only its key, and of all data
 * whether it was seen: it is for logs too large to keep.
 */
export class LogCopy {
  readonly variant: Variant;
  readonly keepsData: boolean;
  readonly #entries = new Map<number, Entry>();
  /**
   * The keys in the order of their first entries, the newest entry of each, and before each entry the one of the same
   * key. A Map of a million texts would make the engine slow with all other texts.
   */
  readonly #keys = new TextTable();
  readonly #newest = new NumberList();
  readonly #previous = new NumberList();
  /**
   * The hashes that entries name, and of each the first of them while the data is missing, then SEEN. A Map of the
   * hashes of a million entries takes the audit of such a log from 440 to 900 MB.
   */
  readonly #hashes = new ByteTable();
  readonly #naming = new NumberList();
  readonly #bytes = new Uint8Array(32);
  /** The hash whose bytes these are: one is often looked up several times in turn. */
  #written: Hash | undefined;
  /** The data, if it is kept. */
  readonly #items = new Map<Hash, Item>();
  /** The other entries that named data while it was missing. */
  readonly #alsoNaming = new Map<Hash, number[]>();
  #size = 0;
  #seen = 0;

  constructor(variant: Variant, keepsData = true) {
    this.variant = variant;
    this.keepsData = keepsData;
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
    const { entryNumber, itemHashes } = entry;
    const key = this.#keys.add(entry.key);
    this.#size = entryNumber;
    if (this.keepsData) this.#entries.set(entryNumber, entry);
    this.#previous.set(entryNumber, this.#newest.at(key));
    this.#newest.set(key, entryNumber);
    for (const hash of itemHashes) {
      const number = this.#hashes.add(this.#bytesOf(hash));
      const first = this.#naming.at(number);
      if (number === this.#naming.length) this.#naming.push(entryNumber);
      else if (first !== SEEN && first !== entryNumber) this.#nameAlso(hash, entryNumber);
    }
  }

  #bytesOf(hash: Hash): Uint8Array {
    if (hash !== this.#written) writeHash(hash, this.#bytes, 0);
    this.#written = hash;
    return this.#bytes;
  }

  #nameAlso(hash: Hash, entryNumber: number): void {
    const others = this.#alsoNaming.get(hash) ?? [];
    this.#alsoNaming.set(hash, others);
    if (others.length < NAMED_AT_MOST - 1 && others.at(-1) !== entryNumber) others.push(entryNumber);
  }

  /** wants reports whether some entry names this data and it is still missing. */
  wants(hash: Hash): boolean {
    return this.#naming.at(this.#hashes.find(this.#bytesOf(hash))) !== SEEN;
  }

  /** keep adds data that an entry names, or its canonical JSON. The caller has hashed it. */
  keep(hash: Hash, data: Item | string): void {
    if (!this.wants(hash)) return;
    this.#naming.set(this.#hashes.find(this.#bytesOf(hash)), SEEN);
    if (this.keepsData) this.#items.set(hash, typeof data === 'string' ? parseCanonicalItem(data) : data);
    this.#seen += 1;
  }

  /** named is the number of different hashes that entries name. */
  get named(): number {
    return this.#hashes.count;
  }

  /** seen is the number of those with data. */
  get seen(): number {
    return this.#seen;
  }

  /** missing lists the others in the order of the log, each with the first entries that name it. */
  *missing(): Generator<readonly [Hash, readonly number[]], undefined> {
    if (this.#seen === this.named) return undefined;
    for (let number = 0; number < this.named; number += 1) {
      const first = this.#naming.at(number);
      if (first === SEEN) continue;
      const hash = hashFromBytes(this.#hashes.bytesOf(number));
      yield [hash, [first, ...(this.#alsoNaming.get(hash) ?? [])]];
    }
    return undefined;
  }

  /** saveTrails returns the entries of all keys of a whole log. */
  saveTrails(): SavedTrails {
    return { keys: this.#keys.save(), newest: this.#newest.save(), previous: this.#previous.save() };
  }

  /** restoreTrails begins the log with saved entries, without their data. Throws RangeError if they are damaged. */
  restoreTrails({ keys, newest, previous }: SavedTrails): void {
    this.#keys.restore(keys);
    this.#newest.restore(newest);
    this.#previous.restore(previous);
    this.#size = previous.length - 1;
    if (this.#keys.count !== keys.ends.length || this.#keys.count !== newest.length)
      throw new RangeError('a saved log has each key once');
  }

  /** entry returns the entry of that number, 1 <= entryNumber <= size. Throws RangeError for another. */
  entry(entryNumber: number): Entry {
    const entry = this.#entries.get(entryNumber);
    if (entry === undefined) throw new RangeError(`this copy does not hold entry ${entryNumber}`);
    return entry;
  }

  /** upTo lists the first `at` entries, 0 <= at <= size. */
  *upTo(at: number): Generator<Entry, undefined> {
    for (let number = 1; number <= at; number += 1) yield this.entry(number);
    return undefined;
  }

  /** version returns that entry with its data. Throws as entry does. */
  version(entryNumber: number): Version {
    const entry = this.entry(entryNumber);
    return { entry, items: entry.itemHashes.map((hash) => this.item(hash)) };
  }

  /** item returns the data with this hash; undefined if it could not be read. */
  item(hash: Hash): Item | undefined {
    return this.#items.get(hash);
  }

  /** keys lists every key, in the order of its first entry. */
  *keys(): Generator<string, undefined> {
    for (let key = 0; key < this.#keys.count; key += 1) yield this.#keys.at(key);
    return undefined;
  }

  /** trail lists the numbers of a key's entries, ascending; empty for an unknown key. */
  trail(key: string): readonly number[] {
    const numbers: number[] = [];
    for (let at = this.#newestOf(key); at > 0; at = this.previous(at) ?? 0) numbers.push(at);
    return numbers.reverse();
  }

  /** latest is the number of a key's latest entry among the first `at` entries; undefined if it has none. */
  latest(key: string, at: number): number | undefined {
    let latest = this.#newestOf(key) || undefined;
    while (latest !== undefined && latest > at) latest = this.previous(latest);
    return latest;
  }

  /** The newest entry of a key; 0 for an unknown one. */
  #newestOf(key: string): number {
    const known = isWellFormed(key) ? this.#keys.find(key) : -1;
    return known < 0 ? 0 : this.#newest.at(known);
  }

  /** previous is the number of the entry before this one of the same key; undefined if it is the first. */
  previous(entryNumber: number): number | undefined {
    return this.#previous.at(entryNumber) || undefined;
  }
}
