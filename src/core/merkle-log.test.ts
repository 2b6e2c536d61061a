import { describe, expect, it } from 'vitest';
import { leaves, logOf } from '../testing/builders.ts';
import { mth, path, proof } from '../testing/rfc-9162.ts';
import { hashFromBytes } from './hash-bytes.ts';
import { EMPTY_ROOT } from './merkle.ts';
import { auditPath, consistencyPath, MerkleLog, type NodeSource, rootAt } from './merkle-log.ts';

const SIZE = 70;
const all = leaves(SIZE);
const log = logOf(all);

describe('MerkleLog', () => {
  it('is empty at first', () => {
    expect(new MerkleLog().size).toBe(0);
    expect(rootAt(new MerkleLog(), 0)).toBe(EMPTY_ROOT);
  });

  it('knows every perfect subtree and no other node', () => {
    for (let level = 0; 2 ** level <= SIZE; level += 1) {
      const width = 2 ** level;
      const count = Math.floor(SIZE / width);
      for (let index = 0; index < count; index += 1) {
        expect(hashFromBytes(log.node(level, index))).toBe(
          mth(all.slice(index * width, (index + 1) * width)),
        );
      }
      expect(() => log.node(level, count)).toThrow(RangeError);
    }
    expect(() => log.node(7, 0)).toThrow(RangeError);
    expect(() => log.node(-1, 0)).toThrow(RangeError);
    expect(() => log.node(0, -1)).toThrow(RangeError);
    expect(() => log.node(0, Number.NaN)).toThrow(RangeError);
  });

  it('keeps its hashes when the caller changes the bytes it gave or got', () => {
    const mine = new MerkleLog();
    const given = new Uint8Array(32).fill(7);
    mine.append(given);
    given.fill(8);
    mine.node(0, 0).fill(9);
    expect(mine.node(0, 0)).toEqual(new Uint8Array(32).fill(7));
  });

  it.each([0, 31, 33])('refuses a leaf hash of %d bytes and stays as it was', (length) => {
    const mine = logOf(leaves(3));
    expect(() => mine.append(new Uint8Array(length))).toThrow(RangeError);
    expect(mine.size).toBe(3);
    expect(rootAt(mine, 3)).toBe(mth(leaves(3)));
  });
});

describe('rootAt, auditPath and consistencyPath', () => {
  it('agree with the recursions of RFC 9162 at every size, entry and earlier size', () => {
    for (let size = 1; size <= SIZE; size += 1) {
      const sofar = all.slice(0, size);
      expect(rootAt(log, size)).toBe(mth(sofar));
      for (let entry = 1; entry <= size; entry += 1) {
        expect(auditPath(log, entry, size)).toEqual(path(entry - 1, sofar));
        expect(consistencyPath(log, entry, size)).toEqual(proof(entry, sofar));
      }
    }
  });

  it.each([
    [0, 5],
    [-1, 5],
    [6, 5],
    [1, 0],
    [1, SIZE + 1],
    [1.5, 5],
    [1, 5.5],
    [Number.NaN, 5],
    [1, Number.NaN],
  ])('refuse %d and %d', (low, high) => {
    expect(() => auditPath(log, low, high)).toThrow(RangeError);
    expect(() => consistencyPath(log, low, high)).toThrow(RangeError);
  });

  it.each([-1, SIZE + 1, 0.5, Number.NaN])('refuse a root at size %d', (size) => {
    expect(() => rootAt(log, size)).toThrow(RangeError);
  });

  it('refuse a size beyond a source that would answer all the same', () => {
    const source: NodeSource = { size: 5, node: () => new Uint8Array(32) };
    expect(rootAt(source, 5)).toHaveLength(64);
    expect(() => rootAt(source, 6)).toThrow(RangeError);
    expect(() => auditPath(source, 1, 6)).toThrow(RangeError);
    expect(() => consistencyPath(source, 1, 6)).toThrow(RangeError);
    expect(() => consistencyPath(source, 6, 6)).toThrow(RangeError);
  });

  it('refuse a consistency proof from size 0, even to size 0, and between equal sizes that are none', () => {
    for (const size of [0, 1.5, SIZE + 1]) expect(() => consistencyPath(log, size, size)).toThrow(RangeError);
    expect(() => consistencyPath(new MerkleLog(), 0, 0)).toThrow(RangeError);
  });

  it('ask a source for at most 2 nodes a level, and only for perfect subtrees within it', () => {
    const size = 2 ** 53 - 1;
    const asked: [number, number][] = [];
    const source: NodeSource = {
      size,
      node(level, index) {
        asked.push([level, index]);
        expect((index + 1) * 2 ** level <= size && Number.isSafeInteger(index)).toBe(true);
        return new Uint8Array(32).fill(level);
      },
    };
    expect(auditPath(source, 2 ** 52 - 5, size)).toHaveLength(53);
    expect(asked.length).toBeLessThanOrEqual(106);
    asked.length = 0;
    consistencyPath(source, 2 ** 52 - 5, size);
    expect(asked.length).toBeLessThanOrEqual(106);
    expect(asked.every(([level, index]) => level >= 0 && index >= 0)).toBe(true);
  });
});
