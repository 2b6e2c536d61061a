import { blobHash } from './blob-hash.ts';
import type { Hash } from './hash.ts';
import { itemHash } from './item-hash.ts';
import type { Item, Variant } from './model.ts';
import { UnhashableError } from './utf8.ts';

/** dataHash is the hash by which an entry of the given variant names this data. Throws UnhashableError for a lone surrogate. */
export function dataHash(variant: Variant, item: Item): Hash {
  switch (variant) {
    case 'item':
      return itemHash(item);
    case 'blob':
      return blobHash(item);
  }
}

/** dataHashIfAny is the same; undefined for data that cannot be hashed. */
export function dataHashIfAny(variant: Variant, item: Item): Hash | undefined {
  try {
    return dataHash(variant, item);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}
