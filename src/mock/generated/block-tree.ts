import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';
import type { Variant } from '../../core/model.ts';

/**
 * BlockRoots are the root hashes of the blocks of 2^level entries by the default leaf rules, 32 bytes each,
 * in order; of the log's whole blocks at least.
 */
export type BlockRoots = { readonly level: number } & Readonly<Record<Variant, Uint8Array>>;

/** BLOCKS_KEPT is how many blocks are kept with all their nodes, 64 bytes an entry: those used last. */
const BLOCKS_KEPT = 8;

/**
 * createBlockTree gives every perfect subtree of a log of `size` entries out of its block roots and its leaf
 * hashes. A question below the level of the blocks hashes the entries of one block, if it is not kept.
 * Without roots all whole blocks are hashed at once.
 */
export function createBlockTree(
  size: number,
  leafHash: (entryNumber: number) => Uint8Array,
  blockLevel = 13,
  roots?: Uint8Array,
): NodeSource {
  const blockSize = 2 ** blockLevel;
  const blocks = new Map<number, MerkleLog>();
  const hashBlock = (block: number): MerkleLog => {
    const first = block * blockSize;
    const log = new MerkleLog();
    for (let at = first; at < Math.min(size, first + blockSize); at += 1) log.append(leafHash(at + 1));
    return log;
  };
  const blockAt = (block: number): MerkleLog => {
    const log = blocks.get(block) ?? hashBlock(block);
    // Members of a map are in the order in which they were set.
    blocks.delete(block);
    blocks.set(block, log);
    const [leastRecent = block] = blocks.keys();
    if (blocks.size > BLOCKS_KEPT) blocks.delete(leastRecent);
    return log;
  };
  const above = new MerkleLog();
  for (let block = 0; (block + 1) * blockSize <= size; block += 1)
    above.append(roots?.slice(32 * block, 32 * (block + 1)) ?? blockAt(block).node(blockLevel, 0));
  return {
    size,
    node(level, index) {
      if (level >= blockLevel) return above.node(level - blockLevel, index);
      const perBlock = 2 ** (blockLevel - level);
      return blockAt(Math.floor(index / perBlock)).node(level, index % perBlock);
    },
  };
}
