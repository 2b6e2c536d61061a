import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256 as noble } from '@noble/hashes/sha2.js';
import { bulkDecoder } from '../api/bulk-decoder.ts';
import type { Hash } from '../core/hash.ts';
import { sha256, replaceSha256 } from '../core/sha256.ts';
import { ended } from '../testing/audit-world.ts';
import { pagedRegister } from '../testing/paged-register.ts';
import { createAudit } from './audit.ts';
import * as bulk from './bulk-hasher.ts';
import { createJobs, type ItemsAnswer, type Jobs } from './jobs.ts';
import { LogTree, proveTree } from './log-tree.ts';
import { answerJobs, PROVED, proveJobs } from './log-worker.ts';

vi.mock('./bulk-hasher.ts', { spy: true });

const nodeHash = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Core's hasher is wrong about texts of some lengths. */
function spoil(isWrong: (length: number) => boolean): void {
  replaceSha256((bytes) => {
    const digest = noble(bytes);
    if (isWrong(bytes.length)) digest[0] = 1 ^ (digest[0] ?? 0);
    return digest;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  replaceSha256(noble);
});

describe('the bulk hasher', () => {
  test.each(['hash-wasm', '@noble/hashes'])('%s hashes as Node does', async (name) => {
    if (name === '@noble/hashes') vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const fresh = await import('./bulk-hasher.ts');
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
});

describe('a worker that proves itself', () => {
  test('knows the root that another hash and another tree lead to', () => {
    let level = Array.from({ length: 256 }, (_, index) => {
      const n = index + 1;
      const hash = n.toString(16).padStart(64, '0');
      const entry = `{"index-entry-number":"${n}","entry-number":"${n}","entry-timestamp":"2016-04-05T13:23:05Z","key":"key-${n}","item-hash":["sha-256:${hash}"]}`;
      return nodeHash('\0', entry);
    });
    while (level.length > 1)
      level = Array.from({ length: level.length / 2 }, (_, index) =>
        nodeHash('\u0001', level[2 * index] ?? '', level[2 * index + 1] ?? ''),
      );
    expect(level[0]?.toString('hex')).toBe(PROVED);
    expect(() => proveJobs(createJobs(bulkDecoder))).not.toThrow();
  });

  test.each<[string, (length: number) => boolean]>([
    ['of one block', (length) => length < 56],
    ['of nodes', (length) => length === 65],
    ['of leaves', (length) => length > 65],
  ])('finds a hasher that is wrong about texts %s', (_, isWrong) => {
    spoil(isWrong);
    expect(() => proveJobs(createJobs(bulkDecoder))).toThrow(/computes a known (root|hash) wrongly/);
  });

  const NOTHING_WRONG: ItemsAnswer = {
    outcome: 'items',
    listed: 1,
    hashes: new Uint8Array(32),
    mismatches: [],
    unreadable: [],
  };
  test.each([
    ['items', NOTHING_WRONG],
    ['records', NOTHING_WRONG],
    ['entries', { outcome: 'elsewhere' }],
  ])('finds the job %s in error', (name, wrong) => {
    const spoilt: Jobs = { ...createJobs(bulkDecoder), [name]: () => wrong };
    expect(() => proveJobs(spoilt)).toThrow(/known (hash|page) wrongly/);
  });
});

describe('a worker whose hasher is wrong', () => {
  const isNode = (length: number): boolean => length === 65;
  const spoilInBulk = (): unknown =>
    vi.spyOn(bulk, 'hashInBulk').mockImplementation(async () => {
      spoil(isNode);
      return 'hash-wasm';
    });

  test('says so and answers nothing', async () => {
    spoilInBulk();
    const said: unknown[] = [];
    const port = {
      postMessage: (message: unknown) => void said.push(message),
      addEventListener: () => undefined,
    };
    await answerJobs(port, bulkDecoder);
    expect(said).toEqual([{ id: 0, broken: expect.stringContaining('wrongly') }]);
  });

  test('ends an audit as a failure, with no verdict', async () => {
    const options = pagedRegister(30).options();
    spoilInBulk();
    const audit = createAudit(options);
    audit.start();
    const { state, failure, result } = await ended(audit);
    expect([state, result]).toEqual(['failed', undefined]);
    expect(failure?.message).toMatch(/cannot compute here|computes a known root wrongly/);
  });

  test('and so do joins on the page that come to another root', () => {
    expect(proveTree).not.toThrow();
    vi.spyOn(LogTree.prototype, 'root').mockReturnValue('0'.repeat(64) as Hash);
    expect(proveTree).toThrow('known root wrongly');
  });
});

test('core hashes by @noble/hashes until told otherwise', () => {
  expect(Buffer.from(sha256(Uint8Array.of(7)))).toEqual(nodeHash(Uint8Array.of(7)));
});
