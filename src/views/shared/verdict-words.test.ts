import { expect, test } from 'vitest';
import type { CheckKind, CheckState } from '../../core/check-result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { CANNOT, HOLDS, MISMATCH, NOT_MADE, pageOf } from '../../testing/trust-builders.ts';
import {
  type ListedRows,
  type PageKind,
  type PageVerdict,
  withSurroundings,
} from '../../trust/page-checks.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { Source } from '../../ui/source.ts';
import {
  decidingCheck,
  limitsOf,
  listedLine,
  noteOf,
  senderLine,
  verdictWords,
  withoutRoot,
} from './verdict-words.ts';

const line = (
  kind: CheckKind,
  state: CheckState,
  title = `The ${kind} of it`,
  id: string = kind,
): NamedCheck => ({ id, kind, state, title, detail: '' });

const UNKNOWN_RULE: Verdict = { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'x' };
const EMPTY: Verdict = { outcome: 'not-checked', code: 'empty-log', reason: 'x' };
const listed = (rows: Partial<ListedRows>) => ({
  ...pageOf('record'),
  listed: { of: 4, failed: [], open: [], ...rows },
});
const PAGES = ['record', 'version', 'entry', 'item', 'changes', 'entry-proof', 'consistency-proof'] as const;
const WHOLE = { more: ['whole-log'] } as const;
const THEN = pageOf('overview', {}, { at: 5 });
const ALL = [line('whole-log', 'holds', 'All of it', 'whole')];

// A page says that it is verified where its checks hold, and nowhere else.
test.each<[words: RegExp, PageVerdict, NamedCheck[]?, Source?]>([
  ...PAGES.map((page): [RegExp, PageVerdict] => [
    /^(?:Verified: |The entries between are verified|This (?:entry|consistency) proof is verified)/,
    pageOf(page),
  ]),
  [/^Verified: /, pageOf('record'), [line('inclusion', 'holds'), line('data', 'holds')]],
  [/^The newest entry is verified$/, pageOf('overview')],
  [/^The last entry at this size is verified$/, THEN],
  [/^The last entry at this size is verified$/, THEN, ALL],
  [/^The whole register is verified$/, pageOf('overview', {}, WHOLE)],
  [/^All of it$/, pageOf('overview', {}, WHOLE), ALL],
  [/^Consistent with .* in the file$/, pageOf('overview', {}, WHOLE), ALL, 'file'],
  [/^Consistent with .* in the file$/, pageOf('record'), [], 'file'],
  [/^Computed here; /, pageOf('record'), [], 'computed'],
  [
    /^Not checked: too long$/,
    pageOf('overview', { 'whole-log': NOT_MADE }, WHOLE),
    [line('memory', 'not-checked'), line('whole-log', 'not-checked', 'Too long')],
  ],
  [/^Checking …$/, pageOf('record', { data: undefined })],
  [/^Could not check: x$/, pageOf('record', { data: CANNOT })],
  [/^Could not check: none of the proofs .* published root$/, pageOf('record', { inclusion: UNKNOWN_RULE })],
  [/^Not checked$/, pageOf('record', { data: NOT_MADE })],
  [/^Not checked$/, pageOf('record', { inclusion: NOT_MADE })],
  [/^Not checked$/, pageOf('item', { data: NOT_MADE, inclusion: NOT_MADE })],
  [/^Not checked$/, { ...pageOf('item', { inclusion: NOT_MADE }), checks: [] }],
  [/^Data matches .*; not known to be in the log$/, pageOf('item', { inclusion: NOT_MADE })],
  [/^Nothing to check: /, pageOf('overview', { inclusion: EMPTY })],
  [
    /^Does not match: the data of it$/,
    pageOf('record', { data: MISMATCH }),
    [line('inclusion', 'holds'), line('data', 'does-not-match')],
  ],
  [/^Does not match: something listed on this page$/, pageOf('record', { data: MISMATCH })],
  // A row may be checked before the page's own checks.
  [/^Does not match$/, { ...pageOf('record', { data: undefined }), state: 'does-not-match' }],
  [
    /^This record is verified; 1 of 4 listed versions could not be checked; still checking 2 of 4/,
    listed({ failed: [15], open: [25, 35] }),
  ],
  [/^This record is verified; 1 of 4 listed versions could not be checked$/, listed({ failed: [15] })],
  [/^This record is verified; still checking 1 of 4/, listed({ open: [15] })],
  [
    /^Could not check since 3 Nov 2016, 14:05 UTC: the log has grown/,
    withSurroundings(pageOf('record'), { unprovedSinceMs: Date.parse('2016-11-03T14:05:59Z') }),
  ],
])('a page says %s: %#', (words, page, lines = [], source = 'server') =>
  expect(verdictWords(page, decidingCheck(page, lines, source), source)).toMatch(words),
);

test.each(['inclusion', 'whole-log', 'data'] as const)(
  'what holds against a root that the file does not state proves nothing: %s',
  (kind) => {
    const { state, title, detail } = withoutRoot(line(kind, 'holds'));
    const said = kind === 'data' ? /^holds/ : /^not-checked: No root .*\. .* states none/;
    expect(`${state}: ${title}. ${String(detail)}`).toMatch(said);
    expect(withoutRoot(line(kind, 'does-not-match')).state).toBe('does-not-match');
  },
);

test('versions that are not checked are named', () => {
  const both = listedLine({ of: 4, failed: [1_035], open: [15] }, 'reported');
  expect(both).toMatchObject({
    id: 'listed',
    state: 'cannot-check',
    detail: 'Entries 15, 1,035: date and data are as reported.',
  });
  expect(both.title).toMatch(/^1 of 4 .*; still checking 1 of 4/);
  const one = listedLine({ of: 4, failed: [], open: [15] }, 'reported');
  expect(one).toMatchObject({ state: 'checking', detail: expect.stringMatching(/^Entry 15: /) });
});

const SINCE = 'Nothing earlier has changed since 3 Nov 2026';

test.each<
  [PageKind, CheckState, by: CheckKind | undefined, memory: CheckState | undefined, RegExp | undefined]
>([
  ['record', 'does-not-match', 'data', undefined, /other data than/],
  ['record', 'does-not-match', 'key', undefined, /another record/],
  ['record', 'does-not-match', 'inclusion', undefined, /Nothing proves that this entry is in the log/],
  ['record', 'does-not-match', 'consistency', undefined, undefined],
  ['record', 'does-not-match', undefined, undefined, /^Do not rely on it/],
  ['record', 'cannot-check', undefined, 'holds', /no sign that anything is wrong.*made$/],
  ['record', 'holds', undefined, undefined, /^Your browser checked that, not whether it is true$/],
  ['version', 'holds', undefined, undefined, /^Your browser checked that/],
  ['entry', 'holds', undefined, undefined, /^Your browser checked that/],
  ['overview', 'holds', undefined, undefined, undefined],
  ['record', 'holds', undefined, 'holds', /since 3 Nov 2026$/],
  ['record', 'holds', undefined, 'not-checked', /is true$/],
])('the note on a %s that is %s, by %s, with the memory %s: %s', (kind, state, by, memory, words) => {
  const note = noteOf(
    { ...pageOf(kind), state },
    by && line(by, state),
    memory && line('memory', memory, SINCE),
  );
  if (words === undefined) expect(note).toBeUndefined();
  else expect(note).toMatch(words);
});

test('one check is enough to be told of, and none is not', () => {
  const page = pageOf('entry');
  const notes = [0, 1].map((count) => noteOf({ ...page, checks: page.checks.slice(0, count) }, undefined));
  expect(notes).toEqual([undefined, expect.stringMatching(/^Your browser checked that/)]);
});

test.each<[PageKind, Partial<Record<CheckKind, CheckState>>, said: RegExp, unsaid?: RegExp]>([
  ['record', {}, /newest entry for its key; .* before your first visit; that others see the same log$/],
  ['version', {}, /newest entry for its key/],
  ['entry', {}, /newest entry for its key/],
  ['record', { newest: 'cannot-check' }, /newest entry for its key/],
  ['record', { newest: 'holds' }, /^that nothing/, /newest/],
  ['record', { memory: 'holds' }, /before the root hash that was remembered/, /visit/],
  ['record', { others: 'holds' }, /others say what they were shown/, /same log/],
  ['list', {}, /^that nothing changed before your first visit; that others see the same log$/],
  ['item', {}, /that any entry of the log records this data/],
  ['item', { inclusion: 'holds' }, /^that nothing/],
  ['overview', {}, /the entries before the newest/, /its key/],
  ['overview', { 'whole-log': 'holds' }, /^that nothing/],
  ['overview', { others: 'holds' }, /^that nothing/],
])('what the checks of a page do not prove: %s %j', (page, held, said, unsaid = /^$/) => {
  const lines = Object.entries(held).map(([kind, state]) => line(kind as CheckKind, state));
  const limits = limitsOf(pageOf(page), lines);
  expect(limits).toMatch(said);
  expect(limits).not.toMatch(unsaid);
});

const OTHER_LOG: Verdict = { outcome: 'does-not-match', code: 'two-roots', reason: 'x' };

test.each<[Verdict, RegExp]>([
  [HOLDS, /saw the same log\. The root hash in the link is of/],
  [OTHER_LOG, /was shown another log/],
  [MISMATCH, /^The proof .* is wrong\. /],
  [CANNOT, /^Could not compare/],
])('the line of what the sender of a link saw: %j', (verdict, words) => {
  const { id, kind, state, title, detail } = senderLine(verdict);
  expect([id, kind, state]).toEqual(['sender', 'others', verdict.outcome]);
  expect(`${title}. ${String(detail)}`).toMatch(words);
});
