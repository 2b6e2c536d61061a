// Reckons the roots of the blocks of the premises: those of the first million as TypeScript, for the bundle; those of all ten million as bytes, for Node alone.
// Some minutes. Run it when what an entry holds has changed; the unit tests hold the last block of both files against core's own hashing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, root } from './setup.mjs';

prepare();
const [data, { BLOCK_SIZE }, { canonicalItemJson }, { createBulkHasher }] = await Promise.all(
  [
    'src/mock/generated/premises-data.ts',
    'src/mock/generated/block-tree.ts',
    'src/core/canonical-json.ts',
    'src/verify/audit/bulk-hasher.ts',
  ].map(importTypeScript),
);
const { dataOf, keyOfRecord, recordOfEntry, timestampOf } = data;
const hasher = await createBulkHasher();

const BUNDLED = 1_000_000;
const MOST = 10_000_000;
const text = Buffer.alloc(4096);

/** Hashes a text of ASCII, which all of the premises is, into out[at, at + 32). */
function hashText(ascii, out, at) {
  hasher.hash(text, 0, text.latin1Write(ascii), out, at);
}

const keyOf = (entryNumber) => keyOfRecord(recordOfEntry(entryNumber).record);

function itemLeaves() {
  const digest = Buffer.alloc(32);
  return (entryNumber, out, at) => {
    hashText(canonicalItemJson(dataOf(entryNumber)), digest, 0);
    const number = `"index-entry-number":"${entryNumber}","entry-number":"${entryNumber}"`;
    const moment = `"entry-timestamp":"${timestampOf(entryNumber)}","key":"${keyOf(entryNumber)}"`;
    hashText(`\0{${number},${moment},"item-hash":["sha-256:${digest.hexSlice()}"]}`, out, at);
  };
}

function blobLeaves() {
  const nameHash = (name) => {
    const digest = Buffer.alloc(32);
    hashText(`u${name}`, digest, 0);
    return digest;
  };
  const names = data.PREMISES_FIELDS.map((name) => ({ name, digest: nameHash(name) }));
  names.sort((one, other) => Buffer.compare(one.digest, other.digest));
  const dict = Buffer.alloc(1 + 64 * names.length, 'd');
  const list = Buffer.alloc(1 + 4 * 32, 'l');
  const raw = Buffer.concat([Buffer.from('r\x12\x20', 'latin1'), Buffer.alloc(32)]);
  const leaf = Buffer.alloc(33);
  return (entryNumber, out, at) => {
    const item = dataOf(entryNumber);
    let end = 1;
    for (const { name, digest } of names) {
      const value = item.get(name);
      if (value === undefined) continue;
      dict.set(digest, end);
      hashText(`u${value}`, dict, end + 32);
      end += 64;
    }
    hasher.hash(dict, 0, end, raw, 3);
    hashText(`i${entryNumber}`, list, 1);
    hashText(`u${keyOf(entryNumber)}`, list, 33);
    hashText(`t${timestampOf(entryNumber)}`, list, 65);
    hasher.hash(raw, 0, raw.length, list, 97);
    hasher.hash(list, 0, list.length, leaf, 1);
    hasher.hash(leaf, 0, leaf.length, out, at);
  };
}

/** Joins the leaf hashes of one block in place, level by level. */
function rootOf(hashes) {
  const pair = Buffer.alloc(65, 1);
  for (let count = BLOCK_SIZE; count > 1; count /= 2) {
    for (let node = 0; node < count / 2; node += 1) {
      pair.set(hashes.subarray(64 * node, 64 * node + 64), 1);
      hasher.hash(pair, 0, 65, hashes, 32 * node);
    }
  }
  return Buffer.from(hashes.subarray(0, 32));
}

function rootsBy(leaf) {
  const hashes = Buffer.alloc(32 * BLOCK_SIZE);
  return Buffer.concat(
    Array.from({ length: Math.floor(MOST / BLOCK_SIZE) }, (_, block) => {
      for (let index = 0; index < BLOCK_SIZE; index += 1)
        leaf(block * BLOCK_SIZE + index + 1, hashes, 32 * index);
      return rootOf(hashes);
    }),
  );
}

const roots = { 'item-json': rootsBy(itemLeaves()), 'blob-multihash': rootsBy(blobLeaves()) };
writeFileSync(
  join(root, 'src/mock/generated/premises-roots.bin'),
  Buffer.concat([roots['item-json'], roots['blob-multihash']]),
);

const parts = Object.entries(roots).map(([rule, all]) => {
  const bundled = all.subarray(0, Math.floor(BUNDLED / BLOCK_SIZE) * 32);
  const lines = bundled.toString('base64').match(/.{1,140}/g);
  return `  '${rule}': [\n${lines.map((line) => `    '${line}',\n`).join('')}  ],\n`;
});
writeFileSync(
  join(root, 'src/mock/generated/premises-roots.ts'),
  `import type { BlockRoots } from './generated-log.ts';

// Written by src/tools/premises-roots.mjs: the roots of the blocks of 4,096 entries, 32 bytes each, base64.
const ROOTS = {
${parts.join('')}} as const;

/** premisesRoots are the roots of the whole blocks of the first 1,000,000 premises, under the leaf rules that servers of either variant have by default. */
export function premisesRoots(): BlockRoots {
  return { 'item-json': bytesOf(ROOTS['item-json']), 'blob-multihash': bytesOf(ROOTS['blob-multihash']) };
}

function bytesOf(lines: readonly string[]): Uint8Array {
  return Uint8Array.from(atob(lines.join('')), (sign) => sign.charCodeAt(0));
}
`,
);
