import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import { anEntry } from '../../testing/builders.ts';
import type { Found } from '../../ui/check-words.ts';
import { endWords } from './end-words.ts';

const holds: Found = { verdict: { outcome: 'holds' } };
const bad: Found = { verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'x' } };
const failed: Found = { failure: 'the server could not be reached' };
const OTHERS: readonly Verdict[] = [
  { outcome: 'cannot-check', code: 'incomplete', reason: 'why' },
  { outcome: 'not-checked', code: 'not-made', reason: 'why' },
];
const words = (entryFound: Found, dataFound: Found, hashes = ['a'.repeat(64) as Hash]) =>
  endWords(anEntry(12, { itemHashes: hashes }), { entryFound, dataFound }, 206);

describe('endWords', () => {
  it('holds only where proof and data do', () => {
    expect(words(holds, holds)).toMatchObject({
      state: 'holds',
      title: 'Entry 12 is in the log, and its data matches its hash',
    });
    for (const other of [failed, {}, ...OTHERS.map((verdict) => ({ verdict }))]) {
      expect(words(holds, other).state).not.toBe('holds');
      expect(words(other, holds).state).not.toBe('holds');
    }
  });

  it('says which of the two does not match', () => {
    expect(words(bad, holds).title).toBe('Entry 12 does not lead to the root');
    expect(words(holds, bad).title).toBe('The data of entry 12 does not match its hash');
    expect(words(failed, bad).state).toBe('does-not-match');
    expect(words(bad, bad).detail).toMatch(/another hash.*does not lead/s);
  });

  it('calls a failed request neither a mismatch nor proved, and says why', () => {
    expect(words(failed, holds)).toMatchObject({
      state: 'cannot-check',
      detail: 'The server could not be reached.',
    });
    expect(words(holds, failed).detail).toBe('The server could not be reached.');
  });

  it('says of an entry without data that there is none', () => {
    expect(words(holds, {}, [])).toMatchObject({
      state: 'holds',
      title: 'Entry 12 is in the log, and names no data',
    });
    expect(words(holds, {}, []).detail).not.toContain('hashed');
  });
});
