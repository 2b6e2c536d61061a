// Writes the block roots of the premises: some minutes. Run it when what an entry holds has changed; the unit tests compare the last block of each file with core.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, root } from './setup.mjs';

prepare();
const { createPremisesHasher, nodeHash, writeHex } = await importTypeScript(
  'src/mock/generated/premises-hash.ts',
);
/** As src/mock/hosts/node/premises-tools.ts and src/build/premises-roots.ts read them. */
const ROOT_FILE = [
  { entries: 1_000_000, level: 9 },
  { entries: 10_000_000, level: 14 },
];
const sha256 = (data) => hash('sha256', data);
const joinNodes = nodeHash(sha256);

/** Joins hashes in place, level by level, and returns what is left of them. */
function joinLevels(hashes, levels) {
  let left = hashes;
  for (let level = 0; level < levels; level += 1) {
    left = left.subarray(0, 32 * Math.floor(left.length / 64));
    for (let at = 0; at < left.length; at += 32) joinNodes(hashes, 2 * at, hashes, at);
  }
  return left;
}

/** The roots of the whole blocks of 2^level entries among the first `entries`. */
function rootsOf(variant, entries, level) {
  const hasher = createPremisesHasher(variant, sha256);
  const blocks = Math.floor(entries / 2 ** level);
  const block = new Uint8Array(32 * 2 ** level);
  const roots = new Uint8Array(32 * blocks);
  for (let index = 0; index < blocks; index += 1) {
    for (let at = 0; at < 2 ** level; at += 1) {
      const entryNumber = index * 2 ** level + at + 1;
      writeHex(hasher.leafHash(entryNumber, hasher.dataHash(entryNumber)), block, 32 * at);
    }
    roots.set(joinLevels(block, level), 32 * index);
  }
  return roots;
}

const files = ROOT_FILE.map(({ entries, level }) =>
  ['item', 'blob'].map((variant) => rootsOf(variant, entries, level)),
);
writeFileSync(join(root, 'src/mock/generated/premises-roots.bin'), Buffer.concat(files.flat()));
