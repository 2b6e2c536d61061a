import type { NodeSource } from '../../core/merkle-log.ts';
import { nodeHash, type Sha256, writeHex } from './premises-hash.ts';

/** BlockRoots are the root hashes of the whole blocks of 2^level entries of a log, 32 bytes each, in order. */
export interface BlockRoots {
  readonly level: number;
  readonly bytes: Uint8Array;
}

/** GROUP_LEVEL is the level of the smallest subtrees whose hashes are kept: 64 entries, 1 byte an entry with all the levels above. */
const GROUP_LEVEL = 6;

/** GROUPS_KEPT is how many groups are cached with all their nodes: one proof reads six of the same. */
const GROUPS_KEPT = 4;

/**
 * premisesTree gives every perfect subtree of a log of `size` entries out of its block roots and its leaf hashes. The first question about a block hashes its
 * entries once; from then on a question costs the leaf hashes of one group at most. The first floor(size / 2^level) roots are used; without roots the log is one block.
 */
export function premisesTree(
  size: number,
  leafHash: (entryNumber: number) => string,
  sha256: Sha256,
  { level: blockLevel, bytes: roots }: BlockRoots = oneBlock(size),
): NodeSource {
  const blockSize = 2 ** blockLevel;
  const wholeBlocks = Math.floor(size / blockSize);
  if (roots.length < wholeBlocks * 32)
    throw new RangeError(`${roots.length} bytes are not the roots of ${wholeBlocks} blocks`);
  const join = nodeHash(sha256);
  // levels[n] has the nodes of level GROUP_LEVEL + n. Those of a block are there once it is in `filled`, those of block roots and above at once.
  const levels: Uint8Array[] = [];
  for (let width = 2 ** GROUP_LEVEL; width <= size || levels.length === 0; width *= 2)
    levels.push(new Uint8Array(32 * Math.floor(size / width)));
  levels[blockLevel - GROUP_LEVEL]?.set(roots.subarray(0, wholeBlocks * 32));
  fillAbove(blockLevel, 0, wholeBlocks);
  const filled = new Set<number>();
  const groups = new Map<number, readonly Uint8Array[]>();

  /** Joins upwards from `count` nodes of a level, of which the first has this index, as long as there are whole pairs. */
  function fillAbove(level: number, first: number, count: number, top = Infinity): void {
    for (let [from, left] = [first, count]; left >= 2 && level < top; level += 1) {
      const [below, above] = [levels[level - GROUP_LEVEL], levels[level + 1 - GROUP_LEVEL]];
      [from, left] = [from / 2, Math.floor(left / 2)];
      if (below && above)
        for (let index = from; index < from + left; index += 1) join(below, 64 * index, above, 32 * index);
    }
  }

  /** The nodes of one group by level, from its leaf hashes upwards. */
  function groupAt(group: number): readonly Uint8Array[] {
    const known = groups.get(group);
    if (known) return known;
    const first = group * 2 ** GROUP_LEVEL;
    const count = Math.min(2 ** GROUP_LEVEL, size - first);
    const leaves = new Uint8Array(32 * count);
    for (let index = 0; index < count; index += 1) writeHex(leafHash(first + index + 1), leaves, 32 * index);
    const nodes = [leaves];
    for (let below = leaves; below.length >= 64; below = nodes.at(-1) ?? leaves) {
      const above = new Uint8Array(32 * Math.floor(below.length / 64));
      for (let at = 0; at < above.length; at += 32) join(below, 2 * at, above, at);
      nodes.push(above);
    }
    groups.set(group, nodes);
    const [oldest] = groups.keys();
    if (groups.size > GROUPS_KEPT && oldest !== undefined) groups.delete(oldest);
    return nodes;
  }

  function fillBlock(block: number): void {
    if (filled.has(block)) return;
    const perBlock = 2 ** (blockLevel - GROUP_LEVEL);
    const first = block * perBlock;
    const end = Math.min(first + perBlock, Math.floor(size / 2 ** GROUP_LEVEL));
    for (let group = first; group < end; group += 1)
      levels[0]?.set(groupAt(group)[GROUP_LEVEL] ?? new Uint8Array(), 32 * group);
    // The written root of a whole block is not written again.
    fillAbove(GROUP_LEVEL, first, end - first, block < wholeBlocks ? blockLevel - 1 : Infinity);
    filled.add(block);
  }

  return {
    size,
    node(level, index) {
      if (level < GROUP_LEVEL) {
        const across = 2 ** (GROUP_LEVEL - level);
        const nodes = groupAt(Math.floor(index / across))[level] ?? new Uint8Array();
        return nodes.slice(32 * (index % across), 32 * (index % across) + 32);
      }
      if (level < blockLevel) fillBlock(Math.floor(index / 2 ** (blockLevel - level)));
      return (levels[level - GROUP_LEVEL] ?? new Uint8Array()).slice(32 * index, 32 * index + 32);
    },
  };
}

/** A block that is longer than the log needs no root. */
function oneBlock(size: number): BlockRoots {
  return { level: Math.max(GROUP_LEVEL, Math.ceil(Math.log2(size + 1))), bytes: new Uint8Array() };
}
