import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Latest, TrailIndex } from '../verify/audit/audit-types.ts';
import { standingOf, type Served } from './latest-standing.ts';

const head: Checkpoint = { logSize: 20, rootHash: 'a'.repeat(64) as Hash };

function audited(checkpoint: Checkpoint, keys: Readonly<Record<string, Latest>>) {
  const index: TrailIndex = {
    checkpoint,
    keys: Object.keys(keys).length,
    latestOf: (key) => keys[key],
  };
  return { index, at: 1000 };
}

const full = audited(head, { GB: { entryNumber: 12, count: 3 } });
const served = (given: Partial<Served> = {}): Served => ({ key: 'GB', entryNumber: 12, head, ...given });
const record = (given: Partial<Served>, from = full) => {
  const { standing, verdict } = standingOf(served(given), from, true);
  return [standing, verdict.outcome];
};

describe('the entry behind a record', () => {
  test('is the latest where an audit of the very head read nothing after it', () => {
    expect(record({})).toEqual(['latest', 'holds']);
    expect(record({ trailLength: 3 })).toEqual(['latest', 'holds']);
    expect(standingOf(served(), full, true)).toMatchObject({ auditedAt: 1000, audited: head });
  });

  test('does not match where the log has a later one', () => {
    expect(record({ entryNumber: 11 })).toEqual(['superseded', 'does-not-match']);
  });

  test('does not match where the log has no such entry of the key', () => {
    expect(record({ entryNumber: 13 })).toEqual(['not-in-log', 'does-not-match']);
    expect(record({ key: 'XX' })).toEqual(['not-in-log', 'does-not-match']);
  });

  test.each([2, 4])('does not match where its trail has %i of 3 entries', (trailLength) => {
    expect(record({ trailLength })).toEqual(['trail', 'does-not-match']);
  });

  test('is not held against a head it is beyond', () => {
    expect(record({ entryNumber: 21 })).toEqual(['ahead', 'not-checked']);
  });

  test('stays the word of the server without an audit', () => {
    const check = standingOf(served(), undefined, true);
    expect([check.standing, check.verdict.outcome]).toEqual(['unread', 'not-checked']);
  });
});

describe('an audit of another head', () => {
  const other: Checkpoint = { logSize: 20, rootHash: 'b'.repeat(64) as Hash };
  const shorter: Checkpoint = { logSize: 15, rootHash: 'c'.repeat(64) as Hash };
  const longer: Checkpoint = { logSize: 25, rootHash: 'd'.repeat(64) as Hash };
  const keys = { GB: { entryNumber: 12, count: 3 } };

  test.each([
    ['another root for the size', other, 'elsewhere'],
    ['a longer log', longer, 'elsewhere'],
    ['a shorter log', shorter, 'grown'],
  ])('with %s never makes it hold, and never a mismatch', (_, checkpoint, standing) => {
    for (const entryNumber of [3, 12, 13, 18, 20])
      for (const trailLength of [1, 3, undefined]) {
        const check = standingOf(served({ entryNumber, trailLength }), audited(checkpoint, keys), true);
        expect(check.standing).toBe(standing);
        expect(['not-checked', 'cannot-check']).toContain(check.verdict.outcome);
      }
  });

  test('that read a later entry of the key leaves the record in doubt', () => {
    expect(record({ entryNumber: 11 }, audited(shorter, keys))).toEqual(['grown', 'cannot-check']);
    expect(record({ entryNumber: 18 }, audited(shorter, keys))).toEqual(['grown', 'not-checked']);
  });
});

describe('an entry by itself', () => {
  const entry = (entryNumber: number) => {
    const { standing, verdict } = standingOf(served({ entryNumber }), full, false);
    return [standing, verdict.outcome];
  };

  test('may be superseded', () => {
    expect(entry(12)).toEqual(['latest', 'holds']);
    expect(entry(4)).toEqual(['superseded', 'holds']);
  });

  test('does not match where the log has no later entry of its key than an earlier one', () => {
    expect(entry(13)).toEqual(['not-in-log', 'does-not-match']);
  });
});
