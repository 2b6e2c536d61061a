import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaves, logOf } from '../testing/builders.ts';
import { leaf, mth, node, sha256, path, proof } from '../testing/rfc-9162.ts';
import { CompactRange } from './compact-range.ts';
import { hashToBytes, hashFromBytes } from './hash.ts';
import { EMPTY_ROOT, hashLeaf, hashNode, rootOf } from './merkle.ts';
import { auditPath, consistencyPath, MerkleLog, type NodeSource, rootAt } from './merkle-log.ts';
import { consistencyShape, inclusionShape } from './proof-shape.ts';
import { largestPowerBelow } from './split.ts';

const MAX = 2 ** 53 - 1;
const SIZE = 70;
const all = leaves(130);
const bytes = all.map(hashToBytes);
const log = logOf(all.slice(0, SIZE));
const zeros = (length: number) => new Uint8Array(length);

describe('hashLeaf and hashNode', () => {
  it('put 00 before a leaf, 01 before a node, and left before right', () => {
    const [left, right] = [leaf('a'), leaf('b')];
    expect(bytesToHex(hashLeaf(Buffer.from('a')))).toBe(left);
    expect(bytesToHex(hashLeaf(zeros(0)))).toBe(sha256(zeros(1)));
    expect(bytesToHex(hashNode(hashToBytes(left), hashToBytes(right)))).toBe(node(left, right));
  });

  it.each([0, 31, 33, 64])('do not join a hash of %d bytes', (length) => {
    expect(() => hashNode(zeros(length), zeros(32))).toThrow(RangeError);
    expect(() => hashNode(zeros(32), zeros(length))).toThrow(RangeError);
  });
});

describe('largestPowerBelow', () => {
  it('is the largest power of two that is smaller, for every n to 4096 and around every power to the largest', () => {
    const around = Array.from({ length: 22 }, (_, index) => 2 ** (index + 31));
    const small = Array.from({ length: 4095 }, (_, index) => index + 2);
    for (const n of [small, MAX, around.flatMap((power) => [power - 1, power, power + 1])].flat()) {
      const power = largestPowerBelow(n);
      expect(Number.isInteger(Math.log2(power)) && power < n && power * 2 >= n).toBe(true);
    }
  });

  it.each([1, 0, -4, 2.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (n) => {
    expect(() => largestPowerBelow(n)).toThrow(RangeError);
  });
});

// The shapes of proofs in logs of any size: mutated-proofs.test.ts; their ranges: proofs.test.ts.
describe('the shape of a proof', () => {
  it('is empty in a log of one entry, and has 53 joinings for the first of the largest log', () => {
    expect(inclusionShape(1, 1)).toEqual([]);
    expect(inclusionShape(1, MAX)).toHaveLength(53);
  });

  const whole = 'is not an integer';
  it.each([
    [0, 5, 'entry 0 is not in a log of 5', 'no consistency proof leads from size 0 to 5'],
    [-1, 5, 'entry -1 is not in', 'leads from size -1'],
    [6, 5, 'entry 6 is not in', 'leads from size 6'],
    [1, 0, 'entry 1 is not in', 'leads from size 1'],
    [0, 0, 'entry 0 is not in', 'leads from size 0'],
    [5, 5, undefined, 'leads from size 5'],
    [1.5, 5, whole, whole],
    [1.5, 1.5, whole, whole],
    [Number.NaN, 5, whole, whole],
    [1, 2 ** 53, whole, whole],
  ])('refuses %d and %d', (one, other, inclusion, consistency) => {
    if (inclusion) expect(() => inclusionShape(one, other)).toThrow(new RegExp(inclusion));
    expect(() => consistencyShape(one, other)).toThrow(RangeError);
    expect(() => consistencyShape(one, other)).toThrow(consistency);
  });
});

describe('rootOf', () => {
  it('agrees with the recursion of RFC 9162 for every size to 130; that of no leaves is the hash of no bytes', () => {
    for (let size = 0; size <= 130; size += 1)
      expect(rootOf(bytes.slice(0, size))).toBe(mth(all.slice(0, size)));
    expect([rootOf([]), sha256('')]).toEqual([EMPTY_ROOT, EMPTY_ROOT]);
  });
});

describe('MerkleLog', () => {
  it('is empty at first', () => {
    expect([new MerkleLog().size, rootAt(new MerkleLog(), 0)]).toEqual([0, EMPTY_ROOT]);
  });

  it('knows every perfect subtree and no other node', () => {
    for (let level = 0; 2 ** level <= SIZE; level += 1) {
      const width = 2 ** level;
      const count = Math.floor(SIZE / width);
      for (let index = 0; index < count; index += 1)
        expect(hashFromBytes(log.node(level, index))).toBe(
          mth(all.slice(index * width, (index + 1) * width)),
        );
      expect(() => log.node(level, count)).toThrow(RangeError);
    }
    for (const [level, index] of [
      [7, 0],
      [-1, 0],
      [0, -1],
      [0, Number.NaN],
    ] as const)
      expect(() => log.node(level, index)).toThrow(RangeError);
  });

  it('keeps its hashes when the caller changes the bytes it gave or got', () => {
    const mine = new MerkleLog();
    const given = zeros(32).fill(7);
    mine.append(given);
    given.fill(8);
    mine.node(0, 0).fill(9);
    expect(mine.node(0, 0)).toEqual(zeros(32).fill(7));
  });

  it.each([0, 31, 33])('refuses a leaf hash of %d bytes and stays as it was', (length) => {
    const mine = logOf(leaves(3));
    expect(() => mine.append(zeros(length))).toThrow(RangeError);
    expect([mine.size, rootAt(mine, 3)]).toEqual([3, mth(leaves(3))]);
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

  it('refuse what is not within the log, also of a source that would answer all the same', () => {
    const source: NodeSource = { size: SIZE, node: () => zeros(32) };
    expect(rootAt(source, SIZE)).toHaveLength(64);
    for (const of of [log, source]) {
      for (const size of [-1, SIZE + 1, 0.5, Number.NaN]) expect(() => rootAt(of, size)).toThrow(RangeError);
      for (const [low, high] of [
        [
          [0, 5],
          [-1, 5],
          [6, 5],
          [1, 0],
          [1, SIZE + 1],
          [1.5, 5],
          [1, 5.5],
          [Number.NaN, 5],
        ],
        [[1, Number.NaN]],
      ].flat() as [number, number][]) {
        expect(() => auditPath(of, low, high)).toThrow(RangeError);
        expect(() => consistencyPath(of, low, high)).toThrow(RangeError);
      }
      for (const size of [0, 1.5, SIZE + 1])
        expect(() => consistencyPath(of, size, size)).toThrow(RangeError);
    }
    expect(() => consistencyPath(new MerkleLog(), 0, 0)).toThrow(RangeError);
  });

  it('ask a source for at most 2 nodes a level, and only for perfect subtrees within it', () => {
    const asked: [number, number][] = [];
    const source: NodeSource = {
      size: MAX,
      node(level, index) {
        asked.push([level, index]);
        expect((index + 1) * 2 ** level <= MAX && Number.isSafeInteger(index)).toBe(true);
        return zeros(32).fill(level);
      },
    };
    expect(auditPath(source, 2 ** 52 - 5, MAX)).toHaveLength(53);
    expect(asked.length).toBeLessThanOrEqual(106);
    asked.length = 0;
    consistencyPath(source, 2 ** 52 - 5, MAX);
    expect(asked.length).toBeLessThanOrEqual(106);
    expect(asked.every(([level, index]) => level >= 0 && index >= 0)).toBe(true);
  });
});

function rangeOf(leafHashes: readonly Uint8Array[]): CompactRange {
  const range = new CompactRange();
  for (const hash of leafHashes) range.append(hash);
  return range;
}

describe('CompactRange', () => {
  it('resumes from its JSON', () => {
    const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }));
    fc.assert(
      fc.property(hashes, hashes, (before, after) => {
        const range = CompactRange.from(JSON.parse(JSON.stringify(rangeOf(before))));
        for (const hash of after) range.append(hash);
        expect(range.size).toBe(before.length + after.length);
        expect(range.root()).toBe(rootOf([...before, ...after]));
      }),
    );
  });

  it('keeps its hashes when the caller changes the bytes it gave', () => {
    const given = zeros(32).fill(7);
    const range = rangeOf([given]);
    const before = range.root();
    given.fill(8);
    expect(range.root()).toBe(before);
  });

  it('has the same root when perfect subtrees are appended whole, from every size to every other up to 70', () => {
    for (let from = 0; from <= SIZE; from += 1)
      for (let to = from; to <= SIZE; to += 1) {
        const range = rangeOf(bytes.slice(0, from));
        for (let at = from; at < to;) {
          let size = 1;
          while (at % (size * 2) === 0 && at + size * 2 <= to) size *= 2;
          range.appendSubtree(hashToBytes(rootOf(bytes.slice(at, at + size))), size);
          at += size;
        }
        expect(range.toJSON()).toEqual(rangeOf(bytes.slice(0, to)).toJSON());
      }
  });

  it('refuses a hash of another length, and a subtree that no tree has at that place', () => {
    const range = rangeOf(bytes.slice(0, 6));
    for (const length of [0, 31, 33]) {
      expect(() => range.append(zeros(length))).toThrow(RangeError);
      expect(() => range.appendSubtree(zeros(length), 2)).toThrow(RangeError);
    }
    for (const size of [4, 8, 2 ** 40, 0, 3, -2, 1.5, Number.NaN, 2 ** 53])
      expect(() => range.appendSubtree(zeros(32), size)).toThrow(RangeError);
    expect(range.size).toBe(6);
    range.appendSubtree(zeros(32), 2);
    expect(range.size).toBe(8);
  });

  it.each([
    [MAX - 1, 1, MAX, 53],
    [2 ** 33 - 1, 1, 2 ** 33, 1],
    [2 ** 52, 2 ** 51, 2 ** 52 + 2 ** 51, 2],
    [2 ** 52, 2 ** 52, undefined, 1],
    [MAX, 1, undefined, 53],
  ])('goes beyond 32 bits, up to the largest size and no further: %d and %d', (size, more, sum, peaks) => {
    const ones = size.toString(2).replaceAll('0', '').length;
    const range = CompactRange.from({ size, hashes: Array<string>(ones).fill('0'.repeat(64)) });
    const append = () => range.appendSubtree(zeros(32), more);
    if (sum === undefined) expect(append).toThrow(RangeError);
    else append();
    expect([range.size, range.toJSON().hashes.length]).toEqual([sum ?? size, peaks]);
  });

  const good = rangeOf(bytes.slice(0, 5)).toJSON();
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
