import { describe, expect, it } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import { dataCheckWords, entryCheckWords, type Found, growthCheckWords } from './check-words.ts';

const VERDICTS: readonly Verdict[] = [
  { outcome: 'holds' },
  { outcome: 'does-not-match', code: 'data-differs', reason: 'x' },
  { outcome: 'cannot-check', code: 'incomplete', reason: 'x' },
  { outcome: 'not-checked', code: 'not-made', reason: 'x' },
];
const WORDS: readonly ((found: Found) => { readonly state: string; readonly detail: string })[] = [
  (found) => dataCheckWords(found, 'Item', 1),
  (found) => entryCheckWords(found, 1, 2),
  growthCheckWords,
];

describe('the words of a check', () => {
  it('say that it was made again where its worker stopped, and change nothing else', () => {
    for (const words of WORDS)
      for (const verdict of VERDICTS) {
        const first = words({ verdict });
        const second = words({ verdict: { ...verdict, madeAgain: true } });
        expect(second.state).toBe(first.state);
        expect(second.detail).toBe(
          `${first.detail} The part of this page that checks stopped while it was at this. It was started again, and so was the check.`,
        );
      }
  });

  it('explain an unknown leaf rule by its code, whatever the sentence says', () => {
    const worded = (code: 'unknown-leaf-rule' | 'unhashable', reason: string) =>
      entryCheckWords({ verdict: { outcome: 'cannot-check', code, reason } }, 1, 2).detail;
    expect(worded('unknown-leaf-rule', 'no rule leads there')).toMatch(
      /^Neither this entry nor others that were tried .* \(no rule leads there\.\)$/,
    );
    expect(worded('unhashable', 'unknown leaf rule, or so')).toBe('Unknown leaf rule, or so.');
  });

  it('make "cannot check" of a worker that stopped twice, never a mismatch', () => {
    for (const words of WORDS)
      expect(words({ failure: 'The part of this page that checks stopped twice.' })).toMatchObject({
        state: 'cannot-check',
        detail: expect.stringContaining('stopped twice'),
      });
  });
});

it('an entry whose number is not known is named without one', () => {
  const failed: Found = { failure: 'The list of entries could not be read.' };
  expect(entryCheckWords(failed, undefined, 2).title).toBe('The entry could not be proved');
  const mismatch: Found = { verdict: { outcome: 'does-not-match', reason: 'no' } };
  expect(dataCheckWords(mismatch, 'Blob', undefined).detail).toContain('and the entry names another hash');
});
