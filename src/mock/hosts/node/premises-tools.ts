import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hash } from '../../../core/hash.ts';
import type { NodeSource } from '../../../core/merkle-log.ts';
import type { Register } from '../../engine/register.ts';
import type { BlockRoots } from '../../generated/block-tree.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/**
 * LEVEL is the level of the blocks whose roots are written down, those of items and then those of blobs: 31 KB.
 * The first proof in a block hashes its 2,048 entries: 46 ms of processor time for items, 104 ms for blobs
 * (8 and 15 ms for blocks of 256 entries, which took 250 KB; 195 and 367 ms for blocks of 8,192).
 */
const LEVEL = 11;

/** nodePremises is the register of premises with Node's hash, 1 <= entries <= PREMISES_ENTRIES. */
export function nodePremises(entries = PREMISES_ENTRIES): Register {
  const file = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const half = file.length / 2;
  const roots = { level: LEVEL, item: file.subarray(0, half), blob: file.subarray(half) };
  return premises(entries, { sha256: (data) => hash('sha256', data) as Hash, roots });
}

/** coarseRoots are the roots of blocks of 2^level entries, level >= LEVEL, for hosts that have less room. */
export function coarseRoots(level: number): BlockRoots {
  const blocks = Array.from({ length: Math.floor(PREMISES_ENTRIES / 2 ** level) }, (_, block) => block);
  const register = nodePremises();
  const [item, blob] = [
    register.log('item').nodes('item-json'),
    register.log('blob').nodes('blob-multihash'),
  ];
  const rootsOf = (tree: NodeSource) => Buffer.concat(blocks.map((block) => tree.node(level, block)));
  return { level, item: rootsOf(item), blob: rootsOf(blob) };
}
