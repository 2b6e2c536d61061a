import { blobHash } from './blob-hash.ts';
import type { Hash } from './hash.ts';
import { itemHash } from './item-hash.ts';
import type { Item, Variant } from './model.ts';

/** dataHash is the hash by which an entry of the given variant names this data. Throws UnhashableError for a lone surrogate. */
export function dataHash(variant: Variant, item: Item): Hash {
  switch (variant) {
    case 'item':
      return itemHash(item);
    case 'blob':
      return blobHash(item);
  }
}
