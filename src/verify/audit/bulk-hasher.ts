import { sha256 } from '@noble/hashes/sha2.js';
import type { AuditHasher } from './audit-types.ts';
import { wasmHasher } from './wasm-hasher.ts';

/** BulkHasher is SHA-256 for many short texts that lie one behind the other in a buffer. */
export interface BulkHasher {
  readonly name: AuditHasher;
  /** hash writes the digest of bytes[start, end) to out[at, at + 32). `out` may be the same buffer. */
  hash(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): void;
}

/**
 * createBulkHasher makes a hasher of hash-wasm, or of @noble/hashes where WebAssembly is refused (by a policy of the page, or a browser without it). A hasher
 * that does not reproduce a published vector is never handed out: throws Error.
 */
export async function createBulkHasher(): Promise<BulkHasher> {
  const hasher = (await wasmHasher()) ?? nobleHasher();
  const digest = new Uint8Array(32);
  hasher.hash(new TextEncoder().encode(' abc '), 1, 4, digest, 0);
  // FIPS 180-2, appendix B.1: the SHA-256 of "abc" begins so.
  if (digest[0] !== 0xba || digest[1] !== 0x78 || digest[31] !== 0xad)
    throw new Error(`this browser computes hashes wrongly with ${hasher.name}`);
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
