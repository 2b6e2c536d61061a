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
): NamedCheck => ({
  id,
  kind,
  state,
  title,
  detail: '',
});

function said(page: PageVerdict, source: Source = 'server', lines: readonly NamedCheck[] = []): string {
  return verdictWords(page, decidingCheck(page, lines, source), source);
}

const UNKNOWN_RULE: Verdict = { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'x' };
const EMPTY: Verdict = { outcome: 'not-checked', code: 'empty-log', reason: 'x' };
const listed = (rows: Partial<ListedRows>) => ({
  ...pageOf('record'),
  listed: { of: 4, failed: [], open: [], ...rows },
});

// A page says that it is verified where its checks hold, and nowhere else.
test.each<[what: string, words: string, PageVerdict, Source?, NamedCheck[]?]>([
  ['a record that holds', 'Verified: this is what the register published', pageOf('record')],
  [
    'a record that holds, beside its checks',
    'Verified: this is what the register published',
    pageOf('record'),
    'server',
    [line('inclusion', 'holds'), line('data', 'holds')],
  ],
  ['a version', 'Verified: the register published this version', pageOf('version')],
  ['an entry', 'Verified: the register published this entry', pageOf('entry')],
  ['an item', 'Verified: the register published this data', pageOf('item')],
  ['changes', 'The entries between are verified', pageOf('changes')],
  ['a proof of an entry', 'This proof is verified', pageOf('entry-proof')],
  ['a proof of consistency', 'This proof is verified', pageOf('consistency-proof')],
  ['an overview', 'The newest entry is verified', pageOf('overview')],
  ['an overview then', 'The last entry at this size is verified', pageOf('overview', {}, { at: 5 })],
  ['an audit', 'The whole register is verified', pageOf('overview', {}, { more: ['whole-log'] })],
  [
    'a log not read whole',
    'Not checked: too long',
    pageOf('overview', { 'whole-log': NOT_MADE }, { more: ['whole-log'] }),
    'server',
    [line('memory', 'not-checked'), line('whole-log', 'not-checked', 'Too long')],
  ],
  ['a record of a file', 'Consistent with the root hash stated in the file', pageOf('record'), 'file'],
  [
    'a record of a file without a root',
    'Computed here; the file states the root of its items, which matches',
    pageOf('record'),
    'computed',
  ],
  [
    'a log that was read whole',
    'All of it',
    pageOf('overview', {}, { more: ['whole-log'] }),
    'server',
    [line('whole-log', 'holds', 'All of it', 'whole')],
  ],
  [
    'a log that was read whole, from a file',
    'Consistent with the root hash stated in the file',
    pageOf('overview', {}, { more: ['whole-log'] }),
    'file',
    [line('whole-log', 'holds', 'All of it', 'whole')],
  ],
  [
    'an overview then, of a log that was read whole',
    'The last entry at this size is verified',
    pageOf('overview', {}, { at: 5 }),
    'server',
    [line('whole-log', 'holds', 'All of it', 'whole')],
  ],
  ['a check under way', 'Checking …', pageOf('record', { data: undefined })],
  ['a check that could not be made', 'Could not check: x', pageOf('record', { data: CANNOT })],
  [
    'a rule of leaves that is not known',
    'Could not check: none of the proofs tried gives the published root',
    pageOf('record', { inclusion: UNKNOWN_RULE }),
  ],
  ['nothing checked', 'Not checked', pageOf('record', { data: NOT_MADE })],
  ['an empty log', 'Nothing to check: the log is empty', pageOf('overview', { inclusion: EMPTY })],
  [
    'data that no known entry names',
    'Data matches its fingerprint; not known to be in the log',
    pageOf('item', { inclusion: NOT_MADE }),
  ],
  [
    'a mismatch',
    'Does not match: the data of it',
    pageOf('record', { data: MISMATCH }),
    'server',
    [line('inclusion', 'holds'), line('data', 'does-not-match')],
  ],
  [
    'a mismatch in a row',
    'Does not match: something listed on this page',
    pageOf('record', { data: MISMATCH }),
  ],
  [
    'a mismatch in a row before the page is checked',
    'Does not match',
    { ...pageOf('record', { data: undefined }), state: 'does-not-match' },
  ],
  [
    'versions that could not be checked',
    'This record is verified; 1 of 4 listed versions could not be checked; still checking 2 of 4 listed versions',
    listed({ failed: [15], open: [25, 35] }),
  ],
  [
    'versions of which one could not be checked',
    'This record is verified; 1 of 4 listed versions could not be checked',
    listed({ failed: [15] }),
  ],
  [
    'versions of which one is being checked',
    'This record is verified; still checking 1 of 4 listed versions',
    listed({ open: [15] }),
  ],
  ['a record of an entry that was not checked', 'Not checked', pageOf('record', { inclusion: NOT_MADE })],
  ['data that was not checked', 'Not checked', pageOf('item', { data: NOT_MADE, inclusion: NOT_MADE })],
  ['data without a check', 'Not checked', { ...pageOf('item', { inclusion: NOT_MADE }), checks: [] }],
  [
    'a log that has grown without proof',
    'Could not check since 3 Nov 2016, 14:05 UTC: the log has grown, and no proof shows that it continues the one on this page',
    withSurroundings(pageOf('record'), { unprovedSinceMs: Date.parse('2016-11-03T14:05:59Z') }),
  ],
])('the sentence on %s', (_, words, page, source, lines) => expect(said(page, source, lines)).toBe(words));

test.each(['inclusion', 'whole-log', 'data'] as const)(
  'what holds against a root that the file does not state proves nothing: %s',
  (kind) => {
    const held = line(kind, 'holds');
    const words = (part: RegExp) => expect.stringMatching(part) as string;
    const unproved = {
      state: 'not-checked',
      title: words(/^no root/i),
      detail: words(/states none/),
    } as const;
    expect(withoutRoot(held)).toEqual(kind === 'data' ? held : { ...held, ...unproved });
    expect(withoutRoot(line(kind, 'does-not-match')).state).toBe('does-not-match');
  },
);

test('versions that are not checked are named', () => {
  const detail = ': date and data are as reported.';
  expect(listedLine({ of: 4, failed: [1_035], open: [15] }, 'reported')).toEqual({
    id: 'listed',
    state: 'cannot-check',
    title: '1 of 4 listed versions could not be checked; still checking 1 of 4 listed versions',
    detail: `Entries 15, 1,035${detail}`,
  });
  const one = { state: 'checking', detail: `Entry 15${detail}` };
  expect(listedLine({ of: 4, failed: [], open: [15] }, 'reported')).toMatchObject(one);
});

test.each(['data', 'key', 'inclusion', 'consistency'] as const)(
  'what a mismatch means, and what to do: %s',
  (kind) => {
    const page = { ...pageOf('record'), state: 'does-not-match' } as const;
    const means = {
      data: /other data than/,
      key: /another record/,
      inclusion: /Nothing proves that this entry is in the log/,
      consistency: undefined,
    };
    const note = noteOf(page, line(kind, 'does-not-match'));
    if (means[kind] === undefined) expect(note).toBeUndefined();
    else expect(note).toMatch(means[kind]);
  },
);

test.each<[PageKind, CheckState, string | undefined]>([
  ['record', 'holds', 'Your browser checked that, not whether it is true'],
  ['version', 'holds', 'Your browser checked that, not whether it is true'],
  ['entry', 'holds', 'Your browser checked that, not whether it is true'],
  ['overview', 'holds', undefined],
  ['record', 'cannot-check', 'That is no sign that anything is wrong: a check could not be made'],
  ['record', 'does-not-match', 'Do not rely on it: save the proof, and ask whoever runs the register'],
])('the note on a page: %s, %s', (page, state, note) =>
  expect(noteOf({ ...pageOf(page), state }, undefined)).toBe(note),
);

test('one check is enough to be told of, and none is not', () => {
  const page = pageOf('entry');
  const notes = [0, 1].map((count) => noteOf({ ...page, checks: page.checks.slice(0, count) }, undefined));
  expect(notes).toEqual([undefined, expect.stringMatching(/^Your browser checked that/)]);
});

test.each<[CheckState, CheckState, boolean]>([
  ['holds', 'holds', true],
  ['holds', 'not-checked', false],
  ['cannot-check', 'holds', false],
])('since when nothing changed is said where that was checked: %s, %s', (state, memory, isSaid) => {
  const since = { ...line('memory', memory), title: 'Nothing earlier has changed since 3 Nov 2026' };
  const note = noteOf({ ...pageOf('record'), state }, undefined, since);
  expect(note?.includes('since 3 Nov 2026')).toBe(isSaid);
});

test.each<[PageKind, NamedCheck[], RegExp, boolean]>([
  ['record', [], /newest entry for its key/, true],
  ['version', [], /newest entry for its key/, true],
  ['entry', [], /newest entry for its key/, true],
  ['overview', [], /newest entry for its key/, false],
  ['record', [line('newest', 'holds')], /newest entry for its key/, false],
  ['record', [line('newest', 'cannot-check')], /newest entry for its key/, true],
  ['record', [], /before your first visit/, true],
  ['record', [line('memory', 'holds')], /before the root hash that was remembered/, true],
  ['record', [], /others see the same log/, true],
  ['record', [line('others', 'holds')], /others see the same log/, false],
  ['record', [line('others', 'holds')], /others say what they were shown/, true],
  ['list', [], /^that nothing changed before your first visit; that others see the same log$/, true],
  ['item', [], /that any entry of the log records this data/, true],
  ['item', [line('inclusion', 'holds')], /that any entry of the log records this data/, false],
  ['overview', [], /the entries before the newest/, true],
  ['overview', [line('whole-log', 'holds')], /the entries before the newest/, false],
  ['overview', [line('others', 'holds')], /the entries before the newest/, false],
])('what the checks of a page do not prove: %s %j', (page, lines, words, isSaid) =>
  expect(words.test(limitsOf(pageOf(page), lines))).toBe(isSaid),
);

const OTHER_LOG: Verdict = { outcome: 'does-not-match', code: 'two-roots', reason: 'x' };

test.each<[Verdict, RegExp, RegExp?]>([
  [HOLDS, /saw the same log$/, /^The root hash in the link/],
  [OTHER_LOG, /was shown another log/],
  [MISMATCH, /^The proof .* is wrong$/],
  [CANNOT, /^Could not compare/],
])('the line of what the sender of a link saw: %j', (verdict, title, detail = /./) => {
  const words = { title: expect.stringMatching(title), detail: expect.stringMatching(detail) } as const;
  expect(senderLine(verdict)).toMatchObject({
    id: 'sender',
    kind: 'others',
    state: verdict.outcome,
    ...words,
  });
});
