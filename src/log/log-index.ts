import type { Hash } from '../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../core/hash-bytes.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Latest, TrailIndex } from './audit-types.ts';
import { ByteTable, withRoom } from './byte-table.ts';
import type { EntriesDigest } from './jobs.ts';

/** IndexedPage is what is kept of each entry besides its place in the tree: the hashes and the key that it names. */
export type IndexedPage = Pick<EntriesDigest, 'from' | 'count' | 'hashes' | 'hashEnds' | 'keys' | 'keyEnds'>;

/** EventLoopYielder lets the page breathe: its `pause` waits for the next turn of the event loop. */
export class EventLoopYielder {
  #since = performance.now();

  /** due says whether the work since the last turn has been long enough. */
  due(): boolean {
    return performance.now() - this.#since > 8;
  }

  /** pause waits for a turn. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#since = performance.now();
  }
}

/** AT_ONCE is how many entries or hashes are entered before the clock is looked at: one entry may name as many hashes as a page has room for. */
const AT_ONCE = 500;

/** MOST_ROOM is for how many entries room is taken before they are read. */
const MOST_ROOM = 2 ** 20;

/** HASH_BYTES is how long a hash is among many, one behind the other. */
export const HASH_BYTES = 32;

/** LogIndex says which items the entries name, whether data of them was seen, and which entry is the newest of each key. */
export class LogIndex {
  readonly items: NamedItems;
  readonly trail: LatestEntries;

  /** Room for `expected` entries is taken at once, within limits: a server may claim any number. An earlier trail is gone on with. */
  constructor(expected = 0, trail?: LatestEntries) {
    const room = Math.min(expected, MOST_ROOM);
    this.items = new NamedItems(room);
    this.trail = trail ?? new LatestEntries(room);
  }

  /** enter notes entries, in ascending order from one call to the next. */
  async enter({ from, count, hashes, hashEnds, keys, keyEnds }: IndexedPage): Promise<void> {
    const yielder = new EventLoopYielder();
    let hash = 0;
    let key = 0;
    let done = 0;
    for (let index = 0; index < count; index += 1) {
      for (; hash < (hashEnds[index] ?? 0); hash += 1) {
        this.items.name(hashes, HASH_BYTES * hash, from + index);
        if ((done += 1) % AT_ONCE === 0 && yielder.due()) await yielder.pause();
      }
      const keyEnd = keyEnds[index] ?? 0;
      this.trail.note(keys, key, keyEnd, from + index);
      key = keyEnd;
      if ((done += 1) % AT_ONCE === 0 && yielder.due()) await yielder.pause();
    }
  }
}

/** State of a hash: an entry names it and nobody looked yet, data of it was seen, a finding was made of it; or there is data that no entry read so far names. */
const UNSEEN = 0;
const SEEN = 1;
const FOUND_BAD = 2;
const EARLY = 3;

/** NamedItems holds the hashes that entries name, each once, which entries name them, and whether data of that hash was seen. Hashes are 32 bytes of an array, or texts. */
export class NamedItems {
  readonly #hashes: ByteTable;
  /** By the hash's number in #hashes. */
  #states: Uint8Array;
  /** One for each time that an entry names a hash: the number of the hash, and of the entry, counted from the first one. */
  #named: Uint32Array;
  #namedBy: Uint32Array;
  #namings = 0;
  #firstEntry = 0;
  #seen = 0;
  #early = 0;

  /** Room for `expected` hashes is taken at once. */
  constructor(expected = 0) {
    this.#hashes = new ByteTable(expected, HASH_BYTES);
    this.#states = new Uint8Array(expected);
    this.#named = new Uint32Array(expected);
    this.#namedBy = new Uint32Array(expected);
  }

  /** count is the number of different hashes that entries name. */
  get count(): number {
    return this.#hashes.count - this.#early;
  }

  /** seen is how many of them were seen with data. */
  get seen(): number {
    return this.#seen;
  }

  /** earlyCount is how many hashes were seen with data that no entry names yet. */
  get earlyCount(): number {
    return this.#early;
  }

  /** names says whether an entry names the hash. */
  names(hash: Hash): boolean {
    const number = this.#hashes.find(hashToBytes(hash));
    return number >= 0 && this.#states[number] !== EARLY;
  }

  /** name notes that an entry names the hash at hashes[at]. */
  name(hashes: Uint8Array, at: number, entryNumber: number): void {
    const number = this.#numberOf(hashes, at, UNSEEN);
    if (this.#states[number] === EARLY) {
      this.#states[number] = SEEN;
      this.#early -= 1;
      this.#seen += 1;
    }
    this.#named = withRoom(this.#named, this.#namings + 1);
    this.#namedBy = withRoom(this.#namedBy, this.#namings + 1);
    if (this.#namings === 0) this.#firstEntry = entryNumber;
    this.#named[this.#namings] = number;
    this.#namedBy[this.#namings] = entryNumber - this.#firstEntry;
    this.#namings += 1;
  }

  /** see notes that there is data with the hash at hashes[at]. */
  see(hashes: Uint8Array, at: number): void {
    const known = this.#hashes.count;
    const number = this.#numberOf(hashes, at, EARLY);
    const state = this.#states[number];
    if (number === known) this.#early += 1;
    else if (state === UNSEEN || state === FOUND_BAD) {
      this.#states[number] = SEEN;
      this.#seen += 1;
    }
  }

  /** The number of the hash, which has this state if it is new. */
  #numberOf(hashes: Uint8Array, at: number, state: number): number {
    const known = this.#hashes.count;
    const number = this.#hashes.add(hashes, at, at + HASH_BYTES);
    if (number < known) return number;
    this.#states = withRoom(this.#states, number + 1);
    this.#states[number] = state;
    return number;
  }

  /** giveUpOn notes that a finding was made of the hash; false where no entry names it, or data of that hash was seen, or it was noted before. */
  giveUpOn(hash: Hash): boolean {
    const number = this.#hashes.find(hashToBytes(hash));
    if (number < 0 || this.#states[number] !== UNSEEN) return false;
    this.#states[number] = FOUND_BAD;
    return true;
  }

  /** unseen goes through the hashes that nobody looked at yet, as they are when it comes to them. */
  *unseen(): Generator<Hash, undefined> {
    for (let number = 0; number < this.#hashes.count; number += 1)
      if (this.#states[number] === UNSEEN) yield hashFromBytes(this.#hashes.bytesOf(number));
    return undefined;
  }

  /** entriesNaming lists the entries that name a hash, ascending, at most `most`. */
  entriesNaming(hash: Hash, most: number): number[] {
    const number = this.#hashes.find(hashToBytes(hash));
    const entries: number[] = [];
    for (let at = 0; at < this.#namings && entries.length < most; at += 1)
      if (this.#named[at] === number) entries.push(this.#firstEntry + (this.#namedBy[at] ?? 0));
    return entries;
  }

  /** states is one byte for each time that an entry names a hash: what was seen, to be kept. */
  states(): Uint8Array {
    const states = new Uint8Array(this.#namings);
    for (let at = 0; at < states.length; at += 1) states[at] = this.#states[this.#named[at] ?? 0] ?? UNSEEN;
    return states;
  }

  /** early is the hashes with data that no entry names yet, one behind the other, to be kept. */
  early(): Uint8Array {
    const early = new Uint8Array(HASH_BYTES * this.#early);
    let at = 0;
    for (let number = 0; at < early.length; number += 1) {
      if (this.#states[number] !== EARLY) continue;
      early.set(this.#hashes.bytesOf(number), at);
      at += HASH_BYTES;
    }
    return early;
  }

  /** restore takes up what states() and early() returned for the same hashes. Throws RangeError for another number of them. */
  restore(states: Uint8Array, early: Uint8Array): void {
    if (states.length !== this.#namings || states.some((state) => state > FOUND_BAD))
      throw new RangeError('these are not the states of these items');
    for (const [at, state] of states.entries()) this.#states[this.#named[at] ?? 0] = state;
    this.#seen = this.#states.reduce((sum, state) => sum + (state === SEEN ? 1 : 0), 0);
    for (let at = 0; at < early.length; at += HASH_BYTES) this.see(early, at);
  }
}

/** LatestEntriesState is the newest entries as plain data: the UTF-8 of the keys one behind the other, where each ends, its newest entry, and how many entries it has. */
export interface LatestEntriesState {
  readonly keys: Uint8Array;
  readonly ends: Uint32Array;
  readonly latest: Float64Array;
  readonly counts: Uint32Array;
}

/** LatestEntries knows the newest entry of every key. Entries are noted in ascending order. */
export class LatestEntries {
  readonly #keys: ByteTable;
  #latest: Float64Array;
  #counts: Uint32Array;

  /** Room for `expected` keys is taken at once. */
  constructor(expected = 0) {
    this.#keys = new ByteTable(expected);
    this.#latest = new Float64Array(expected);
    this.#counts = new Uint32Array(expected);
  }

  /** from takes up what toState left. It lets the page breathe between. The state is not trusted: rejects with RangeError if it is not a possible one. */
  static async from(state: unknown): Promise<LatestEntries> {
    const { keys, ends, latest, counts } = readState(state);
    const entries = new LatestEntries(ends.length);
    entries.#latest.set(latest);
    entries.#counts.set(counts);
    const yielder = new EventLoopYielder();
    let start = 0;
    for (const [index, end] of ends.entries()) {
      entries.#keys.add(keys, start, end);
      start = end;
      if (index % AT_ONCE === 0 && yielder.due()) await yielder.pause();
    }
    if (entries.count !== ends.length) throw new RangeError('a key comes twice');
    return entries;
  }

  /** count is the number of different keys. */
  get count(): number {
    return this.#keys.count;
  }

  /** spans says whether these can be those of the entries 1 to logSize: each of them has one key, and the last is the newest of its own. */
  spans(logSize: number): boolean {
    let entries = 0;
    let newest = 0;
    for (const count of this.#counts) entries += count;
    for (const latest of this.#latest) newest = Math.max(newest, latest);
    return entries === logSize && newest === logSize;
  }

  /** note says that an entry has the key keys[from, to), in UTF-8. */
  note(keys: Uint8Array, from: number, to: number, entryNumber: number): void {
    const number = this.#keys.add(keys, from, to);
    this.#latest = withRoom(this.#latest, number + 1);
    this.#counts = withRoom(this.#counts, number + 1);
    this.#latest[number] = entryNumber;
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
  }

  /** latestOf is the newest entry of a key; undefined for a key without entries. */
  latestOf(key: string): Latest | undefined {
    // Half a surrogate pair has no UTF-8, and no entry's key: an encoder would write another character.
    const number = /\p{Surrogate}/u.test(key) ? -1 : this.#keys.find(new TextEncoder().encode(key));
    if (number < 0) return undefined;
    return { entryNumber: this.#latest[number] ?? 0, count: this.#counts[number] ?? 0 };
  }

  /** toState returns all of it as plain data. */
  toState(): LatestEntriesState {
    const { bytes: keys, ends } = this.#keys.toState();
    return {
      keys,
      ends,
      latest: this.#latest.slice(0, this.count),
      counts: this.#counts.slice(0, this.count),
    };
  }

  /** indexAt is this as what the given head licenses. */
  indexAt(checkpoint: Checkpoint): TrailIndex {
    return { checkpoint, keys: this.count, latestOf: (key) => this.latestOf(key) };
  }
}

function readState(state: unknown): LatestEntriesState {
  if (typeof state === 'object' && state !== null) {
    const { keys, ends, latest, counts } = state as Readonly<Record<string, unknown>>;
    if (
      keys instanceof Uint8Array &&
      ends instanceof Uint32Array &&
      latest instanceof Float64Array &&
      counts instanceof Uint32Array &&
      latest.length === ends.length &&
      counts.length === ends.length &&
      ends.every((end, index) => end >= (ends[index - 1] ?? 0)) &&
      (ends.at(-1) ?? 0) === keys.length
    )
      return { keys, ends, latest, counts };
  }
  throw new RangeError('not the state of a trail index');
}
