import { type Hash, hashFromBytes, writeHash } from '../core/hash.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { writeUtf8 } from '../core/utf8.ts';
import { ByteTable, withRoom } from './byte-table.ts';

/** MOST_ROOM is the most entries for which memory is reserved before they are read. */
const MOST_ROOM = 2 ** 20;

const HASH_BYTES = 32;

/** The state of a hash: its data was not seen, was seen, or was seen before an entry named it. */
const UNSEEN = 0;
const SEEN = 1;
const EARLY = 2;

/**
 * LogIndexState is an index in a form to store, once all of its data was seen: only later entries are to come.
 */
interface LogIndexState {
  readonly size: number;
  readonly trail: LatestEntriesState;
}

/**
 * LogIndex keeps of the entries of a log only the hashes they name, whether their data was seen, and the
 * newest entry of each key.
 */
export class LogIndex {
  readonly trail: LatestEntries;
  #size: number;
  readonly #hashes: ByteTable;
  #states: Uint8Array;
  #early = 0;
  #seen = 0;
  /** For each naming of a hash by an entry: the number of the hash, and that of the entry. */
  #named: Uint32Array;
  #namedBy: Uint32Array;
  #namings = 0;
  readonly #hash = new Uint8Array(HASH_BYTES);
  #written: Hash | undefined;

  /**
   * Memory for `expected` entries is reserved, within limits: a server may claim any number. A saved index is
   * restored; throws RangeError for a damaged one.
   */
  constructor(expected = 0, saved?: LogIndexState) {
    const size = saved?.size ?? 0;
    const room = Math.min(Math.max(0, expected - size), MOST_ROOM);
    this.trail = saved ? LatestEntries.from(saved.trail, size) : new LatestEntries(room);
    this.#size = size;
    this.#hashes = new ByteTable(room, HASH_BYTES);
    this.#states = new Uint8Array(room);
    this.#named = new Uint32Array(room);
    this.#namedBy = new Uint32Array(room);
  }

  /** toState returns the index in a form to store. */
  toState(): LogIndexState {
    return { size: this.#size, trail: this.trail.toState() };
  }

  get size(): number {
    return this.#size;
  }

  /** named is the number of different hashes that entries name. */
  get named(): number {
    return this.#hashes.count - this.#early;
  }

  /** seen is the number of those whose data was seen. */
  get seen(): number {
    return this.#seen;
  }

  /** append adds the next entry. Throws RangeError for one of another number. */
  append({ entryNumber, key, itemHashes }: Pick<Entry, 'entryNumber' | 'key' | 'itemHashes'>): void {
    if (entryNumber !== this.#size + 1)
      throw new RangeError(`entry ${entryNumber} came where entry ${this.#size + 1} is next`);
    this.#size = entryNumber;
    this.trail.note(key, entryNumber);
    for (const hash of itemHashes) this.#name(this.#write(hash));
  }

  #name(hash: Uint8Array): void {
    const number = this.#numberOf(hash, UNSEEN);
    if (this.#states[number] === EARLY) {
      this.#states[number] = SEEN;
      this.#early -= 1;
      this.#seen += 1;
    }
    this.#named = withRoom(this.#named, this.#namings + 1);
    this.#namedBy = withRoom(this.#namedBy, this.#namings + 1);
    this.#named[this.#namings] = number;
    this.#namedBy[this.#namings] = this.#size;
    this.#namings += 1;
  }

  /** names reports whether an entry names the hash. */
  names(hash: Hash): boolean {
    const number = this.#hashes.find(this.#write(hash));
    return number >= 0 && this.#states[number] !== EARLY;
  }

  /** wants reports whether data of the hash is still missing. */
  wants(hash: Hash): boolean {
    const number = this.#hashes.find(this.#write(hash));
    return number < 0 || this.#states[number] === UNSEEN;
  }

  /** keep marks data of the hash as seen. The caller has hashed it. */
  keep(hash: Hash): void {
    const bytes = this.#write(hash);
    const number = this.#hashes.find(bytes);
    if (number < 0) {
      this.#numberOf(bytes, EARLY);
      this.#early += 1;
    } else if (this.#states[number] === UNSEEN) {
      this.#states[number] = SEEN;
      this.#seen += 1;
    }
  }

  /** missing lists the named hashes whose data was not seen. */
  *missing(): Generator<Hash, undefined> {
    for (let number = 0; number < this.#hashes.count; number += 1)
      if (this.#states[number] === UNSEEN) yield hashFromBytes(this.#hashes.bytesOf(number));
    return undefined;
  }

  /** entriesNaming lists the entries that name a hash, ascending, at most `most`. */
  entriesNaming(hash: Hash, most: number): number[] {
    const number = this.#hashes.find(this.#write(hash));
    const entries: number[] = [];
    for (let at = 0; at < this.#namings && entries.length < most; at += 1)
      if (this.#named[at] === number) entries.push(this.#namedBy[at] ?? 0);
    return entries;
  }

  #write(hash: Hash): Uint8Array {
    if (hash === this.#written) return this.#hash;
    this.#written = undefined;
    writeHash(hash, this.#hash, 0);
    this.#written = hash;
    return this.#hash;
  }

  /** The number of the hash, which has this state if it is new. */
  #numberOf(hash: Uint8Array, state: number): number {
    const known = this.#hashes.count;
    const number = this.#hashes.add(hash);
    if (number < known) return number;
    this.#states = withRoom(this.#states, number + 1);
    this.#states[number] = state;
    return number;
  }
}

/** LatestEntry is the newest entry of a key and the number of its entries. */
export interface LatestEntry {
  readonly entryNumber: number;
  readonly count: number;
}

/**
 * TrailIndex has the newest entry of every key up to a head whose root the entries gave, so that "latest
 * version" can be claimed at that head.
 */
export interface TrailIndex {
  readonly checkpoint: Checkpoint;
  /** When the audit that read them ended, in milliseconds since 1970. */
  readonly auditedAt: number;
  latestOf(key: string): LatestEntry | undefined;
}

/**
 * LatestEntriesState is the newest entries in a form to store: the concatenated UTF-8 of the keys, where each
 * ends, its newest entry, and the number of its entries.
 */
interface LatestEntriesState {
  readonly keys: Uint8Array;
  readonly ends: Uint32Array;
  readonly latest: Float64Array;
  readonly counts: Uint32Array;
}

/** LatestEntries has the newest entry of every key. Entries are added in ascending order. */
export class LatestEntries {
  readonly #keys: ByteTable;
  /** Space to write a key. */
  #key = new Uint8Array(256);
  #latest: Float64Array;
  #counts: Uint32Array;

  /** Memory for `expected` keys is reserved. */
  constructor(expected = 0) {
    this.#keys = new ByteTable(expected, 8);
    this.#latest = new Float64Array(expected);
    this.#counts = new Uint32Array(expected);
  }

  /**
   * from restores the result of toState for a log of `logSize` entries: each has one key, and the last is the
   * newest of its key. Throws RangeError for anything else.
   */
  static from({ keys, ends, latest, counts }: LatestEntriesState, logSize: number): LatestEntries {
    const entries = new LatestEntries(ends.length);
    let start = 0;
    for (const end of ends) {
      entries.#keys.add(keys, start, end);
      start = end;
    }
    entries.#latest.set(latest);
    entries.#counts.set(counts);
    const noted = counts.reduce((sum, count) => sum + count, 0);
    const newest = latest.reduce((most, one) => Math.max(most, one), 0);
    if (entries.#keys.count !== ends.length || start !== keys.length)
      throw new RangeError('not the keys of a trail index');
    if (
      latest.length !== ends.length ||
      counts.length !== ends.length ||
      noted !== logSize ||
      newest !== logSize
    )
      throw new RangeError('the trail index is of another log');
    return entries;
  }

  /** note adds an entry. */
  note(key: string, entryNumber: number): void {
    this.#key = withRoom(this.#key, 3 * key.length);
    const number = this.#keys.add(this.#key, 0, writeUtf8(key, this.#key, 0));
    this.#latest = withRoom(this.#latest, number + 1);
    this.#counts = withRoom(this.#counts, number + 1);
    this.#latest[number] = entryNumber;
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
  }

  /** latestOf returns the newest entry of a key; undefined for a key without entries. */
  latestOf(key: string): LatestEntry | undefined {
    // No key has a lone surrogate, which an encoder would replace.
    const number = /\p{Surrogate}/u.test(key) ? -1 : this.#keys.find(new TextEncoder().encode(key));
    if (number < 0) return undefined;
    return { entryNumber: this.#latest[number] ?? 0, count: this.#counts[number] ?? 0 };
  }

  /** toState returns the newest entries in a form to store. */
  toState(): LatestEntriesState {
    const { bytes: keys, ends } = this.#keys.toState();
    const latest = this.#latest.slice(0, this.#keys.count);
    return { keys, ends, latest, counts: this.#counts.slice(0, this.#keys.count) };
  }
}
