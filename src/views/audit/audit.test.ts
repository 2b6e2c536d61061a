import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditProgress } from '../../log/audit-types.ts';
import type { Phase } from '../../log/read-log.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import { keepingWords } from './audit-view.tsx';
import { resultChecks, resultHeadline } from './audit-result.tsx';
import { asksFirst, type Plan, planOf, remainingWords, shareDone, workOf } from './audit-run.tsx';
import { MOST_PARTS, treeRows } from './tree-picture.tsx';

const ROOT = 'a'.repeat(64) as Hash;
const OTHER = 'b'.repeat(64) as Hash;
const head = { logSize: 295, rootHash: ROOT };

function result(given: Partial<AuditResult> = {}): AuditResult {
  return {
    verdict: { outcome: 'holds' },
    head,
    variant: 'item',
    leafRule: 'item-json',
    computedRoot: ROOT,
    findings: [],
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
  };
}

const finding = (kind: AuditFinding['kind'], given: Partial<AuditFinding> = {}): AuditFinding[] => [
  { kind, text: 'Something.', ...given },
];
const incomplete: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'data is missing' };
const otherHead: Verdict = { outcome: 'not-checked', code: 'other-head', reason: 'another head' };
const contradicted: Verdict = { ...incomplete, code: 'head-contradicted', reason: 'it is in doubt' };
const differs: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'an item' };
const anotherEntry = finding('entry', { entryNumber: 7 });
const anotherItem = finding('item', { itemHash: OTHER, entries: [3] });
const noItem = finding('item-missing', { itemHash: OTHER });

describe('what an audit came to', () => {
  test.each<[string, Partial<AuditResult>, string, RegExp?, Verdict?]>([
    ['all holds', {}, 'holds holds holds: holds', /^All 295 entries verified/],
    [
      'another root',
      { verdict: differs, computedRoot: OTHER, findings: anotherEntry },
      'holds holds does-not-match: does-not-match',
      /^Does not match: entry 7 is not the entry under the published root/,
    ],
    [
      'an item that does not match',
      { verdict: differs, items: 289, findings: anotherItem },
      'holds does-not-match holds: does-not-match',
      /^Does not match: the item of entry 3/,
    ],
    [
      'missing data',
      { verdict: incomplete, items: 289, findings: noItem },
      'holds cannot-check holds: cannot-check',
      /^Could not check: data is missing/,
    ],
    [
      'an entry that was listed twice',
      { remarks: ['Entry 5 is listed twice.'] },
      'holds holds holds: holds',
      /^All 295 entries verified\. .*Entry 5 is listed twice\.$/,
    ],
    ['an earlier head', {}, 'holds holds holds: not-checked', /^Not checked.*All 295 .* matched/, otherHead],
    [
      'a head in doubt',
      {},
      'holds holds holds: does-not-match',
      /not the log that this browser remembers/,
      contradicted,
    ],
    // The whole never holds where a part does not, whatever else is said.
    ['missing entries', { entries: 294 }, 'cannot-check cannot-check holds: cannot-check'],
    ['missing items', { items: 289 }, 'holds cannot-check holds: cannot-check'],
    ['a root that differs', { computedRoot: OTHER }, 'holds holds does-not-match: does-not-match'],
  ])('%s', (_, given, states, words = /./, verdict = given.verdict ?? { outcome: 'holds' }) => {
    const made = result(given);
    const { state, title, detail } = resultHeadline(made, verdict);
    const parts = resultChecks(made).map((part) => part.state);
    expect(`${parts.join(' ')}: ${state}`).toBe(states);
    expect(`${title}. ${detail}`).toMatch(words);
  });

  test('no leaf rule is no mismatch, and nothing holds', () => {
    const verdict: Verdict = { ...incomplete, code: 'unknown-leaf-rule' };
    const {
      computedRoot: _,
      leafRule: __,
      ...rest
    } = result({ verdict, entries: 0, itemsNamed: 0, items: 0 });
    const parts = resultChecks(rest);
    expect(parts.map(({ state }) => state)).toEqual(['cannot-check', 'cannot-check', 'cannot-check']);
    expect(resultHeadline(rest, verdict).state).toBe('cannot-check');
  });
});

const stopped = (phase: Phase, entriesDone: number): Plan => ({
  kind: 'go-on',
  run: { head, phase, entriesDone },
});

test.each<[Plan, number, number, string]>([
  [{ kind: 'first' }, 295, 295, '295 entries and the items they name, about 130 kB'],
  [{ kind: 'grown', added: 1 }, 295, 1, '1 new entry and the items they name'],
  [stopped('entries', 200), 295, 95, '95 entries and the items they name, about 43 kB'],
  [stopped('items', 295), 295, 0, 'the items that are left'],
  [{ kind: 'again' }, 1_000_000, 1_000_000, '1,000,000 entries and the items they name, about 450 MB'],
])('%j of a log of %i entries reads %i: %s', (plan, logSize, entries, words) => {
  const total = logSize === 295 ? 293 : logSize;
  expect(workOf(plan, logSize, { nouns: 'items', total })).toEqual({ entries, words });
});

test('a saved run, or a result, of another root of the same size is not gone on from', () => {
  const other = { logSize: 295, rootHash: OTHER };
  const run = { head: other, phase: 'entries', entriesDone: 7 } as const;
  expect(planOf(head, undefined, run).kind).toBe('first');
  expect(planOf(head, result({ head: other }), undefined).kind).toBe('first');
});

test('only a long log of somebody else is asked about twice', () => {
  const remote = { kind: 'remote', base: 'https://r.example' } as const;
  expect(asksFirst(remote, 20_001)).toBe(true);
  expect(asksFirst(remote, 20_000)).toBe(false);
  expect(asksFirst({ kind: 'bundled', name: 'premises', mount: 'v2' }, 1_000_000)).toBe(false);
});

test.each([
  [undefined, '–'],
  [Infinity, '–'],
  [1_499, 'about 5 s'],
  [41_000, 'about 45 s'],
  [55_001, 'about 1 min'],
  [59 * 60_000, 'about 59 min'],
])('%s ms are %s', (ms, words) => expect(remainingWords(ms)).toBe(words));

test('the share counts entries and items alike, guesses the items, and is never more than all', () => {
  const begun = { phase: 'entries', logSize: 100, entriesDone: 0, itemsDone: 0, itemsTotal: 0 } as const;
  const rest = { bytes: 0, elapsedMs: 0, remainingMs: undefined };
  const share = (given: Partial<AuditProgress>, said?: number): number =>
    shareDone({ ...begun, ...rest, ...given }, said);
  expect(share({ entriesDone: 50, itemsTotal: 10 }, 100)).toBe(0.25);
  expect(share({ phase: 'items', entriesDone: 100, itemsDone: 50, itemsTotal: 100 }, 7)).toBe(0.75);
  expect(share({ entriesDone: 100 })).toBe(0.5);
  expect(share({ entriesDone: 300, itemsTotal: 4 }, 4)).toBe(1);
  expect(share({ logSize: 0 }, 0)).toBe(1);
});

test('an audit is said to be kept only when it was tried and not refused', () => {
  expect(keepingWords('under-way', 'no room')).toMatch(/^saving/i);
  expect(keepingWords('tried', undefined)).toMatch(/is kept in this browser/i);
  expect(keepingWords('tried', 'no room')).toMatch(/until this page is closed: .*no room/i);
  // Read out of storage, whatever was refused since.
  expect(keepingWords(undefined, 'no room')).toMatch(/is kept in this browser/i);
});

test.each([1, 2, 3, 15, 32, 33, 295, 1_000_000, 2 ** 40 + 1])(
  'the tree of %i entries is drawn in few boxes: every row covers the log, and each box joins two of the row below',
  (logSize) => {
    const { rows, partSize } = treeRows(logSize);
    expect(rows[0]).toEqual([{ first: 1, last: logSize }]);
    expect(rows.at(-1)?.length).toBeLessThanOrEqual(MOST_PARTS);
    for (const [y, row] of rows.entries()) {
      const size = partSize * 2 ** (rows.length - 1 - y);
      expect(row.at(-1)?.last).toBe(logSize);
      for (const [n, { first, last }] of row.entries()) {
        expect(first).toBe((row[n - 1]?.last ?? 0) + 1);
        // A perfect subtree, or the last one, cut off at the end of the log.
        expect(last - first + 1 === size || last === logSize).toBe(true);
      }
    }
  },
);
