import { describe, expect, test } from 'vitest';
import type { AuditProgress } from '../../log/audit-types.ts';
import { keepingWords, rateWords, remainingWords, shareDone, spokenProgress } from './run-card.tsx';

function progress(given: Partial<AuditProgress>): AuditProgress {
  return {
    phase: 'entries',
    logSize: 100,
    entriesDone: 0,
    itemsDone: 0,
    itemsTotal: 0,
    bytes: 0,
    elapsedMs: 0,
    perSecond: 0,
    remainingMs: undefined,
    ...given,
  };
}

describe('remainingWords', () => {
  test.each([
    [undefined, ''],
    [Infinity, ''],
    [0, 'a moment left'],
    [1_499, 'a moment left'],
    [1_500, 'about 2 s left'],
    [10_000, 'about 10 s left'],
    [10_001, 'about 15 s left'],
    [41_000, 'about 45 s left'],
    [55_001, 'about 1 min left'],
    [61_000, 'about 2 min left'],
    [59 * 60_000, 'about 59 min left'],
    [60 * 60_000, 'about 1 hour left'],
    [65 * 60_000, 'about 1 hour 10 min left'],
    [117 * 60_000, 'about 2 hours left'],
  ])('%s ms: %s', (ms, words) => {
    expect(remainingWords(ms)).toBe(words);
  });
});

describe('rateWords', () => {
  test.each([
    [0, ''],
    [Number.NaN, ''],
    [0.4, '1 entries a second'],
    [7.3, '7 entries a second'],
    [412, '410 entries a second'],
    [41_234, '41,000 entries a second'],
    [1_250_000, '1,300,000 entries a second'],
  ])('%s: %s', (rate, words) => {
    expect(rateWords(rate, 'entries')).toBe(words);
  });
});

describe('shareDone', () => {
  test('counts entries and items alike', () => {
    expect(shareDone(progress({ entriesDone: 50, itemsTotal: 10 }), 100)).toBe(0.25);
    expect(shareDone(progress({ phase: 'items', entriesDone: 100, itemsDone: 50, itemsTotal: 100 }), 7)).toBe(
      0.75,
    );
  });

  test('takes as many items as entries where the server does not say', () => {
    expect(shareDone(progress({ entriesDone: 100 }), undefined)).toBe(0.5);
  });

  test('is never more than all', () => {
    expect(shareDone(progress({ entriesDone: 300, itemsTotal: 4 }), 4)).toBe(1);
    expect(shareDone(progress({ logSize: 0 }), 0)).toBe(1);
  });
});

test('a screen reader is told of quarters, not of every page', () => {
  const told = new Set(Array.from({ length: 1000 }, (_, index) => spokenProgress(index / 999)));
  expect([...told]).toEqual([
    'Audit just begun',
    'Audit a quarter done',
    'Audit half done',
    'Audit three quarters done',
    'Audit nearly done',
  ]);
});

test('an audit is said to be kept only when it was tried and not refused', () => {
  expect(keepingWords('under-way', undefined)).toMatch(/^saving/i);
  expect(keepingWords('under-way', 'full')).toMatch(/^saving/i);
  expect(keepingWords('tried', undefined)).toMatch(/is kept in this browser/i);
  expect(keepingWords('tried', 'full')).toMatch(/until this page is closed: .*no room/i);
  expect(keepingWords('tried', 'denied')).toMatch(/until this page is closed: .*does not let/i);
  // Read out of storage, whatever was refused since.
  expect(keepingWords(undefined, 'full')).toMatch(/is kept in this browser/i);
});
