import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

/** HalfSipHash as its reference has it, byte by byte, with so many rounds for each word and at the end. */
function reference(key: Uint32Array, bytes: Uint8Array, [each, end]: readonly [number, number]): number {
  const [k0, k1] = [key[0] as number, key[1] as number];
  let [v0, v1, v2, v3] = [k0, k1, 0x6c796765 ^ k0, 0x74656462 ^ k1];
  const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
  const round = (): void => {
    v0 = (v0 + v1) | 0;
    v1 = rotated(v1, 5) ^ v0;
    v0 = rotated(v0, 16);
    v2 = (v2 + v3) | 0;
    v3 = rotated(v3, 8) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = rotated(v3, 7) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = rotated(v1, 13) ^ v2;
    v2 = rotated(v2, 16);
  };
  const padded = new DataView(new ArrayBuffer(4 * (Math.floor(bytes.length / 4) + 1)));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  padded.setUint8(padded.byteLength - 1, bytes.length & 0xff);
  for (let at = 0; at < padded.byteLength; at += 4) {
    const word = padded.getUint32(at, true);
    v3 ^= word;
    for (let time = 0; time < each; time += 1) round();
    v0 ^= word;
  }
  v2 ^= 0xff;
  for (let time = 0; time < end; time += 1) round();
  return (v1 ^ v3) >>> 0;
}

const KEY = Uint32Array.of(0x03020100, 0x07060504);

describe('KeyedHash', () => {
  it.each([
    [0, 0x5b9f35a9],
    [1, 0xb85a4727],
    [2, 0x03a662fa],
    [3, 0x04e7fe8a],
  ])('has a reference that gives the published value for %d bytes', (length, value) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index);
    expect(reference(KEY, bytes, [2, 4])).toBe(value);
  });

  it('is HalfSipHash-1-3 of bytes of every length, wherever they stand', () => {
    const keyed = new KeyedHash(KEY);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), fc.nat(9), (bytes, before) => {
        const source = new Uint8Array(before + bytes.length + 5).fill(0xee);
        source.set(bytes, before);
        const expected = reference(KEY, bytes, [1, 3]);
        expect(keyed.ofBytes(source, before, before + bytes.length)).toBe(expected);
        if (bytes.length % 4 !== 0) return;
        const words = new Uint32Array(bytes.slice().buffer);
        expect(keyed.ofWords(Uint32Array.of(7, ...words), 1, words.length)).toBe(expected);
      }),
    );
  });

  it('has a key of its own each time', () => {
    const bytes = new TextEncoder().encode('GB');
    const found = Array.from({ length: 8 }, () => new KeyedHash().ofBytes(bytes, 0, bytes.length));
    expect(new Set(found).size).toBeGreaterThan(1);
  });
});
