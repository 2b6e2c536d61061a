import { type Hash, hashFromBytes, writeHash } from '../core/hash.ts';

const HASH_BYTES = 32;

/**
 * HashNumbers maps hashes to numbers, in the order in which they were added. It keeps them in flat arrays:
 * a Map of the hashes of a million entries takes the audit of such a log from 440 to 900 MB.
 */
export class HashNumbers {
  #hashes = new Uint8Array(64 * HASH_BYTES);
  #numbers = new Float64Array(64);
  /** One more than the position of a hash, at the slot that it gives or the next free one; at most half are in use. */
  #slots = new Uint32Array(128);
  #size = 0;
  /** Random factors, so that nobody can prepare hashes that share a slot. */
  readonly #factors = crypto.getRandomValues(new Uint32Array(2)).map((random) => random | 1);
  readonly #bytes = new Uint8Array(HASH_BYTES);
  readonly #words = new Uint32Array(this.#bytes.buffer);
  /** The hash whose bytes these are. */
  #written: Hash | undefined;

  /** size is the number of hashes. */
  get size(): number {
    return this.#size;
  }

  /** get returns the number of a hash; undefined if it has none. */
  get(hash: Hash): number | undefined {
    const position = this.#slots[this.#slotOf(hash)] ?? 0;
    return position === 0 ? undefined : this.#numbers[position - 1];
  }

  /** set gives a hash a number in place of any other. */
  set(hash: Hash, number: number): void {
    if (this.#size === this.#numbers.length) this.#grow();
    const slot = this.#slotOf(hash);
    const position = this.#slots[slot] ?? 0;
    if (position === 0) {
      this.#hashes.set(this.#bytes, this.#size * HASH_BYTES);
      this.#size += 1;
      this.#slots[slot] = this.#size;
    }
    this.#numbers[(position || this.#size) - 1] = number;
  }

  *[Symbol.iterator](): Generator<readonly [Hash, number], undefined> {
    for (let at = 0; at < this.#size; at += 1) {
      const bytes = this.#hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
      yield [hashFromBytes(bytes), this.#numbers[at] ?? 0];
    }
    return undefined;
  }

  /** The slot of a hash, in use or free. */
  #slotOf(hash: Hash): number {
    // A hash is often looked up several times in turn.
    if (hash !== this.#written) writeHash(hash, this.#bytes, 0);
    this.#written = hash;
    return this.#slotOfBytes();
  }

  #slotOfBytes(): number {
    const words = this.#words;
    const factors = this.#factors;
    const mixed = Math.imul(words[0] ?? 0, factors[0] ?? 1) + Math.imul(words[1] ?? 0, factors[1] ?? 1);
    const last = this.#slots.length - 1;
    for (let slot = (mixed ^ (mixed >>> 16)) & last; ; slot = (slot + 1) & last) {
      const position = this.#slots[slot] ?? 0;
      if (position === 0 || this.#isAt(position - 1)) return slot;
    }
  }

  #isAt(position: number): boolean {
    const start = position * HASH_BYTES;
    for (let at = 0; at < HASH_BYTES; at += 1) if (this.#hashes[start + at] !== this.#bytes[at]) return false;
    return true;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Uint8Array(2 * hashes.length);
    this.#hashes.set(hashes);
    this.#numbers = new Float64Array(2 * numbers.length);
    this.#numbers.set(numbers);
    this.#slots = new Uint32Array(4 * numbers.length);
    this.#written = undefined;
    for (let at = 0; at < this.#size; at += 1) {
      this.#bytes.set(hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
      this.#slots[this.#slotOfBytes()] = at + 1;
    }
  }
}
