import { blobHash, blobHashes } from './blob-hash.ts';
import type { Hash } from './hash.ts';
import { itemHash } from './item-hash.ts';
import type { Item, Variant } from './model.ts';
import { UnhashableError } from './utf8.ts';

/**
 * dataHash is the hash by which an entry of the given variant names this data. A blob may have two (see blobHashes): of these the expected one, or the
 * first. Throws UnhashableError for a lone surrogate.
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

/** dataHashesIfAny are all the hashes by which an entry may name this data; none for data that cannot be hashed. */
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
