import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { sha256 as noble } from '@noble/hashes/sha2.js';
import { replaceSha256 } from '../core/sha256.ts';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { audit } from './audit.ts';
import { startLog } from './remote-log.ts';
import { serveLogHost } from './serve-log-host.ts';
import { pagedRegister } from '../testing/paged-register.ts';

const wasm = vi.hoisted(() => ({ isWrong: undefined as ((length: number) => boolean) | undefined }));
vi.mock('hash-wasm', async (original) => {
  const { createSHA256 } = await original<typeof import('hash-wasm')>();
  return {
    async createSHA256() {
      if (wasm.isWrong === undefined) return createSHA256();
      const hasher = {
        init: () => hasher,
        update: (bytes: Uint8Array) => ({ digest: () => corrupted(bytes) }),
      };
      return hasher;
    },
  };
});

function corrupted(bytes: Uint8Array): Uint8Array {
  const digest = noble(bytes);
  if (wasm.isWrong?.(bytes.length)) digest[0] = 1 ^ (digest[0] ?? 0);
  return digest;
}

afterEach(() => {
  wasm.isWrong = undefined;
  vi.unstubAllGlobals();
  replaceSha256(noble);
});

const nodeHash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

test.each(['hash-wasm', '@noble/hashes'])('%s hashes in bulk as Node does', async (name) => {
  if (name === '@noble/hashes') vi.stubGlobal('WebAssembly', undefined);
  vi.resetModules();
  const fresh = await import('./serve-log-host.ts');
  const core = await import('../core/sha256.ts');
  expect(await fresh.hashInBulk()).toBe(name);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(core.sha256(bytes))).toEqual(nodeHash(bytes));
    }),
  );
  const long = new Uint8Array(100_000).map((_, index) => index);
  expect(Buffer.from(core.sha256(long))).toEqual(nodeHash(long));
});

// Wrong hashers: verify/known-answer.test.ts; workers that report one: query/workers.test.ts.
test.each([65, 1_000_000])(
  'a worker whose hasher is wrong about %i bytes ends an audit: no verdict',
  async (length) => {
    const start = () => startLog(() => new FakeWorker((port) => void serveLogHost(port, bulkDecoder)));
    const options = { ...pagedRegister(30).options(), start };
    wasm.isWrong = (hashed) => hashed === length;
    await expect(audit(options)).rejects.toThrow('wrongly');
  },
);
