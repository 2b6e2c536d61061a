import { describe, expect, it } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import {
  CANNOT,
  FIRST_VISIT,
  HOLDS,
  MISMATCH,
  NOT_MADE,
  REFUSED,
  UNREAD,
} from '../testing/trust-builders.ts';
import {
  dataCheckWords,
  earlierEntryWords,
  entryCheckWords,
  type Found,
  memoryCheckWords,
  type MemoryFound,
} from './check-words.ts';
import { entryStatusWords, latestWords } from './latest-words.ts';
import { momentCheckWords } from './moment-form.tsx';
import type { CopyOffer } from './take-copy/copy-desk.ts';
import { offerWords } from './take-copy/take-copy.tsx';

// What words may claim of a check: its outcome, and no more than was computed. How they put it is not tested.

const VERDICTS: readonly Verdict[] = [HOLDS, MISMATCH, CANNOT, NOT_MADE];
const WORDS: readonly ((found: Found) => { readonly state: string; readonly detail: string })[] = [
  (found) => dataCheckWords(found, 1),
  (found) => entryCheckWords(found, 1, { logSize: 2 }),
  (found) => earlierEntryWords(found, 1, 2),
  (found) => momentCheckWords(found, 197, 1295),
];

describe('the words of a check', () => {
  it('keep its outcome, also where it was made again because its worker stopped, which they say', () => {
    for (const words of [...WORDS.slice(0, 3), memoryCheckWords as (typeof WORDS)[number]])
      for (const verdict of VERDICTS) {
        const first = words({ verdict });
        const second = words({ verdict: { ...verdict, madeAgain: true } });
        expect([first.state, second.state]).toEqual([verdict.outcome, verdict.outcome]);
        expect(second.detail.startsWith(first.detail)).toBe(true);
        expect(second.detail.length).toBeGreaterThan(first.detail.length);
      }
  });

  it('are open before it, and "cannot check" where it failed, never a mismatch', () => {
    for (const words of WORDS) {
      expect(words({}).state).toBe('checking');
      const failed = words({ failure: 'The part of this page that checks stopped twice.' });
      expect(failed).toMatchObject({
        state: 'cannot-check',
        detail: expect.stringContaining('stopped twice'),
      });
    }
  });

  it('explain an unknown leaf rule by its code, whatever the sentence says', () => {
    const worded = (code: 'unknown-leaf-rule' | 'unhashable', reason: string) =>
      entryCheckWords({ verdict: { outcome: 'cannot-check', code, reason } }, 1, {}).detail;
    expect(worded('unknown-leaf-rule', 'no rule leads there')).toMatch(/none of the proofs tried/i);
    expect(worded('unhashable', 'unknown leaf rule, or so')).toBe('Unknown leaf rule, or so.');
  });

  it.each([
    [7, 295, 'server', /^7 hashes from the server .* published root hash of 295 entries\.$/],
    [1, 2, 'file', /^1 hash from the file .* root hash stated in the file for 2 entries\.$/],
    [0, 1, 'server', /only entry/],
  ] as const)('count the %i hashes of an entry proof', (hashes, logSize, source, detail) => {
    const words = entryCheckWords({ verdict: HOLDS }, 1, { logSize, hashes }, source);
    expect(words.detail).toMatch(detail);
  });

  it('name no entry whose number is not known', () => {
    const failed: Found = { failure: 'The list of entries could not be read.' };
    expect(entryCheckWords(failed, undefined, {}).title).toBe('The entry could not be proved');
    expect(dataCheckWords({ verdict: MISMATCH }, undefined).detail).not.toMatch(/undefined|entry \d/);
  });

  it('call no root of an earlier size published, and claim no consistency at the present one', () => {
    for (const verdict of VERDICTS.slice(0, 2)) {
      const { title, detail } = earlierEntryWords({ verdict }, 150, 1_970);
      expect(`${title} ${detail}`).not.toContain('publish');
    }
    expect(momentCheckWords({ verdict: HOLDS }, 197, 1295).detail).toMatch(/not published/);
    expect(momentCheckWords({ verdict: HOLDS }, 1, 1).detail).not.toMatch(/consistency/);
  });

  it('stay a mismatch where a copy shows what the proof sent does not, and say both', () => {
    const words = momentCheckWords({ verdict: MISMATCH }, 200, 295, true);
    expect(words.state).toBe('does-not-match');
    expect(words.detail).not.toBe(momentCheckWords({ verdict: MISMATCH }, 200, 295).detail);
  });
});

const SINCE = { recalled: { kind: 'remembered' }, since: { logSize: 5, seenAtMs: 0 } };

it.each<[string, MemoryFound, string, RegExp]>([
  ['nothing is known yet', { verdict: undefined }, 'checking', /./],
  [
    'there is nothing to compare with',
    { verdict: FIRST_VISIT },
    'not-checked',
    /^Nothing to compare with yet/,
  ],
  ['storage refuses', { verdict: REFUSED }, 'not-checked', /^Nothing to compare with\. X\.$/],
  ['a proof did not come', { verdict: CANNOT }, 'cannot-check', /^Nothing is shown as verified .* X\.$/],
  [
    'a root may be there, which takes nothing from the proofs',
    { verdict: UNREAD, finding: { recalled: { kind: 'cannot-recall' }, unread: true } },
    'cannot-check',
    /^X\.$/,
  ],
  ['it goes on', { verdict: HOLDS, finding: SINCE }, 'holds', /you saw then/],
  [
    'it goes on from a file',
    { verdict: HOLDS, finding: { ...SINCE, fromFile: true } },
    'holds',
    /imported file/,
  ],
])('of what is remembered say what it is where %s', (_, found, state, detail) => {
  expect(memoryCheckWords(found)).toMatchObject({ state, detail: expect.stringMatching(detail) });
});

const head = { logSize: 295 };
const entry278 = {
  key: 'GM',
  entryNumber: 278,
  head,
  audited: head,
  auditedAt: 0,
  latest: { entryNumber: 278, count: 3 },
};

it.each([
  ['latest', HOLDS, {}, /is the latest/],
  ['superseded', MISMATCH, { entryNumber: 270 }, /^Entry 270 is not the latest/],
  ['grown', NOT_MADE, { audited: { logSize: 280 } }, /up to entry 280$/],
  ['latest', CANNOT, {}, /^Could not check/],
] as const)('of the newest version claim no more than is known: %s, %j', (status, verdict, more, title) => {
  const words = latestWords({ ...entry278, status, verdict, ...more });
  expect(words).toMatchObject({ state: verdict.outcome, title: expect.stringMatching(title) });
});

it('leave it to the word of the server where no log was read, and call nothing wrong that is superseded', () => {
  for (const status of ['unread', 'ahead', 'elsewhere'] as const)
    expect(latestWords({ ...entry278, status, verdict: NOT_MADE })).toBeUndefined();
  const older = entryStatusWords(
    { ...entry278, entryNumber: 69, status: 'superseded', verdict: HOLDS },
    'server',
  );
  expect(older).toMatchObject({ state: 'holds', title: 'Superseded by entry 278' });
});

it.each(VERDICTS)('a copy is said to be of the published root only where it is: %j', (verdict) => {
  const offer = { rows: 236, withoutData: 3, at: 295, size: 295, variant: 'item', rsfProblem: undefined };
  const wordsOf = (source: 'server' | 'file') =>
    offerWords('records', { ...offer, verdict, name: '', type: '' } as CopyOffer, source);
  const isSo = verdict.outcome === 'holds';
  expect(/give the published root/.test(wordsOf('server'))).toBe(isSo);
  expect(/give the root in the file/.test(wordsOf('file'))).toBe(isSo);
});
