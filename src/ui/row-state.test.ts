import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Verdict } from '../core/verdict.ts';
import { judgedSeen, rowState, type Seen } from './row-state.ts';

const seen = (verdict: Verdict): Seen => ({ data: { verdict }, isError: false, isFetching: false });
const holds = seen({ outcome: 'holds' });
const bad = seen({
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected: 'a' as Hash,
  computed: 'b' as Hash,
});
const cannot = seen({ outcome: 'cannot-check', code: 'incomplete', reason: 'r' });
const failed: Seen = { isError: true, isFetching: false };
const waiting: Seen = { isError: false, isFetching: true };
const idle: Seen = { isError: false, isFetching: false };

describe('rowState', () => {
  test('holds only where the entry and all its data hold', () => {
    expect(rowState(holds, [holds]).state).toBe('holds');
    expect(rowState(holds, [holds, bad]).state).toBe('does-not-match');
    expect(rowState(bad, [holds]).state).toBe('does-not-match');
    for (const other of [cannot, failed, waiting, idle]) {
      expect(rowState(holds, [other]).state).not.toBe('holds');
      expect(rowState(other, [holds]).state).not.toBe('holds');
    }
  });

  test('an entry that names no data does not claim that data matches', () => {
    expect(rowState(holds, []).label).toBe('In the log; it names no data');
  });

  test('a failed request is never a mismatch', () => {
    expect(rowState(failed, [holds]).state).toBe('cannot-check');
    expect(rowState(holds, [failed]).state).toBe('cannot-check');
  });

  test('says which of the two does not match', () => {
    expect(rowState(holds, [bad]).label).toMatch(/data does not match/);
    expect(rowState(bad, [holds]).label).toMatch(/does not lead/);
    expect(rowState(bad, [bad]).label).toMatch(/Neither/);
  });

  test('what the trust store has not judged, or judges otherwise, does not hold', () => {
    expect(rowState(judgedSeen(holds, undefined), [holds]).state).toBe('checking');
    expect(rowState(judgedSeen(holds, bad.data?.verdict), [holds]).state).toBe('does-not-match');
    expect(rowState(judgedSeen(idle, undefined), [holds]).state).toBe('not-checked');
    expect(rowState(judgedSeen(idle, holds.data?.verdict), [holds]).state).toBe('holds');
  });
});
