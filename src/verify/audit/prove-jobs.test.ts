import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bulkDecoder } from '../../api/bulk-decoder.ts';
import { type BulkHasher, nobleHasher } from './bulk-hasher.ts';
import { createJobs } from './jobs.ts';
import { PROVED, proveJobs } from './prove-jobs.ts';

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
  ])(
    'finds a hasher that is right about "abc" and wrong about texts %s, where it hashes such',
    (what, isWrong) => {
      const jobs = createJobs(wrongAbout(isWrong), bulkDecoder);
      if (what === 'of one block') expect(() => proveJobs(jobs)).not.toThrow();
      else expect(() => proveJobs(jobs)).toThrow('known root wrongly');
    },
  );
});
