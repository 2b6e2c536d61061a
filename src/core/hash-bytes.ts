import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type Hash, isHash } from './hash.ts';

/** hashFromBytes takes a digest of exactly 32 bytes. Throws RangeError for any other length. */
export function hashFromBytes(digest: Uint8Array): Hash {
  if (digest.length !== 32) throw new RangeError(`a SHA-256 digest has 32 bytes, not ${digest.length}`);
  return bytesToHex(digest) as Hash;
}

/** hashToBytes returns the 32 digest bytes. Throws RangeError for a text that is no hash: it would be hashed as fewer bytes, or more. */
export function hashToBytes(hash: Hash): Uint8Array {
  if (!isHash(hash)) throw new RangeError('a hash has 64 lowercase hexadecimal digits');
  return hexToBytes(hash);
}
