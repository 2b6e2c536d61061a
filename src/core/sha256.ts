import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { type Hash, hashFromBytes } from './hash.ts';
import { writeUtf8 } from './utf8.ts';

/**
 * Sha256 computes the 32 bytes of a SHA-256 digest (FIPS 180-4). It must not keep the
 * bytes, whose buffer is reused.
 */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

let implementation: Sha256 = nobleSha256;

/**
 * replaceSha256 replaces the hash function of this thread, for a worker that hashes in bulk. The worker must
 * reproduce known hashes before it answers.
 */
export function replaceSha256(other: Sha256): void {
  implementation = other;
}

// One buffer for all small hashes: a buffer for each would allocate millions outside of the heap.
const shared = new Uint8Array(64 * 1024);

/**
 * HashPart is hashed as one byte if it is a number, as its UTF-8, which must be well-formed
 * (utf8.ts), if it is a text.
 */
export type HashPart = number | string | Uint8Array;

/**
 * sha256 returns the digest of its parts in order. Every hash that core computes at once goes through here.
 */
export function sha256(...parts: readonly HashPart[]): Uint8Array {
  return sha256Of(parts);
}

/** sha256Of does the same for a list, which may be longer than the arguments of a call. */
export function sha256Of(parts: readonly HashPart[]): Uint8Array {
  let room = 0;
  for (const part of parts)
    room += typeof part === 'number' ? 1 : part.length * (typeof part === 'string' ? 3 : 1);
  const bytes = room > shared.length ? new Uint8Array(room) : shared;
  let length = 0;
  for (const part of parts) {
    if (typeof part === 'number') {
      bytes[length] = part;
      length += 1;
    } else if (typeof part === 'string') length += writeUtf8(part, bytes, length);
    else {
      bytes.set(part, length);
      length += part.length;
    }
  }
  return implementation(bytes.subarray(0, length));
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
