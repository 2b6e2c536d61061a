import { createSHA256 } from 'hash-wasm';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { sha256, replaceSha256 } from '../core/sha256.ts';
import { utf8 } from '../core/utf8.ts';
import type { AuditHasher } from '../verify/audit-result.ts';

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
 * hashInBulk has core hash by hash-wasm in this thread, or leaves it to @noble/hashes where WebAssembly is refused (by a policy of the page, or a browser without
 * it), and returns which. Throws Error where the published vectors are not reproduced.
 */
export async function hashInBulk(): Promise<AuditHasher> {
  const wasm = await createSHA256().catch(() => undefined);
  if (wasm) replaceSha256((bytes) => wasm.init().update(bytes).digest('binary'));
  const name = wasm ? 'hash-wasm' : '@noble/hashes';
  for (const [text, expected] of VECTORS)
    if (hashFromBytes(sha256(utf8(text))) !== expected)
      throw new Error(`this browser computes hashes wrongly with ${name}`);
  return name;
}
