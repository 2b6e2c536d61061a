import { readFileSync } from 'node:fs';
import { BLOCK_SIZE } from '../../generated/block-tree.ts';
import type { BlockRoots } from '../../generated/generated-log.ts';
import { premisesRoots } from '../../generated/premises-roots.ts';
import { PREMISES_ENTRIES } from '../../registers/premises.ts';
import { MOST_ENTRIES } from './arguments.ts';

/**
 * rootsFor gives the roots of the blocks that `entries` premises have, 1 <= entries <= MOST_ENTRIES: those of the bundle, or, for more than it holds, those of a
 * file that only Node reads (src/tools/premises-roots.mjs writes both).
 */
export function rootsFor(entries: number): BlockRoots {
  if (entries <= PREMISES_ENTRIES) return premisesRoots();
  const bytes = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const each = Math.floor(MOST_ENTRIES / BLOCK_SIZE) * 32;
  if (bytes.length !== 2 * each)
    throw new Error(`premises-roots.bin has ${bytes.length} bytes, not ${2 * each}: it is not whole.`);
  return { 'item-json': bytes.subarray(0, each), 'blob-multihash': bytes.subarray(each) };
}
