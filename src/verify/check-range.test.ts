import { describe, expect, test } from 'vitest';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { checkInclusion } from '../core/inclusion.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { auditPath } from '../core/merkle-log.ts';
import { hashLeaf } from '../core/merkle.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { anEntry, flipBit, replaceAt } from '../testing/builders.ts';
import { headAt, logWith } from '../testing/small-register.ts';
import { checkRange } from './check-heads.ts';
import type { RangeStart } from './protocol.ts';

const SIZE = 33;
const list = Array.from({ length: SIZE }, (_, index) => anEntry(index + 1));
const log = logWith(list);
const RULE = 'item-json';

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
  to: Checkpoint,
): Verdict['outcome'] => checkRange({ start, entries, to, leafRule: RULE }).verdict.outcome;

const between = (from: number, to: number): Entry[] => list.slice(from, to);

describe('checkRange', () => {
  test('holds for the entries between any two sizes', () => {
    for (let to = 0; to <= SIZE; to += 1)
      for (let from = 0; from <= to; from += 1)
        expect(outcome(startAt(from), between(from, to), headAt(to, log))).toBe('holds');
  });

  test('finds an altered entry, wherever it stands', () => {
    for (let index = 0; index < 12; index += 1) {
      const altered = replaceAt(between(9, 21), index, anEntry(10 + index, { key: 'another' }));
      expect(outcome(startAt(9), altered, headAt(21, log))).toBe('does-not-match');
    }
  });

  test.each([
    ['left out at the end', between(9, 20)],
    ['left out at the start', between(10, 21)],
    ['repeated', [...between(9, 21), ...between(20, 21)]],
    ['in another order', [...between(10, 11), ...between(9, 10), ...between(11, 21)]],
  ])('finds an entry %s', (_, entries) =>
    expect(outcome(startAt(9), entries, headAt(21, log))).toBe('does-not-match'),
  );

  test('finds a start that is not the one proved', () => {
    const start = startAt(9);
    if (start === undefined) throw new Error('no start');
    const other = { ...start, last: anEntry(9, { timestamp: '2017-01-01T00:00:00Z' }) };
    expect(outcome(other, between(9, 21), headAt(21, log))).toBe('does-not-match');
  });

  test('finds another root', () => {
    const { logSize, rootHash } = headAt(21, log);
    expect(outcome(startAt(9), between(9, 21), { logSize, rootHash: flipBit(rootHash, 3) })).toBe(
      'does-not-match',
    );
  });

  test('cannot check what cannot be written as a leaf', () =>
    expect(
      outcome(startAt(9), replaceAt(between(9, 12), 1, anEntry(11, { key: '\ud800' })), headAt(12, log)),
    ).toBe('cannot-check'));
});
