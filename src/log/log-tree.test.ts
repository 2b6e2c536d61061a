import { describe, expect, it } from 'vitest';
import { CompactRange } from '../core/compact-range.ts';
import type { Hash } from '../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../core/hash-bytes.ts';
import { rootOf } from '../core/merkle.ts';
import { leaves } from '../testing/builders.ts';
import { BLOCK, foldLeaf, halves, LogTree, type Subtree, subtreeHash } from './log-tree.ts';

const all = leaves(3 * BLOCK + 70).map(hashToBytes);

const foldOf = (start: number, count: number): readonly Subtree[] => {
  const folded: Subtree[] = [];
  for (let at = start; at < start + count; at += 1)
    foldLeaf(folded, at, all[at % all.length] ?? new Uint8Array());
  return folded;
};

describe('foldLeaf', () => {
  it('joins every run to 40 leaves from every start to 40 into the perfect subtrees of a tree', () => {
    for (let start = 0; start <= 40; start += 1) {
      for (let count = 0; count <= 40; count += 1) {
        let at = start;
        for (const { hash, leaves } of foldOf(start, count)) {
          expect(at % leaves).toBe(0);
          expect(hashFromBytes(hash)).toBe(rootOf(all.slice(at, at + leaves)));
          at += leaves;
        }
        expect(at).toBe(start + count);
      }
    }
  });

  it.each([
    ['nothing larger than a block, across blocks', BLOCK - 3, 2 * BLOCK + 5, [1, 2, BLOCK, BLOCK, 2]],
    ['a run that begins beyond 32 bits', 2 ** 40 + 6, 10, [2, 8]],
  ])('folds %s', (_, start, count, sizes) => {
    expect(foldOf(start, count).map(({ leaves }) => leaves)).toEqual(sizes);
  });
});

function rebuilt(size: number, pageLength: number): LogTree {
  const tree = new LogTree();
  append(tree, size, pageLength);
  return tree;
}

function append(tree: LogTree, size: number, pageLength: number): void {
  while (tree.size < size)
    for (const subtree of foldOf(tree.size, Math.min(pageLength, size - tree.size)))
      tree.appendSubtree(subtree);
}

describe('LogTree', () => {
  it.each([0, 1, 2, 3, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 70])(
    'has the root of a log of %d entries, whatever the pages, and after being kept',
    (size) => {
      const plain = new CompactRange();
      for (const leaf of all.slice(0, size)) plain.append(leaf);
      for (const pageLength of [7, 100, BLOCK, 5000]) {
        const tree = rebuilt(size, pageLength);
        expect(tree.size).toBe(size);
        expect(tree.root()).toBe(plain.root());
        const again = LogTree.from(structuredClone(tree.toState()));
        expect(again.root()).toBe(plain.root());
        expect(again.size).toBe(size);
      }
    },
  );

  it('goes on where its state left off', () => {
    const tree = LogTree.from(rebuilt(BLOCK + 9, 100).toState());
    append(tree, 2 * BLOCK + 31, 100);
    expect(tree.root()).toBe(rebuilt(2 * BLOCK + 31, 50).root());
  });

  it('keeps the hash of every full block, and of nothing else', () => {
    const tree = rebuilt(2 * BLOCK + 5, 300);
    expect(tree.blockHash(1)).toBe(rootOf(all.slice(0, BLOCK)));
    expect(tree.blockHash(BLOCK + 1)).toBe(rootOf(all.slice(BLOCK, 2 * BLOCK)));
    for (const first of [0, 2, BLOCK, 2 * BLOCK + 1, -BLOCK + 1, 2 ** 50 + 1])
      expect(tree.blockHash(first)).toBeUndefined();
    expect(tree.openRoot()).toBe(rootOf(all.slice(2 * BLOCK, 2 * BLOCK + 5)));
  });

  it('refuses subtrees larger than a block', () => {
    expect(() => new LogTree().appendSubtree({ hash: new Uint8Array(32), leaves: 2 * BLOCK })).toThrow(
      RangeError,
    );
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
