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
import { climb, consistencySides, mth, node, proof, sha256 } from '../testing/rfc-9162.ts';
import { checkConsistency, type ConsistencyInput, type ConsistencyStep } from './consistency.ts';
import type { Hash } from './hash.ts';
import { EMPTY_ROOT } from './merkle.ts';
import type { Checkpoint } from './model.ts';
import type { EntryRange } from './verdict.ts';

const LARGEST = 64;
const all = leaves(LARGEST);
const roots = Array.from({ length: LARGEST + 1 }, (_, size) => mth(all.slice(0, size)));

const head = (logSize: number): Checkpoint => ({ logSize, rootHash: roots[logSize] as Hash });
const honest = (from: number, to: number): ConsistencyInput => ({
  from: head(from),
  to: head(to),
  path: proof(from, all.slice(0, to)),
});
const outcome = (input: ConsistencyInput): string => checkConsistency(input).verdict.outcome;
const isNotRefuted = (input: ConsistencyInput): boolean => outcome(input) !== 'does-not-match';

/** withFlippedBit returns the proof once for each of its hashes, with one bit of that hash flipped. */
function withFlippedBit({ from, to, path }: ConsistencyInput, bit: number): ConsistencyInput[] {
  return [
    { from: { ...from, rootHash: flipBit(from.rootHash, bit) }, to, path },
    { from, to: { ...to, rootHash: flipBit(to.rootHash, bit) }, path },
    ...path.map((hash, index) => ({ from, to, path: replaceAt(path, index, flipBit(hash, bit)) })),
  ];
}

const proofs = Array.from({ length: LARGEST }, (_, index) => index + 1).flatMap((to) =>
  Array.from({ length: to - 1 }, (_, index) => honest(index + 1, to)),
);

describe('checkConsistency, for every earlier size of every log to 64', () => {
  it('holds, and both ladders are joinings of their trees', () => {
    for (const input of proofs) {
      const { from, to, path } = input;
      const { verdict, start, oldSteps, newSteps, computedOldRoot, computedNewRoot } =
        checkConsistency(input);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect([computedOldRoot, computedNewRoot]).toEqual([from.rootHash, to.rootHash]);
      expect(start?.hash).toBe(mth(all.slice((start?.covers.first ?? 0) - 1, start?.covers.last)));
      const sent = [
        ...(start?.sent ? [start.hash] : []),
        ...newSteps.map((step) => (step.side === 'left' ? step.left : step.right)),
      ];
      expect(sent).toEqual(path);
      const steps = [...oldSteps, ...newSteps];
      expect(steps.filter((step) => step.result !== node(step.left, step.right) || !isInTree(step))).toEqual(
        [],
      );
    }
  });

  it('marks each hash as used for both ladders, or for the new one only', () => {
    for (const input of proofs) {
      const { oldSteps, newSteps } = checkConsistency(input);
      const marks = newSteps.map(({ sentCovers }) =>
        sentCovers.first > input.from.logSize ? 'new only' : 'old and new',
      );
      expect(newSteps.map((step) => step.usedFor)).toEqual(marks);
      const forBoth = newSteps.filter((step) => step.usedFor === 'old and new');
      expect(oldSteps.map((step) => [step.level, step.usedFor])).toEqual(
        forBoth.map((step) => [step.level, step.usedFor]),
      );
      expect(oldSteps.every((step) => step.covers.last === input.from.logSize)).toBe(true);
      expect(newSteps.map((step) => step.level)).toEqual(newSteps.map((_, index) => index + 1));
    }
  });

  it('refutes a flipped bit in any hash of the path and in either root', () => {
    const flipped = proofs.flatMap((input, number) =>
      [number, number + 128].flatMap((bit) => withFlippedBit(input, bit % 256)),
    );
    expect(flipped.length).toBeGreaterThan(30_000);
    expect(flipped.filter(isNotRefuted)).toEqual([]);
  });

  it('refutes the honest proofs of a log in which one earlier entry was changed', () => {
    for (const input of proofs.filter(({ to }) => to.logSize <= 24)) {
      const { from, to } = input;
      for (const changed of new Set([0, Math.floor(from.logSize / 2), from.logSize - 1])) {
        const forked = replaceAt(all.slice(0, to.logSize), changed, GARBAGE);
        const path = proof(from.logSize, forked);
        expect(outcome({ from, to: { logSize: to.logSize, rootHash: mth(forked) }, path })).toBe(
          'does-not-match',
        );
      }
    }
  });

  it('refutes the proof between the heads of any other sizes unless it is theirs too', () => {
    for (const input of proofs.filter(({ to }) => to.logSize <= 24)) {
      for (let size = 1; size <= 24; size += 1) {
        const { from, to, path } = input;
        for (const other of [
          { from: head(size), to, path },
          { from, to: head(size), path },
        ]) {
          const [low, high] = [other.from.logSize, other.to.logSize];
          const theirs = low <= high && proof(low, all.slice(0, high)).join() === path.join();
          expect(outcome(other)).toBe(theirs ? 'holds' : 'does-not-match');
        }
      }
    }
  });
});

describe('checkConsistency', () => {
  it.each(NO_HASHES)('refutes nothing and proves nothing by %j in the place of a hash', (text) => {
    const input = honest(3, 5);
    const same = honest(5, 5);
    for (const spoilt of [
      { from: { ...same.from, rootHash: text }, to: { ...same.to, rootHash: text }, path: [] },
      { ...input, from: { ...input.from, rootHash: text } },
      { ...input, to: { ...input.to, rootHash: text } },
      { ...input, path: [...input.path, text] },
      { ...input, path: replaceAt(input.path, 0, text) },
      { ...input, path: replaceAt(input.path, input.path.length - 1, text) },
    ]) {
      const { verdict, oldSteps, newSteps } = checkConsistency(spoilt);
      expect(verdict).toEqual({
        outcome: 'cannot-check',
        code: 'malformed',
        reason: expect.stringMatching(/malformed/),
      });
      expect([oldSteps, newSteps]).toEqual([[], []]);
    }
  });

  it.each(PATH_MUTATIONS)('refutes a path that is %s', (_, mutate) => {
    const long = proofs.filter((proof) => proof.path.length >= 2);
    const mutants = long.map(({ from, to, path }) => ({ from, to, path: mutate(path) }));
    expect(mutants.filter(isNotRefuted)).toEqual([]);
  });

  it('refutes a path that begins with the old root where that root is left out', () => {
    for (const input of proofs.filter(({ from }) => Number.isInteger(Math.log2(from.logSize)))) {
      expect(outcome({ ...input, path: [input.from.rootHash, ...input.path] })).toBe('does-not-match');
    }
  });

  it('refutes swapped roots', () => {
    for (const { from, to, path } of proofs) {
      const swapped = {
        from: { ...from, rootHash: to.rootHash },
        to: { ...to, rootHash: from.rootHash },
        path,
      };
      expect(outcome(swapped)).toBe('does-not-match');
    }
  });

  it('refutes heads in the wrong order: the log is shorter than it was', () => {
    const { from, to, path } = honest(5, 9);
    expect(checkConsistency({ from: to, to: from, path })).toEqual({
      verdict: {
        outcome: 'does-not-match',
        code: 'shorter-log',
        reason: 'a log of 9 entries cannot begin a log of 5',
      },
      oldSteps: [],
      newSteps: [],
    });
    expect(outcome({ from: head(5), to: { logSize: 0, rootHash: EMPTY_ROOT }, path: [] })).toBe(
      'does-not-match',
    );
    expect(outcome({ from: { ...head(5), logSize: -5 }, to, path })).toBe('does-not-match');
    expect(outcome({ from, to: { ...head(5), logSize: -5 }, path })).toBe('does-not-match');
  });

  it('names the old root where that differs, else the new one', () => {
    const input = honest(5, 9);
    const wrongOld = { ...input.from, rootHash: GARBAGE };
    const wrongNew = { ...input.to, rootHash: flipBit(GARBAGE, 0) };
    expect(checkConsistency({ ...input, from: wrongOld, to: wrongNew }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: GARBAGE,
      computed: roots[5],
    });
    expect(checkConsistency({ ...input, to: wrongNew }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'hash-differs',
      expected: wrongNew.rootHash,
      computed: roots[9],
    });
  });

  it('says how many hashes a proof must have', () => {
    expect(checkConsistency({ ...honest(5, 9), path: [] })).toEqual({
      verdict: {
        outcome: 'does-not-match',
        code: 'path-length',
        reason: 'the proof has 0 hashes; from size 5 to 9 it has exactly 5',
      },
      oldSteps: [],
      newSteps: [],
    });
  });
});

describe('checkConsistency between equal sizes', () => {
  const same: ConsistencyInput = { from: head(9), to: head(9), path: [] };

  it('holds for equal roots and an empty path', () => expect(outcome(same)).toBe('holds'));

  it('refutes two roots at one size, whatever the path', () => {
    for (const path of [[], [GARBAGE]]) {
      expect(checkConsistency({ ...same, to: { logSize: 9, rootHash: GARBAGE }, path }).verdict).toEqual({
        outcome: 'does-not-match',
        code: 'hash-differs',
        expected: roots[9],
        computed: GARBAGE,
      });
    }
  });

  it('refutes a path that is not empty', () => {
    expect(checkConsistency({ ...same, path: [GARBAGE] }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'path-length',
      reason: 'the proof has 1 hashes; between equal sizes it has none',
    });
  });
});

describe('checkConsistency at the edges', () => {
  it.each([0, 5])('cannot check from size 0 to size %d', (to) => {
    const { verdict } = checkConsistency({
      from: { logSize: 0, rootHash: EMPTY_ROOT },
      to: head(to),
      path: [],
    });
    expect(verdict).toEqual({
      outcome: 'cannot-check',
      code: 'empty-log',
      reason: 'every log begins empty, so no proof starts at size 0',
    });
  });

  it.each([
    [1.5, 5],
    [1, 5.5],
    [Number.NaN, 5],
    [1, 2 ** 53],
  ])('throws for sizes %d and %d, which no caller may pass', (from, to) => {
    const input = { from: { ...head(1), logSize: from }, to: { ...head(5), logSize: to }, path: [] };
    expect(() => checkConsistency(input)).toThrow(RangeError);
  });

  it.each(HUGE_SIZES)('climbs a made-up path to size %d as the BigInt algorithm does', (to) => {
    const earlier = [
      1,
      2,
      3,
      2 ** 30,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 31 + 1,
      2 ** 32 - 1,
      Math.floor(to / 2),
      to - 1,
    ];
    for (const from of earlier.filter((size) => size < to)) {
      const input = madeUp(from, to);
      expect(outcome(input)).toBe('holds');
      expect(outcome({ ...input, path: [...input.path, GARBAGE] })).toBe('does-not-match');
      expect(outcome({ ...input, path: input.path.slice(1) })).toBe('does-not-match');
      expect(outcome({ ...input, path: replaceAt(input.path, 0, GARBAGE) })).toBe('does-not-match');
      expect(outcome({ ...input, to: { ...input.to, rootHash: GARBAGE } })).toBe('does-not-match');
      expect(outcome({ ...input, from: { ...input.from, rootHash: GARBAGE } })).toBe('does-not-match');
    }
  });
});

/** madeUp makes a proof out of arbitrary hashes and the roots they lead to, as the BigInt algorithm joins them. */
function madeUp(from: number, to: number): ConsistencyInput {
  const { seeded, sides } = consistencySides(BigInt(from), BigInt(to));
  const start = sha256('start');
  const sent = sides.map((_, index) => sha256(`sent-${index}`));
  const old = sent.filter((_, index) => sides[index] === 'left');
  const oldRoot = climb(
    start,
    old,
    old.map(() => 'left'),
  );
  return {
    from: { logSize: from, rootHash: oldRoot },
    to: { logSize: to, rootHash: climb(start, sent, sides) },
    path: seeded ? [start, ...sent] : sent,
  };
}

/** isInTree says whether the result and the sent hash of a step are the recursion of RFC 9162 over the entries that the step names. */
function isInTree({ side, left, right, result, covers, sentCovers }: ConsistencyStep): boolean {
  return result === hashOf(covers) && (side === 'left' ? left : right) === hashOf(sentCovers);
}

const known = new Map<string, Hash>();

/** hashOf is the recursion of RFC 9162 over a run of entries, computed once. */
function hashOf({ first, last }: EntryRange): Hash {
  const name = `${first}-${last}`;
  const hash = known.get(name) ?? mth(all.slice(first - 1, last));
  known.set(name, hash);
  return hash;
}
