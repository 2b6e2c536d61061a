import { hash } from 'node:crypto';
import { rootsFor } from '../mock/hosts/node/premises-tools.ts';
import { PREMISES_ENTRIES } from '../mock/registers/premises.ts';

/** BUNDLED_LEVEL is the level of the block roots bundled for browsers: 8 KB in all. */
const BUNDLED_LEVEL = 13;

/** definePremisesRoots gives the browser's hosts of the mock server `__PREMISES_ROOTS__`, the block roots of the premises in base64. */
export function definePremisesRoots(): { readonly __PREMISES_ROOTS__: string } {
  const roots = rootsFor(PREMISES_ENTRIES);
  const [item, blob] = [roots.item, roots.blob].map(({ level, bytes }) => {
    let joined = Buffer.from(bytes);
    for (let at = level; at < BUNDLED_LEVEL; at += 1) joined = joinPairs(joined);
    return joined.toString('base64');
  });
  return { __PREMISES_ROOTS__: JSON.stringify({ level: BUNDLED_LEVEL, item, blob }) };
}

/** One level up in the tree (RFC 9162 2.1.1); a node without a neighbour is left out. */
function joinPairs(nodes: Buffer) {
  const joined = Array.from({ length: Math.floor(nodes.length / 64) }, (_, index) =>
    hash('sha256', Buffer.concat([Buffer.of(1), nodes.subarray(64 * index, 64 * index + 64)]), 'buffer'),
  );
  return Buffer.concat(joined);
}
