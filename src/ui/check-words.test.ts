import { describe, expect, it } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import {
  dataCheckWords,
  earlierEntryWords,
  entryCheckWords,
  type Found,
  memoryCheckWords,
  type MemoryFound,
} from './check-words.ts';

const VERDICTS: readonly Verdict[] = [
  { outcome: 'holds' },
  { outcome: 'does-not-match', code: 'data-differs', reason: 'x' },
  { outcome: 'cannot-check', code: 'incomplete', reason: 'x' },
  { outcome: 'not-checked', code: 'not-made', reason: 'x' },
];
const WORDS: readonly ((found: Found) => { readonly state: string; readonly detail: string })[] = [
  (found) => dataCheckWords(found, 1),
  (found) => entryCheckWords(found, 1, 2),
  (found) => earlierEntryWords(found, 1, 2),
];

describe('the words of a check', () => {
  it('say that it was made again where its worker stopped, and change nothing else', () => {
    for (const words of [...WORDS, memoryCheckWords as (typeof WORDS)[number]])
      for (const verdict of VERDICTS) {
        const first = words({ verdict });
        const second = words({ verdict: { ...verdict, madeAgain: true } });
        expect([first.state, second.state]).toEqual([verdict.outcome, verdict.outcome]);
        expect(second.detail).toBe(
          `${first.detail} The part of this page that checks stopped while it was at this. It was started again, and so was the check.`,
        );
      }
  });

  it('explain an unknown leaf rule by its code, whatever the sentence says', () => {
    const worded = (code: 'unknown-leaf-rule' | 'unhashable', reason: string) =>
      entryCheckWords({ verdict: { outcome: 'cannot-check', code, reason } }, 1, 2).detail;
    expect(worded('unknown-leaf-rule', 'no rule leads there')).toMatch(
      /^Neither this entry nor the others that were tried .* \(no rule leads there\.\)$/,
    );
    expect(worded('unhashable', 'unknown leaf rule, or so')).toBe('Unknown leaf rule, or so.');
  });

  it('make "cannot check" of a worker that stopped twice, never a mismatch', () => {
    for (const words of WORDS) {
      expect(words({}).state).toBe('checking');
      expect(words({ failure: 'The part of this page that checks stopped twice.' })).toMatchObject({
        state: 'cannot-check',
        detail: expect.stringContaining('stopped twice'),
      });
    }
  });

  const STORAGE = { outcome: 'cannot-check', code: 'storage-unread', reason: 'storage is damaged' } as const;
  const SINCE = { recalled: { kind: 'remembered' }, since: { logSize: 5, seenAtMs: 0 } };
  it.each<[string, MemoryFound, string, RegExp]>([
    ['nothing is known yet', { verdict: undefined }, 'checking', /looking for a remembered root/],
    [
      'there is nothing to compare with',
      { verdict: { outcome: 'not-checked', code: 'first-visit', reason: 'x' } },
      'not-checked',
      /^Nothing to compare with yet\..* remembers the root hash once/,
    ],
    [
      'storage refuses',
      { verdict: { outcome: 'not-checked', code: 'storage-refused', reason: 'there is no room' } },
      'not-checked',
      /^Nothing to compare with\. There is no room\.$/,
    ],
    [
      'a proof did not come',
      { verdict: { outcome: 'cannot-check', code: 'request-failed', reason: 'no answer' } },
      'cannot-check',
      /^Nothing is shown as verified .* No answer\.$/,
    ],
    [
      'a root may be there, which takes nothing from the proofs',
      { verdict: STORAGE, finding: { recalled: { kind: 'cannot-recall' }, unread: true } },
      'cannot-check',
      /^Storage is damaged\.$/,
    ],
    ['it goes on', { verdict: { outcome: 'holds' }, finding: SINCE }, 'holds', /you saw then/],
    [
      'it goes on from what a file tells, which nobody saw here',
      { verdict: { outcome: 'holds' }, finding: { ...SINCE, fromFile: true } },
      'holds',
      /an imported file describes/,
    ],
  ])('of what is remembered say what it is where %s', (_, found, state, detail) => {
    expect(memoryCheckWords(found)).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });
});

it('an entry whose number is not known is named without one', () => {
  const failed: Found = { failure: 'The list of entries could not be read.' };
  expect(entryCheckWords(failed, undefined, 2).title).toBe('The entry could not be proved');
  const mismatch: Found = { verdict: { outcome: 'does-not-match', code: 'data-differs', reason: 'no' } };
  expect(dataCheckWords(mismatch, undefined).detail).toContain('the entry records a different hash');
});

describe('earlierEntryWords', () => {
  it('say the size, and call no root of it published', () => {
    const holds = earlierEntryWords({ verdict: { outcome: 'holds' } }, 150, 1_970);
    expect(holds.title).toBe('Entry 150 was in the log of 1,970 entries');
    for (const verdict of VERDICTS.slice(0, 2)) {
      const { title, detail } = earlierEntryWords({ verdict }, 150, 1_970);
      expect(`${title} ${detail}`).not.toContain('publish');
    }
  });
});
