import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Latest, TrailIndex } from './audit-types.ts';
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

/** HASH_DIGITS is how long a hash is in a text of many, one behind the other. */
export const HASH_DIGITS = 64;

/** LogIndex says which items the entries name, whether data of them was seen, and which entry is the newest of each key. */
export class LogIndex {
  readonly items = new NamedItems();
  readonly trail: LatestEntries;

  /** An earlier trail is gone on with. */
  constructor(trail = new LatestEntries()) {
    this.trail = trail;
  }

  /** enter notes entries, in ascending order from one call to the next. */
  async enter({ from, count, hashes, hashEnds, keys, keyEnds }: IndexedPage): Promise<void> {
    const yielder = new EventLoopYielder();
    let hash = 0;
    let key = 0;
    let done = 0;
    const breathe = async (): Promise<void> => {
      if ((done += 1) % AT_ONCE === 0 && yielder.due()) await yielder.pause();
    };
    for (let index = 0; index < count; index += 1) {
      for (; hash < (hashEnds[index] ?? 0); hash += 1) {
        this.items.name(hashAt(hashes, hash), from + index);
        await breathe();
      }
      const keyEnd = keyEnds[index] ?? 0;
      this.trail.note(keys.slice(key, keyEnd), from + index);
      key = keyEnd;
      await breathe();
    }
  }
}

/** hashAt is one of the hashes that stand one behind the other in a text. */
export function hashAt(hashes: string, index: number): Hash {
  return hashes.slice(HASH_DIGITS * index, HASH_DIGITS * (index + 1)) as Hash;
}

/** State of an item: nobody looked yet, data of that hash was seen, or a finding was made of it. */
const UNSEEN = 0;
const SEEN = 1;
const FOUND_BAD = 2;

/** NamedItems holds the hashes that entries name, each once, which entries name them, and whether data of that hash was seen. */
export class NamedItems {
  /** The place of each hash in the order in which entries first name them. */
  readonly #places = new Map<Hash, number>();
  readonly #states: number[] = [];
  /** Hashes with data that no entry read so far names. */
  readonly #early = new Set<Hash>();
  readonly #namedPlaces: number[] = [];
  readonly #namedBy: number[] = [];
  #seen = 0;

  /** count is the number of different hashes that entries name. */
  get count(): number {
    return this.#places.size;
  }

  /** seen is how many of them were seen with data. */
  get seen(): number {
    return this.#seen;
  }

  /** earlyCount is how many hashes were seen with data that no entry names yet. */
  get earlyCount(): number {
    return this.#early.size;
  }

  /** names says whether an entry names the hash. */
  names(hash: Hash): boolean {
    return this.#places.has(hash);
  }

  /** name notes that an entry names the hash. */
  name(hash: Hash, entryNumber: number): void {
    let place = this.#places.get(hash);
    if (place === undefined) {
      place = this.count;
      this.#places.set(hash, place);
      const isSeen = this.#early.delete(hash);
      this.#states.push(isSeen ? SEEN : UNSEEN);
      if (isSeen) this.#seen += 1;
    }
    this.#namedPlaces.push(place);
    this.#namedBy.push(entryNumber);
  }

  /** see notes that there is data with the hash. */
  see(hash: Hash): void {
    const place = this.#places.get(hash);
    if (place === undefined) return void this.#early.add(hash);
    if (this.#states[place] !== SEEN) this.#seen += 1;
    this.#states[place] = SEEN;
  }

  /** giveUpOn notes that a finding was made of the hash; false where no entry names it, or data of that hash was seen, or it was noted before. */
  giveUpOn(hash: Hash): boolean {
    const place = this.#places.get(hash);
    if (place === undefined || this.#states[place] !== UNSEEN) return false;
    this.#states[place] = FOUND_BAD;
    return true;
  }

  /** unseen goes through the hashes that nobody looked at yet, as they are when it comes to them. */
  *unseen(): Generator<Hash, undefined> {
    for (const [hash, place] of this.#places) if (this.#states[place] === UNSEEN) yield hash;
    return undefined;
  }

  /** entriesNaming lists the entries that name a hash, ascending, at most `most`. */
  entriesNaming(hash: Hash, most: number): number[] {
    const place = this.#places.get(hash);
    const entries: number[] = [];
    for (let at = 0; at < this.#namedBy.length && entries.length < most; at += 1)
      if (this.#namedPlaces[at] === place) entries.push(this.#namedBy[at] ?? 0);
    return entries;
  }

  /** states is one byte for each hash, in the order in which they were first named: what was seen, to be kept. */
  states(): Uint8Array {
    return Uint8Array.from(this.#states);
  }

  /** early is the hashes with data that no entry names yet, one behind the other, to be kept. */
  early(): string {
    return [...this.#early].join('');
  }

  /** restore takes up what states() and early() returned for the same hashes. Throws RangeError for another number of them. */
  restore(states: Uint8Array, early: string): void {
    if (states.length !== this.count) throw new RangeError('these are not the states of these items');
    for (const [place, state] of states.entries()) this.#states[place] = state;
    this.#seen = states.reduce((sum, state) => sum + (state === SEEN ? 1 : 0), 0);
    for (let index = 0; index < early.length / HASH_DIGITS; index += 1) this.see(hashAt(early, index));
  }
}

/** LatestEntriesState is the newest entries as plain data: the keys one behind the other, where each ends, its newest entry, and how many entries it has. */
export interface LatestEntriesState {
  readonly keys: string;
  readonly ends: Uint32Array;
  readonly latest: Float64Array;
  readonly counts: Uint32Array;
}

/** LatestEntries knows the newest entry of every key. Entries are noted in ascending order. */
export class LatestEntries {
  readonly #places = new Map<string, number>();
  readonly #latest: number[] = [];
  readonly #counts: number[] = [];

  /** from takes up what toState left. It lets the page breathe between. The state is not trusted: rejects with RangeError if it is not a possible one. */
  static async from(state: unknown): Promise<LatestEntries> {
    const { keys, ends, latest, counts } = readState(state);
    const entries = new LatestEntries();
    const yielder = new EventLoopYielder();
    let start = 0;
    for (const [index, end] of ends.entries()) {
      entries.#places.set(keys.slice(start, end), index);
      entries.#latest.push(latest[index] ?? 0);
      entries.#counts.push(counts[index] ?? 0);
      start = end;
      if (index % AT_ONCE === 0 && yielder.due()) await yielder.pause();
    }
    if (entries.count !== ends.length) throw new RangeError('a key comes twice');
    return entries;
  }

  /** count is the number of different keys. */
  get count(): number {
    return this.#places.size;
  }

  /** spans says whether these can be those of the entries 1 to logSize: each of them has one key, and the last is the newest of its own. */
  spans(logSize: number): boolean {
    let entries = 0;
    let newest = 0;
    for (const count of this.#counts) entries += count;
    for (const latest of this.#latest) newest = Math.max(newest, latest);
    return entries === logSize && newest === logSize;
  }

  /** note says that an entry has this key. */
  note(key: string, entryNumber: number): void {
    const place = this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, this.count);
      this.#latest.push(entryNumber);
      this.#counts.push(1);
      return;
    }
    this.#latest[place] = entryNumber;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  /** latestOf is the newest entry of a key; undefined for a key without entries. */
  latestOf(key: string): Latest | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    return { entryNumber: this.#latest[place] ?? 0, count: this.#counts[place] ?? 0 };
  }

  /** toState returns all of it as plain data. */
  toState(): LatestEntriesState {
    const ends = new Uint32Array(this.count);
    let length = 0;
    let index = 0;
    for (const key of this.#places.keys()) {
      length += key.length;
      ends[index] = length;
      index += 1;
    }
    return {
      keys: [...this.#places.keys()].join(''),
      ends,
      latest: Float64Array.from(this.#latest),
      counts: Uint32Array.from(this.#counts),
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
      typeof keys === 'string' &&
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
