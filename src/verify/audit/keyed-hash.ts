import { grown } from './grow.ts';

/**
 * KeyedHash is HalfSipHash-1-3 (Aumasson and Bernstein; the hash tables of Linux use it): where a hash or a key has its place in a table. A server chooses both,
 * and could choose such as all fall into one slot, which makes a table as slow as a list; without the key, which is random and never leaves the page, it cannot.
 */
export class KeyedHash {
  readonly #key0: number;
  readonly #key1: number;
  #scratch = new Uint32Array(64);
  #scratchBytes = new Uint8Array(this.#scratch.buffer);

  /** Without a key of two words it draws one. */
  constructor(key = crypto.getRandomValues(new Uint32Array(2))) {
    this.#key0 = key[0] as number;
    this.#key1 = key[1] as number;
  }

  /** ofWords hashes source[at, at + count), every word, to 32 bits without a sign. */
  ofWords(source: Uint32Array, at: number, count: number): number {
    return this.#hash(source, at, count, count << 26);
  }

  /** ofBytes hashes source[start, end), every byte, to 32 bits without a sign. */
  ofBytes(source: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const words = length >>> 2;
    if (words >= this.#scratch.length) {
      this.#scratch = grown(this.#scratch, words + 1);
      this.#scratchBytes = new Uint8Array(this.#scratch.buffer);
    }
    const bytes = this.#scratchBytes;
    this.#scratch[words] = 0;
    for (let from = start, to = 0; from < end; from += 1, to += 1) bytes[to] = source[from] as number;
    return this.#hash(this.#scratch, 0, words, this.#scratch[words] ^ (length << 24));
  }

  /** One round for each word, one for the last, which tells the length, and three at the end. */
  #hash(source: Uint32Array, at: number, count: number, last: number): number {
    let v0 = this.#key0 | 0;
    let v1 = this.#key1 | 0;
    let v2 = 0x6c796765 ^ v0;
    let v3 = 0x74656462 ^ v1;
    for (let round = 0; round < count + 4; round += 1) {
      const word = round < count ? (source[at + round] as number) | 0 : round === count ? last : 0;
      if (round === count + 1) v2 ^= 0xff;
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    return (v1 ^ v3) >>> 0;
  }
}
