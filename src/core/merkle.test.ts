import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaves, logOf } from '../testing/builders.ts';
import { leaf, mth, node, sha256, path, proof } from '../testing/rfc-9162.ts';
import { hashToBytes, hashFromBytes } from './hash.ts';
import { EMPTY_ROOT, hashLeaf, hashNode, rootOf } from './merkle.ts';
import { largestPowerBelow } from './split.ts';
import { auditPath, consistencyPath, MerkleLog, type NodeSource, rootAt } from './merkle-log.ts';
import { CompactRange } from './compact-range.ts';

describe('hashLeaf and hashNode', () => {
  it('put 00 before a leaf', () => {
    expect(bytesToHex(hashLeaf(Buffer.from('leaf-1')))).toBe(leaf('leaf-1'));
    expect(bytesToHex(hashLeaf(new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
  });

  it('put 01 before a node, left before right', () => {
    const [left, right] = [leaf('a'), leaf('b')];
    expect(bytesToHex(hashNode(hashToBytes(left), hashToBytes(right)))).toBe(node(left, right));
  });

  it.each([0, 31, 33, 64])('do not join a hash of %d bytes', (length) => {
    expect(() => hashNode(new Uint8Array(length), new Uint8Array(32))).toThrow(RangeError);
    expect(() => hashNode(new Uint8Array(32), new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('largestPowerBelow', () => {
  it('is the largest power of two that is smaller, for every n to 4096', () => {
    for (let n = 2; n <= 4096; n += 1) {
      const power = largestPowerBelow(n);
      expect(Number.isInteger(Math.log2(power)) && power < n && power * 2 >= n).toBe(true);
    }
  });

  it('is right around every power of two to the largest size', () => {
    for (let exponent = 31; exponent <= 52; exponent += 1) {
      expect(largestPowerBelow(2 ** exponent - 1)).toBe(2 ** (exponent - 1));
      expect(largestPowerBelow(2 ** exponent)).toBe(2 ** (exponent - 1));
      expect(largestPowerBelow(2 ** exponent + 1)).toBe(2 ** exponent);
    }
    expect(largestPowerBelow(2 ** 53 - 1)).toBe(2 ** 52);
  });

  it.each([1, 0, -4, 2.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (n) => {
    expect(() => largestPowerBelow(n)).toThrow(RangeError);
  });
});

describe('rootOf', () => {
  it('of no leaves is the hash of no bytes', () => {
    expect(rootOf([])).toBe(EMPTY_ROOT);
    expect(EMPTY_ROOT).toBe(sha256(''));
  });

  it('agrees with the recursion of RFC 9162 for every size to 130', () => {
    const all = leaves(130);
    const bytes = all.map(hashToBytes);
    for (let size = 0; size <= 130; size += 1) {
      expect(rootOf(bytes.slice(0, size))).toBe(mth(all.slice(0, size)));
    }
  });
});

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

const leafHash = fc.uint8Array({ minLength: 32, maxLength: 32 });

function rangeOf(leafHashes: readonly Uint8Array[]): CompactRange {
  const range = new CompactRange();
  for (const hash of leafHashes) range.append(hash);
  return range;
}

describe('CompactRange', () => {
  it('begins with the root of an empty log', () => expect(new CompactRange().root()).toBe(EMPTY_ROOT));

  it('resumes from its JSON', () => {
    fc.assert(
      fc.property(fc.array(leafHash), fc.array(leafHash), (before, after) => {
        const range = CompactRange.from(JSON.parse(JSON.stringify(rangeOf(before))));
        for (const hash of after) range.append(hash);
        expect(range.size).toBe(before.length + after.length);
        expect(range.root()).toBe(rootOf([...before, ...after]));
      }),
    );
  });

  it('keeps its hashes when the caller changes the bytes it gave', () => {
    const given = new Uint8Array(32).fill(7);
    const range = rangeOf([given]);
    const before = range.root();
    given.fill(8);
    expect(range.root()).toBe(before);
  });

  it.each([0, 31, 33])('refuses a leaf hash of %d bytes', (length) => {
    expect(() => new CompactRange().append(new Uint8Array(length))).toThrow(RangeError);
  });

  it('takes sizes beyond 32 bits, up to the largest and no further', () => {
    const hashes = Array.from({ length: 53 }, (_, index) => String(index).padStart(64, '0'));
    const range = CompactRange.from({ size: 2 ** 53 - 2, hashes: hashes.slice(1) });
    range.append(new Uint8Array(32));
    expect(range.toJSON().hashes).toHaveLength(53);
    expect(() => range.append(new Uint8Array(32))).toThrow(RangeError);
    const carried = CompactRange.from({ size: 2 ** 33 - 1, hashes: hashes.slice(0, 33) });
    carried.append(new Uint8Array(32));
    expect(carried.toJSON().hashes).toHaveLength(1);
    expect(carried.size).toBe(2 ** 33);
  });

  it('has the same root when perfect subtrees are appended whole, from every size to every other up to 70', () => {
    const all = leaves(70).map(hashToBytes);
    for (let from = 0; from <= 70; from += 1) {
      for (let to = from; to <= 70; to += 1) {
        const range = rangeOf(all.slice(0, from));
        for (let at = from; at < to;) {
          let size = 1;
          while (at % (size * 2) === 0 && at + size * 2 <= to) size *= 2;
          range.appendSubtree(hashToBytes(rootOf(all.slice(at, at + size))), size);
          at += size;
        }
        expect(range.toJSON()).toEqual(rangeOf(all.slice(0, to)).toJSON());
      }
    }
  });

  it('refuses a subtree that no tree has at that place', () => {
    const range = rangeOf(leaves(6).map(hashToBytes));
    const hash = new Uint8Array(32);
    for (const leaves of [4, 8, 2 ** 40]) expect(() => range.appendSubtree(hash, leaves)).toThrow(RangeError);
    for (const leaves of [0, 3, -2, 1.5, Number.NaN, 2 ** 53])
      expect(() => range.appendSubtree(hash, leaves)).toThrow(RangeError);
    expect(() => range.appendSubtree(new Uint8Array(31), 2)).toThrow(RangeError);
    expect(range.size).toBe(6);
    range.appendSubtree(hash, 2);
    expect(range.size).toBe(8);
  });

  it('takes subtrees beyond 32 bits, up to the largest size and no further', () => {
    const range = CompactRange.from({ size: 2 ** 52, hashes: ['0'.repeat(64)] });
    expect(() => range.appendSubtree(new Uint8Array(32), 2 ** 52)).toThrow(RangeError);
    range.appendSubtree(new Uint8Array(32), 2 ** 51);
    expect(range.size).toBe(2 ** 52 + 2 ** 51);
    expect(range.toJSON().hashes).toHaveLength(2);
  });

  const good = rangeOf(leaves(5).map(hashToBytes)).toJSON();
  it.each([
    ['a hash too few', { ...good, hashes: good.hashes.slice(1) }],
    ['a hash too many', { ...good, hashes: [...good.hashes, ...good.hashes] }],
    ['a malformed hash', { ...good, hashes: ['x', ...good.hashes.slice(1)] }],
    ['a hash that is no text', { ...good, hashes: [1, ...good.hashes.slice(1)] }],
    ['a negative size', { size: -1, hashes: [] }],
    ['a fraction', { ...good, size: 5.5 }],
    ['a size too large', { ...good, size: 2 ** 53 }],
    ['a size that is text', { ...good, size: '5' }],
    ['no hashes', { size: 0 }],
    ['no size', { hashes: [] }],
    ['null', null],
    ['text', 'state'],
  ])('refuses a state with %s', (_, state) => {
    expect(() => CompactRange.from(state)).toThrow(RangeError);
  });
});
