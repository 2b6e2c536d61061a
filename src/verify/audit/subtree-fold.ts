import type { BulkHasher } from './bulk-hasher.ts';

/** BLOCK is how many entries the largest subtree has that a page is folded to. Blocks are kept, to find a bad entry by. */
export const BLOCK = 1024;

/** A pair of nodes lies in memory as it is hashed: 01 ‖ left ‖ right (RFC 9162 2.1.1). */
const PAIR = 65;

/**
 * alignedSizes cuts a run of `count` leaves that begins at leaf index `start` (0-based) into the perfect subtrees of a tree, none larger than BLOCK: their
 * numbers of leaves, in order. Safe integers, start >= 0, count >= 0.
 */
export function alignedSizes(start: number, count: number): number[] {
  const sizes: number[] = [];
  for (let at = start % BLOCK, rest = count; rest > 0;) {
    let size = 1;
    while (size < BLOCK && at % (2 * size) === 0 && 2 * size <= rest) size *= 2;
    sizes.push(size);
    at += size;
    rest -= size;
  }
  return sizes;
}

/**
 * SubtreeFold hashes a run of leaves up to the subtrees of alignedSizes. The leaf hashes are written into `leaves` at the places that placeOf says; the
 * buffers are used again for the next run.
 */
export class SubtreeFold {
  readonly #hasher: BulkHasher;
  readonly #levels: Uint8Array[] = [];
  #first = 0;
  #count = 0;

  constructor(hasher: BulkHasher) {
    this.#hasher = hasher;
  }

  /** begin makes room for `count` leaf hashes from leaf index `start` on. */
  begin(start: number, count: number): void {
    this.#first = start % BLOCK;
    this.#count = count;
    this.#level(0, this.#first + count);
  }

  /** leaves is the buffer into which the leaf hashes are to be written. */
  get leaves(): Uint8Array {
    return this.#level(0, 0);
  }

  /** placeOf is where the hash of leaf `index` of the run belongs, 0 <= index < count. */
  placeOf(index: number): number {
    return placeIn(this.#first + index);
  }

  /** leafHashes copies the leaf hashes out, 32 bytes each. */
  leafHashes(): Uint8Array {
    const out = new Uint8Array(32 * this.#count);
    for (let index = 0; index < this.#count; index += 1)
      out.set(this.leaves.subarray(this.placeOf(index), this.placeOf(index) + 32), 32 * index);
    return out;
  }

  /** fold returns the hashes of the subtrees of alignedSizes, 32 bytes each, in order. */
  fold(): Uint8Array {
    const left: Uint8Array[] = [];
    const right: Uint8Array[] = [];
    let from = this.#first;
    let to = this.#first + this.#count;
    let level = 0;
    for (let size = 1; size < BLOCK && from < to; size *= 2, level += 1) {
      if (from % 2 === 1) left.push(this.#node(level, from++));
      if (from < to && to % 2 === 1) right.push(this.#node(level, --to));
      this.#join(level, from, to);
      from /= 2;
      to /= 2;
    }
    for (; from < to; from += 1) left.push(this.#node(level, from));
    return joined([...left, ...right.reverse()]);
  }

  #join(level: number, from: number, to: number): void {
    const pairs = this.#level(level, 0);
    const above = this.#level(level + 1, to / 2);
    for (let left = from; left < to; left += 2) {
      const pair = (left / 2) * PAIR;
      this.#hasher.hash(pairs, pair, pair + PAIR, above, placeIn(left / 2));
    }
  }

  #node(level: number, index: number): Uint8Array {
    return this.#level(level, 0).slice(placeIn(index), placeIn(index) + 32);
  }

  #level(level: number, nodes: number): Uint8Array {
    const length = PAIR * Math.ceil(nodes / 2);
    const known = this.#levels[level];
    if (known && known.length >= length) return known;
    const pairs = new Uint8Array(length);
    for (let at = 0; at < length; at += PAIR) pairs[at] = 1;
    this.#levels[level] = pairs;
    return pairs;
  }
}

function placeIn(index: number): number {
  return Math.floor(index / 2) * PAIR + 1 + (index % 2) * 32;
}

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(32 * hashes.length);
  for (const [index, hash] of hashes.entries()) out.set(hash, 32 * index);
  return out;
}
