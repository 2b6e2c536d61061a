import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What premises-roots.bin begins with: the roots of blocks of 512 entries among a million, of the item and then of the blob variant. */
const LEVEL = 9;
const BYTES = 32 * Math.floor(1_000_000 / 2 ** LEVEL);

/** BUNDLED_LEVEL is the level of the block roots that browsers get: 8 KB in all. */
const BUNDLED_LEVEL = 13;

/** definePremisesRoots gives the browser's hosts of the mock server `__PREMISES_ROOTS__`, the block roots of the premises in base64. */
export function definePremisesRoots(): { readonly __PREMISES_ROOTS__: string } {
  const file = readFileSync(new URL('../mock/generated/premises-roots.bin', import.meta.url));
  const [item, blob] = [0, 1].map((part) => {
    let roots: Buffer = file.subarray(part * BYTES, (part + 1) * BYTES);
    for (let level = LEVEL; level < BUNDLED_LEVEL; level += 1) roots = joinPairs(roots);
    return roots.toString('base64');
  });
  return { __PREMISES_ROOTS__: JSON.stringify({ level: BUNDLED_LEVEL, item, blob }) };
}

/** One level up in the tree (RFC 9162 2.1.1); a node without a neighbour is left out. */
function joinPairs(nodes: Buffer): Buffer {
  const joined = Array.from({ length: Math.floor(nodes.length / 64) }, (_, index) =>
    hash('sha256', Buffer.concat([Buffer.of(1), nodes.subarray(64 * index, 64 * index + 64)]), 'buffer'),
  );
  return Buffer.concat(joined);
}
