import { describe, expect, it } from 'vitest';
import { flipBit, GARBAGE } from '../testing/builders.ts';
import { everyProof, mth, node } from '../testing/rfc-9162.ts';
import { checkConsistency, type ConsistencyInput, otherBeginning } from './consistency.ts';
import type { Hash } from './hash.ts';
import { checkInclusion, type InclusionInput } from './inclusion.ts';
import { EMPTY_ROOT } from './merkle.ts';
import type { EntryRange, ProofStep } from './verdict.ts';

// The parts of every proof of every log up to 64 entries. Mutants and wrong numbers or roots:
// mutated-proofs.test.ts; forks: verify/check-heads.test.ts.

const { all, head, entryProof, growthProof, entryProofs, growthProofs } = everyProof(64);
const MAX = 2 ** 53 - 1;

const differs = (expected: unknown, computed: unknown): object => ({
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected,
  computed,
});
const refuted = (code: string, reason: string): object => ({ outcome: 'does-not-match', code, reason });

const known = new Map<string, Hash>();

/** hashOf is the recursion of RFC 9162 over a run of entries, computed once. */
function hashOf({ first, last }: EntryRange): Hash {
  const name = `${first}-${last}`;
  const hash = known.get(name) ?? mth(all.slice(first - 1, last));
  known.set(name, hash);
  return hash;
}

/**
 * expectSteps checks steps from a run of entries: each hash, and each run, must be that of
 * the recursion of RFC 9162.
 */
function expectSteps(start: EntryRange, steps: readonly ProofStep[], sent: readonly Hash[]): void {
  let reached = start;
  const rebuilt = steps.map(({ level, sentCovers }): ProofStep => {
    const side = sentCovers.last < reached.first ? 'left' : 'right';
    const [one, other] = side === 'left' ? [sentCovers, reached] : [reached, sentCovers];
    const [left, right] = [hashOf(one), hashOf(other)];
    reached = { first: one.first, last: other.last };
    expect(hashOf(reached)).toBe(node(left, right));
    return { level, side, left, right, result: hashOf(reached), covers: reached, sentCovers };
  });
  expect(steps).toEqual(rebuilt);
  expect(steps.map((step) => step[step.side])).toEqual(sent);
}

describe('checkInclusion', () => {
  it('holds for every proof, and its steps are the joinings of the tree', () => {
    for (const input of entryProofs) {
      const { verdict, steps, computedRoot } = checkInclusion(input);
      expect([verdict, computedRoot]).toEqual([{ outcome: 'holds' }, input.rootHash]);
      expect(steps.map(({ level }) => level)).toEqual(steps.map((_, index) => index + 1));
      expectSteps({ first: input.entryNumber, last: input.entryNumber }, steps, input.auditPath);
    }
  });

  it('gives both hashes where the root is another', () => {
    const { rootHash: computedRoot, ...input } = entryProof(10, 23);
    const verdict = differs(GARBAGE, computedRoot);
    expect(checkInclusion({ ...input, rootHash: GARBAGE })).toMatchObject({ verdict, computedRoot });
  });

  const { auditPath } = entryProof(10, 23);
  // oxlint-disable-next-line no-sparse-arrays -- the subject of the test
  const holed = [...auditPath.slice(0, 4), , ...auditPath.slice(5)] as Hash[];
  const outside = (entryNumber: number, logSize: number): [Partial<InclusionInput>, object] => [
    { entryNumber, logSize },
    refuted('outside-log', `entry ${entryNumber} is not in a log of ${logSize} entries`),
  ];
  it.each<[Partial<InclusionInput>, object]>([
    [{ auditPath: holed.with(4, undefined as unknown as Hash) }, { outcome: 'cannot-check' }],
    [
      { auditPath: auditPath.slice(1) },
      refuted('path-length', 'the proof has 4 hashes; for entry 10 in a log of 23 it has exactly 5'),
    ],
    ...[0, -1, 24, MAX].map((entry) => outside(entry, 23)),
    outside(1, 0),
    outside(1, -5),
  ])('has no steps for %j', (change, verdict) => {
    const found = checkInclusion({ ...entryProof(10, 23), ...change });
    expect(found).toEqual({ verdict: expect.objectContaining(verdict), steps: [] });
  });
});

describe('checkConsistency', () => {
  it('holds for every proof, and both ladders are joinings of their trees; the old one has the hashes from the left', () => {
    for (const input of growthProofs) {
      const { from, to, path } = input;
      const { verdict, start, oldSteps, newSteps, ...computed } = checkConsistency(input);
      expect(verdict).toEqual({ outcome: 'holds' });
      expect(computed).toEqual({ computedOldRoot: from.rootHash, computedNewRoot: to.rootHash });
      const covers = start?.covers ?? { first: 1, last: 1 };
      expect(start).toEqual({ hash: hashOf(covers), covers, sent: path.length > newSteps.length });
      const sent = path.slice(path.length - newSteps.length);
      if (start?.sent) expect(path[0]).toBe(start.hash);
      expectSteps(covers, newSteps, sent);
      const lefts = newSteps.filter(({ sentCovers }) => sentCovers.first <= from.logSize);
      expect(lefts).toEqual(newSteps.filter(({ side }) => side === 'left'));
      expectSteps(
        covers,
        oldSteps,
        lefts.map(({ left }) => left),
      );
      expect(oldSteps.map(({ level }) => level)).toEqual(lefts.map(({ level }) => level));
      expect(newSteps.map(({ level }) => level)).toEqual(newSteps.map((_, index) => index + 1));
    }
  });

  const [five, nine] = [head(5), head(9)];
  const { path } = growthProof(5, 9);
  const wrong = (of: typeof five, rootHash = GARBAGE) => ({ ...of, rootHash });
  const sized = (of: typeof five, logSize: number) => ({ ...of, logSize });
  const shorter = (from: number, to: number): object =>
    refuted('shorter-log', `a log of ${from} entries cannot begin a log of ${to}`);
  const tooLong = (hashes: number, from: number, to: number, length: number): object =>
    refuted(
      'path-length',
      `the proof has ${hashes} hashes; from size ${from} to ${to} it has exactly ${length}`,
    );
  const noStart = {
    outcome: 'cannot-check',
    code: 'empty-log',
    reason: 'every log begins empty, so no proof starts at size 0',
  };
  it.each<[string, ConsistencyInput, object]>([
    ['heads in the wrong order', { from: nine, to: five, path }, shorter(9, 5)],
    ['an emptied log', { from: five, to: { logSize: 0, rootHash: EMPTY_ROOT }, path: [] }, shorter(5, 0)],
    ['a negative old size', { from: sized(five, -5), to: nine, path }, shorter(-5, 9)],
    ['a negative new size', { from: five, to: sized(nine, -5), path }, shorter(5, -5)],
    ['no hashes', { from: five, to: nine, path: [] }, tooLong(0, 5, 9, 5)],
    ['hashes between equal sizes', { from: nine, to: nine, path: [GARBAGE] }, tooLong(1, 9, 9, 0)],
    ['equal heads', { from: nine, to: nine, path: [] }, { outcome: 'holds' }],
    ['two roots', { from: nine, to: wrong(nine), path: [] }, differs(nine.rootHash, GARBAGE)],
    [
      'two roots, and a hash',
      { from: nine, to: wrong(nine), path: [GARBAGE] },
      differs(nine.rootHash, GARBAGE),
    ],
    ['an empty log', { from: head(0), to: head(0), path: [] }, noStart],
    ['an empty old log', { from: head(0), to: five, path: [] }, noStart],
  ])('has no ladders for %s', (_, input, verdict) =>
    expect(checkConsistency(input)).toEqual({ verdict, oldSteps: [], newSteps: [] }),
  );

  it('names the old root where that differs, else the new one, and what the later log begins with where that shows it', () => {
    const other = flipBit(GARBAGE, 0);
    for (const [from, to, verdict, begins] of [
      [wrong(five), nine, differs(GARBAGE, five.rootHash), five.rootHash],
      [wrong(five), wrong(nine, other), differs(GARBAGE, five.rootHash), undefined],
      [five, wrong(nine, other), differs(other, nine.rootHash), undefined],
      [five, nine, { outcome: 'holds' }, undefined],
    ] as const) {
      const found = checkConsistency({ from, to, path });
      expect([found.verdict, otherBeginning({ ...found, to })]).toEqual([verdict, begins]);
    }
  });
});

it.each([
  [1.5, 5],
  [6.5, 5],
  [-1.5, 5],
  [Number.NaN, 5],
  [1, 5.5],
  [1, Infinity],
  [1, 2 ** 53],
])('both throw for %d and %d, which no caller may pass', (one, other) => {
  expect(() => checkInclusion({ ...entryProof(1, 5), entryNumber: one, logSize: other })).toThrow(RangeError);
  const heads = { from: { ...head(1), logSize: one }, to: { ...head(5), logSize: other } };
  expect(() => checkConsistency({ ...heads, path: [] })).toThrow(RangeError);
});
