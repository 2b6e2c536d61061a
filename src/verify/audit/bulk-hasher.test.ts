import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBulkHasher, nobleHasher } from './bulk-hasher.ts';
import { wasmHasher } from './wasm-hasher.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the bulk hashers', () => {
  it('are equal to each other and to Node, whatever is hashed and wherever it lies', async () => {
    const hashers = [await wasmHasher(), nobleHasher()];
    expect(hashers.map((hasher) => hasher?.name)).toEqual(['hash-wasm', '@noble/hashes']);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), (bytes, one, other) => {
        const [start, end] = [
          Math.min(one, other, bytes.length),
          Math.min(Math.max(one, other), bytes.length),
        ];
        const expected = createHash('sha256').update(bytes.subarray(start, end)).digest();
        for (const hasher of hashers) {
          const out = new Uint8Array(40);
          hasher?.hash(bytes, start, end, out, 4);
          expect(Buffer.from(out.subarray(4, 36))).toEqual(expected);
          expect(out.subarray(36)).toEqual(new Uint8Array(4));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('hash texts longer than a page of memory of hash-wasm', async () => {
    const bytes = new Uint8Array(100_000).map((_, index) => index);
    const [one, other] = [new Uint8Array(32), new Uint8Array(32)];
    (await wasmHasher())?.hash(bytes, 1, 99_999, one, 0);
    nobleHasher().hash(bytes, 1, 99_999, other, 0);
    expect(one).toEqual(other);
  });

  it('are hash-wasm where that can be had', async () => {
    expect((await createBulkHasher()).name).toBe('hash-wasm');
  });

  it('are @noble/hashes where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect((await createBulkHasher()).name).toBe('@noble/hashes');
  });

  it('are @noble/hashes where a policy refuses to compile', async () => {
    vi.resetModules();
    const refuse = () => Promise.reject(new Error('Refused to compile by policy'));
    vi.stubGlobal('WebAssembly', { ...WebAssembly, compile: refuse, instantiate: refuse });
    const fresh = await import('./bulk-hasher.ts');
    expect((await fresh.createBulkHasher()).name).toBe('@noble/hashes');
  });
});

describe('wasmHasher', () => {
  it('hashes on after the bytes it hashed last were moved to another thread', async () => {
    const hasher = await wasmHasher();
    const expected = createHash('sha256').update(Uint8Array.of(7)).digest();
    for (let round = 0; round < 3; round += 1) {
      const [bytes, out] = [Uint8Array.of(7), new Uint8Array(32)];
      hasher?.hash(bytes, 0, 1, out, 0);
      expect(Buffer.from(out)).toEqual(expected);
      structuredClone([bytes, out], { transfer: [bytes.buffer, out.buffer] });
    }
  });

  it('leaves WebAssembly as it was, also where several are made at once', async () => {
    const { instantiate } = WebAssembly;
    const hashers = await Promise.all([wasmHasher(), wasmHasher(), wasmHasher()]);
    expect(WebAssembly.instantiate).toBe(instantiate);
    expect(hashers.every((hasher) => hasher?.name === 'hash-wasm')).toBe(true);
  });

  it('hashes through the functions of the library where the compiled code is not the one it knows', async () => {
    const { instantiate } = WebAssembly;
    const hideCore = async (module: WebAssembly.Module) => {
      const { exports } = await instantiate(module);
      return { exports: { ...exports, Hash_Calculate: undefined } };
    };
    vi.stubGlobal('WebAssembly', Object.assign(Object.create(WebAssembly), { instantiate: hideCore }));
    const hasher = await wasmHasher();
    const out = new Uint8Array(32);
    hasher?.hash(Uint8Array.of(1, 2, 3), 0, 3, out, 0);
    expect(Buffer.from(out)).toEqual(
      createHash('sha256')
        .update(Uint8Array.of(1, 2, 3))
        .digest(),
    );
  });
});
