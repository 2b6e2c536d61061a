import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditProgress } from '../../log/audit.ts';
import { CANNOT, HEAD, HOLDS, MISMATCH, NOT_MADE, OTHER } from '../../testing/trust-builders.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import { resultChecks, resultHeadline } from './audit-result.tsx';
import { planOf, workOf } from './audit-run.tsx';

const head = { ...HEAD, logSize: 295 };
const other = { ...OTHER, logSize: 295 };

const result = (given: Partial<AuditResult> = {}): AuditResult => ({
  verdict: HOLDS,
  head,
  variant: 'item',
  leafRule: 'item-json',
  computedRoot: head.rootHash,
  findings: [],
  remarks: [],
  findingCount: given.findings?.length ?? 0,
  entries: 295,
  items: 290,
  itemsNamed: 290,
  continuedFrom: 0,
  hasher: 'hash-wasm',
  elapsedMs: 100,
  bytes: 1000,
  finishedAt: 0,
  ...given,
});

const found = (
  verdict: Verdict,
  kind: AuditFinding['kind'],
  given: Partial<AuditFinding>,
): Partial<AuditResult> => ({
  verdict,
  findings: [{ kind, text: 'Something.', ...given }],
});
const itemHash = other.rootHash;
const doubted: Verdict = { outcome: 'cannot-check', code: 'head-contradicted', reason: 'x' };
const noRule: Verdict = { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'x' };
const nothing = { entries: 0, itemsNamed: 0, items: 0, computedRoot: undefined, leafRule: undefined };

// The outcomes of entries, items and root, and of the whole, which never holds if a part does not.
test.each<[string, object, string, RegExp, Verdict?]>([
  ['all holds', {}, 'holds holds holds: holds', /^All 295 entries verified/],
  [
    'another root',
    { ...found(MISMATCH, 'entry', { entryNumber: 7 }), computedRoot: other.rootHash },
    'holds holds does-not-match: does-not-match',
    /Something/i,
  ],
  [
    'an item that does not match',
    { ...found(MISMATCH, 'item', { itemHash, entries: [3] }), items: 289 },
    'holds does-not-match holds: does-not-match',
    /Something/i,
  ],
  [
    'missing data',
    { ...found(CANNOT, 'item-missing', { itemHash }), items: 289 },
    'holds cannot-check holds: cannot-check',
    /^Could not check: x/,
  ],
  [
    'a remark',
    { remarks: ['Entry 5 is listed twice.'] },
    'holds holds holds: holds',
    /Entry 5 is listed twice\.$/,
  ],
  ['an earlier head', {}, 'holds holds holds: not-checked', /All 295 .* matched/, NOT_MADE],
  ['a head in doubt', {}, 'holds holds holds: does-not-match', /not the log that this browser/, doubted],
  ['missing entries', { entries: 294 }, 'cannot-check cannot-check holds: cannot-check', /./],
  ['missing items', { items: 289 }, 'holds cannot-check holds: cannot-check', /./],
  [
    'a root that differs',
    { computedRoot: other.rootHash },
    'holds holds does-not-match: does-not-match',
    /./,
  ],
  [
    'no leaf rule',
    { ...nothing, verdict: noRule },
    'cannot-check cannot-check cannot-check: cannot-check',
    /./,
  ],
])(
  'an audit came to: %s',
  (_, given: Partial<AuditResult>, states, words, verdict = given.verdict ?? HOLDS) => {
    const made = result(given);
    const { state, title, detail } = resultHeadline(made, verdict);
    const parts = resultChecks(made).map((part) => part.state);
    expect(`${parts.join(' ')}: ${state}`).toBe(states);
    expect(`${title}. ${detail}`).toMatch(words);
  },
);

test.each<[string, Partial<AuditResult> | undefined, string, number]>([
  ['no audit', undefined, 'first', 295],
  ['one of this log', {}, 'again', 295],
  ['one of another root of the same size', { head: other }, 'first', 295],
  ['one of a longer log', { head: { ...head, logSize: 296 } }, 'first', 295],
  ['one of a shorter log', { head: { ...head, logSize: 290 } }, 'grown', 5],
  [
    'one of a shorter log that did not match',
    { head: { ...other, logSize: 290 }, verdict: MISMATCH },
    'first',
    295,
  ],
])('after %s, what the next audit reads is known', (_, given, kind, entries) =>
  expect(planOf(head, given && result(given))).toEqual({ kind, entries }),
);

test('the share counts entries and items alike, guesses the items, and is never more than all', () => {
  const begun = { phase: 'entries', logSize: 100, entriesDone: 0, itemsDone: 0, itemsTotal: 0 } as const;
  const share = (given: Partial<AuditProgress>, said?: number): number =>
    workOf({ ...begun, bytes: 0, since: { done: 0, ms: 1 }, ...given }, said).share;
  expect(share({ entriesDone: 50, itemsTotal: 10 }, 100)).toBe(0.25);
  expect(share({ phase: 'items', entriesDone: 100, itemsDone: 50, itemsTotal: 100 }, 7)).toBe(0.75);
  expect(share({ entriesDone: 100 })).toBe(0.5);
  expect(share({ entriesDone: 300, itemsTotal: 4 }, 4)).toBe(1);
  expect(share({ logSize: 0 }, 0)).toBe(1);
  const continued = { ...begun, entriesDone: 80, bytes: 0, since: { done: 20, ms: 1_000 } };
  expect(workOf(continued, 60).leftMs).toBe(4_000);
});
