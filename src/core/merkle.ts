import { sha256 } from './sha256.ts';
import { type Hash, hashFromBytes, hashToBytes } from './hash.ts';

/** EMPTY_ROOT is the root of an empty log: SHA-256 of no bytes (RFC 9162 2.1.1). */
export const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;

/** hashLeaf is H(00 ‖ bytes), 32 bytes (RFC 9162 2.1.1). */
export function hashLeaf(bytes: Uint8Array): Uint8Array {
  return sha256(0, bytes);
}

/**
 * hashNode is H(01 ‖ left ‖ right), 32 bytes (RFC 9162 2.1.1). Throws RangeError if
 * either side has not 32 bytes.
 */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== 32 || right.length !== 32) throw new RangeError('a node joins two hashes of 32 bytes');
  return sha256(1, left, right);
}

/** joinHashes is hashNode of two hashes. */
export function joinHashes(left: Hash, right: Hash): Hash {
  return hashFromBytes(hashNode(hashToBytes(left), hashToBytes(right)));
}

/** rootOf is the root hash over leaf hashes in log order (RFC 9162 2.1.1). No leaves: EMPTY_ROOT. */
export function rootOf(leafHashes: readonly Uint8Array[]): Hash {
  let level = leafHashes;
  // Joining neighbours and carrying an odd last one up gives the same tree as splitting at
  // the largest power of two.
  while (level.length > 1)
    level = level.flatMap((left, index, { [index + 1]: right }) =>
      index % 2 === 1 ? [] : [right ? hashNode(left, right) : left],
    );
  const [root] = level;
  return root ? hashFromBytes(root) : EMPTY_ROOT;
}
