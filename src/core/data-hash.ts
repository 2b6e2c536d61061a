import { blobHash, blobHashes } from './blob-hash.ts';
import { canonicalItemJson } from './canonical-json.ts';
import { type Hash, hashFromBytes } from './hash.ts';
import type { Item, Variant } from './model.ts';
import { sha256 } from './sha256.ts';
import { assertWellFormed, UnhashableError } from './utf8.ts';

/**
 * itemHash is SHA-256 over the canonical JSON of an item (hashing.md, "Items"). Throws
 * UnhashableError for a lone surrogate.
 */
export function itemHash(item: Item): Hash {
  return itemTextHash(canonicalItemJson(item));
}

/**
 * itemTextHash is SHA-256 over a text that is already canonical JSON, for callers that also show that text.
 * Throws UnhashableError for a lone surrogate.
 */
export function itemTextHash(canonicalJson: string): Hash {
  assertWellFormed(canonicalJson);
  return hashFromBytes(sha256(canonicalJson));
}

/**
 * dataHash is the hash by which an entry of the given variant names this data. A blob may have two (see
 * blobHashes): of these the expected one, or the first. Throws UnhashableError for a lone surrogate.
 */
export function dataHash(variant: Variant, item: Item, expected?: Hash): Hash {
  switch (variant) {
    case 'item':
      return itemHash(item);
    case 'blob':
      return blobHash(item, expected);
  }
}

/** dataHashIfAny is the same; undefined for data that cannot be hashed. */
export function dataHashIfAny(variant: Variant, item: Item, expected?: Hash): Hash | undefined {
  return ifHashable(() => dataHash(variant, item, expected));
}

/**
 * dataHashesIfAny are all the hashes by which an entry may name this data; none for
 * data that cannot be hashed.
 */
export function dataHashesIfAny(variant: Variant, item: Item): readonly Hash[] {
  return ifHashable(() => (variant === 'item' ? [itemHash(item)] : blobHashes(item))) ?? [];
}

function ifHashable<T>(hash: () => T): T | undefined {
  try {
    return hash();
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}
