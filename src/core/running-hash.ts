import { sha256 } from '@noble/hashes/sha2.js';
import type { Hash } from './hash.ts';
import { hashFromBytes } from './hash-bytes.ts';

/** RunningHash is SHA-256 over bytes that come piece by piece. */
export class RunningHash {
  readonly #hash = sha256.create();

  /** update takes the next bytes. */
  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** digest is the hash of all bytes taken. Nothing can be taken after it. */
  digest(): Hash {
    return hashFromBytes(this.#hash.digest());
  }
}
