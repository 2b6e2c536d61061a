import { describe, expect, it } from 'vitest';
import { CompactRange } from '../core/compact-range.ts';
import type { Hash } from '../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../core/hash-bytes.ts';
import { rootOf } from '../core/merkle.ts';
import { leaves } from '../testing/builders.ts';
import { BLOCK, halves, LogTree, subtreeHash } from './log-tree.ts';

const all = leaves(3 * BLOCK + 70).map(hashToBytes);

function rebuilt(size: number): LogTree {
  const tree = new LogTree();
  append(tree, size);
  return tree;
}

function append(tree: LogTree, size: number): void {
  while (tree.size < size) tree.append(all[tree.size] ?? new Uint8Array());
}

describe('LogTree', () => {
  it.each([0, 1, 2, 3, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 70])(
    'has the root of a log of %d entries, and after being kept halfway',
    (size) => {
      const plain = new CompactRange();
      for (const leaf of all.slice(0, size)) plain.append(leaf);
      const half = LogTree.from(structuredClone(rebuilt(size >> 1).toState()));
      append(half, size);
      for (const one of [half, LogTree.from(structuredClone(half.toState()))])
        expect([one.root(), one.size]).toEqual([plain.root(), size]);
    },
  );

  it('keeps the hash of every full block, and of nothing else', () => {
    const tree = rebuilt(2 * BLOCK + 5);
    expect(tree.blockHash(1)).toBe(rootOf(all.slice(0, BLOCK)));
    expect(tree.blockHash(BLOCK + 1)).toBe(rootOf(all.slice(BLOCK, 2 * BLOCK)));
    for (const first of [0, 2, BLOCK, 2 * BLOCK + 1, -BLOCK + 1, 2 ** 50 + 1])
      expect(tree.blockHash(first)).toBeUndefined();
    expect(tree.openRoot()).toBe(rootOf(all.slice(2 * BLOCK, 2 * BLOCK + 5)));
  });

  it.each([
    ['nothing', undefined],
    ['no blocks', { open: { size: 0, hashes: [] } }],
    ['blocks of another type', { blocks: [], open: { size: 0, hashes: [] } }],
    ['half a hash', { blocks: new Uint8Array(16), open: { size: 0, hashes: [] } }],
    [
      'an open range as long as a block',
      { blocks: new Uint8Array(), open: { size: BLOCK, hashes: ['0'.repeat(64)] } },
    ],
    ['no open range', { blocks: new Uint8Array() }],
  ])('refuses a state of %s', (_, state) => {
    expect(() => LogTree.from(state)).toThrow(RangeError);
  });
});

describe('subtreeHash', () => {
  it('joins what is known to the hash of any run that a tree has as one node', () => {
    const known = (range: { first: number; last: number }): Hash | undefined =>
      range.first === range.last ? hashFromBytes(all[range.first - 1] ?? new Uint8Array()) : undefined;
    expect(subtreeHash({ first: 1, last: 13 }, known)).toBe(rootOf(all.slice(0, 13)));
    expect(halves({ first: 1, last: 13 })).toEqual([
      { first: 1, last: 8 },
      { first: 9, last: 13 },
    ]);
    expect(
      subtreeHash({ first: 1, last: 4 }, (range) => (range.first === 4 ? undefined : known(range))),
    ).toBeUndefined();
  });
});
