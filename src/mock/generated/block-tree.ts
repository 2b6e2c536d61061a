import { hashNode } from '../../core/merkle.ts';
import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';

/** BLOCK_LEVEL is the height of the subtrees whose roots are written down: 2^12 = 4,096 entries each. */
const BLOCK_LEVEL = 12;

/** BLOCK_SIZE is how many entries a block has. */
export const BLOCK_SIZE = 2 ** BLOCK_LEVEL;

/** BLOCKS_KEPT is how many rebuilt blocks are kept: 256 KB each. */
const BLOCKS_KEPT = 16;

/**
 * blockTree gives every perfect subtree of a log of `size` entries out of the roots of its whole blocks (32 bytes each, in order) and the leaf hashes of
 * the rest: what lies within a block is rebuilt when it is asked for, what lies above is joined once. The first floor(size / BLOCK_SIZE) roots are used.
 */
export function blockTree(
  size: number,
  roots: Uint8Array,
  leafHash: (entryNumber: number) => Uint8Array,
): NodeSource {
  const whole = Math.floor(size / BLOCK_SIZE);
  if (roots.length < whole * 32)
    throw new RangeError(`${roots.length} bytes are not the roots of ${whole} blocks`);
  const above = new MerkleLog();
  for (let block = 0; block < whole; block += 1) above.append(roots.subarray(block * 32, block * 32 + 32));
  const kept = new Map<number, MerkleLog>();
  const blockAt = (block: number): MerkleLog => {
    const known = kept.get(block);
    const rebuilt = known ?? rebuild(block * BLOCK_SIZE, Math.min(size, (block + 1) * BLOCK_SIZE), leafHash);
    kept.delete(block);
    kept.set(block, rebuilt);
    const [oldest] = kept.keys();
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest);
    return rebuilt;
  };
  return {
    size,
    node(level, index) {
      if (level >= BLOCK_LEVEL) return above.node(level - BLOCK_LEVEL, index);
      const across = 2 ** (BLOCK_LEVEL - level);
      return blockAt(Math.floor(index / across)).node(level, index % across);
    },
  };
}

function rebuild(from: number, to: number, leafHash: (entryNumber: number) => Uint8Array): MerkleLog {
  const block = new MerkleLog();
  for (let entryNumber = from + 1; entryNumber <= to; entryNumber += 1) block.append(leafHash(entryNumber));
  return block;
}

/** blockRoot is the root of one whole block, counted from 0. */
export function blockRoot(block: number, leafHash: (entryNumber: number) => Uint8Array): Uint8Array {
  const peaks: { readonly level: number; readonly hash: Uint8Array }[] = [];
  for (let entryNumber = block * BLOCK_SIZE + 1; entryNumber <= (block + 1) * BLOCK_SIZE; entryNumber += 1) {
    let top = { level: 0, hash: leafHash(entryNumber) };
    for (let left = peaks.at(-1); left?.level === top.level; left = peaks.at(-1)) {
      peaks.pop();
      top = { level: top.level + 1, hash: hashNode(left.hash, top.hash) };
    }
    peaks.push(top);
  }
  return peaks[0]?.hash ?? new Uint8Array();
}
