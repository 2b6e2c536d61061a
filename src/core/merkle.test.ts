import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaves } from '../testing/builders.ts';
import { leaf, mth, node, sha256 } from '../testing/rfc-9162.ts';
import { hashToBytes } from './hash-bytes.ts';
import { EMPTY_ROOT, hashLeaf, hashNode, largestPowerBelow, rootOf } from './merkle.ts';

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

  it('does not change what it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 })), (given) => {
        const before = structuredClone(given);
        rootOf(given);
        expect(given).toEqual(before);
      }),
    );
  });
});
