import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaves } from '../testing/builders.ts';
import { CompactRange } from './compact-range.ts';
import { hashToBytes } from './hash-bytes.ts';
import { EMPTY_ROOT, rootOf } from './merkle.ts';

const leafHash = fc.uint8Array({ minLength: 32, maxLength: 32 });

function rangeOf(leafHashes: readonly Uint8Array[]): CompactRange {
  const range = new CompactRange();
  for (const hash of leafHashes) range.append(hash);
  return range;
}

describe('CompactRange', () => {
  it('begins with the root of an empty log', () => expect(new CompactRange().root()).toBe(EMPTY_ROOT));

  it('has the root of the whole log at every size to 200', () => {
    const all = leaves(200).map(hashToBytes);
    const range = new CompactRange();
    for (const [index, hash] of all.entries()) {
      range.append(hash);
      expect(range.size).toBe(index + 1);
      expect(range.root()).toBe(rootOf(all.slice(0, index + 1)));
    }
  });

  it('goes on where its JSON left off', () => {
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

  it('refuses a subtree that would not stand where a tree has one', () => {
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
