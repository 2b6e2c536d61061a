/**
 * ByteTable numbers byte strings 0, 1, 2 … in the order in which they are first added. It is what a Map of texts would be, in a few flat arrays: of a log of
 * millions of entries a Map takes several times the memory and time.
 */
export class ByteTable {
  #bytes = new Uint8Array(1024);
  /** Where each ends in #bytes. */
  #ends = new Uint32Array(64);
  /** One more than the number of what is there, by the hash of its bytes and then the next free slot; 0 for none. At most half of them are taken. */
  #slots = new Uint32Array(128);
  #count = 0;
  /** Nobody can prepare texts that fall on one slot: the hash is another in every table. */
  readonly #secret = crypto.getRandomValues(new Uint32Array(2)).map((random) => random | 1);

  /** count is the number of different byte strings. */
  get count(): number {
    return this.#count;
  }

  /** find is the number of source[from, to); -1 for what was not added. */
  find(source: Uint8Array, from = 0, to = source.length): number {
    return (this.#slots[this.#slotOf(source, from, to)] ?? 0) - 1;
  }

  /** add is the number of source[from, to), which is added if it is not there. Throws RangeError where there is no such run. */
  add(source: Uint8Array, from = 0, to = source.length): number {
    if (from > to || to > source.length) throw new RangeError(`no bytes from ${from} to ${to}`);
    const slot = this.#slotOf(source, from, to);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const start = this.#startOf(this.#count);
    this.#bytes = withRoom(this.#bytes, start + to - from);
    this.#ends = withRoom(this.#ends, this.#count + 1);
    for (let at = from; at < to; at += 1) this.#bytes[start + at - from] = source[at] ?? 0;
    this.#ends[this.#count] = start + to - from;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    if (2 * this.#count > this.#slots.length) this.#spread();
    return this.#count - 1;
  }

  /** bytesOf is what has the number; a view that is not to be changed. */
  bytesOf(number: number): Uint8Array {
    return this.#bytes.subarray(this.#startOf(number), this.#ends[number]);
  }

  /** toState is all of it, one behind the other, and where each ends. */
  toState(): { readonly bytes: Uint8Array; readonly ends: Uint32Array } {
    return {
      bytes: this.#bytes.slice(0, this.#startOf(this.#count)),
      ends: this.#ends.slice(0, this.#count),
    };
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  /** The slot where these bytes are, or belong. */
  #slotOf(source: Uint8Array, from: number, to: number): number {
    const last = this.#slots.length - 1;
    const [start = 1, factor = 1] = this.#secret;
    let hash = start ^ (to - from);
    for (let at = from; at < to; at += 1) {
      hash = Math.imul(hash ^ (source[at] ?? 0), factor);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0 || this.#is(known - 1, source, from, to)) return slot;
    }
  }

  #is(number: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.#startOf(number);
    if ((this.#ends[number] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (this.#bytes[start + at - from] !== source[at]) return false;
    return true;
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#count; number += 1)
      this.#slots[this.#slotOf(this.#bytes, this.#startOf(number), this.#ends[number] ?? 0)] = number + 1;
  }
}

/** withRoom is the array, or a larger one with the same start, that has at least `length` places. */
function withRoom<A extends Uint8Array | Uint32Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
