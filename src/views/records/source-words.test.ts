import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { comparedWords, serverWords, sourceWords } from './source-words.ts';

const words = (verdict: Verdict, missing = 0, at?: number): string =>
  sourceWords({ replica: { id: 'a', size: 295, head: undefined, verdict, missing }, at }, 236);
const hash = '0'.repeat(64) as Hash;

describe('where the records come from', () => {
  test('is this browser only where the copy leads to the published root', () => {
    expect(words({ outcome: 'holds' })).toBe(
      '236 records. Computed here from all 295 entries, whose root is the published one.',
    );
    const others: readonly Verdict[] = [
      { outcome: 'does-not-match', code: 'hash-differs', expected: hash, computed: hash },
      { outcome: 'does-not-match', code: 'data-differs', reason: 'the data sent hashes to something else' },
      { outcome: 'cannot-check', code: 'no-consistency-proof', reason: 'no proof' },
      { outcome: 'not-checked', code: 'no-root-published', reason: 'the server publishes no root' },
    ];
    for (const verdict of others) {
      expect(words(verdict)).toMatch(/as the server sent them/);
      expect(words(verdict)).not.toMatch(/computed here|is the published/i);
    }
    expect(others.map((verdict) => /match/.test(words(verdict)))).toEqual([true, true, false, false]);
  });

  test('tells the moment and what could not be had', () => {
    expect(words({ outcome: 'holds' }, 0, 250)).toMatch(/^236 records as of entry 250\. Computed here/);
    expect(words({ outcome: 'holds' }, 2)).toMatch(/The data of 2 versions could not be had\.$/);
    expect(words({ outcome: 'does-not-match', code: 'data-differs', reason: 'x' }, 1)).toMatch(
      /The data of 1 version is left out\.$/,
    );
  });

  test('is the server until the register has been read', () => {
    expect(serverWords(236, false, false)).toBe(
      '236 records, as the server lists them. Open one to check it.',
    );
    for (const filtered of [true, false])
      expect(serverWords(100, true, filtered)).toMatch(/as the server (lists|filters) them\. Open one/i);
    for (const filtered of [true, false]) expect(serverWords(100, true, filtered)).not.toMatch(/\d/);
    expect(serverWords(1, false, true)).toMatch(/^1 record with this value, as the server filters/);
  });

  test('a snapshot is said to be the same only where it was checked and held', () => {
    expect(comparedWords({ outcome: 'holds' })).toMatch(/lists the same/);
    expect(
      comparedWords({ outcome: 'does-not-match', code: 'snapshot-differs', reason: 'record SZ: other data' }),
    ).toMatch(/does not match the log: record SZ/);
    expect(comparedWords({ outcome: 'cannot-check', code: 'incomplete', reason: 'why' })).not.toMatch(
      /same|match/,
    );
  });
});
