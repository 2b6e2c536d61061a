import { sha256 } from './sha256.ts';
import type { Hash } from './hash.ts';
import { hashFromBytes, writeHash } from './hash-bytes.ts';
import { assertWellFormed } from './utf8.ts';

/** ObjecthashTag is the letter whose ASCII byte goes before what is hashed: u text, s set, d dictionary, l list, i integer, t timestamp, r raw bytes. */
export type ObjecthashTag = 'u' | 's' | 'd' | 'l' | 'i' | 't' | 'r';

/** taggedDigest is the 32 bytes H(tag ‖ parts) (hashing.md, "Blob variant"); see sha256. */
export function taggedDigest(
  tag: ObjecthashTag,
  ...parts: readonly (number | string | Uint8Array)[]
): Uint8Array {
  return sha256(tag.charCodeAt(0), ...parts);
}

let joined = new Uint8Array(64 * 32);

/** digestOf is H(tag ‖ the hashes). */
function digestOf(tag: ObjecthashTag, hashes: readonly Hash[]): Hash {
  const length = 32 * hashes.length;
  if (length > joined.length) joined = new Uint8Array(length);
  for (const [index, hash] of hashes.entries()) writeHash(hash, joined, 32 * index);
  return hashFromBytes(taggedDigest(tag, joined.subarray(0, length)));
}

/** Names and many values come again in every blob of a register: the hashes of so many texts, none of them long, are kept for the next. */
const MOST_KEPT = 4096;
const LONGEST_KEPT = 64;
const kept = new Map<string, Hash>();

/** textHash is H(75 ‖ UTF-8 of the text). Throws UnhashableError for a lone surrogate. The text is hashed as given: normalise it first. */
export function textHash(text: string): Hash {
  const known = kept.get(text);
  if (known !== undefined) return known;
  assertWellFormed(text);
  const hash = hashFromBytes(taggedDigest('u', text));
  if (text.length > LONGEST_KEPT) return hash;
  if (kept.size === MOST_KEPT) kept.clear();
  kept.set(text, hash);
  return hash;
}

/** setHash is H(73 ‖ the member hashes in ascending order). A hash that is given twice is hashed twice. */
export function setHash(members: readonly Hash[]): Hash {
  return digestOf('s', [...members].sort());
}

/** ObjecthashPair is one attribute of a dictionary: the hash of its name and the hash of its value. */
export interface ObjecthashPair {
  readonly nameHash: Hash;
  readonly valueHash: Hash;
}

/** dictHash is H(64 ‖ name hash ‖ value hash ‖ …), the pairs ascending as bytes (lower-case hexadecimal sorts as its bytes do). */
export function dictHash(pairs: readonly ObjecthashPair[]): Hash {
  const hashes: Hash[] = [];
  for (const { nameHash, valueHash } of [...pairs].sort(byHashes)) hashes.push(nameHash, valueHash);
  return digestOf('d', hashes);
}

function byHashes(one: ObjecthashPair, other: ObjecthashPair): number {
  if (one.nameHash !== other.nameHash) return one.nameHash < other.nameHash ? -1 : 1;
  if (one.valueHash === other.valueHash) return 0;
  return one.valueHash < other.valueHash ? -1 : 1;
}
