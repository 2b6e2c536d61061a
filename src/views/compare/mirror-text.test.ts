import { expect, test } from 'vitest';
import { HEAD, LATER, OTHER } from '../../testing/trust-builders.ts';
import type { MirrorResult } from '../../trust/reader-lists.ts';
import { mirrorLine } from './mirror-text.ts';

const own = { own: HEAD, comparedAtMs: 0, by: 'roots' } as const;
const SAME: MirrorResult = { ...own, outcome: 'holds', mirror: HEAD };
const BEHIND: MirrorResult = { ...own, outcome: 'holds', mirror: { ...HEAD, logSize: 3 } };
const OTHER_LOG: MirrorResult = { ...own, outcome: 'does-not-match', mirror: OTHER, first: 5 };
const UNREAD: MirrorResult = {
  comparedAtMs: 0,
  outcome: 'cannot-check',
  reason: 'the mirror could not be read',
};
const EMPTY: MirrorResult = {
  comparedAtMs: 0,
  outcome: 'not-checked',
  reason: 'the log of the mirror is empty',
};
const EARLIER = /^Not checked\. Compared with an earlier log of 9 entries/;

// A result is about the head that was compared; a difference stays until the mirror is compared again.
test.each([
  ['holds', [SAME], HEAD, /^Your mirror agrees/],
  ['holds', [SAME, BEHIND], HEAD, /^2 of your 2 mirrors agree/],
  ['holds', [BEHIND], HEAD, /3 entries there, 9 entries here/],
  ['holds', [SAME, UNREAD], HEAD, /1 of your 2 mirrors could not be compared/],
  ['not-checked', [SAME], OTHER, EARLIER],
  ['not-checked', [SAME], LATER, EARLIER],
  ['not-checked', [SAME], undefined, EARLIER],
  ['not-checked', [EMPTY], HEAD, /^Not checked\. Not checked: the log of the mirror is empty/],
  ['cannot-check', [UNREAD], HEAD, /^Your mirror could not be compared/],
  ['cannot-check', [SAME, UNREAD], LATER, /^1 of your 2 mirrors could not be compared/],
  ['does-not-match', [SAME, OTHER_LOG, UNREAD], HEAD, /^1 of your 3 mirrors has another log/],
  ['does-not-match', [OTHER_LOG], LATER, /^Your mirror has another log/],
  [undefined, [undefined], HEAD, /^/],
] as const)('mirrors come to "%s"', (state, results, head, words) => {
  const line = mirrorLine(
    results.map((result, index) => ({ id: `m${index}`, ...(result && { result }) })),
    head,
  );
  expect(line?.state).toBe(state);
  expect([line?.title, line?.detail].some((text) => words.test(text ?? ''))).toBe(true);
});
