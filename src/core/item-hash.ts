import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalItemJson } from './canonical-json.ts';
import type { Hash } from './hash.ts';
import { hashFromBytes } from './hash-bytes.ts';
import type { Item } from './model.ts';
import { utf8 } from './utf8.ts';

/** itemHash is SHA-256 over the canonical JSON of an item (hashing.md, "Item variant"). Throws UnhashableError for a lone surrogate. */
export function itemHash(item: Item): Hash {
  return itemTextHash(canonicalItemJson(item));
}

/** itemTextHash is SHA-256 over a text that is already canonical JSON, for whoever also shows that text. Throws UnhashableError for a lone surrogate. */
export function itemTextHash(canonicalJson: string): Hash {
  return hashFromBytes(sha256(utf8(canonicalJson)));
}
