import { describe, expect, test } from 'vitest';
import { CHECK_KINDS, type Check, type CheckKind } from '../core/check-result.ts';
import type { Verdict } from '../core/verdict.ts';
import { CANNOT, checkOf, HEAD, HOLDS, MISMATCH, NOT_MADE, pageOf } from '../testing/trust-builders.ts';
import { lacksAnswer, PAGE_CHECKS, pageVerdict, type PageKind } from './page-checks.ts';

const PAGES = (Object.keys(PAGE_CHECKS) as PageKind[]).filter((page) => PAGE_CHECKS[page].length > 0);
/** Two pages that together declare every kind. */
const EACH = (['record', 'list', 'consistency-proof'] as const).flatMap((page) =>
  PAGE_CHECKS[page].map((kind) => [page, kind] as const),
);
const WITH_MEMORY = PAGES.filter((page) => PAGE_CHECKS[page].includes('memory'));

const named = (kinds: readonly CheckKind[]) => Object.fromEntries(kinds.map((kind) => [kind, checkOf(kind)]));

// Any mixture of results, with marks and other heads, in any order: arbitrary-order.test.ts.
describe('a page', () => {
  test.each<[PageKind, string]>([
    ['record', 'key data inclusion memory'],
    ['version', 'key data inclusion memory'],
    ['entry', 'data inclusion memory'],
    ['item', 'data inclusion memory'],
    ['overview', 'inclusion memory'],
    ['log', 'inclusion memory'],
    ['list', 'memory whole-log'],
    ['changes', 'consistency memory'],
    ['audit', 'memory whole-log'],
    ['missing', 'memory whole-log'],
    ['entry-proof', 'inclusion memory'],
    ['consistency-proof', 'consistency memory'],
    ['unopened', 'inclusion'],
  ])('%s does not match if one of these does not: %s', (page, expected) => {
    const red = (more: object) =>
      CHECK_KINDS.filter((kind) => pageOf(page, { [kind]: MISMATCH }, more).state === 'does-not-match').join(
        ' ',
      );
    expect(red({})).toBe(expected);
    expect(red({ at: 7 }).split(' ')).toEqual(
      expect.arrayContaining([...expected.split(' '), 'consistency']),
    );
  });

  test.each(EACH)('%s that does not name its %s is open; one that cannot begin it says so', (page, kind) => {
    const others = named(PAGE_CHECKS[page].filter((one) => one !== kind));
    const declared = (how: object) => pageOf(page, {}, { checks: { ...others, ...how } }).state;
    expect(declared({})).toBe('checking');
    // A list has undefined for a check that the page does not know yet.
    expect(declared({ [kind]: [undefined] })).toBe('checking');
    expect(declared({ [kind]: [] })).toBe('checking');
    expect(declared({ [kind]: CANNOT })).toBe('cannot-check');
    expect(declared({ [kind]: NOT_MADE })).toBe('not-checked');
    expect(() => declared({ [kind]: HOLDS })).toThrow('without having made it');
  });

  test.each(WITH_MEMORY)('%s counts a first visit as green and says so, and nothing else', (page) => {
    const reason = 'x';
    for (const code of ['first-visit', 'seen-this-visit', 'root-trusted', 'storage-refused'] as const) {
      const green = { state: 'holds', uncompared: code };
      expect(pageOf(page, { memory: { outcome: 'not-checked', code, reason } })).toMatchObject(green);
    }
    for (const code of ['storage-unread', 'no-consistency-proof', 'other-variant', 'log-moved-on'] as const)
      expect(pageOf(page, { memory: { outcome: 'cannot-check', code, reason } }).state).toBe('cannot-check');
    // The same code of another check is not a reason to be green.
    const first: Verdict = { outcome: 'not-checked', code: 'first-visit', reason };
    for (const kind of PAGE_CHECKS[page].filter((one) => one !== 'memory'))
      expect(pageOf(page, { [kind]: first }).state).toBe('not-checked');
  });

  test('without a claim has no verdict, whatever is known; nothing is green before a page declares its checks', () => {
    for (const page of ['none', 'copy'] as const)
      expect(pageOf(page, { data: MISMATCH }, { at: 7 })).toEqual({ page, state: undefined, checks: [] });
    const undeclared = { page: 'none', state: 'checking', checks: [] };
    expect(pageVerdict(undefined, [], () => HOLDS)).toEqual(undeclared);
  });

  test('needs what it declares besides, and says which size it shows', () => {
    const states = ([[], ['others']] as const).map(
      (more) => pageOf('record', { others: MISMATCH }, { more }).state,
    );
    expect(states).toEqual(['holds', 'does-not-match']);
    expect([pageOf('record', {}, { at: 7 }).at, 'at' in pageOf('record')]).toEqual([7, false]);
  });

  test('of many rows is as good as its worst, and counts those that hold', () => {
    const rows = ['1', '2', '3'].map((subject): Check => ({ kind: 'inclusion', subject, head: HEAD }));
    const at = (second: Verdict | undefined) =>
      pageVerdict(
        { page: 'log', checks: { inclusion: rows, memory: checkOf('memory') } },
        [],
        ({ subject }) => (subject === '2' ? second : HOLDS),
      );
    const counts = [2, 1].map((held, row) => ({ held, of: row === 0 ? 3 : 1 }));
    expect(at(undefined)).toMatchObject({ state: 'checking', checks: counts });
    expect(at(MISMATCH)).toMatchObject({ state: 'does-not-match', checks: [{ verdict: MISMATCH }, {}] });
    expect(at(HOLDS)).toMatchObject({ state: 'holds', checks: [{ held: 3, of: 3 }, {}] });
  });
});

test('a page lacks an answer where a check got none, or a version that it lists could not be checked', () => {
  const lacks = (found: Verdict | undefined) => lacksAnswer(pageOf('record', { data: found }));
  expect([HOLDS, MISMATCH, NOT_MADE, undefined].map(lacks)).toEqual([false, false, false, false]);
  const reason = 'x';
  for (const code of ['request-failed', 'answers-disagree'] as const)
    expect(lacks({ outcome: 'cannot-check', code, reason })).toBe(true);
  expect(lacks({ outcome: 'cannot-check', code: 'log-moved-on', reason })).toBe(false);
  const listing = (...failed: readonly number[]) => ({
    ...pageOf('record'),
    listed: { of: 3, open: [4], failed },
  });
  expect([listing(), listing(3)].map(lacksAnswer)).toEqual([false, true]);
});
