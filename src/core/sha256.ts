import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { type Hash, hashFromBytes } from './hash.ts';
import { writeUtf8 } from './utf8.ts';

/** Sha256 computes the 32 bytes of a SHA-256 digest (FIPS 180-4). It must not keep the bytes, whose buffer is reused. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

let implementation: Sha256 = nobleSha256;

/** replaceSha256 replaces the hash function of this thread, for a worker that hashes in bulk. The worker must reproduce known hashes before it answers. */
export function replaceSha256(other: Sha256): void {
  implementation = other;
}

const ROOM = 64 * 1024;
// One buffer for all hashes: a buffer for each would allocate millions outside of the heap.
let scratch = new Uint8Array(ROOM);

/**
 * sha256 returns the digest of its parts in order: a number is one byte, a text its UTF-8, which must be well-formed (utf8.ts). Every hash that core
 * computes at once goes through here.
 */
export function sha256(...parts: readonly (number | string | Uint8Array)[]): Uint8Array {
  let length = 0;
  for (const part of parts) {
    if (typeof part === 'number') {
      reserve(length, 1);
      scratch[length] = part;
      length += 1;
    } else if (typeof part === 'string') {
      reserve(length, 3 * part.length);
      length += writeUtf8(part, scratch, length);
    } else {
      reserve(length, part.length);
      scratch.set(part, length);
      length += part.length;
    }
  }
  const digest = implementation(scratch.subarray(0, length));
  if (scratch.length > 16 * ROOM) scratch = new Uint8Array(ROOM);
  return digest;
}

function reserve(length: number, more: number): void {
  if (length + more <= scratch.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(scratch.subarray(0, length));
  scratch = larger;
}

/** RunningHash is SHA-256 over bytes that arrive in pieces. */
export class RunningHash {
  readonly #hash = nobleSha256.create();

  /** update adds the next bytes. */
  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** digest returns the hash of all bytes added; no update may follow. */
  digest(): Hash {
    return hashFromBytes(this.#hash.digest());
  }
}
