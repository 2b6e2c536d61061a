import { sha256 } from '@noble/hashes/sha2.js';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import type { AuditHasher } from './audit-types.ts';
import { wasmHasher } from './wasm-hasher.ts';

/** BulkHasher is SHA-256 for many short texts that lie one behind the other in a buffer. */
export interface BulkHasher {
  readonly name: AuditHasher;
  /** hash writes the digest of bytes[start, end) to out[at, at + 32). `out` may be the same buffer. */
  hash(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): void;
}

/** VECTORS are those of FIPS 180-2, appendix B: of one block, of two, and of more than a hasher is given at once. */
const VECTORS: readonly (readonly [string, string])[] = [
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];

/**
 * createBulkHasher makes a hasher of hash-wasm, or of @noble/hashes where WebAssembly is refused (by a policy of the page, or a browser without it). A hasher
 * that does not reproduce the published vectors is never handed out: throws Error.
 */
export async function createBulkHasher(): Promise<BulkHasher> {
  const hasher = (await wasmHasher()) ?? nobleHasher();
  const digest = new Uint8Array(32);
  for (const [text, expected] of VECTORS) {
    hasher.hash(new TextEncoder().encode(` ${text} `), 1, text.length + 1, digest, 0);
    if (hashFromBytes(digest) !== expected)
      throw new Error(`this browser computes hashes wrongly with ${hasher.name}`);
  }
  return hasher;
}

/** nobleHasher is the hasher of @noble/hashes, which needs nothing but JavaScript. */
export function nobleHasher(): BulkHasher {
  return {
    name: '@noble/hashes',
    hash(bytes, start, end, out, at) {
      out.set(sha256(bytes.subarray(start, end)), at);
    },
  };
}
