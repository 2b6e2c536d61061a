import { CompactRange, type CompactRangeState } from '../../core/compact-range.ts';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { hashNode } from '../../core/merkle.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { BLOCK } from './subtree-fold.ts';

/** LogRebuildState is a tree under way, to be kept and taken up again: 32 bytes for each full block of entries, and the compact range of the last, open one. */
export interface LogRebuildState {
  readonly blocks: Uint8Array;
  readonly open: CompactRangeState;
}

/** LogRebuild is the tree over the entries read so far. Of each full block of BLOCK entries it keeps the hash, to find by it where two trees differ. */
export class LogRebuild {
  #whole = new CompactRange();
  #blocks = new Uint8Array(32 * 64);
  #open = new CompactRange();

  /** from takes a tree up where toState left it. The state is not trusted: throws RangeError if it is not a possible one. */
  static from(state: unknown): LogRebuild {
    const { blocks, open } = readState(state);
    const rebuild = new LogRebuild();
    for (let at = 0; at < blocks.length; at += 32) rebuild.#closeBlock(blocks.slice(at, at + 32));
    rebuild.#open = open;
    return rebuild;
  }

  /** size is the number of entries appended so far. */
  get size(): number {
    return this.#whole.size + this.#open.size;
  }

  /** appendSubtree adds the next `leaves` entries by their perfect subtree, as CompactRange does; leaves <= BLOCK. Throws RangeError otherwise. */
  appendSubtree(hash: Uint8Array, leaves: number): void {
    if (leaves > BLOCK) throw new RangeError(`a subtree of ${leaves} entries is larger than a block`);
    this.#open.appendSubtree(hash, leaves);
    if (this.#open.size < BLOCK) return;
    this.#closeBlock(hashToBytes(this.#open.root()));
    this.#open = new CompactRange();
  }

  /** root is the root of all entries appended so far; EMPTY_ROOT before the first. */
  root(): Hash {
    if (this.#open.size === 0) return this.#whole.root();
    if (this.#whole.size === 0) return this.#open.root();
    const { hashes } = this.#open.toJSON();
    const all = CompactRange.from(this.#whole.toJSON());
    for (const [index, leaves] of powersIn(this.#open.size).entries())
      all.appendSubtree(hashToBytes(hashes[index] as Hash), leaves);
    return all.root();
  }

  /** blockHash is the hash of the full block that begins with entry `first`; undefined where there is none. */
  blockHash(first: number): Hash | undefined {
    const index = (first - 1) / BLOCK;
    if (!Number.isInteger(index) || index < 0 || (index + 1) * BLOCK > this.#whole.size) return undefined;
    return hashFromBytes(this.#blocks.slice(32 * index, 32 * index + 32));
  }

  /** openRoot is the root over the entries after the last full block; undefined where there are none. */
  openRoot(): Hash | undefined {
    return this.#open.size === 0 ? undefined : this.#open.root();
  }

  /** toState returns the state as plain data. */
  toState(): LogRebuildState {
    return { blocks: this.#blocks.slice(0, (this.#whole.size / BLOCK) * 32), open: this.#open.toJSON() };
  }

  #closeBlock(hash: Uint8Array): void {
    const at = (this.#whole.size / BLOCK) * 32;
    if (at === this.#blocks.length) {
      const grown = new Uint8Array(2 * at);
      grown.set(this.#blocks);
      this.#blocks = grown;
    }
    this.#blocks.set(hash, at);
    this.#whole.appendSubtree(hash, BLOCK);
  }
}

/**
 * subtreeHash is the hash over a run of entries that a tree has as one node: what `known` has not, it joins from the two halves. undefined where a part of it
 * is not known either.
 */
export function subtreeHash(
  { first, last }: EntryRange,
  known: (range: EntryRange) => Hash | undefined,
): Hash | undefined {
  const found = known({ first, last });
  if (found !== undefined || first === last) return found;
  const [left, right] = halves({ first, last });
  const leftHash = subtreeHash(left, known);
  const rightHash = leftHash === undefined ? undefined : subtreeHash(right, known);
  return leftHash === undefined || rightHash === undefined ? undefined : joinHashes(leftHash, rightHash);
}

/** halves splits a run of at least two entries as a tree does: at the largest power of two below its length (RFC 9162 2.1.1). */
export function halves({ first, last }: EntryRange): [EntryRange, EntryRange] {
  let left = 1;
  while (left * 2 < last - first + 1) left *= 2;
  return [
    { first, last: first + left - 1 },
    { first: first + left, last },
  ];
}

/** joinHashes is H(01 ‖ left ‖ right). */
export function joinHashes(left: Hash, right: Hash): Hash {
  return hashFromBytes(hashNode(hashToBytes(left), hashToBytes(right)));
}

function readState(state: unknown): { blocks: Uint8Array; open: CompactRange } {
  if (typeof state === 'object' && state !== null && 'blocks' in state && 'open' in state) {
    const { blocks } = state;
    const open = CompactRange.from(state.open);
    if (blocks instanceof Uint8Array && blocks.length % 32 === 0 && open.size < BLOCK)
      return { blocks, open };
  }
  throw new RangeError('not the state of a tree under way');
}

/** powersIn is the powers of two that a number below 2^31 is the sum of, largest first. */
function powersIn(value: number): number[] {
  const powers: number[] = [];
  for (let power = BLOCK; power >= 1; power /= 2) if (Math.floor(value / power) % 2 === 1) powers.push(power);
  return powers;
}
