import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variant } from '../../../core/model.ts';
import type { Register } from '../../engine/register.ts';
import type { Sha256 } from '../../generated/premises-hash.ts';
import type { BlockRoots } from '../../generated/premises-tree.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/** MOST_ENTRIES is how many entries the register of premises may be given: for so many its block roots are written down. */
export const MOST_ENTRIES = 10_000_000;

/**
 * ROOT_FILE is what premises-roots.bin holds, one after the other, in each case first of the item and then of the blob variant. Blocks of 512 make the first proof
 * within one take a few milliseconds.
 */
const ROOT_FILE = [
  { entries: PREMISES_ENTRIES, level: 9 },
  { entries: MOST_ENTRIES, level: 14 },
] as const;

/** nodeSha256 is SHA-256 by Node. */
export const nodeSha256: Sha256 = (data) => hash('sha256', data);

/** nodePremises is the register of premises with Node's hash and finer block roots than browsers have, 1 <= entries <= MOST_ENTRIES. */
export function nodePremises(entries = PREMISES_ENTRIES): Register {
  return premises(entries, { sha256: nodeSha256, roots: rootsFor(entries) });
}

/** rootsFor reads the block roots for so many entries. Throws Error where the file is not whole. */
export function rootsFor(entries: number): Readonly<Record<Variant, BlockRoots>> {
  const file = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const parts = ROOT_FILE.map(({ entries: most, level }) => ({
    most,
    level,
    length: 32 * Math.floor(most / 2 ** level),
  }));
  const total = 2 * parts.reduce((sum, { length }) => sum + length, 0);
  if (file.length !== total)
    throw new Error(`premises-roots.bin has ${file.length} bytes, not ${total}: it is not whole.`);
  let at = 0;
  for (const { most, level, length } of parts) {
    if (entries <= most)
      return {
        item: { level, bytes: file.subarray(at, at + length) },
        blob: { level, bytes: file.subarray(at + length, at + 2 * length) },
      };
    at += 2 * length;
  }
  throw new RangeError(`no block roots are written down for ${entries} entries`);
}
