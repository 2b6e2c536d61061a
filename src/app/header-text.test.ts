import { afterAll, expect, test, vi } from 'vitest';
import type { Check } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import {
  pageVerdict,
  PAGE_CHECKS,
  withSurroundings,
  type Declaration,
  type ListedRows,
  type PageKind,
  type PageVerdict,
} from '../trust/page-checks.ts';
import type { Verdict } from '../core/verdict.ts';
import { CANNOT, checkOf, HEAD, HOLDS, MISMATCH, NOT_MADE, OTHER } from '../testing/trust-builders.ts';
import type { Source } from '../ui/source.ts';
import { headerText } from './header-text.ts';

type Verdicts = Readonly<Record<string, Verdict | undefined>>;

/** The verdict on a page whose checks hold, but for these; a log has three rows, of which `rows` hold. */
function pageOf(
  page: PageKind,
  found: Verdicts = {},
  more: Partial<Declaration> = {},
  rows = 3,
): PageVerdict {
  const beginning = more.at === undefined ? [] : (['consistency'] as const);
  const kinds = [...PAGE_CHECKS[page], ...(more.more ?? []), ...beginning];
  const checks = Object.fromEntries(kinds.map((kind) => [kind, checkOf(kind)]));
  const ofRows = ['1', '2', '3'].map((subject): Check => ({ kind: 'inclusion', subject, head: HEAD }));
  const declared = { ...checks, ...(page === 'log' && { inclusion: ofRows }) };
  return pageVerdict({ page, checks: declared, ...more }, [], ({ kind, subject }) => {
    if (kind in found) return found[kind];
    return kind === 'inclusion' && Number(subject) > rows ? undefined : HOLDS;
  });
}

const not = (code: 'first-visit' | 'seen-this-visit' | 'root-trusted' | 'storage-refused'): Verdicts => ({
  memory: { outcome: 'not-checked', code, reason: 'x' },
});
const copy = (state: 'holds' | 'does-not-match' | 'checking') =>
  pageOf('copy', {}, { copy: { state, by: 'Data' } });
/** A verified record that lists these versions. */
const listing = (listed: ListedRows): PageVerdict => ({
  ...pageOf('record'),
  state: listed.failed.length > 0 ? 'cannot-check' : 'checking',
  listed,
});
const ROOT = '9 entries · root aaaaaa…aaaa';
const IN_LOG = `in a log of ${ROOT}`;
const NONE = 'no register proof read yet';
const COPY = 'your changes do not affect the register';

vi.setSystemTime('2026-11-03T20:00:00Z');
afterAll(() => vi.useRealTimers());

// What is shown, and whether in green, never says more than the checks.
test.each<[string, PageVerdict, tone: string, long: string, short: string, detail: string]>([
  ['a record', pageOf('record'), 'holds', 'This record is verified', 'Verified', IN_LOG],
  [
    'a record with a version that could not be checked',
    listing({ of: 4, failed: [15], open: [] }),
    'cannot-check',
    'This record is verified; 1 of 4 listed versions could not be checked',
    'Partly verified',
    ROOT,
  ],
  [
    'a record with versions that are still being checked',
    listing({ of: 4, failed: [], open: [15, 25] }),
    'checking',
    'This record is verified; still checking 2 of 4 listed versions',
    'Partly verified',
    ROOT,
  ],
  ['changes', pageOf('changes'), 'holds', 'The entries between are verified', 'Verified', IN_LOG],
  [
    'an item that no entry names',
    pageOf('item', { inclusion: NOT_MADE }),
    'not-checked',
    'Data matches its fingerprint; not known to be in the log',
    'Not in log?',
    ROOT,
  ],
  ['a log', pageOf('log'), 'holds', '3 of 3 rows verified', '3 of 3 rows verified', IN_LOG],
  ['a log under way', pageOf('log', {}, {}, 2), 'checking', '2 of 3 rows checked', 'Checking', ROOT],
  ['a whole log', pageOf('audit'), 'holds', 'All 9 entries verified', 'Verified', IN_LOG],
  ['an overview', pageOf('overview'), 'holds', 'Newest entry (9) verified', 'Verified', IN_LOG],
  [
    'an overview after an audit',
    pageOf('overview', {}, { more: ['whole-log'] }),
    'holds',
    'All 9 entries verified',
    'Verified',
    IN_LOG,
  ],
  [
    'an overview of an earlier size',
    pageOf('overview', {}, { at: 7 }),
    'holds',
    'Last entry at this size verified',
    'Verified',
    'size 7 of 9 · root bbbbbb…bbbb',
  ],
  [
    'another person’s root',
    pageOf('consistency-proof', {}, { more: ['others'] }),
    'holds',
    'Both roots are of the same log',
    'Verified',
    IN_LOG,
  ],
  [
    'a first visit',
    pageOf('record', not('first-visit')),
    'holds',
    'This record is verified',
    'Verified',
    `first visit · ${ROOT}`,
  ],
  [
    'storage that refuses',
    pageOf('record', not('storage-refused')),
    'holds',
    'This record is verified',
    'Verified',
    `nothing could be kept · ${ROOT}`,
  ],
  [
    'a root seen in this visit',
    pageOf('record', not('seen-this-visit')),
    'holds',
    'This record is verified',
    'Verified',
    `seen in this visit · ${ROOT}`,
  ],
  [
    'a root that the reader chose',
    pageOf('record', not('root-trusted')),
    'holds',
    'This record is verified',
    'Verified',
    `root hash you chose to trust · ${ROOT}`,
  ],
  [
    'a mismatch',
    pageOf('record', { data: MISMATCH }),
    'does-not-match',
    'Does not match',
    'Does not match',
    ROOT,
  ],
  [
    'a failure',
    pageOf('record', { data: CANNOT }),
    'cannot-check',
    'Could not check',
    'Could not check',
    ROOT,
  ],
  [
    'another log that a mirror or a witness has',
    withSurroundings(pageOf('record'), { others: 'another-log' }),
    'does-not-match',
    'Someone else was shown another log',
    'Does not match',
    ROOT,
  ],
  [
    'a witness with which a proof does not connect',
    withSurroundings(pageOf('none'), { others: 'wrong-proof' }),
    'does-not-match',
    'Does not match',
    'Does not match',
    ROOT,
  ],
  [
    'a log that has grown without proof',
    withSurroundings(pageOf('record'), { unprovedSinceMs: Date.parse('2026-11-03T14:05:59Z') }),
    'cannot-check',
    'Could not check since 14:05 UTC',
    'Could not check',
    ROOT,
  ],
  ['no check', pageOf('record', { data: NOT_MADE }), 'not-checked', 'Not checked', 'Not checked', ROOT],
  ['a check under way', pageOf('record', { data: undefined }), 'checking', 'Checking', 'Checking', ROOT],
  ['a page without claims', pageOf('none'), 'not-checked', 'Nothing to check here', 'No checks', ROOT],
  ['a copy that matches', copy('holds'), 'not-checked', 'Your copy: all checks match', 'Your copy', COPY],
  [
    'a copy that does not',
    copy('does-not-match'),
    'does-not-match',
    'Your copy: Data does not match',
    'Copy: no match',
    COPY,
  ],
  ['a copy under way', copy('checking'), 'checking', 'Your copy: checking', 'Your copy', COPY],
])('the header of %s', (_, page, tone, long, short, detail) => {
  expect(headerText(page, HEAD, 'server', OTHER.rootHash)).toEqual({ tone, long, short, detail });
});

test('the header of an earlier size names no root until that is proved, and never that of the present', () => {
  const detail = (found: Verdicts) => headerText(pageOf('record', found, { at: 7 }), HEAD, 'server').detail;
  expect(detail({ consistency: undefined })).toBe('size 7 of 9');
  expect(detail({ consistency: MISMATCH })).toBe('size 7 of 9');
  expect(detail(not('first-visit'))).toBe('first visit · size 7 of 9');
});

test('the header of a file says no more than the file, and without a head names none', () => {
  const text = (page: PageVerdict, head?: Checkpoint, source: Source = 'file') =>
    headerText(page, head, source);
  const stated = 'Consistent with the root hash stated in the file';
  expect(text(pageOf('record'), HEAD)).toMatchObject({ long: stated, short: 'Consistent' });
  // A dump states the root of its items only, not that of its blobs.
  const computed = 'Computed here; the file states the root of its items, which matches';
  expect(text(pageOf('record'), HEAD, 'computed')).toMatchObject({ tone: 'holds', long: computed });
  expect(text(pageOf('none'))).toMatchObject({ tone: 'not-checked', detail: NONE });
});
