import { describe, expect, test } from 'vitest';
import { checkInclusion } from '../core/inclusion.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, consistencyPath, type MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { hashFromBytes } from '../core/hash.ts';
import type { Outcome } from '../core/verdict.ts';
import { anEntry, flipBit, leaves, logOf, replaceAt } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { headAt, logWith } from '../testing/small-register.ts';
import { checkForeignHead, checkHeadConsistency, checkRange } from './check-heads.ts';
import type { HeadConsistencyCheckRequest, HeadFinding, RangeStart } from './protocol.ts';

const SIZE = 21;
const aLog = (forkAt = Infinity): MerkleLog =>
  logOf(leaves(SIZE).map((leaf, index) => (index + 1 >= forkAt ? sha256(leaf) : leaf)));
const honest = aLog();
const head = (logSize: number, log = honest): Checkpoint => ({ logSize, rootHash: rootAt(log, logSize) });

describe('growth since a remembered root', () => {
  test('every larger size of the same log is growth, and every fork is not', () => {
    for (let from = 1; from < SIZE; from += 1) {
      for (let to = from + 1; to <= SIZE; to += 1) {
        const path = consistencyPath(honest, from, to);
        const grown = checkHeadConsistency({ remembered: head(from), head: head(to), path });
        expect([grown.finding, grown.verdict.outcome]).toEqual(['grown', 'holds']);
        const fork = aLog(from);
        const forked = checkHeadConsistency({
          remembered: head(from),
          head: head(to, fork),
          path: consistencyPath(fork, from, to),
        });
        expect([forked.finding, forked.verdict.outcome]).toEqual(['not-a-continuation', 'does-not-match']);
      }
    }
  });

  // Wrong paths: core/mutated-proofs.test.ts.
  const path = consistencyPath(honest, 9, 15);
  const fork = (logSize: number): Checkpoint => head(logSize, aLog(2));
  test.each<[string, HeadConsistencyCheckRequest, HeadFinding, Outcome, consistency?: Outcome]>([
    ['no proof', { remembered: head(11), head: head(SIZE) }, 'unknown', 'cannot-check'],
    ['equal sizes and roots', { remembered: head(9), head: head(9) }, 'same', 'holds'],
    ['equal sizes, other roots', { remembered: head(9), head: fork(9) }, 'another-root', 'does-not-match'],
    ['the same, with a path', { remembered: head(9), head: fork(9), path }, 'another-root', 'does-not-match'],
    [
      'a log cut off',
      { remembered: head(15), head: head(9), path },
      'shorter-log',
      'does-not-match',
      'holds',
    ],
    [
      'another, shorter log',
      { remembered: head(15), head: fork(9), path },
      'shorter-log',
      'does-not-match',
      'does-not-match',
    ],
    [
      'a shorter log without a proof',
      { remembered: head(15), head: head(9) },
      'shorter-log',
      'does-not-match',
    ],
    [
      'a log cut off to nothing',
      { remembered: head(15), head: head(0), path: [] },
      'shorter-log',
      'does-not-match',
    ],
    ['an empty remembered log', { remembered: head(0), head: head(5), path: [] }, 'unknown', 'cannot-check'],
  ])('%s', (_, request, finding, outcome, consistency) => {
    const check = checkHeadConsistency(request);
    expect([check.finding, check.verdict.outcome]).toEqual([finding, outcome]);
    if (finding === 'shorter-log') expect(check.consistency?.verdict.outcome).toBe(consistency);
  });
});

const LAST = 33;
const RULE = 'item-json';
const list = Array.from({ length: LAST }, (_, index) => anEntry(index + 1));
const log = logWith(list);

function startAt(logSize: number): RangeStart | undefined {
  const last = list[logSize - 1];
  if (last === undefined) return undefined;
  const leafHash = hashFromBytes(hashLeaf(leafRule(RULE).leafBytes(last) ?? new Uint8Array()));
  const proof = { leafHash, entryNumber: logSize, logSize, auditPath: auditPath(log, logSize, logSize) };
  const { steps } = checkInclusion({ ...proof, rootHash: leafHash });
  return { last, before: steps.map(({ left }) => left).reverse() };
}

const outcome = (
  start: RangeStart | undefined,
  entries: readonly Entry[],
  to: Checkpoint = headAt(21, log),
): Outcome => checkRange({ start, entries, to, leafRule: RULE }).verdict.outcome;
const between = (from: number, to: number): Entry[] => list.slice(from, to);

describe('the entries between two sizes', () => {
  test('hold between any two', () => {
    for (let to = 0; to <= LAST; to += 1)
      for (let from = 0; from <= to; from += 1)
        expect(outcome(startAt(from), between(from, to), headAt(to, log))).toBe('holds');
  });

  test.each([
    ...between(9, 21).map((_, index): [string, Entry[]] => [
      `altered, ${index} behind the first`,
      replaceAt(between(9, 21), index, anEntry(10 + index, { key: 'another' })),
    ]),
    ['left out at the end', between(9, 20)],
    ['left out at the start', between(10, 21)],
    ['repeated', [...between(9, 21), ...between(20, 21)]],
    ['in another order', [...between(10, 11), ...between(9, 10), ...between(11, 21)]],
  ])('do not match with an entry %s', (_, entries) =>
    expect(outcome(startAt(9), entries)).toBe('does-not-match'),
  );

  test('do not match from a start that is not the one proved, or to another root', () => {
    const start = { ...(startAt(9) as RangeStart), last: anEntry(9, { timestamp: '2017-01-01T00:00:00Z' }) };
    expect(outcome(start, between(9, 21))).toBe('does-not-match');
    const { logSize, rootHash } = headAt(21, log);
    const other = { logSize, rootHash: flipBit(rootHash, 3) };
    expect(outcome(startAt(9), between(9, 21), other)).toBe('does-not-match');
  });

  test('cannot be checked where one cannot be written as a leaf', () => {
    const entries = replaceAt(between(9, 21), 1, anEntry(11, { key: '\ud800' }));
    expect(outcome(startAt(9), entries)).toBe('cannot-check');
  });
});

// By the law of a register: a smaller size of one log is its beginning.
describe('a head that somebody else saw', () => {
  const digitsOf = ({ rootHash }: Checkpoint, count = 32): string => rootHash.slice(0, count);
  const sizes = Array.from({ length: SIZE }, (_, index) => index + 1);

  test.each(sizes)('at size %i an honest one is right, and one of any other log is not', (logSize) => {
    const own = head(logSize);
    for (const count of [32, 64])
      expect(checkForeignHead({ logSize, digits: digitsOf(own, count) }, own).outcome).toBe('holds');
    for (const forkAt of sizes.filter((at) => at <= logSize)) {
      const digits = digitsOf(head(logSize, aLog(forkAt)));
      expect(checkForeignHead({ logSize, digits }, own).outcome).toBe('does-not-match');
    }
  });

  test.each<[string, Outcome, Parameters<typeof checkForeignHead>]>([
    ['a root of another size', 'cannot-check', [{ logSize: 9, digits: digitsOf(head(9)) }, head(10)]],
    ['31 digits', 'cannot-check', [{ logSize: 9, digits: digitsOf(head(9), 31) }, head(9)]],
    ['no digits', 'cannot-check', [{ logSize: 9, digits: '' }, head(9)]],
  ])('%s: %s', (_, outcome, request) => {
    expect(checkForeignHead(...request).outcome).toBe(outcome);
  });
});
