import { sha256 } from '@noble/hashes/sha2.js';
import type { Hash } from './hash.ts';
import { hashFromBytes, hashToBytes } from './hash-bytes.ts';
import { utf8 } from './utf8.ts';

/** ObjecthashTag is the letter whose ASCII byte goes before what is hashed: u text, s set, d dictionary, l list, i integer, t timestamp, r raw bytes. */
export type ObjecthashTag = 'u' | 's' | 'd' | 'l' | 'i' | 't' | 'r';

/** taggedDigest is the 32 bytes H(tag ‖ bytes) (hashing.md, "Blob variant"). */
export function taggedDigest(tag: ObjecthashTag, ...parts: readonly Uint8Array[]): Uint8Array {
  return digestOf(tag, parts);
}

/** Part by part: a list of a hundred thousand members is more than a function can be called with. */
function digestOf(tag: ObjecthashTag, parts: readonly Uint8Array[]): Uint8Array {
  const hash = sha256.create().update(Uint8Array.of(tag.charCodeAt(0)));
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** textHash is H(75 ‖ UTF-8 of the text). Throws UnhashableError for a lone surrogate. The text is hashed as given: normalise it first. */
export function textHash(text: string): Hash {
  return hashFromBytes(taggedDigest('u', utf8(text)));
}

/** setHash is H(73 ‖ the member hashes in ascending order). A hash that is given twice is hashed twice. */
export function setHash(members: readonly Hash[]): Hash {
  return hashFromBytes(digestOf('s', [...members].sort().map(hashToBytes)));
}

/** ObjecthashPair is one attribute of a dictionary: the hash of its name and the hash of its value. */
export interface ObjecthashPair {
  readonly nameHash: Hash;
  readonly valueHash: Hash;
}

/** dictHash is H(64 ‖ name hash ‖ value hash ‖ …), the pairs ascending as bytes (lower-case hexadecimal sorts as its bytes do). */
export function dictHash(pairs: readonly ObjecthashPair[]): Hash {
  const joined = pairs.map((pair) => pair.nameHash + pair.valueHash).sort();
  return hashFromBytes(digestOf('d', joined.flatMap(pairBytes)));
}

function pairBytes(joined: string): Uint8Array[] {
  return [hashToBytes(joined.slice(0, 64) as Hash), hashToBytes(joined.slice(64) as Hash)];
}
