import { type Hash, isHash, hashFromBytes, hashToBytes } from './hash.ts';
import { EMPTY_ROOT, hashNode } from './merkle.ts';

/** CompactRangeState is a compact range as plain JSON, to be stored and resumed. */
interface CompactRangeState {
  readonly size: number;
  /**
   * The perfect subtrees that make up the log, from the first entry on: one for each 1 in
   * the binary form of size.
   */
  readonly hashes: readonly Hash[];
}

/** CompactRange computes a log's root while its entries stream by, keeping at most 53 hashes. */
export class CompactRange {
  #size = 0;
  #peaks: Uint8Array[] = [];

  /** from resumes a range from the result of toJSON. Throws RangeError for a state that cannot occur. */
  static from(state: unknown): CompactRange {
    const { size, hashes } = readState(state);
    const range = new CompactRange();
    range.#size = size;
    range.#peaks = hashes.map(hashToBytes);
    return range;
  }

  /** size is the number of leaves appended so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * append adds the leaf hash (32 bytes, see hashLeaf) of the next entry. Throws RangeError for another
   * length, or at 2^53-1 entries.
   */
  append(leafHash: Uint8Array): void {
    this.appendSubtree(leafHash, 1);
  }

  /**
   * appendSubtree adds the next `leaves` entries at once by the hash of the perfect subtree over them (32
   * bytes). `leaves` is a power of two that divides the present size, so that the subtree is part of every
   * larger tree. Throws RangeError otherwise, or beyond 2^53-1 entries.
   */
  appendSubtree(hash: Uint8Array, leaves: number): void {
    if (hash.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${hash.length}`);
    if (!isPowerOfTwo(leaves)) throw new RangeError(`a perfect subtree has not ${leaves} leaves`);
    if (this.#size % leaves !== 0)
      throw new RangeError(`no subtree of ${leaves} leaves begins after ${this.#size} entries`);
    if (this.#size > Number.MAX_SAFE_INTEGER - leaves)
      throw new RangeError('a log has at most 2^53-1 entries');
    let top: Uint8Array = hash.slice();
    for (let rest = this.#size / leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = this.#peaks.pop();
      if (left) top = hashNode(left, top);
    }
    this.#peaks.push(top);
    this.#size += leaves;
  }

  /** root is the root of all entries appended so far; EMPTY_ROOT before the first. */
  root(): Hash {
    if (this.#peaks.length === 0) return EMPTY_ROOT;
    return hashFromBytes(this.#peaks.reduceRight((right, left) => hashNode(left, right)));
  }

  /** toJSON returns the state as plain JSON. */
  toJSON(): CompactRangeState {
    return { size: this.#size, hashes: this.#peaks.map(hashFromBytes) };
  }
}

function readState(state: unknown): CompactRangeState {
  if (typeof state === 'object' && state !== null && 'size' in state && 'hashes' in state) {
    const { size, hashes } = state;
    if (isSize(size) && Array.isArray(hashes) && hashes.length === onesIn(size) && hashes.every(isHash)) {
      return { size, hashes };
    }
  }
  throw new RangeError('not the state of a compact range');
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isPowerOfTwo(value: number): boolean {
  return isSize(value) && value >= 1 && onesIn(value) === 1;
}

/** onesIn counts the ones in the binary form of a number beyond the 32 bits of the bit operators. */
function onesIn(value: number): number {
  let ones = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}
