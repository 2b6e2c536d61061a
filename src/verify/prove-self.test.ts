import { afterEach, describe, expect, test, vi } from 'vitest';
import { checks } from './checks.ts';
import { proveSelf } from './prove-self.ts';

describe('proveSelf', () => {
  afterEach(() => vi.restoreAllMocks());

  test('accepts a hasher that reproduces the vectors', () => expect(proveSelf).not.toThrow());

  test('refuses checks that hold for everything', () => {
    const checkItem = checks.checkItem.bind(checks);
    vi.spyOn(checks, 'checkItem').mockImplementation((request) => ({
      ...checkItem(request),
      verdict: { outcome: 'holds' },
    }));
    expect(proveSelf).toThrow(/computes hashes wrongly/);
  });

  test('refuses an entry check that never holds', () => {
    const checkEntry = checks.checkEntry.bind(checks);
    vi.spyOn(checks, 'checkEntry').mockImplementation((request) => ({
      ...checkEntry(request),
      verdict: { outcome: 'cannot-check', code: 'incomplete', reason: 'x' },
    }));
    expect(proveSelf).toThrow(/computes hashes wrongly/);
  });
});
