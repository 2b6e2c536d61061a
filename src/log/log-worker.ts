import { createSHA256 } from 'hash-wasm';
import { hashFromBytes } from '../core/hash.ts';
import { replaceSha256, sha256 } from '../core/sha256.ts';
import { utf8 } from '../core/utf8.ts';
import type { AuditHasher } from '../verify/audit-result.ts';
import { answerCalls, type Port } from '../verify/worker-bridge.ts';
import { createLogHost, type LogHost, proveHost } from './log-host.ts';
import type { PageDecoder } from './pages.ts';

/** LogCalls are the methods of a log's worker: those of its host. */
export type LogCalls = {
  readonly [Name in keyof LogHost]: (args: Parameters<LogHost[Name]>) => ReturnType<LogHost[Name]>;
};

/** answerLog answers calls to a host on a port, after reporting the hasher in use, or that none computes correctly. */
export function answerLog(port: Port, decoder: PageDecoder): Promise<void> {
  const host = createLogHost(decoder);
  const methods = Object.entries(host).map(([name, method]) => [
    name,
    (args: readonly unknown[]): unknown => (method as (...args: readonly unknown[]) => unknown)(...args),
  ]);
  return answerCalls(Object.fromEntries(methods) as LogCalls, port, async () => {
    const hasher = await hashInBulk();
    proveHost(host);
    return hasher;
  });
}

/** VECTORS are the test vectors of FIPS 180-2, appendix B: one block, two blocks, and a million bytes. */
const VECTORS: readonly (readonly [string, string])[] = [
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];

/**
 * hashInBulk makes core use hash-wasm in this thread, or @noble/hashes if WebAssembly is refused (by a policy, or a browser without it), and returns which. Throws
 * Error if it does not reproduce the published vectors.
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
