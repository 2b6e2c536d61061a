/** Hash is a SHA-256 digest as 64 lowercase hexadecimal digits, without any prefix. */
export type Hash = string & { readonly __hash: unique symbol };

/** HashSpelling is how a hash is written on the wire: `sha-256:<hex>` (items, v2), `1220<hex>` (blobs, earlier) or bare hex. */
export type HashSpelling = 'item' | 'blob' | 'bare';

const BARE = /^[0-9a-f]{64}$/;

/** isHash reports whether a value is a text of exactly 64 lowercase hexadecimal digits. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && BARE.test(value);
}

/** malformedHash returns a sentence about the first value that is not a hash; undefined if all are hashes. A hole in the path is not a hash. */
export function malformedHash(
  named: Readonly<Record<string, unknown>>,
  path: readonly unknown[],
): string | undefined {
  const bad = Object.entries(named).find(([, hash]) => !isHash(hash));
  if (bad) return `the ${bad[0]} is malformed`;
  return [...path].every(isHash) ? undefined : 'a hash of the proof is malformed';
}

/** ITEM_PREFIX precedes a hash in the item variant (API document, "Shared types"). */
const ITEM_PREFIX = 'sha-256:';

/** BLOB_PREFIX is the multihash prefix: function type 0x12 (SHA2-256), digest length 0x20 (API document, "Shared types"). */
const BLOB_PREFIX = '1220';

/**
 * parseHash reads one spelling strictly: right prefix, 64 digits, lower case, nothing around it.
 * Returns undefined for anything else; it never throws.
 */
export function parseHash(text: string, spelling: HashSpelling): Hash | undefined {
  const prefix = spelling === 'item' ? ITEM_PREFIX : spelling === 'blob' ? BLOB_PREFIX : '';
  if (!text.startsWith(prefix)) return undefined;
  const digits = text.slice(prefix.length);
  return isHash(digits) ? digits : undefined;
}

/** formatHash writes a hash in the given spelling. */
export function formatHash(hash: Hash, spelling: HashSpelling): string {
  return spelling === 'item' ? ITEM_PREFIX + hash : spelling === 'blob' ? BLOB_PREFIX + hash : hash;
}
