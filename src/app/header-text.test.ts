import { afterAll, expect, test, vi } from 'vitest';
import { withSurroundings, type ListedRows, type PageVerdict } from '../trust/page-checks.ts';
import { CANNOT, MISMATCH, NOT_MADE, pageOf, type Verdicts } from '../testing/trust-builders.ts';
import { headerText } from './header-text.ts';

const not = (code: 'first-visit'): Verdicts => ({
  memory: { outcome: 'not-checked', code, reason: 'x' },
});
const copy = (state: 'holds' | 'does-not-match' | 'checking') => pageOf('copy', {}, { copy: state });
/** A verified record that lists these versions. */
const listing = (listed: ListedRows): PageVerdict => ({
  ...pageOf('record'),
  state: listed.failed.length > 0 ? 'cannot-check' : 'checking',
  listed,
});
vi.setSystemTime('2026-11-03T20:00:00Z');
afterAll(() => vi.useRealTimers());

// What is shown, and whether in green, never says more than the checks.
test.each<[string, PageVerdict, tone: string, words: string]>([
  ['a record', pageOf('record'), 'holds', 'Verified'],
  [
    'a record with a version that could not be checked',
    listing({ of: 4, failed: [15], open: [] }),
    'cannot-check',
    'Partly verified',
  ],
  [
    'a record with versions that are still being checked',
    listing({ of: 4, failed: [], open: [15, 25] }),
    'checking',
    'Partly verified',
  ],
  ['an item that no entry names', pageOf('item', { inclusion: NOT_MADE }), 'not-checked', 'Not in log?'],
  ['a log', pageOf('log'), 'holds', '3 of 3 rows verified'],
  ['a log under way', pageOf('log', {}, {}, 2), 'checking', '2 of 3 rows checked'],
  ['a first visit', pageOf('record', not('first-visit')), 'holds', 'Verified'],
  ['a mismatch', pageOf('record', { data: MISMATCH }), 'does-not-match', 'Does not match'],
  ['a failure', pageOf('record', { data: CANNOT }), 'cannot-check', 'Could not check'],
  [
    'another log that a mirror or a witness has',
    withSurroundings(pageOf('record'), { others: 'another-log' }),
    'does-not-match',
    'Does not match',
  ],
  [
    'a log that has grown without proof',
    withSurroundings(pageOf('record'), { unprovedSinceMs: Date.parse('2026-11-03T14:05:59Z') }),
    'cannot-check',
    'Could not check since 14:05 UTC',
  ],
  ['no check', pageOf('record', { data: NOT_MADE }), 'not-checked', 'Not checked'],
  ['a check under way', pageOf('record', { data: undefined }), 'checking', 'Checking'],
  ['a page without claims', pageOf('none'), 'not-checked', 'No checks'],
  ['a copy that matches', copy('holds'), 'not-checked', 'Your copy'],
  ['a copy that does not', copy('does-not-match'), 'does-not-match', 'Copy: no match'],
  ['a copy under way', copy('checking'), 'checking', 'Your copy'],
])('the header of %s', (_, page, tone, words) => {
  expect(headerText(page, 'server')).toEqual({ tone, words });
});

test('the header of a file says no more than the file', () => {
  for (const source of ['file', 'computed'] as const)
    expect(headerText(pageOf('record'), source)).toEqual({ tone: 'holds', words: 'Consistent' });
});
