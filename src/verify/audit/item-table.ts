import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { grown, slotsFor } from './grow.ts';
import { KeyedHash } from './keyed-hash.ts';

/** State of an item: 0 nobody looked yet, 1 data of that hash was seen, 2 a finding was made of it. */
const SEEN = 1;
const FOUND_BAD = 2;

/** ItemTable holds the hashes that entries name, each once, which entries name them, and whether data of that hash was seen. Less than 2^31 namings. */
export class ItemTable {
  #hashes: Uint8Array;
  #words: Uint32Array;
  #states: Uint8Array;
  #slots: Uint32Array;
  #namedItem: Uint32Array;
  #namedBy: Float64Array;
  #namings = 0;
  #seen = 0;
  #count = 0;
  /** Lists are mostly in the order in which entries name their items: the item after the last one seen is looked at first. */
  #nextSeen = 0;
  readonly #keyed = new KeyedHash();

  /** The table begins with room for `expected` hashes, and grows beyond. */
  constructor(expected: number) {
    const room = Math.max(16, expected);
    this.#hashes = new Uint8Array(32 * room);
    this.#words = new Uint32Array(this.#hashes.buffer);
    this.#states = new Uint8Array(room);
    this.#slots = new Uint32Array(slotsFor(room));
    this.#namedItem = new Uint32Array(room);
    this.#namedBy = new Float64Array(room);
  }

  /** count is the number of different hashes. */
  get count(): number {
    return this.#count;
  }

  /** seen is how many of them were seen with data. */
  get seen(): number {
    return this.#seen;
  }

  /** name notes that an entry names the hash source[at, at + 8), see hashWords. */
  name(source: Uint32Array, at: number, entryNumber: number): void {
    const slot = this.#find(source, at);
    const item = this.#slots[slot] === 0 ? this.#add(slot, source, at) : (this.#slots[slot] as number) - 1;
    this.#namedItem = grown(this.#namedItem, this.#namings + 1);
    this.#namedBy = grown(this.#namedBy, this.#namings + 1);
    this.#namedItem[this.#namings] = item;
    this.#namedBy[this.#namings] = entryNumber;
    this.#namings += 1;
  }

  /** see notes that there is data with the hash source[at, at + 8), see hashWords; it matters only where an entry names it. */
  see(source: Uint32Array, at: number): void {
    const next = this.#nextSeen;
    const isNext = next < this.#count && this.#isItem(next, source, at);
    const item = isNext ? next : (this.#slots[this.#find(source, at)] as number) - 1;
    if (item < 0) return;
    this.#nextSeen = item + 1;
    if (this.#states[item] !== SEEN) this.#seen += 1;
    this.#states[item] = SEEN;
  }

  /** giveUpOn notes that a finding was made of the hash; false where no entry names it, or data of that hash was seen, or it was noted before. */
  giveUpOn(hash: Hash): boolean {
    const item = (this.#slots[this.#find(hashWords(hashToBytes(hash)), 0)] as number) - 1;
    if (item < 0 || this.#states[item] !== 0) return false;
    this.#states[item] = FOUND_BAD;
    return true;
  }

  /** unseen lists hashes that nobody looked at yet, at most `most`, from the `from`th on; `next` is where to go on. */
  unseen(from: number, most: number): { hashes: Hash[]; next: number } {
    const hashes: Hash[] = [];
    let item = from;
    for (; item < this.#count && hashes.length < most; item += 1)
      if (this.#states[item] === 0) hashes.push(hashFromBytes(this.#hashes.slice(32 * item, 32 * item + 32)));
    return { hashes, next: item };
  }

  /** entriesNaming lists the entries that name a hash, ascending, at most `most`. */
  entriesNaming(hash: Hash, most: number): number[] {
    const item = (this.#slots[this.#find(hashWords(hashToBytes(hash)), 0)] as number) - 1;
    const entries: number[] = [];
    for (let at = 0; at < this.#namings && entries.length < most; at += 1)
      if (this.#namedItem[at] === item) entries.push(this.#namedBy[at] as number);
    return entries;
  }

  /** states is one byte for each hash, in the order in which they were first named: what was seen, to be kept. */
  states(): Uint8Array {
    return this.#states.slice(0, this.#count);
  }

  /** restoreStates takes up what states() returned for the same hashes. Throws RangeError for another number of them. */
  restoreStates(states: Uint8Array): void {
    if (states.length !== this.#count) throw new RangeError('these are not the states of these items');
    this.#states.set(states);
    this.#seen = states.reduce((sum, state) => sum + (state === SEEN ? 1 : 0), 0);
  }

  #add(slot: number, source: Uint32Array, at: number): number {
    const item = this.#count;
    if (32 * (item + 1) > this.#hashes.length) {
      this.#hashes = grown(this.#hashes, 32 * (item + 1));
      this.#words = new Uint32Array(this.#hashes.buffer);
      this.#states = grown(this.#states, item + 1);
    }
    for (let word = 0; word < 8; word += 1) this.#words[8 * item + word] = source[at + word] as number;
    this.#slots[slot] = item + 1;
    this.#count += 1;
    if (2 * this.#count > this.#slots.length) this.#spread();
    return item;
  }

  /** The slot where the hash is, or where it belongs. */
  #find(source: Uint32Array, at: number): number {
    let slot = this.#place(source, at);
    for (;;) {
      const item = this.#slots[slot] as number;
      if (item === 0 || this.#isItem(item - 1, source, at)) return slot;
      slot = slot + 1 === this.#slots.length ? 0 : slot + 1;
    }
  }

  #isItem(item: number, source: Uint32Array, at: number): boolean {
    const words = this.#words;
    const own = 8 * item;
    for (let word = 0; word < 8; word += 1) if (words[own + word] !== source[at + word]) return false;
    return true;
  }

  /** All eight words count: entries may name hashes that nothing has, of which a server chooses every word. */
  #place(source: Uint32Array, at: number): number {
    return this.#keyed.ofWords(source, at, 8) & (this.#slots.length - 1);
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let item = 0; item < this.#count; item += 1) {
      let slot = this.#place(this.#words, 8 * item);
      while (this.#slots[slot] !== 0) slot = slot + 1 === this.#slots.length ? 0 : slot + 1;
      this.#slots[slot] = item + 1;
    }
  }
}

/** hashWords is hashes of 32 bytes each as eight words each, in the byte order of this machine: as they are compared fastest. */
export function hashWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
