import { writeUtf8 } from '../core/utf8.ts';

/** SavedBytes are byte strings, one after the other, and where each ends. */
export interface SavedBytes {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** savedParts returns the byte strings, as views. */
export function* savedParts({ bytes, ends }: SavedBytes): Generator<Uint8Array, undefined> {
  let start = 0;
  for (const end of ends) {
    yield bytes.subarray(start, end);
    start = end;
  }
  return undefined;
}

/**
 * ByteTable numbers byte strings 0, 1, 2 … in the order first added. It replaces a Map of texts by a few
 * flat arrays, which take a third of the memory.
 */
export class ByteTable {
  #bytes = new Uint8Array(1024);
  /** The end of each byte string in #bytes. */
  readonly #ends = new NumberList();
  /**
   * One more than the number of a byte string, at the slot of its hash or the next free one; 0 for a free
   * slot. At most half are in use.
   */
  #slots = new Uint32Array(128);
  /** A random seed for each table, so that nobody can prepare texts that collide. */
  readonly #secret = crypto.getRandomValues(new Uint32Array(2)).map((random) => random | 1);

  /** count is the number of byte strings. */
  get count(): number {
    return this.#ends.length;
  }

  /** find returns the number of the first `length` bytes of a source; -1 if they were not added. */
  find(source: Uint8Array, length = source.length): number {
    return (this.#slots[this.#slotOf(source, 0, length)] ?? 0) - 1;
  }

  /** add returns the number of the first `length` bytes of a source, adding them if they are new. */
  add(source: Uint8Array, length = source.length): number {
    const slot = this.#slotOf(source, 0, length);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const start = this.#startOf(this.count);
    this.#bytes = withRoom(this.#bytes, start + length);
    this.#bytes.set(source.subarray(0, length), start);
    this.#ends.push(start + length);
    this.#slots[slot] = this.count;
    if (2 * this.count > this.#slots.length) this.#spread();
    return this.count - 1;
  }

  /** bytesOf returns the byte string of a number: a view, not to be changed. */
  bytesOf(number: number): Uint8Array {
    return this.#bytes.subarray(this.#startOf(number), this.#ends.at(number));
  }

  /** save returns the byte strings in a form to store. */
  save(): SavedBytes {
    return { bytes: this.#bytes.slice(0, this.#startOf(this.count)), ends: this.#ends.save() };
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }

  /** The slot of these bytes, in use or free. The hash reads four bytes at a time. */
  #slotOf(source: Uint8Array, from: number, to: number): number {
    const last = this.#slots.length - 1;
    const start = this.#secret[0] ?? 1;
    const factor = this.#secret[1] ?? 1;
    let hash = start ^ (to - from);
    for (let at = from; at < to; at += 4) {
      let four = 0;
      for (let next = Math.min(at + 4, to) - 1; next >= at; next -= 1)
        four = (four << 8) | (source[next] ?? 0);
      hash = Math.imul(hash ^ four, factor);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0 || this.#is(known - 1, source, from, to)) return slot;
    }
  }

  #is(number: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.#startOf(number);
    if (this.#ends.at(number) - start !== to - from) return false;
    const stored = this.#bytes;
    for (let at = from; at < to; at += 1) if (stored[start + at - from] !== source[at]) return false;
    return true;
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 0; number < this.count; number += 1)
      this.#slots[this.#slotOf(this.#bytes, this.#startOf(number), this.#ends.at(number))] = number + 1;
  }
}

/** withRoom returns the array, or a larger copy, with at least `length` elements. */
function withRoom<A extends Uint8Array | Uint32Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** TextTable numbers well-formed texts 0, 1, 2 … in the order first added, and keeps them as UTF-8. */
export class TextTable {
  readonly #texts = new ByteTable();
  #utf8 = new Uint8Array(256);

  /** count is the number of texts. */
  get count(): number {
    return this.#texts.count;
  }

  /** add returns the number of a text, adding it if it is new. */
  add(text: string): number {
    const length = this.#write(text);
    return this.#texts.add(this.#utf8, length);
  }

  /** find returns the number of a text; -1 if it was not added. */
  find(text: string): number {
    const length = this.#write(text);
    return this.#texts.find(this.#utf8, length);
  }

  /** at returns the text of a number. */
  at(number: number): string {
    return decoder.decode(this.#texts.bytesOf(number));
  }

  /** save returns the texts in a form to store. */
  save(): SavedBytes {
    return this.#texts.save();
  }

  /** restore adds saved texts. */
  restore(saved: SavedBytes): void {
    for (const text of savedParts(saved)) this.#texts.add(text);
  }

  #write(text: string): number {
    this.#utf8 = withRoom(this.#utf8, 3 * text.length);
    return writeUtf8(text, this.#utf8, 0);
  }
}

/** NumberList is a growing list of numbers from 0 to 2^32 - 1, of 4 bytes each; 0 where none was set. */
export class NumberList {
  #numbers = new Uint32Array(64);
  /** How many numbers there are. */
  length = 0;

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  set(index: number, number: number): void {
    this.#numbers = withRoom(this.#numbers, index + 1);
    this.#numbers[index] = number;
    this.length = Math.max(this.length, index + 1);
  }

  push(number: number): void {
    this.set(this.length, number);
  }

  /** save returns the numbers in a form to store. */
  save(): Uint32Array {
    return this.#numbers.slice(0, this.length);
  }

  /** restore replaces the numbers by saved ones. */
  restore(saved: Uint32Array): void {
    this.#numbers = saved.slice();
    this.length = saved.length;
  }
}
