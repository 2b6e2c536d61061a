import { afterEach, describe, expect, test, vi } from 'vitest';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import { LogHost } from '../log/log-host.ts';
import { proveHost } from '../log/serve-log-host.ts';
import { checks, runKnownAnswerTest } from './checks.ts';

describe('runKnownAnswerTest', () => {
  afterEach(() => vi.restoreAllMocks());

  test('accepts a hasher that reproduces the vectors', () => expect(runKnownAnswerTest).not.toThrow());

  const cannot = { outcome: 'cannot-check', code: 'incomplete', reason: 'x' } as const;
  test.each([
    ['checkItem', { outcome: 'holds' } as const],
    ['checkEntry', cannot],
    ['checkRange', cannot],
    ['checkRun', cannot],
  ] as const)('refuses a %s that always says the same', (name, verdict) => {
    const check = checks[name].bind(checks) as (request: unknown) => object;
    vi.spyOn(checks, name).mockImplementation(
      (request: unknown) => ({ ...check(request), verdict }) as never,
    );
    expect(runKnownAnswerTest).toThrow(/computes hashes wrongly/);
  });
});

const corrupted = vi.hoisted(() => ({ isWrong: (_bytes: Uint8Array): boolean => false }));
vi.mock('@noble/hashes/sha2.js', async (original) => {
  const { sha256, ...rest } = await original<typeof import('@noble/hashes/sha2.js')>();
  const wrongly = (bytes: Uint8Array): Uint8Array => {
    const digest = sha256(bytes);
    if (corrupted.isWrong(bytes)) digest[7] = 1 ^ (digest[7] ?? 0);
    return digest;
  };
  // Hashing in parts gives the same hash.
  const create = () => {
    const parts: number[] = [];
    const hash = {
      update: (bytes: Uint8Array) => (parts.push(...bytes), hash),
      digest: () => wrongly(Uint8Array.from(parts)),
    };
    return hash;
  };
  return { ...rest, sha256: Object.assign(wrongly, sha256, { create }) };
});

describe('a hasher that is wrong', () => {
  afterEach(() => void (corrupted.isWrong = () => false));

  // A tree node is 65 bytes after a 1, a leaf of an item log JSON after a 0, an item JSON;
  // a blob follows a letter.
  test.each<[string, (bytes: Uint8Array) => boolean]>([
    ['about everything', () => true],
    ['about nodes', (bytes) => bytes[0] === 1 && bytes.length === 65],
    ['about leaves', (bytes) => bytes[0] === 0],
    ['about items', (bytes) => bytes[0] === 0x7b],
    ['about blobs', (bytes) => bytes[0] === 0x64],
  ])('%s keeps the verifying worker and the one of a log from starting', (_, isWrong) => {
    corrupted.isWrong = isWrong;
    expect(runKnownAnswerTest).toThrow(/computes hashes wrongly/);
    expect(() => proveHost(new LogHost(bulkDecoder))).toThrow(/computes hashes wrongly/);
  });

  test('none of it where the hasher is right', () => {
    expect(runKnownAnswerTest).not.toThrow();
    expect(() => proveHost(new LogHost(bulkDecoder))).not.toThrow();
  });
});
