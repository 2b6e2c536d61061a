import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { Verdict } from '../core/verdict.ts';
import { withJudgedVerdict, rowState, type RowCheck } from './check-badge.tsx';

const seen = (verdict: Verdict): RowCheck => ({ data: { verdict }, isError: false, isFetching: false });
const holds = seen({ outcome: 'holds' });
const bad = seen({
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected: 'a' as Hash,
  computed: 'b' as Hash,
});
const cannot = seen({ outcome: 'cannot-check', code: 'incomplete', reason: 'r' });
const failed: RowCheck = { isError: true, isFetching: false };
const waiting: RowCheck = { isError: false, isFetching: true };
const idle: RowCheck = { isError: false, isFetching: false };

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
    expect(rowState(holds, []).label).toBe('In the log; it has no data');
  });

  test('a failed request is never a mismatch', () => {
    expect(rowState(failed, [holds]).state).toBe('cannot-check');
    expect(rowState(holds, [failed]).state).toBe('cannot-check');
  });

  test('what the trust store has not judged, or judges otherwise, does not hold', () => {
    expect(rowState(withJudgedVerdict(holds, undefined), [holds]).state).toBe('checking');
    expect(rowState(withJudgedVerdict(holds, bad.data?.verdict), [holds]).state).toBe('does-not-match');
    expect(rowState(withJudgedVerdict(idle, undefined), [holds]).state).toBe('not-checked');
    expect(rowState(withJudgedVerdict(idle, holds.data?.verdict), [holds]).state).toBe('holds');
  });
});
