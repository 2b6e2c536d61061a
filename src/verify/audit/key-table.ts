import type { Checkpoint } from '../../core/model.ts';
import { UnhashableError, utf8 } from '../../core/utf8.ts';
import type { Latest, TrailIndex } from './audit-types.ts';
import { grown, slotsFor } from './grow.ts';
import { KeyedHash } from './keyed-hash.ts';
import { Breather } from './work-through.ts';

/** KeyTableState is the table as plain data: the keys as UTF-8 one behind the other, where each ends, its newest entry, and how many entries it has. */
export interface KeyTableState {
  readonly keys: Uint8Array;
  readonly ends: Uint32Array;
  readonly latest: Float64Array;
  readonly counts: Uint32Array;
}

/** KEYS_AT_ONCE is how many kept keys are entered before the clock is looked at. */
const KEYS_AT_ONCE = 1000;

/** KeyTable knows the newest entry of every key. Entries are noted in ascending order. Less than 2^31 keys, less than 2^32 bytes of keys. */
export class KeyTable {
  #keys: Uint8Array;
  #ends: Uint32Array;
  #latest: Float64Array;
  #counts: Uint32Array;
  #codes: Uint32Array;
  #slots: Uint32Array;
  #count = 0;
  readonly #keyed = new KeyedHash();

  /** The table begins with room for `expected` keys, and grows beyond. */
  constructor(expected: number) {
    const room = Math.max(16, expected);
    this.#keys = new Uint8Array(12 * room);
    this.#ends = new Uint32Array(room);
    this.#latest = new Float64Array(room);
    this.#counts = new Uint32Array(room);
    this.#codes = new Uint32Array(room);
    this.#slots = new Uint32Array(slotsFor(room));
  }

  /**
   * from takes a table up where toState left it, with room for `more` keys. It lets the page breathe between. The state is not trusted: rejects with RangeError
   * if it is not a possible one.
   */
  static async from(state: unknown, more = 0): Promise<KeyTable> {
    const { keys, ends, latest, counts } = readState(state);
    const table = new KeyTable(ends.length + more);
    const breather = new Breather();
    let start = 0;
    for (const [index, end] of ends.entries()) {
      table.note(keys, start, end, latest[index] as number);
      table.#counts[table.#count - 1] = counts[index] as number;
      start = end;
      if (index % KEYS_AT_ONCE === 0 && breather.due()) await breather.pause();
    }
    if (table.#count !== ends.length) throw new RangeError('a key comes twice');
    return table;
  }

  /** count is the number of different keys. */
  get count(): number {
    return this.#count;
  }

  /** spans says whether the table can be that of the entries 1 to logSize: each of them has one key, and the last is the newest of its own. */
  spans(logSize: number): boolean {
    let entries = 0;
    let newest = 0;
    for (let key = 0; key < this.#count; key += 1) {
      entries += this.#counts[key] as number;
      newest = Math.max(newest, this.#latest[key] as number);
    }
    return entries === logSize && newest === logSize;
  }

  /** note says that an entry has the key source[start, end), UTF-8. */
  note(source: Uint8Array, start: number, end: number, entryNumber: number): void {
    const code = this.#keyed.ofBytes(source, start, end);
    const slot = this.#find(source, start, end, code);
    const known = (this.#slots[slot] as number) - 1;
    const key = known < 0 ? this.#add(slot, source, start, end, code) : known;
    this.#latest[key] = entryNumber;
    this.#counts[key] = (this.#counts[key] as number) + 1;
  }

  /** latestOf is the newest entry of a key; undefined for a key without entries. */
  latestOf(key: string): Latest | undefined {
    const bytes = bytesOf(key);
    if (!bytes) return undefined;
    const slot = this.#find(bytes, 0, bytes.length, this.#keyed.ofBytes(bytes, 0, bytes.length));
    const known = (this.#slots[slot] as number) - 1;
    if (known < 0) return undefined;
    return { entryNumber: this.#latest[known] as number, count: this.#counts[known] as number };
  }

  /** toState returns the table as plain data. */
  toState(): KeyTableState {
    const length = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
    return {
      keys: this.#keys.slice(0, length),
      ends: this.#ends.slice(0, this.#count),
      latest: this.#latest.slice(0, this.#count),
      counts: this.#counts.slice(0, this.#count),
    };
  }

  /** indexAt is the table as what the given head licenses. */
  indexAt(checkpoint: Checkpoint): TrailIndex {
    return { checkpoint, keys: this.#count, latestOf: (key) => this.latestOf(key) };
  }

  #add(slot: number, source: Uint8Array, start: number, end: number, code: number): number {
    const key = this.#count;
    const at = key === 0 ? 0 : (this.#ends[key - 1] as number);
    this.#keys = grown(this.#keys, at + end - start);
    this.#ends = grown(this.#ends, key + 1);
    this.#latest = grown(this.#latest, key + 1);
    this.#counts = grown(this.#counts, key + 1);
    this.#codes = grown(this.#codes, key + 1);
    for (let from = start, to = at; from < end; from += 1, to += 1) this.#keys[to] = source[from] as number;
    this.#ends[key] = at + end - start;
    this.#codes[key] = code;
    this.#slots[slot] = key + 1;
    this.#count += 1;
    if (2 * this.#count > this.#slots.length) this.#spread();
    return key;
  }

  /** The slot where the key is, or where it belongs. */
  #find(source: Uint8Array, start: number, end: number, code: number): number {
    const last = this.#slots.length - 1;
    let slot = code & last;
    for (;;) {
      const key = (this.#slots[slot] as number) - 1;
      if (key < 0 || (this.#codes[key] === code && this.#isKey(key, source, start, end))) return slot;
      slot = slot === last ? 0 : slot + 1;
    }
  }

  #isKey(key: number, source: Uint8Array, start: number, end: number): boolean {
    let at = key === 0 ? 0 : (this.#ends[key - 1] as number);
    if ((this.#ends[key] as number) - at !== end - start) return false;
    for (let from = start; from < end; from += 1, at += 1) if (this.#keys[at] !== source[from]) return false;
    return true;
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const last = this.#slots.length - 1;
    for (let key = 0; key < this.#count; key += 1) {
      let slot = (this.#codes[key] as number) & last;
      while (this.#slots[slot] !== 0) slot = slot === last ? 0 : slot + 1;
      this.#slots[slot] = key + 1;
    }
  }
}

function bytesOf(key: string): Uint8Array | undefined {
  try {
    return utf8(key);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

function readState(state: unknown): KeyTableState {
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
