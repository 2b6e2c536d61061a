import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from './hash.ts';

/** hashFromBytes returns the hash of a 32-byte digest. Throws RangeError for any other length. */
export function hashFromBytes(digest: Uint8Array): Hash {
  if (digest.length !== 32) throw new RangeError(`a SHA-256 digest has 32 bytes, not ${digest.length}`);
  return bytesToHex(digest) as Hash;
}

/** hashToBytes returns the 32 digest bytes. Throws RangeError for a text that is no hash. */
export function hashToBytes(hash: Hash): Uint8Array {
  const bytes = new Uint8Array(32);
  writeHash(hash, bytes, 0);
  return bytes;
}

/** The value of each hexadecimal digit in lower case by its character code; 255 for any other character. */
const DIGITS = new Uint8Array(128).fill(255);
for (let digit = 0; digit < 16; digit += 1) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** writeHash writes the 32 digest bytes to out[at, at + 32). Throws as hashToBytes does. */
export function writeHash(hash: Hash, out: Uint8Array, at: number): void {
  let all = hash.length === 64 ? 0 : 255;
  for (let index = 0; index < 32; index += 1) {
    const high = DIGITS[hash.charCodeAt(2 * index)] ?? 255;
    const low = DIGITS[hash.charCodeAt(2 * index + 1)] ?? 255;
    all |= high | low;
    out[at + index] = high * 16 + low;
  }
  if (all > 15) throw new RangeError('a hash has 64 lowercase hexadecimal digits');
}
