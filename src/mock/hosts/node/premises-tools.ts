import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variant } from '../../../core/model.ts';
import type { Register } from '../../engine/register.ts';
import { BLOCK_LEVEL } from '../../generated/premises-log.ts';
import { PREMISES_ENTRIES, premises } from '../../registers/premises.ts';

/** MOST_ENTRIES is how many entries the register of premises may be given: for so many its block roots are written down. */
export const MOST_ENTRIES = 10_000_000;

/** nodePremises is the register of premises with Node's hash, 1 <= entries <= MOST_ENTRIES. */
export function nodePremises(entries = PREMISES_ENTRIES): Register {
  return premises(entries, { sha256: (data) => hash('sha256', data, 'buffer'), roots: readRoots(entries) });
}

/** readRoots reads the roots of the whole blocks of so many entries from premises-roots.bin, which has those of the item variant before those of the blob variant. */
export function readRoots(entries: number): Readonly<Record<Variant, Uint8Array>> {
  const file = readFileSync(new URL('../../generated/premises-roots.bin', import.meta.url));
  const length = 32 * Math.floor(entries / 2 ** BLOCK_LEVEL);
  const blobs = file.length / 2;
  return { item: file.subarray(0, length), blob: file.subarray(blobs, blobs + length) };
}
