import { describe, expect, test } from 'vitest';
import { fillingTree, MOST_PARTS } from './filling-tree.ts';
import { footWords } from './tree-picture.tsx';

describe('fillingTree', () => {
  test.each([1, 2, 3, 15, 30, 31, 295, 1000, 999_999, 1_000_000, 2 ** 40 + 1])(
    'draws a log of %i entries with at most 60 nodes, every entry under exactly one part',
    (logSize) => {
      const tree = fillingTree(logSize, 0);
      expect(tree.parts.length + tree.joints.length).toBeLessThanOrEqual(60);
      expect(tree.parts.length).toBeLessThanOrEqual(MOST_PARTS);
      expect(tree.parts[0]?.first).toBe(1);
      expect(tree.parts.at(-1)?.last).toBe(logSize);
      for (const [index, part] of tree.parts.entries())
        expect(part.first).toBe((tree.parts[index - 1]?.last ?? 0) + 1);
      expect([tree.root.first, tree.root.last]).toEqual([1, logSize]);
    },
  );

  test('draws every entry of a small log by itself', () => {
    const tree = fillingTree(15, 0);
    expect(tree.partSize).toBe(1);
    expect(tree.parts).toHaveLength(15);
    expect(tree.joints).toHaveLength(14);
  });

  test('folds into perfect subtrees, of which only the last may be cut off', () => {
    const { partSize, parts } = fillingTree(295, 0);
    expect(partSize).toBe(16);
    expect(parts.slice(0, -1).every((part) => part.last - part.first + 1 === 16)).toBe(true);
    expect(parts.at(-1)).toMatchObject({ first: 289, last: 295 });
  });

  test('the legend does not say of the cut-off part that it is as long as the others', () => {
    expect(footWords(fillingTree(295, 0))).toBe('16 entries (the last: 7)');
    expect(footWords(fillingTree(256, 0))).toBe('16 entries');
    expect(footWords(fillingTree(15, 0))).toBe('an entry');
  });

  test('splits at the largest power of two smaller than the size, as the Merkle tree does', () => {
    const { root } = fillingTree(11, 0);
    expect(root.joins.map(({ first, last }) => [first, last])).toEqual([
      [1, 8],
      [9, 11],
    ]);
    expect(root.joins[1]?.joins.map(({ first, last }) => [first, last])).toEqual([
      [9, 10],
      [11, 11],
    ]);
  });

  test('fills from the left, and a joint only with all that is under it', () => {
    const { parts, joints, root } = fillingTree(295, 40);
    expect(parts.slice(0, 4).map((part) => part.filled)).toEqual([1, 1, 0.5, 0]);
    expect(joints.find((joint) => joint.first === 1 && joint.last === 32)?.filled).toBe(1);
    expect(root.filled).toBeCloseTo(40 / 295);
  });

  test('stays within its bounds where more is reported than the log has', () => {
    expect(fillingTree(8, 99).root.filled).toBe(1);
    expect(fillingTree(8, -1).root.filled).toBe(0);
  });

  test('marks the part with a bad entry and what is joined from it', () => {
    const { parts, root } = fillingTree(295, 295, [17]);
    expect(parts.filter((part) => part.bad).map((part) => part.first)).toEqual([17]);
    expect(root.bad).toBe(true);
    expect(root.joins[1]?.bad).toBe(false);
  });
});
