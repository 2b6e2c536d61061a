import { type Hash, hashFromBytes } from './hash.ts';
import { EMPTY_ROOT, hashNode } from './merkle.ts';
import { largestPowerBelow } from './split.ts';
import { assertSafeIntegers, consistencyShape, inclusionShape } from './proof-shape.ts';
import type { EntryRange } from './verdict.ts';

/** NodeSource returns the hashes of a log's perfect subtrees. */
export interface NodeSource {
  /** Number of leaves. */
  readonly size: number;
  /**
   * node is the 32-byte hash of the subtree over the leaves index·2^level to (index+1)·2^level - 1 (0-based);
   * that range lies within size.
   */
  node(level: number, index: number): Uint8Array;
}

/** MerkleLog keeps every perfect subtree of a growing log in memory: 64 bytes an entry. */
export class MerkleLog implements NodeSource {
  readonly #levels: HashColumn[] = [];

  /** size is the number of leaves appended so far. */
  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  /**
   * append adds the leaf hash (32 bytes, see hashLeaf) of the next entry. Throws
   * RangeError for another length.
   */
  append(leafHash: Uint8Array): void {
    let hash = leafHash;
    for (let level = 0; ; level += 1) {
      const column = (this.#levels[level] ??= new HashColumn());
      column.push(hash);
      if (column.length % 2 === 1) return;
      hash = hashNode(column.at(column.length - 2), column.at(column.length - 1));
    }
  }

  /**
   * node returns a perfect subtree's hash, as NodeSource says. Throws RangeError if it is not within the log.
   */
  node(level: number, index: number): Uint8Array {
    const column = this.#levels[level];
    if (!column || !(index >= 0 && index < column.length)) {
      throw new RangeError(`no node ${index} at level ${level} in a log of ${this.size}`);
    }
    return column.at(index);
  }
}

/**
 * rootAt is the root of the log's first logSize entries. Needs 0 <= logSize <= source.size;
 * throws RangeError otherwise.
 */
export function rootAt(source: NodeSource, logSize: number): Hash {
  assertWithin(source, logSize);
  return logSize === 0 ? EMPTY_ROOT : subtreeHash(source, { first: 1, last: logSize });
}

/**
 * auditPath makes the inclusion proof of an entry in the log's first logSize entries, leaf
 * upwards (RFC 9162 2.1.3.1).
 * Needs 1 <= entryNumber <= logSize <= source.size; throws RangeError otherwise.
 */
export function auditPath(source: NodeSource, entryNumber: number, logSize: number): Hash[] {
  assertWithin(source, logSize);
  return inclusionShape(entryNumber, logSize).map(({ sentCovers }) => subtreeHash(source, sentCovers));
}

/**
 * consistencyPath makes the proof that the first `from` entries begin the first `to` (RFC 9162 2.1.4.1).
 * Equal sizes: an empty path.
 * Needs 1 <= from <= to <= source.size; throws RangeError otherwise.
 */
export function consistencyPath(source: NodeSource, from: number, to: number): Hash[] {
  assertWithin(source, to);
  if (from === to && from >= 1) return [];
  const { start, startIsSent, joinings } = consistencyShape(from, to);
  const sent = joinings.map(({ sentCovers }) => sentCovers);
  return (startIsSent ? [start, ...sent] : sent).map((covers) => subtreeHash(source, covers));
}

/**
 * subtreeHash is the hash of a node of the log's tree: a run of entries that begins where a perfect
 * subtree of its size would.
 */
export function subtreeHash(source: NodeSource, range: EntryRange): Hash {
  return hashFromBytes(subtree(source, range));
}

/**
 * subtree hashes a run of entries that begins where a perfect subtree of its size would, as
 * every run of a proof does.
 */
function subtree(source: NodeSource, { first, last }: EntryRange): Uint8Array {
  const size = last - first + 1;
  if (size === 1) return source.node(0, first - 1);
  const leftSize = largestPowerBelow(size);
  if (leftSize * 2 === size) return source.node(levelOf(size), (first - 1) / size);
  const left = source.node(levelOf(leftSize), (first - 1) / leftSize);
  return hashNode(left, subtree(source, { first: first + leftSize, last }));
}

function levelOf(powerOfTwo: number): number {
  let level = 0;
  for (let rest = powerOfTwo; rest > 1; rest /= 2) level += 1;
  return level;
}

function assertWithin(source: NodeSource, logSize: number): void {
  assertSafeIntegers(logSize);
  if (logSize < 0 || logSize > source.size) {
    throw new RangeError(`size ${logSize} is not within a log of ${source.size}`);
  }
}

/**
 * HashColumn is a growing array of 32-byte hashes in one buffer: an object for each would cost
 * several times its content.
 */
class HashColumn {
  #bytes = new Uint8Array(32 * 16);
  length = 0;

  push(hash: Uint8Array): void {
    if (hash.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${hash.length}`);
    const offset = this.length * 32;
    if (offset === this.#bytes.length) {
      const grown = new Uint8Array(offset * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(hash, offset);
    this.length += 1;
  }

  at(index: number): Uint8Array {
    return this.#bytes.slice(index * 32, index * 32 + 32);
  }
}
