import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variant } from '../../../core/model.ts';
import type { Register } from '../../engine/register.ts';
import type { Sha256 } from '../../generated/premises-hash.ts';
import type { BlockRoots } from '../../generated/premises-tree.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/** MOST_ENTRIES is how many entries the register of premises may be given: for so many its block roots are written down. */
export const MOST_ENTRIES = 10_000_000;

/** nodeSha256 is SHA-256 by Node. */
export const nodeSha256: Sha256 = (data) => hash('sha256', data);

/** nodePremises is the register of premises with Node's hash and finer block roots than browsers have, 1 <= entries <= MOST_ENTRIES. */
export function nodePremises(entries = PREMISES_ENTRIES): Register {
  return premises(entries, { sha256: nodeSha256, roots: rootsFor(entries) });
}

/**
 * rootsFor reads the block roots for so many entries from premises-roots.bin. It holds those of a million entries, then those of ten million, in each case first of the
 * item and then of the blob variant. Blocks of 512 make the first proof within one take a few milliseconds.
 */
export function rootsFor(entries: number): Readonly<Record<Variant, BlockRoots>> {
  const file = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const lengthOf = (most: number, level: number): number => 32 * Math.floor(most / 2 ** level);
  const usual = lengthOf(PREMISES_ENTRIES, 9);
  const [level, start, length] =
    entries <= PREMISES_ENTRIES ? [9, 0, usual] : [14, 2 * usual, lengthOf(MOST_ENTRIES, 14)];
  const at = (from: number): BlockRoots => ({ level, bytes: file.subarray(from, from + length) });
  return { item: at(start), blob: at(start + length) };
}
