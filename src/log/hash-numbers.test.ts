import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { HashNumbers } from './hash-numbers.ts';

// Hashes that differ in their beginning, or only in their end.
const HASHES = Array.from({ length: 300 }, (_, at) => {
  const digits = at.toString(16).padStart(3, '0');
  return (at % 2 === 0 ? digits.padEnd(64, 'a') : digits.padStart(64, 'a')) as Hash;
});

test('holds what a Map of the same hashes and numbers holds, in its order', () => {
  const pair = fc.tuple(fc.constantFrom(...HASHES), fc.nat(Number.MAX_SAFE_INTEGER));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 600, size: 'max' }), (pairs) => {
      const held = new HashNumbers();
      for (const [hash, number] of pairs) held.set(hash, number);
      const map = new Map(pairs);
      expect([...held]).toEqual([...map]);
      expect(held.size).toBe(map.size);
      for (const hash of HASHES) expect(held.get(hash)).toBe(map.get(hash));
    }),
    { numRuns: 30 },
  );
});
