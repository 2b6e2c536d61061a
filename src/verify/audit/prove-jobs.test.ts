import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bulkDecoder } from '../../api/bulk-decoder.ts';
import type { Hash } from '../../core/hash.ts';
import * as merkle from '../../core/merkle.ts';
import { ended } from '../../testing/audit-world.ts';
import { pagedRegister } from '../../testing/paged-register.ts';
import { type BulkHasher, createBulkHasher, nobleHasher } from './bulk-hasher.ts';
import { createAudit } from './create-audit.ts';
import type { ItemsAnswer, Jobs } from './job-types.ts';
import { answerJobs, createJobs } from './jobs.ts';
import { LogRebuild } from './log-rebuild.ts';
import { PROVED, proveJobs, proveRebuild } from './prove-jobs.ts';
import * as wasm from './wasm-hasher.ts';

vi.mock('./wasm-hasher.ts', { spy: true });
vi.mock('../../core/merkle.ts', { spy: true });

const NOTHING_WRONG: ItemsAnswer = {
  outcome: 'items',
  hashes: new Uint8Array(32),
  mismatches: [],
  unreadable: [],
};

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A hasher that is wrong about texts of some lengths. */
function wrongAbout(isWrong: (length: number) => boolean): BulkHasher {
  const right = nobleHasher();
  return {
    name: right.name,
    hash(bytes, start, end, out, at) {
      right.hash(bytes, start, end, out, at);
      if (isWrong(end - start)) out[at] = 1 ^ (out[at] ?? 0);
    },
  };
}

describe('a worker that proves itself', () => {
  test('knows the root that another hash and another tree lead to', () => {
    let level = Array.from({ length: 256 }, (_, index) => {
      const n = index + 1;
      const hash = n.toString(16).padStart(64, '0');
      const entry = `{"index-entry-number":"${n}","entry-number":"${n}","entry-timestamp":"2016-04-05T13:23:05Z","key":"key-${n}","item-hash":["sha-256:${hash}"]}`;
      return sha256('\0', entry);
    });
    while (level.length > 1)
      level = Array.from({ length: level.length / 2 }, (_, index) =>
        sha256('\u0001', level[2 * index] ?? '', level[2 * index + 1] ?? ''),
      );
    expect(level[0]?.toString('hex')).toBe(PROVED);
    expect(() => proveJobs(createJobs(nobleHasher(), bulkDecoder))).not.toThrow();
  });

  test.each<[string, (length: number) => boolean]>([
    ['of one block', (length) => length < 56],
    ['of nodes', (length) => length === 65],
    ['of leaves', (length) => length > 65],
  ])('finds a hasher that is right about "abc" and wrong about texts %s', (_, isWrong) => {
    const jobs = createJobs(wrongAbout(isWrong), bulkDecoder);
    expect(() => proveJobs(jobs)).toThrow(/computes a known (root|hash) wrongly/);
  });

  test('proves hash-wasm, too, where that is what hashes', async () => {
    const hasher = await createBulkHasher();
    expect(hasher.name).toBe('hash-wasm');
    expect(() => proveJobs(createJobs(hasher, bulkDecoder))).not.toThrow();
  });

  test.each(['rule', 'leaf', 'items'] as const)('finds the job %s in error', (name) => {
    const jobs = createJobs(nobleHasher(), bulkDecoder);
    const wrong = { rule: { outcome: 'elsewhere' }, leaf: { outcome: 'elsewhere' }, items: NOTHING_WRONG };
    const spoilt: Jobs = { ...jobs, [name]: () => wrong[name] };
    expect(() => proveJobs(spoilt)).toThrow('known hash wrongly');
  });
});

describe('a worker whose hasher is wrong', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each(['hash-wasm', '@noble/hashes'] as const)('says so and answers nothing, by %s', async (name) => {
    vi.spyOn(wasm, 'wasmHasher').mockResolvedValue(
      name === 'hash-wasm' ? { ...wrongAbout((length) => length === 65), name } : undefined,
    );
    if (name === '@noble/hashes') vi.spyOn(merkle, 'hashLeaf').mockImplementation(() => new Uint8Array(32));
    const said: unknown[] = [];
    const port = {
      postMessage: (message: unknown) => void said.push(message),
      addEventListener: () => undefined,
    };
    await answerJobs(port, bulkDecoder);
    expect(said).toEqual([{ broken: expect.stringContaining('wrongly') }]);
  });

  test('ends an audit as a failure, with no verdict', async () => {
    vi.spyOn(wasm, 'wasmHasher').mockResolvedValue(wrongAbout((length) => length === 65));
    const audit = createAudit(pagedRegister(30).options());
    audit.start();
    const { state, failure, result } = await ended(audit);
    expect([state, result]).toEqual(['failed', undefined]);
    expect(failure?.message).toMatch(/cannot compute here/);
  });

  test('and so do joins on the page that come to another root', () => {
    expect(proveRebuild).not.toThrow();
    vi.spyOn(LogRebuild.prototype, 'root').mockReturnValue('0'.repeat(64) as Hash);
    expect(proveRebuild).toThrow('known hash wrongly');
  });
});
