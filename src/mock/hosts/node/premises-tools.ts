import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hash } from '../../../core/hash.ts';
import type { Register } from '../../engine/register.ts';
import type { BlockRoots } from '../../generated/block-tree.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/**
 * MOST_ENTRIES is how many entries the register of premises may be given: for so many its
 * block roots are written down.
 */
export const MOST_ENTRIES = 10_000_000;

/** nodePremises is the register of premises with Node's hash, 1 <= entries <= MOST_ENTRIES. */
export function nodePremises(entries = PREMISES_ENTRIES): Register {
  return premises(entries, { sha256: (data) => hash('sha256', data) as Hash, roots: readRoots(entries) });
}

/**
 * ROOT_FILE is what premises-roots.bin has, each for items and then for blobs. Fine roots make a proof among
 * a million entries a matter of milliseconds.
 */
const ROOT_FILE = [
  { level: 8, entries: PREMISES_ENTRIES },
  { level: 13, entries: MOST_ENTRIES },
] as const;

/**
 * readRoots reads the roots of that level of the whole blocks of so many entries, by default
 * the finest that there are.
 */
export function readRoots(entries: number, level = entries > PREMISES_ENTRIES ? 13 : 8): BlockRoots {
  const file = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const bytesOf = (count: number, blockLevel: number): number => 32 * Math.floor(count / 2 ** blockLevel);
  const [fine, coarse] = ROOT_FILE.map((part) => bytesOf(part.entries, part.level)) as [number, number];
  const [items, blobs] = level === 8 ? [0, fine] : [2 * fine, 2 * fine + coarse];
  const part = (start: number): Uint8Array => file.subarray(start, start + bytesOf(entries, level));
  return { level, item: part(items), blob: part(blobs) };
}
