import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit, GARBAGE, NO_HASHES, replaceAt } from '../testing/builders.ts';
import { madeUpRun, mth, path, leaf, provesInclusion } from '../testing/rfc-9162.ts';
import type { Hash } from './hash.ts';
import { checkRun, type RunInput } from './run.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const LEAVES = Array.from({ length: 23 }, (_, index) => leaf(`leaf-${index + 1}`));

/** runIn makes the run of a log of real leaves by the recursions of RFC 9162. */
function runIn(firstEntry: number, count: number, logSize: number): RunInput {
  const all = LEAVES.slice(0, logSize);
  return {
    leafHashes: all.slice(firstEntry - 1, firstEntry - 1 + count),
    firstEntry,
    logSize,
    firstPath: path(firstEntry - 1, all),
    lastPath: path(firstEntry + count - 2, all),
    rootHash: mth(all),
  };
}

const outcome = (input: RunInput): string => checkRun(input).outcome;

/** proves reports whether the independent algorithm accepts the proofs of both ends. */
function proves({ leafHashes, firstEntry, logSize, firstPath, lastPath, rootHash }: RunInput): boolean {
  const end = (at: number, auditPath: readonly Hash[]): boolean =>
    provesInclusion({
      leafHash: leafHashes[at] as Hash,
      entryNumber: firstEntry + at,
      logSize,
      auditPath,
      rootHash,
    });
  return end(0, firstPath) && end(leafHashes.length - 1, lastPath);
}

/** mutants returns the run with one part changed, moved, lost or added: each proves something else, or nothing. */
function mutants(run: RunInput, bit: number): RunInput[] {
  const hashesOf = (name: 'leafHashes' | 'firstPath' | 'lastPath') =>
    run[name].flatMap((hash, at) => [
      { ...run, [name]: replaceAt(run[name], at, flipBit(hash, bit)) },
      ...(name === 'leafHashes' ? [] : [{ ...run, [name]: run[name].toSpliced(at, 1) }]),
    ]);
  const { firstPath, lastPath, leafHashes } = run;
  const [one, other] = [leafHashes[0] as Hash, leafHashes.at(-1) as Hash];
  return [
    ...(['leafHashes', 'firstPath', 'lastPath'] as const).flatMap(hashesOf),
    { ...run, firstPath: [...firstPath, GARBAGE] },
    { ...run, lastPath: [...lastPath, GARBAGE] },
    { ...run, rootHash: flipBit(run.rootHash, bit) },
    ...(leafHashes.length > 1
      ? [
          { ...run, firstPath: lastPath, lastPath: firstPath },
          { ...run, firstPath: lastPath },
          { ...run, lastPath: firstPath },
          { ...run, leafHashes: [other, ...leafHashes.slice(1, -1), one] },
        ]
      : []),
  ];
}

const place = fc
  .record({
    exponent: fc.integer({ min: 0, max: 52 }),
    near: fc.integer({ min: -3, max: 3 }),
    salt: fc.nat(),
  })
  .chain(({ exponent, near, salt }) => {
    const logSize = Math.min(MAX, Math.max(1, 2 ** exponent * (1 + (salt % 97) / 97) + near));
    return fc.record({
      logSize: fc.constant(Math.floor(logSize)),
      share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      length: fc.integer({ min: 1, max: 24 }),
      salt: fc.constant(salt),
    });
  })
  .map(({ logSize, share, length, salt }) => {
    const count = Math.min(length, logSize);
    return madeUpRun(1 + Math.floor(share * (logSize - count)), count, logSize, salt);
  });

describe('checkRun', () => {
  it('holds for every run of logs to 12 entries, and refuses every mutant', () => {
    for (let logSize = 1; logSize <= 12; logSize += 1)
      for (let first = 1; first <= logSize; first += 1)
        for (let count = 1; count <= logSize - first + 1; count += 1) {
          const run = runIn(first, count, logSize);
          expect(outcome(run)).toBe('holds');
          const accepted = mutants(run, (logSize * 31 + first) % 256).filter(
            (bad) => JSON.stringify(bad) !== JSON.stringify(run) && outcome(bad) !== 'does-not-match',
          );
          expect(accepted).toEqual([]);
        }
  });

  it('does so in made-up logs to 2^53-1', () => {
    fc.assert(
      fc.property(place, fc.nat(255), (run, bit) => {
        expect([outcome(run), proves(run)]).toEqual(['holds', true]);
        expect(mutants(run, bit).filter((bad) => outcome(bad) !== 'does-not-match')).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('accepts other entries and sizes only where both ends are proved there', () => {
    const wrong: RunInput[] = [];
    const property = fc.property(place, fc.integer({ min: -3, max: 3 }), (run, by) => {
      const { firstEntry, logSize, leafHashes } = run;
      const others = [
        { ...run, firstEntry: firstEntry + by },
        { ...run, logSize: logSize + by },
        { ...run, leafHashes: leafHashes.slice(0, -1) },
        { ...run, leafHashes: leafHashes.slice(1), firstEntry: firstEntry + 1 },
      ].filter(
        (other) =>
          other.leafHashes.length > 0 &&
          other.logSize <= MAX &&
          other.firstEntry + other.leafHashes.length <= MAX,
      );
      wrong.push(...others.filter((other) => outcome(other) === 'holds' && !proves(other)));
    });
    fc.assert(property, { numRuns: 150 });
    expect(wrong).toEqual([]);
  });

  it('names what is wrong', () => {
    const run = runIn(5, 4, 23);
    const reasonOf = (change: Partial<RunInput>) => checkRun({ ...run, ...change });
    expect(reasonOf({ firstPath: [] })).toMatchObject({
      code: 'path-length',
      reason: 'the proof has 0 hashes; for entry 5 in a log of 23 it has exactly 5',
    });
    expect(reasonOf({ lastPath: [] })).toMatchObject({ reason: expect.stringContaining('entry 8') });
    for (const [firstEntry, logSize] of [
      [0, 23],
      [-3, 23],
      [21, 23],
      [5, 7],
      [5, -1],
    ] as const)
      expect(reasonOf({ firstEntry, logSize })).toMatchObject({
        code: 'outside-log',
        reason: `entries ${firstEntry} to ${firstEntry + 3} are not in a log of ${logSize} entries`,
      });
    const computed = run.rootHash;
    expect(reasonOf({ rootHash: GARBAGE })).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: GARBAGE,
      computed,
    });
    const both = { rootHash: GARBAGE, firstPath: replaceAt(run.firstPath, 0, GARBAGE) };
    expect(reasonOf(both)).toMatchObject({ expected: GARBAGE, computed });
    // Not needed for the root, and yet part of a proof that was sent.
    expect(reasonOf({ firstPath: replaceAt(run.firstPath, 0, GARBAGE) })).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: GARBAGE,
      computed: LEAVES[5],
    });
  });

  it.each(NO_HASHES)('refutes nothing and proves nothing by %j in the place of a hash', (text) => {
    const run = runIn(5, 4, 23);
    for (const name of ['leafHashes', 'firstPath', 'lastPath'] as const)
      expect(checkRun({ ...run, [name]: replaceAt(run[name], 1, text) })).toMatchObject({
        code: 'malformed',
      });
    expect(checkRun({ ...run, rootHash: text })).toMatchObject({ code: 'malformed' });
  });

  it.each([{ firstEntry: 1.5 }, { logSize: 2 ** 53 }, { firstEntry: MAX }, { leafHashes: [] }])(
    'throws for %j, which no caller may pass',
    (change) => expect(() => checkRun({ ...runIn(5, 4, 23), ...change })).toThrow(RangeError),
  );
});
