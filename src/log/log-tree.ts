import { CompactRange, type CompactRangeState } from '../core/compact-range.ts';
import { type Hash, hashFromBytes, hashToBytes } from '../core/hash.ts';
import { joinHashes } from '../core/merkle.ts';
import { halves } from '../core/split.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { leafRule } from '../core/leaf-rules.ts';
import type { Entry } from '../core/model.ts';
import { assertWellFormed, UnhashableError } from '../core/utf8.ts';
import type { EntryRange } from '../core/verdict.ts';

/** BLOCK is the number of entries in each subtree whose hash is kept, to locate a bad entry. */
export const BLOCK = 1024;

/** LogTreeState is a growing tree in a form to store: 32 bytes for each full block of entries, and the compact range of the open one. */
export interface LogTreeState {
  readonly blocks: Uint8Array;
  readonly open: CompactRangeState;
}

/** LogTree is the Merkle tree over the entries read so far. It keeps the hash of each full block, to locate where two trees differ. */
export class LogTree {
  readonly #whole = new CompactRange();
  readonly #blocks: Uint8Array[] = [];
  #open = new CompactRange();

  /** from restores the result of toState. Throws RangeError for an impossible state. */
  static from(state: unknown): LogTree {
    const { blocks, open } = readState(state);
    const tree = new LogTree();
    for (let at = 0; at < blocks.length; at += 32) tree.#closeBlock(blocks.slice(at, at + 32));
    tree.#open = open;
    return tree;
  }

  /** size is the number of entries appended so far. */
  get size(): number {
    return this.#whole.size + this.#open.size;
  }

  /** append adds the leaf hash of the next entry. */
  append(leafHash: Uint8Array): void {
    this.#open.append(leafHash);
    if (this.#open.size < BLOCK) return;
    this.#closeBlock(hashToBytes(this.#open.root()));
    this.#open = new CompactRange();
  }

  /** root is the root of all entries appended so far; EMPTY_ROOT before the first. */
  root(): Hash {
    const all = CompactRange.from(this.#whole.toJSON());
    const { size, hashes } = this.#open.toJSON();
    let leaves = BLOCK / 2;
    for (const hash of hashes) {
      while (Math.floor(size / leaves) % 2 === 0) leaves /= 2;
      all.appendSubtree(hashToBytes(hash), leaves);
      leaves /= 2;
    }
    return all.root();
  }

  /** blockHash is the hash of the full block that begins with entry `first`; undefined if there is none. */
  blockHash(first: number): Hash | undefined {
    const block = this.#blocks[(first - 1) / BLOCK];
    return block && hashFromBytes(block);
  }

  /** openRoot is the root over the entries after the last full block; undefined if there are none. */
  openRoot(): Hash | undefined {
    return this.#open.size === 0 ? undefined : this.#open.root();
  }

  /** toState returns the tree in a form to store. */
  toState(): LogTreeState {
    const blocks = new Uint8Array(32 * this.#blocks.length);
    for (const [index, block] of this.#blocks.entries()) blocks.set(block, 32 * index);
    return { blocks, open: this.#open.toJSON() };
  }

  #closeBlock(hash: Uint8Array): void {
    this.#blocks.push(hash);
    this.#whole.appendSubtree(hash, BLOCK);
  }
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

/**
 * subtreeHash returns the hash of a node of the tree, from `known` or joined from its two halves. Undefined if a part is
 * unknown.
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

/** leafOf returns the hash of an entry's leaf under a leaf rule, or a sentence that says why it has none. */
export function leafOf(entry: Entry, id: LeafRuleId): Uint8Array | string {
  try {
    // A key without bytes is invalid under any rule.
    assertWellFormed(entry.key);
    return leafRule(id).leafHash(entry) ?? `the leaf rule ${id} cannot write this entry`;
  } catch (error) {
    if (error instanceof UnhashableError) return error.message;
    throw error;
  }
}
