import { describe, expect, it } from 'vitest';
import {
  flipBit,
  leaves,
  NO_HASHES,
  replaceAt,
  GARBAGE,
  PATH_MUTATIONS,
  HUGE_SIZES,
} from '../testing/builders.ts';
import { climb, inclusionSides, mth, node, path, sha256 } from '../testing/rfc-9162.ts';
import type { Hash } from './hash.ts';
import { checkInclusion, type InclusionInput } from './inclusion.ts';
import type { EntryRange, ProofStep } from './verdict.ts';

const LARGEST = 64;
const all = leaves(LARGEST);
const roots = Array.from({ length: LARGEST + 1 }, (_, size) => mth(all.slice(0, size)));

function honest(entryNumber: number, logSize: number): InclusionInput {
  return {
    leafHash: all[entryNumber - 1] as Hash,
    entryNumber,
    logSize,
    auditPath: path(entryNumber - 1, all.slice(0, logSize)),
    rootHash: roots[logSize] as Hash,
  };
}

const proofs = Array.from({ length: LARGEST }, (_, index) => index + 1).flatMap((logSize) =>
  Array.from({ length: logSize }, (_, index) => honest(index + 1, logSize)),
);

const outcome = (input: InclusionInput): string => checkInclusion(input).verdict.outcome;
const isNotRefuted = (input: InclusionInput): boolean => outcome(input) !== 'does-not-match';

/** withFlippedBit returns the proof once for each of its hashes, with one bit of that hash flipped. */
function withFlippedBit(input: InclusionInput, bit: number): InclusionInput[] {
  return [
    { ...input, rootHash: flipBit(input.rootHash, bit) },
    { ...input, leafHash: flipBit(input.leafHash, bit) },
    ...input.auditPath.map((hash, index) => ({
      ...input,
      auditPath: replaceAt(input.auditPath, index, flipBit(hash, bit)),
    })),
  ];
}

describe('checkInclusion, for every entry of every log to 64', () => {
  it('holds, and its steps are the joinings of the tree', () => {
    for (const input of proofs) {
      const { verdict, steps, computedRoot } = checkInclusion(input);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(computedRoot).toBe(input.rootHash);
      expect(steps.map((step) => (step.side === 'left' ? step.left : step.right))).toEqual(input.auditPath);
      expect(steps).toEqual(stepsFromTree(input, steps));
    }
  });

  it('refutes a flipped bit in any hash of the path, in the root and in the leaf', () => {
    const flipped = proofs.flatMap((input, number) =>
      [number, number + 128].flatMap((bit) => withFlippedBit(input, bit % 256)),
    );
    expect(flipped.length).toBeGreaterThan(30_000);
    expect(flipped.filter(isNotRefuted)).toEqual([]);
  });

  it('refutes every one of the 256 flipped bits in logs to 6', () => {
    const bits = Array.from({ length: 256 }, (_, bit) => bit);
    const small = proofs.filter((proof) => proof.logSize <= 6);
    const flipped = small.flatMap((input) => bits.flatMap((bit) => withFlippedBit(input, bit)));
    expect(flipped.filter(isNotRefuted)).toEqual([]);
  });

  it('refutes the proof for any other entry number of the log', () => {
    for (const input of proofs.filter((proof) => proof.logSize <= 32)) {
      const others = Array.from({ length: input.logSize }, (_, index) => ({
        ...input,
        entryNumber: index + 1,
      }));
      expect(others.filter(isNotRefuted).map((other) => other.entryNumber)).toEqual([input.entryNumber]);
    }
  });

  it('refutes the proof against the head of any other size', () => {
    for (const input of proofs.filter((proof) => proof.logSize <= 32)) {
      const sizes = Array.from({ length: 32 }, (_, index) => index + 1);
      const accepted = sizes.filter((logSize) =>
        isNotRefuted({ ...input, logSize, rootHash: roots[logSize] as Hash }),
      );
      expect(accepted).toEqual([input.logSize]);
    }
  });
});

describe('checkInclusion', () => {
  it.each(NO_HASHES)('refutes nothing and proves nothing by %j in the place of a hash', (text) => {
    const input = honest(3, 5);
    for (const spoilt of [
      { ...honest(1, 1), leafHash: text, rootHash: text },
      { ...input, leafHash: text },
      { ...input, rootHash: text },
      { ...input, auditPath: [...input.auditPath, text] },
      { ...input, auditPath: replaceAt(input.auditPath, 0, text) },
      { ...input, auditPath: replaceAt(input.auditPath, input.auditPath.length - 1, text) },
    ]) {
      const { verdict, steps, computedRoot } = checkInclusion(spoilt);
      expect(verdict).toEqual({
        outcome: 'cannot-check',
        code: 'malformed',
        reason: expect.stringMatching(/malformed/),
      });
      expect([steps, computedRoot]).toEqual([[], undefined]);
    }
  });

  it('takes no path with a hole in it', () => {
    const input = honest(3, 5);
    // oxlint-disable-next-line no-sparse-arrays -- what is tested
    const auditPath = [input.auditPath[0], , input.auditPath[2]] as Hash[];
    expect(auditPath).toHaveLength(input.auditPath.length);
    expect(outcome({ ...input, auditPath })).toBe('cannot-check');
  });

  const long = proofs.filter((proof) => proof.auditPath.length >= 2);

  it.each([
    ...PATH_MUTATIONS,
    ['first-for-all', (path: readonly Hash[]) => path.map(() => path[0] as Hash)] as const,
  ])('refutes a path that is %s', (_, mutate) => {
    expect(long.filter((input) => isNotRefuted({ ...input, auditPath: mutate(input.auditPath) }))).toEqual(
      [],
    );
  });

  it('refutes a root with garbage after a proof that would lead there', () => {
    const input = honest(10, 23);
    const grown = node(input.rootHash, GARBAGE);
    const result = checkInclusion({ ...input, auditPath: [...input.auditPath, GARBAGE], rootHash: grown });
    expect(result.verdict.outcome).toBe('does-not-match');
    expect(result.steps).toEqual([]);
    expect(result.computedRoot).toBeUndefined();
  });

  it('refutes swapped roots, a node in place of a leaf, and the root in place of a leaf', () => {
    const input = honest(10, 23);
    expect(outcome({ ...input, rootHash: input.leafHash, leafHash: input.rootHash })).toBe('does-not-match');
    const inner = node(all[8] as Hash, all[9] as Hash);
    expect(outcome({ ...input, leafHash: inner, auditPath: input.auditPath.slice(1) })).toBe(
      'does-not-match',
    );
    expect(outcome({ ...input, leafHash: input.rootHash, auditPath: [] })).toBe('does-not-match');
  });

  it('gives both hashes where the root is another', () => {
    const input = honest(3, 5);
    const { verdict, computedRoot } = checkInclusion({ ...input, rootHash: GARBAGE });
    expect(verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: GARBAGE,
      computed: input.rootHash,
    });
    expect(computedRoot).toBe(input.rootHash);
  });

  it('says how many hashes a proof must have', () => {
    const input = honest(10, 23);
    const { verdict } = checkInclusion({ ...input, auditPath: input.auditPath.slice(1) });
    expect(verdict).toEqual({
      outcome: 'does-not-match',
      code: 'path-length',
      reason: 'the proof has 4 hashes; for entry 10 in a log of 23 it has exactly 5',
    });
  });

  it('takes the leaf for the root in a log of one entry', () => {
    expect(checkInclusion(honest(1, 1))).toEqual({
      verdict: { outcome: 'holds' },
      steps: [],
      computedRoot: all[0],
    });
    expect(outcome({ ...honest(1, 1), leafHash: GARBAGE })).toBe('does-not-match');
  });

  it.each([
    [0, 5],
    [-1, 5],
    [6, 5],
    [1, 0],
    [1, -5],
    [2 ** 53 - 1, 5],
  ])('refutes entry %d in a log of %d', (entryNumber, logSize) => {
    const { verdict, steps } = checkInclusion({ ...honest(1, 5), entryNumber, logSize });
    expect(verdict).toEqual({
      outcome: 'does-not-match',
      code: 'outside-log',
      reason: `entry ${entryNumber} is not in a log of ${logSize} entries`,
    });
    expect(steps).toEqual([]);
  });

  it.each([
    [1.5, 5],
    [1, 5.5],
    [6.5, 5],
    [-1.5, 5],
    [Number.NaN, 5],
    [1, Number.POSITIVE_INFINITY],
    [1, 2 ** 53],
  ])('throws for entry %d of %d, which no caller may pass', (entryNumber, logSize) => {
    expect(() => checkInclusion({ ...honest(1, 5), entryNumber, logSize })).toThrow(RangeError);
  });
});

describe('checkInclusion in logs that no computer holds', () => {
  it.each(HUGE_SIZES)('climbs a made-up path at size %d as the BigInt algorithm does', (logSize) => {
    const entries = [
      1,
      2,
      3,
      2 ** 30,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 31 + 1,
      Math.floor(logSize / 2),
      logSize - 1,
      logSize,
    ];
    for (const entryNumber of entries.filter((entry) => entry <= logSize)) {
      const sides = inclusionSides(BigInt(entryNumber), BigInt(logSize));
      const auditPath = sides.map((_, index) => sha256(`sent-${index}`));
      const leafHash = sha256('made-up leaf');
      const input = {
        leafHash,
        entryNumber,
        logSize,
        auditPath,
        rootHash: climb(leafHash, auditPath, sides),
      };
      expect(outcome(input)).toBe('holds');
      expect(checkInclusion(input).steps.at(-1)?.covers).toEqual({ first: 1, last: logSize });
      expect(outcome({ ...input, auditPath: [...auditPath, GARBAGE] })).toBe('does-not-match');
      expect(outcome({ ...input, auditPath: auditPath.slice(1) })).toBe('does-not-match');
      expect(outcome({ ...input, entryNumber: entryNumber === 1 ? 2 : entryNumber - 1 })).toBe(
        'does-not-match',
      );
    }
  });
});

/** stepsFromTree rebuilds the steps from the ranges they claim: every hash in them is the recursion of RFC 9162 over the leaves of its range. */
function stepsFromTree({ entryNumber }: InclusionInput, steps: readonly ProofStep[]): ProofStep[] {
  let reached: EntryRange = { first: entryNumber, last: entryNumber };
  return steps.map((step, index) => {
    const { side, sentCovers } = step;
    const [left, right] = side === 'left' ? [sentCovers, reached] : [reached, sentCovers];
    const covers = { first: left.first, last: right.last };
    reached = covers;
    return {
      level: index + 1,
      side,
      left: hashOf(left),
      right: hashOf(right),
      result: hashOf(covers),
      covers,
      sentCovers,
    };
  });
}

const known = new Map<string, Hash>();

/** hashOf is the recursion of RFC 9162 over a run of entries, computed once. */
function hashOf({ first, last }: EntryRange): Hash {
  const name = `${first}-${last}`;
  const hash = known.get(name) ?? mth(all.slice(first - 1, last));
  known.set(name, hash);
  return hash;
}
