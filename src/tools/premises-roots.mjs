// Reckons the roots that src/mock/generated/premises-roots.ts holds: about a minute for the bundled million. Run it when what an entry holds has changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript, prepare, root } from './setup.mjs';

prepare();
const [{ blockRoot, BLOCK_SIZE }, { createGeneratedLog, leafHashOf }] = await Promise.all([
  importTypeScript('src/mock/generated/block-tree.ts'),
  importTypeScript('src/mock/generated/generated-log.ts'),
]);
const ENTRIES = 1_000_000;
const RULES = [
  ['item-json', 'item'],
  ['blob-multihash', 'blob'],
];

const parts = RULES.map(([rule, variant]) => {
  const log = createGeneratedLog({ fields: [] }, variant, ENTRIES, {});
  const roots = Array.from({ length: Math.floor(ENTRIES / BLOCK_SIZE) }, (_, block) =>
    blockRoot(block, (entryNumber) => leafHashOf(rule, log.entry(entryNumber))),
  );
  const lines = Buffer.concat(roots)
    .toString('base64')
    .match(/.{1,140}/g);
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
