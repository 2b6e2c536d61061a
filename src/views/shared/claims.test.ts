import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  CANNOT,
  FIRST_VISIT,
  HOLDS,
  MISMATCH,
  NOT_MADE,
  REFUSED,
  UNREAD,
} from '../../testing/trust-builders.ts';
import type { CheckFinding } from '../../ui/check-list.tsx';
import { earlierLogText } from '../../ui/earlier-size.ts';
import { dataCheckText, entryCheckText, memoryCheckText, type MemoryComparison } from './check-lines.tsx';
import { rowState, type RowCheck, withStoredVerdict } from './checked-versions.ts';
import { latestStatusText } from './latest-status.ts';

// Texts may claim a check's outcome, and no more than was computed. Their wording is not tested.

const VERDICTS: readonly Verdict[] = [HOLDS, MISMATCH, CANNOT, NOT_MADE];
type CheckWords = (found: CheckFinding) => { readonly state: string; readonly detail: string };
const WORDS: readonly CheckWords[] = [
  (found) => dataCheckText(found, 1),
  (found) => entryCheckText(found, 1, { logSize: 2 }),
  (found) => entryCheckText(found, 1, { logSize: 2, isEarlier: true }),
  (found) => earlierLogText(found, 197, 1295),
];

describe('the words of a check', () => {
  test('keep its outcome, also where it was made again because its worker stopped, which they say', () => {
    for (const words of [...WORDS.slice(0, 3), memoryCheckText as CheckWords])
      for (const verdict of VERDICTS) {
        const first = words({ verdict });
        const second = words({ verdict: { ...verdict, madeAgain: true } });
        expect([first.state, second.state]).toEqual([verdict.outcome, verdict.outcome]);
        expect(second.detail.startsWith(first.detail)).toBe(true);
        expect(second.detail.length).toBeGreaterThan(first.detail.length);
      }
  });

  test('are open before it, and "cannot check" where it failed, never a mismatch', () => {
    for (const words of WORDS) {
      expect(words({}).state).toBe('checking');
      const failed = words({ failure: 'The part of this page that checks stopped twice.' });
      expect(failed).toMatchObject({
        state: 'cannot-check',
        detail: expect.stringContaining('stopped twice'),
      });
    }
  });

  test('explain an unknown leaf rule by its code, whatever the sentence says', () => {
    const worded = (code: 'unknown-leaf-rule' | 'unhashable', reason: string) =>
      entryCheckText({ verdict: { outcome: 'cannot-check', code, reason } }, 1, {}).detail;
    expect(worded('unknown-leaf-rule', 'no rule leads there')).toMatch(/none of the proofs tried/i);
    expect(worded('unhashable', 'unknown leaf rule, or so')).toBe('Unknown leaf rule, or so.');
  });

  test('of an entry of a log that was read whole name no proof of the server', () => {
    const verdict: Verdict = { outcome: 'holds', readWhole: true };
    expect(entryCheckText({ verdict }, 14, { logSize: 15 }).detail).not.toMatch(/from the server/);
    expect(entryCheckText({ verdict: HOLDS }, 14, { logSize: 15 }).detail).toMatch(/from the server/);
  });

  test('call no root of an earlier size published, and claim no consistency at the present one', () => {
    for (const verdict of [HOLDS, MISMATCH]) {
      const { title, detail } = entryCheckText({ verdict }, 150, { logSize: 1_970, isEarlier: true });
      expect(`${title} ${detail}`).not.toContain('publish');
    }
    expect(earlierLogText({ verdict: HOLDS }, 197, 1295).detail).toMatch(/not published/);
    expect(earlierLogText({ verdict: HOLDS }, 1, 1).detail).not.toMatch(/consistency/);
  });
});

const since = { logSize: 5, rootHash: '0'.repeat(64) as Hash, seenAtMs: 0 };
const SINCE = { recalled: { kind: 'remembered' }, since };
const FROM_FILE = { ...SINCE, since: { ...since, imported: true } } as const;

const beside = (...sameHost: readonly string[]): MemoryComparison => ({
  verdict: FIRST_VISIT,
  finding: { recalled: { kind: 'first-visit', sameHost } },
});

test.each<[string, MemoryComparison, string, RegExp]>([
  [
    'another is at its host',
    beside('https://h/a'),
    'not-checked',
    /another register at this host: https:\/\/h\/a\.$/,
  ],
  [
    'more are at its host',
    beside('https://h/a', 'https://h/b'),
    'not-checked',
    / 2 other registers at this host, /,
  ],
  ['nothing is known yet', { verdict: undefined }, 'checking', /./],
  ['there is nothing to compare with', { verdict: FIRST_VISIT }, 'not-checked', /^This browser remembers/],
  ['storage refuses', { verdict: REFUSED }, 'not-checked', /^Nothing to compare .* X\.$/],
  ['a proof did not come', { verdict: CANNOT }, 'cannot-check', /^Nothing is shown as verified .* X\.$/],
  ['a root may be there', { verdict: UNREAD }, 'cannot-check', /^X\.$/],
  ['it goes on', { verdict: HOLDS, finding: SINCE }, 'holds', /you saw then/],
  ['it goes on from a file', { verdict: HOLDS, finding: FROM_FILE }, 'holds', /file/],
  ['it is not that of a file', { verdict: MISMATCH, finding: FROM_FILE }, 'does-not-match', /imported file/],
])('the words of what is remembered say what it is where %s', (_, found, state, detail) => {
  expect(memoryCheckText(found)).toMatchObject({ state, detail: expect.stringMatching(detail) });
});

const head = { logSize: 295 };
const latest = { entryNumber: 278, count: 3 };
const entry278 = { key: 'GM', entryNumber: 278, head, audited: head, auditedAt: 0, latest };

test('the words of the newest version claim no more than is known', () => {
  for (const [status, verdict, more, title] of [
    ['latest', HOLDS, {}, /is the latest/],
    ['superseded', MISMATCH, { entryNumber: 270 }, /not the latest/],
    ['grown', NOT_MADE, { audited: { logSize: 280 } }, /up to entry 280$/],
    ['latest', CANNOT, {}, /^Could not check/],
  ] as const) {
    const words = latestStatusText({ ...entry278, status, verdict, ...more });
    expect(words).toMatchObject({ state: verdict.outcome, title: expect.stringMatching(title) });
  }
  // Without a whole log it is the server's word; a superseded entry is not wrong.
  expect(latestStatusText({ ...entry278, status: 'unread', verdict: NOT_MADE })).toBeUndefined();
  const older = { ...entry278, entryNumber: 69, status: 'superseded', verdict: HOLDS } as const;
  expect(latestStatusText(older)).toMatchObject({
    state: 'holds',
    title: expect.stringContaining('278'),
  });
});

describe('the state of a row', () => {
  const seen = (verdict: Verdict): RowCheck => ({ data: { verdict }, isError: false, isFetching: false });
  const [holds, bad, cannot] = [seen(HOLDS), seen(MISMATCH), seen(CANNOT)];
  const idle: RowCheck = { isError: false, isFetching: false };
  const [failed, waiting] = [
    { ...idle, isError: true },
    { ...idle, isFetching: true },
  ];

  test.each<[string, RowCheck, RowCheck[], string]>([
    ['both hold', holds, [holds], 'holds'],
    ['some of the data does not match', holds, [holds, bad], 'does-not-match'],
    ['the entry does not match', bad, [holds], 'does-not-match'],
    ['the data could not be checked', holds, [cannot], 'cannot-check'],
    ['the request of the entry failed', failed, [holds], 'cannot-check'],
    ['the request of the data failed', holds, [failed], 'cannot-check'],
    ['the data is under way', holds, [waiting], 'checking'],
    ['the entry is under way', waiting, [holds], 'checking'],
    ['the entry was not asked for', idle, [holds], 'not-checked'],
    // A check that the trust store has not judged, or withholds, does not hold.
    ['it is not judged', withStoredVerdict(holds, undefined), [holds], 'checking'],
    ['it is judged otherwise', withStoredVerdict(holds, MISMATCH), [holds], 'does-not-match'],
    ['it is idle and not judged', withStoredVerdict(idle, undefined), [holds], 'not-checked'],
    ['it is idle and judged', withStoredVerdict(idle, HOLDS), [holds], 'holds'],
  ])('where %s', (_, entry, data, state) => expect(rowState(entry, data).state).toBe(state));

  test('claims of no data that it matches', () => expect(rowState(holds, []).label).not.toMatch(/data/));
});
