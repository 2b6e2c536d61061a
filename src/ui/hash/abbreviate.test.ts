import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { abbreviate, firstDifference, hashParts } from './abbreviate.ts';

const hash = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729' as Hash;

/** changedAt is `hash` with the digit at `index` replaced by another. */
function changedAt(index: number): Hash {
  return (hash.slice(0, index) + (hash[index] === 'f' ? '0' : 'f') + hash.slice(index + 1)) as Hash;
}

describe('abbreviate', () => {
  it('shows six and four digits in lists', () => {
    expect(abbreviate(hash)).toBe('8d92e1…5729');
  });

  it('shows eight and eight digits where two are compared', () => {
    expect(abbreviate(hash, 'long')).toBe('8d92e1e0…d7795729');
  });

  it('shows all digits in full', () => {
    expect(abbreviate(hash, 'full')).toBe(hash);
  });
});

describe('firstDifference', () => {
  it('finds nothing between equal hashes', () => {
    expect(firstDifference(hash, hash)).toBeUndefined();
  });

  it('finds the digit wherever it is', () => {
    for (let index = 0; index < 64; index += 1) expect(firstDifference(hash, changedAt(index))).toBe(index);
  });
});

describe('hashParts', () => {
  it('marks the differing digit wherever it is, with exactly that digit', () => {
    for (const digits of ['short', 'long', 'full'] as const) {
      for (let index = 0; index < 64; index += 1) {
        const marked = hashParts(hash, digits, index).filter((part) => part.marked);
        expect(marked.map((part) => part.text)).toEqual([hash[index]]);
      }
    }
  });

  it('opens a window of four digits for a difference in the part left out', () => {
    expect(
      hashParts(hash, 'long', 20)
        .map((part) => part.text)
        .join(''),
    ).toBe('8d92…8e6b…d7795729');
    expect(
      hashParts(hash, 'long', 55)
        .map((part) => part.text)
        .join(''),
    ).toBe('8d92…c4da…d7795729');
  });

  it('stays within eighteen characters however the difference lies', () => {
    for (let index = 0; index < 64; index += 1) {
      const text = hashParts(hash, 'long', index)
        .map((part) => part.text)
        .join('');
      expect(text.length).toBeLessThanOrEqual(18);
    }
  });

  it('has no empty runs', () => {
    for (const index of [0, 7, 56, 63]) {
      expect(hashParts(hash, 'long', index).every((part) => part.text !== '')).toBe(true);
    }
  });
});
