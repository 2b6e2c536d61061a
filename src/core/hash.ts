/** Hash is a SHA-256 digest as 64 lowercase hexadecimal digits, without any prefix. */
export type Hash = string & { readonly __hash: unique symbol };

/**
 * HashSpelling is how a hash is written on the wire: `sha-256:<hex>` (items, v2), `1220<hex>`
 * (blobs, earlier) or bare hex.
 */
export type HashSpelling = 'item' | 'blob' | 'bare';

const BARE = /^[0-9a-f]{64}$/;

/** isHash reports whether a value is a text of exactly 64 lowercase hexadecimal digits. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && BARE.test(value);
}

/**
 * malformedHash returns a sentence about the first value that is not a hash; undefined if all are hashes. A
 * hole in the path is not a hash.
 */
export function malformedHash(
  named: Readonly<Record<string, unknown>>,
  path: readonly unknown[],
): string | undefined {
  const bad = Object.entries(named).find(([, hash]) => !isHash(hash));
  if (bad) return `the ${bad[0]} is malformed`;
  return [...path].every(isHash) ? undefined : 'a hash of the proof is malformed';
}

/**
 * What precedes the digits (API document, "Shared types"); for blobs the multihash of SHA2-256
 * (0x12) with 32 bytes (0x20).
 */
const PREFIX = { item: 'sha-256:', blob: '1220', bare: '' } as const satisfies Record<HashSpelling, string>;

/**
 * parseHash reads one spelling strictly: right prefix, 64 digits, lower case, nothing around it.
 * Returns undefined for anything else; it never throws.
 */
export function parseHash(text: string, spelling: HashSpelling): Hash | undefined {
  const digits = text.slice(PREFIX[spelling].length);
  return text.startsWith(PREFIX[spelling]) && isHash(digits) ? digits : undefined;
}

/** formatHash writes a hash in the given spelling. */
export function formatHash(hash: Hash, spelling: HashSpelling): string {
  return PREFIX[spelling] + hash;
}

const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

// One list for all, and no digit after the other: a text joined from 32 pieces takes ten times the memory.
const digits = Array.from({ length: 64 }, () => 0);

/** hashFromBytes returns the hash of a 32-byte digest. Throws RangeError for any other length. */
export function hashFromBytes(digest: Uint8Array): Hash {
  if (digest.length !== 32) throw new RangeError(`a SHA-256 digest has 32 bytes, not ${digest.length}`);
  for (let at = 0; at < 32; at += 1) {
    const byte = digest[at] ?? 0;
    digits[2 * at] = DIGITS[byte >> 4] ?? 0;
    digits[2 * at + 1] = DIGITS[byte & 15] ?? 0;
  }
  return String.fromCharCode(...digits) as Hash;
}

/** hashToBytes returns the 32 digest bytes. Throws RangeError for a text that is not a hash. */
export function hashToBytes(hash: Hash): Uint8Array {
  const bytes = new Uint8Array(32);
  writeHash(hash, bytes, 0);
  return bytes;
}

/** writeHash writes the 32 digest bytes to out[at, at + 32). Throws as hashToBytes does. */
export function writeHash(hash: Hash, out: Uint8Array, at: number): void {
  let all = hash.length === 64 ? 0 : 255;
  for (let index = 0; index < 32; index += 1) {
    const high = digitAt(hash, 2 * index);
    const low = digitAt(hash, 2 * index + 1);
    all |= high | low;
    out[at + index] = high * 16 + low;
  }
  if (all > 15) throw new RangeError('a hash has 64 lowercase hexadecimal digits');
}

/** The value of a hexadecimal digit in lower case; 255 for any other character. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : 255;
}
