import { describe, expect, it } from 'vitest';
import { flipBit, GARBAGE } from '../testing/builders.ts';
import { everyProof, mth, node } from '../testing/rfc-9162.ts';
import { checkConsistency, type ConsistencyInput, otherBeginning } from './consistency.ts';
import type { Hash } from './hash.ts';
import { checkInclusion, type InclusionInput } from './inclusion.ts';
import { EMPTY_ROOT } from './merkle.ts';
import type { EntryRange, ProofStep } from './verdict.ts';

// The parts of every proof of every log up to 64 entries. Mutants and wrong numbers or roots: mutated-proofs.test.ts; forks: verify/check-heads.test.ts.

const { all, roots, head, entryProof, growthProof, entryProofs, growthProofs } = everyProof(64);

const inLog = (input: InclusionInput): string => checkInclusion(input).verdict.outcome;
const grows = (input: ConsistencyInput): string => checkConsistency(input).verdict.outcome;

const differs = (expected: unknown, computed: unknown): object => ({
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected,
  computed,
});

/** pairs puts 5 behind the first numbers, and 1 before the second ones. */
const pairs = (first: readonly number[], second: readonly number[]): [number, number][] =>
  first.map((n): [number, number] => [n, 5]).concat(second.map((n) => [1, n]));

describe('checkInclusion', () => {
  it('holds for every proof, and its steps are the joinings of the tree', () => {
    for (const input of entryProofs) {
      const { verdict, steps, computedRoot } = checkInclusion(input);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(computedRoot).toBe(input.rootHash);
      expect(steps.map((step) => (step.side === 'left' ? step.left : step.right))).toEqual(input.auditPath);
      expect(steps).toEqual(stepsFromTree(input, steps));
    }
  });

  it('takes no path with a hole in it', () => {
    const { auditPath, ...input } = entryProof(3, 5);
    // oxlint-disable-next-line no-sparse-arrays -- the subject of the test
    const holed = [auditPath[0], , auditPath[2]] as Hash[];
    expect(holed).toHaveLength(auditPath.length);
    expect(inLog({ ...input, auditPath: holed })).toBe('cannot-check');
  });

  it('gives both hashes where the root is another, and says how many hashes a proof must have', () => {
    const input = entryProof(10, 23);
    const { verdict, computedRoot } = checkInclusion({ ...input, rootHash: GARBAGE });
    expect([verdict, computedRoot]).toEqual([differs(GARBAGE, input.rootHash), input.rootHash]);
    expect(checkInclusion({ ...input, auditPath: input.auditPath.slice(1) })).toEqual({
      verdict: {
        outcome: 'does-not-match',
        code: 'path-length',
        reason: 'the proof has 4 hashes; for entry 10 in a log of 23 it has exactly 5',
      },
      steps: [],
    });
  });

  it.each(pairs([0, -1, 6, 2 ** 53 - 1], [0, -5]))(
    'refutes entry %d in a log of %d',
    (entryNumber, logSize) => {
      expect(checkInclusion({ ...entryProof(1, 5), entryNumber, logSize })).toEqual({
        verdict: {
          outcome: 'does-not-match',
          code: 'outside-log',
          reason: `entry ${entryNumber} is not in a log of ${logSize} entries`,
        },
        steps: [],
      });
    },
  );

  it.each(pairs([1.5, 6.5, -1.5, Number.NaN], [5.5, Infinity, 2 ** 53]))(
    'throws for entry %d of %d, which no caller may pass',
    (entryNumber, logSize) =>
      expect(() => checkInclusion({ ...entryProof(1, 5), entryNumber, logSize })).toThrow(RangeError),
  );
});

describe('checkConsistency', () => {
  it('holds for every proof, and both ladders are joinings of their trees', () => {
    for (const input of growthProofs) {
      const { from, to, path: sent } = input;
      const { verdict, start, oldSteps, newSteps, ...computed } = checkConsistency(input);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(computed).toEqual({ computedOldRoot: from.rootHash, computedNewRoot: to.rootHash });
      expect(start?.hash).toBe(start && hashOf(start.covers));
      expect([...(start?.sent ? [start.hash] : []), ...newSteps.map(sentIn)]).toEqual(sent);
      const steps = [...oldSteps, ...newSteps];
      expect(steps.filter((step) => step.result !== node(step.left, step.right))).toEqual([]);
      expect(steps.map(({ result }) => result)).toEqual(steps.map(({ covers }) => hashOf(covers)));
      expect(steps.map(sentIn)).toEqual(steps.map(({ sentCovers }) => hashOf(sentCovers)));
    }
  });

  it('marks each hash as used for both ladders, or for the new one only', () => {
    for (const input of growthProofs) {
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

  it('refutes heads in the wrong order: the log is shorter than it was', () => {
    const { from, to, path: sent } = growthProof(5, 9);
    expect(checkConsistency({ from: to, to: from, path: sent })).toEqual({
      verdict: {
        outcome: 'does-not-match',
        code: 'shorter-log',
        reason: 'a log of 9 entries cannot begin a log of 5',
      },
      oldSteps: [],
      newSteps: [],
    });
    for (const other of [
      { from: head(5), to: { logSize: 0, rootHash: EMPTY_ROOT }, path: [] },
      { from: { ...from, logSize: -5 }, to, path: sent },
      { from, to: { ...from, logSize: -5 }, path: sent },
    ])
      expect(grows(other)).toBe('does-not-match');
  });

  it('shows the root that the later log has at the earlier size, where the proof gives the later root alone', () => {
    const { from, to, path: sent } = growthProof(5, 9);
    const begins = (old: Hash, later: Hash) => {
      const heads = { from: { ...from, rootHash: old }, to: { ...to, rootHash: later } };
      return otherBeginning({ ...heads, ...checkConsistency({ ...heads, path: sent }) });
    };
    expect(begins(GARBAGE, to.rootHash)).toBe(from.rootHash);
    expect(begins(from.rootHash, to.rootHash)).toBeUndefined();
    expect(begins(from.rootHash, GARBAGE)).toBeUndefined();
    expect(begins(GARBAGE, GARBAGE)).toBeUndefined();
  });

  it('names the old root where that differs, else the new one', () => {
    const { from, to, path: sent } = growthProof(5, 9);
    const wrongTo = { ...to, rootHash: flipBit(GARBAGE, 0) };
    expect(
      checkConsistency({ from: { ...from, rootHash: GARBAGE }, to: wrongTo, path: sent }).verdict,
    ).toEqual(differs(GARBAGE, roots[5]));
    expect(checkConsistency({ from, to: wrongTo, path: sent }).verdict).toEqual(
      differs(wrongTo.rootHash, roots[9]),
    );
    for (const path of [[], [GARBAGE]]) {
      const { verdict } = checkConsistency({ from: head(9), to: { logSize: 9, rootHash: GARBAGE }, path });
      expect(verdict).toEqual(differs(roots[9], GARBAGE));
    }
  });

  it('says how many hashes a proof must have; between equal sizes it has none', () => {
    expect(checkConsistency({ ...growthProof(5, 9), path: [] })).toEqual({
      verdict: {
        outcome: 'does-not-match',
        code: 'path-length',
        reason: 'the proof has 0 hashes; from size 5 to 9 it has exactly 5',
      },
      oldSteps: [],
      newSteps: [],
    });
    expect(grows(growthProof(9, 9))).toBe('holds');
    expect(checkConsistency({ from: head(9), to: head(9), path: [GARBAGE] }).verdict).toEqual({
      outcome: 'does-not-match',
      code: 'path-length',
      reason: 'the proof has 1 hashes; between equal sizes it has none',
    });
  });

  it.each([0, 5])('cannot check from size 0 to size %d', (to) => {
    expect(checkConsistency({ from: head(0), to: head(to), path: [] }).verdict).toEqual({
      outcome: 'cannot-check',
      code: 'empty-log',
      reason: 'every log begins empty, so no proof starts at size 0',
    });
  });

  it.each(pairs([1.5, Number.NaN], [5.5, 2 ** 53]))(
    'throws for sizes %d and %d, which no caller may pass',
    (from, to) => {
      const input = { from: { ...head(1), logSize: from }, to: { ...head(5), logSize: to }, path: [] };
      expect(() => checkConsistency(input)).toThrow(RangeError);
    },
  );
});

const sentIn = ({ side, left, right }: ProofStep): Hash => (side === 'left' ? left : right);

/** stepsFromTree rebuilds the steps from their ranges, with each hash computed by the recursion of RFC 9162. */
function stepsFromTree({ entryNumber }: InclusionInput, steps: readonly ProofStep[]): ProofStep[] {
  let reached: EntryRange = { first: entryNumber, last: entryNumber };
  return steps.map(({ sentCovers }, index): ProofStep => {
    const side = sentCovers.last < reached.first ? 'left' : 'right';
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
