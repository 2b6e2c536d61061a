import { describe, expect, test } from 'vitest';
import type { Check, CheckKind } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Verdict } from '../core/verdict.ts';
import { PAGE_CHECKS, pageVerdict, worstOf, type Declaration, type PageKind } from './page-checks.ts';

const head = { logSize: 9, rootHash: 'a'.repeat(64) as Hash };
const HOLDS: Verdict = { outcome: 'holds' };
const MISMATCH: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
const CANNOT: Verdict = { outcome: 'cannot-check', code: 'request-failed', reason: 'x' };
const NOT_MADE: Verdict = { outcome: 'not-checked', code: 'not-made', reason: 'x' };

const PAGES = (Object.keys(PAGE_CHECKS) as PageKind[]).filter((page) => PAGE_CHECKS[page].length > 0);
const EACH = PAGES.flatMap((page) => PAGE_CHECKS[page].map((kind) => [page, kind] as const));
const WITH_MEMORY = PAGES.filter((page) => PAGE_CHECKS[page].includes('memory'));

const checkOf = (kind: CheckKind): Check => ({ kind, subject: 'it', head });

type Found = Partial<Record<CheckKind, Verdict | undefined>>;

/** The verdict on a page that names each check it rests on, of which these things are known; what is not said of a declared kind holds. */
function look(page: PageKind, found: Found = {}, more: Partial<Declaration> & { marks?: Check[] } = {}) {
  const kinds: readonly CheckKind[] = [
    ...PAGE_CHECKS[page],
    ...(more.earlier ? ['consistency' as const] : []),
  ];
  const known: Found = { ...Object.fromEntries(kinds.map((kind) => [kind, HOLDS])), ...found };
  const checks = Object.fromEntries(kinds.map((kind) => [kind, checkOf(kind)]));
  return pageVerdict({ page, checks, earlier: false, ...more }, more.marks ?? [], ({ kind }) => known[kind]);
}

describe('a page', () => {
  test.each(PAGES)('%s is green when all that it declares holds', (page) => {
    const { state, checks, uncompared } = look(page);
    expect(state).toBe('holds');
    expect(checks.map(({ kind }) => kind)).toEqual(PAGE_CHECKS[page]);
    expect(uncompared).toBeUndefined();
  });

  test.each(EACH)('%s is what its %s is', (page, kind) => {
    expect(look(page, { [kind]: undefined }).state).toBe('checking');
    expect(look(page, { [kind]: CANNOT }).state).toBe('cannot-check');
    expect(look(page, { [kind]: MISMATCH }).state).toBe('does-not-match');
    expect(look(page, { [kind]: NOT_MADE }).state).toBe('not-checked');
  });

  test.each(EACH)(
    '%s that does not name its %s is open, and one that cannot begin it says so',
    (page, kind) => {
      const others = PAGE_CHECKS[page].filter((one) => one !== kind);
      const checks = Object.fromEntries(others.map((one) => [one, checkOf(one)]));
      expect(look(page, {}, { checks }).state).toBe('checking');
      // What a page writes as JSON has null in a list for what it does not know yet.
      expect(look(page, {}, { checks: { ...checks, [kind]: [null as never] } }).state).toBe('checking');
      expect(look(page, {}, { checks: { ...checks, [kind]: [] } }).state).toBe('checking');
      expect(look(page, {}, { checks: { ...checks, [kind]: CANNOT } }).state).toBe('cannot-check');
      expect(look(page, {}, { checks: { ...checks, [kind]: NOT_MADE } }).state).toBe('not-checked');
      expect(() => look(page, {}, { checks: { ...checks, [kind]: HOLDS } })).toThrow(
        'without having made it',
      );
    },
  );

  test.each(WITH_MEMORY)(
    '%s counts a first visit as green and says so, and nothing else that was not compared',
    (page) => {
      for (const code of ['first-visit', 'root-trusted', 'storage-refused'] as const)
        expect(look(page, { memory: { outcome: 'not-checked', code, reason: 'x' } })).toMatchObject({
          state: 'holds',
          uncompared: code,
        });
      for (const code of ['storage-unread', 'no-consistency-proof', 'other-variant', 'log-moved-on'] as const)
        expect(look(page, { memory: { outcome: 'cannot-check', code, reason: 'x' } }).state).toBe(
          'cannot-check',
        );
      // The same words of another check are no reason to be green.
      for (const kind of PAGE_CHECKS[page].filter((one) => one !== 'memory'))
        expect(
          look(page, { [kind]: { outcome: 'not-checked', code: 'first-visit', reason: 'x' } }).state,
        ).toBe('not-checked');
    },
  );

  test.each(PAGES)('%s does not rest on anything that it does not declare', (page) => {
    const others = (
      ['key', 'data', 'inclusion', 'consistency', 'memory', 'whole-log', 'newest', 'others'] as const
    ).filter((kind) => !PAGE_CHECKS[page].includes(kind));
    expect(others).toEqual(expect.arrayContaining(['newest', 'others']));
    for (const verdict of [MISMATCH, CANNOT, NOT_MADE, undefined]) {
      const found = Object.fromEntries(others.map((kind) => [kind, verdict]));
      expect(look(page, found)).toEqual(look(page));
      const named = Object.fromEntries(
        [...others, ...PAGE_CHECKS[page]].map((kind) => [kind, checkOf(kind)]),
      );
      expect(look(page, found, { checks: named })).toEqual(look(page));
    }
  });

  test.each(PAGES)('%s turns red by a mark that does not match, and by nothing else of its marks', (page) => {
    const marks = [checkOf('newest'), checkOf('others')];
    expect(look(page, { newest: HOLDS, others: MISMATCH }, { marks }).state).toBe('does-not-match');
    expect(look(page, { newest: CANNOT, others: undefined }, { marks }).state).toBe('holds');
    const [kind] = PAGE_CHECKS[page];
    if (kind !== undefined)
      expect(look(page, { [kind]: undefined, newest: HOLDS }, { marks }).state).toBe('checking');
  });

  test.each(PAGES)('%s of an earlier size rests on a consistency proof, too', (page) => {
    expect(look(page, {}, { earlier: true }).checks.map(({ kind }) => kind)).toContain('consistency');
    for (const [verdict, state] of [
      [HOLDS, 'holds'],
      [undefined, 'checking'],
      [CANNOT, 'cannot-check'],
      [MISMATCH, 'does-not-match'],
    ] as const)
      expect(look(page, { consistency: verdict }, { earlier: true }).state).toBe(state);
  });

  test('that makes no claim has no verdict, whatever is known; before one has declared itself nothing is green', () => {
    expect(look('none', { data: MISMATCH }, { earlier: true })).toEqual({
      page: 'none',
      state: undefined,
      checks: [],
    });
    expect(pageVerdict(undefined, [], () => HOLDS).state).toBe('checking');
  });

  test('of many rows is as good as its worst, and counts those that hold', () => {
    const rows = ['1', '2', '3'].map((subject): Check => ({ kind: 'inclusion', subject, head }));
    const at = (second: Verdict | undefined) =>
      pageVerdict(
        { page: 'log', checks: { inclusion: rows, memory: checkOf('memory') }, earlier: false },
        [],
        ({ subject }) => (subject === '2' ? second : HOLDS),
      );
    expect(at(undefined)).toMatchObject({
      state: 'checking',
      checks: [
        { held: 2, of: 3 },
        { held: 1, of: 1 },
      ],
    });
    expect(at(MISMATCH)).toMatchObject({ state: 'does-not-match', checks: [{ verdict: MISMATCH }, {}] });
    expect(at(HOLDS)).toMatchObject({ state: 'holds', checks: [{ held: 3, of: 3 }, {}] });
  });
});

test('of many states the worst counts, and no state at all is an open one', () => {
  expect(worstOf([])).toBe('checking');
  expect(worstOf(['holds', 'not-checked'])).toBe('not-checked');
  expect(worstOf(['not-checked', 'checking', 'holds'])).toBe('checking');
  expect(worstOf(['checking', 'cannot-check'])).toBe('cannot-check');
  expect(worstOf(['cannot-check', 'does-not-match', 'holds'])).toBe('does-not-match');
});
