import { expect, test } from 'vitest';
import { createBlockTree } from './block-tree.ts';

test('of more blocks than are kept, the one used least recently is hashed again', () => {
  const hashed: number[] = [];
  const leafHash = (entryNumber: number): Uint8Array => {
    hashed.push(entryNumber);
    return new Uint8Array(32);
  };
  // Blocks of two entries: 8 are kept.
  const tree = createBlockTree(18, leafHash, 1, new Uint8Array(9 * 32));
  const use = (block: number): Uint8Array => tree.node(0, 2 * block);
  [0, 1, 2, 3, 4, 5, 6, 7, 0, 8].forEach(use);
  hashed.length = 0;
  [0, 8, 2].forEach(use);
  expect(hashed).toEqual([]);
  use(1);
  expect(hashed).toEqual([3, 4]);
});
