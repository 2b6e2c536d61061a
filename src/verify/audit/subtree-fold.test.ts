import { describe, expect, it } from 'vitest';
import { CompactRange } from '../../core/compact-range.ts';
import type { Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { rootOf } from '../../core/merkle.ts';
import { leaves } from '../../testing/builders.ts';
import { nobleHasher } from './bulk-hasher.ts';
import { halves, LogRebuild, subtreeHash } from './log-rebuild.ts';
import { alignedSizes, BLOCK, SubtreeFold } from './subtree-fold.ts';

const all = leaves(3 * BLOCK + 70).map(hashToBytes);

function foldOf(fold: SubtreeFold, start: number, count: number): Uint8Array {
  fold.begin(start, count);
  for (let index = 0; index < count; index += 1)
    fold.leaves.set(all[(start + index) % all.length] ?? new Uint8Array(), fold.placeOf(index));
  return fold.fold();
}

describe('SubtreeFold', () => {
  it('hashes every run to 40 leaves from every start to 40 into the perfect subtrees of a tree', () => {
    const fold = new SubtreeFold(nobleHasher());
    for (let start = 0; start <= 40; start += 1) {
      for (let count = 0; count <= 40; count += 1) {
        const hashes = foldOf(fold, start, count);
        const sizes = alignedSizes(start, count);
        expect(hashes).toHaveLength(32 * sizes.length);
        let at = start;
        for (const [index, size] of sizes.entries()) {
          expect(at % size).toBe(0);
          expect(hashFromBytes(hashes.slice(32 * index, 32 * index + 32))).toBe(
            rootOf(all.slice(at, at + size)),
          );
          at += size;
        }
        expect(at).toBe(start + count);
      }
    }
  });

  it('folds nothing larger than a block, across blocks', () => {
    const fold = new SubtreeFold(nobleHasher());
    const sizes = alignedSizes(BLOCK - 3, 2 * BLOCK + 5);
    expect(sizes).toEqual([1, 2, BLOCK, BLOCK, 2]);
    const hashes = foldOf(fold, BLOCK - 3, 2 * BLOCK + 5);
    expect(hashFromBytes(hashes.slice(64, 96))).toBe(rootOf(all.slice(BLOCK, 2 * BLOCK)));
  });

  it('cuts a run that begins beyond 32 bits where a tree has it', () => {
    expect(alignedSizes(2 ** 40 + 6, 10)).toEqual([2, 8]);
  });

  it('copies the leaf hashes out in order', () => {
    const fold = new SubtreeFold(nobleHasher());
    foldOf(fold, 5, 3);
    expect(hashFromBytes(fold.leafHashes().slice(64))).toBe(hashFromBytes(all[7] ?? new Uint8Array()));
  });
});

function rebuilt(size: number, pageLength: number): LogRebuild {
  const tree = new LogRebuild();
  append(tree, size, pageLength);
  return tree;
}

function append(tree: LogRebuild, size: number, pageLength: number): void {
  const fold = new SubtreeFold(nobleHasher());
  while (tree.size < size) {
    const start = tree.size;
    const count = Math.min(pageLength, size - start);
    const hashes = foldOf(fold, start, count);
    for (const [index, leaves] of alignedSizes(start, count).entries())
      tree.appendSubtree(hashes.slice(32 * index, 32 * index + 32), leaves);
  }
}

describe('LogRebuild', () => {
  it.each([0, 1, 2, 3, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 70])(
    'has the root of a log of %d entries, whatever the pages, and after being kept',
    (size) => {
      const plain = new CompactRange();
      for (const leaf of all.slice(0, size)) plain.append(leaf);
      for (const pageLength of [7, 100, BLOCK, 5000]) {
        const tree = rebuilt(size, pageLength);
        expect(tree.size).toBe(size);
        expect(tree.root()).toBe(plain.root());
        const again = LogRebuild.from(structuredClone(tree.toState()));
        expect(again.root()).toBe(plain.root());
        expect(again.size).toBe(size);
      }
    },
  );

  it('goes on where its state left off', () => {
    const tree = LogRebuild.from(rebuilt(BLOCK + 9, 100).toState());
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
    expect(() => new LogRebuild().appendSubtree(new Uint8Array(32), 2 * BLOCK)).toThrow(RangeError);
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
    expect(() => LogRebuild.from(state)).toThrow(RangeError);
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
