import { type HashPart, sha256, sha256Of } from './sha256.ts';
import { assertWellFormed } from './utf8.ts';

/**
 * ObjecthashTag is the letter whose ASCII byte goes before what is hashed: u text, s set, d dictionary, l
 * list, i integer, t timestamp, r raw bytes.
 */
type ObjecthashTag = 'u' | 's' | 'd' | 'l' | 'i' | 't' | 'r';

/** taggedDigest is the 32 bytes H(tag ‖ parts) (hashing.md, "Blobs"); see sha256. */
export function taggedDigest(tag: ObjecthashTag, ...parts: readonly HashPart[]): Uint8Array {
  return sha256(tag.charCodeAt(0), ...parts);
}

/** digestOf is H(tag ‖ the digests). */
function digestOf(tag: ObjecthashTag, digests: readonly Uint8Array[]): Uint8Array {
  return sha256Of([tag.charCodeAt(0), ...digests]);
}

/** The most digests of short texts to cache: names and many values recur in every blob of a register. */
const MOST_KEPT = 16_384;
const LONGEST_KEPT = 64;
const digests = new Map<string, Uint8Array>();
let notKept = 0;

/**
 * textDigest returns the 32 bytes H(75 ‖ UTF-8 of the text), which are shared: do not change them. Normalise
 * the text first. Throws UnhashableError for a lone surrogate.
 */
export function textDigest(text: string): Uint8Array {
  const known = digests.get(text);
  if (known !== undefined) return known;
  assertWellFormed(text);
  const digest = taggedDigest('u', text);
  if (text.length > LONGEST_KEPT) return digest;
  if (digests.size < MOST_KEPT) digests.set(text, digest);
  else if ((notKept += 1) > 16 * MOST_KEPT) {
    // They may be those of another register.
    digests.clear();
    notKept = 0;
  }
  return digest;
}

/**
 * setDigest is the 32 bytes H(73 ‖ the member digests in ascending order). A repeated
 * digest is hashed each time.
 */
export function setDigest(members: readonly Uint8Array[]): Uint8Array {
  return digestOf('s', [...members].sort(compareDigests));
}

/** ObjecthashPair is one attribute of a dictionary: the digest of its name and the digest of its value. */
export interface ObjecthashPair {
  readonly nameDigest: Uint8Array;
  readonly valueDigest: Uint8Array;
}

/** dictDigest is the 32 bytes H(64 ‖ name digest ‖ value digest ‖ …), the pairs ascending as bytes. */
export function dictDigest(pairs: readonly ObjecthashPair[]): Uint8Array {
  const digests: Uint8Array[] = [];
  for (const { nameDigest, valueDigest } of [...pairs].sort(comparePairs))
    digests.push(nameDigest, valueDigest);
  return digestOf('d', digests);
}

/** comparePairs orders the pairs of a dictionary. */
export function comparePairs(one: ObjecthashPair, other: ObjecthashPair): number {
  return (
    compareDigests(one.nameDigest, other.nameDigest) || compareDigests(one.valueDigest, other.valueDigest)
  );
}

/** compareDigests orders digests as bytes; 0 if they are equal. */
export function compareDigests(one: Uint8Array, other: Uint8Array): number {
  for (let index = 0; index < 32; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
