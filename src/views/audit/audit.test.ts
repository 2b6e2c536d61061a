import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditPhase, AuditProgress } from '../../log/audit-types.ts';
import type { AuditFinding, AuditResult } from '../../verify/audit-result.ts';
import { keepingWords } from './audit-view.tsx';
import { resultChecks, resultHeadline } from './audit-result.tsx';
import {
  asksFirst,
  costWords,
  type Plan,
  planOf,
  remainingWords,
  shareDone,
  spokenProgress,
  workOf,
} from './audit-run.tsx';
import { fillingTree, footWords, MOST_PARTS } from './tree-picture.tsx';

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
    workers: 2,
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
    expect(JSON.stringify(parts)).not.toMatch(/not every entry/i);
    expect(resultHeadline(rest, verdict).state).toBe('cannot-check');
  });
});

const stopped = (phase: AuditPhase, entriesDone: number): Plan => ({
  kind: 'go-on',
  run: { head, phase, entriesDone },
});

test.each([
  ['entries', 200, { entries: 95, items: 293, words: '95 entries and all items' }],
  ['items', 295, { entries: 0, items: 293, words: 'the items that are left' }],
  ['comparing', 295, { entries: 0, items: 0, words: expect.stringMatching(/^a few proofs/) }],
] as const)('what is left of an audit that stopped at %s', (phase, done, work) => {
  expect(workOf(stopped(phase, done), 295, { nouns: 'items', total: 293 })).toEqual(work);
});

test('a saved run, or a result, of another root of the same size is not gone on from', () => {
  const other = { logSize: 295, rootHash: OTHER };
  const run = { head: other, phase: 'entries', entriesDone: 7 } as const;
  expect(planOf(head, undefined, run).kind).toBe('first');
  expect(planOf(head, result({ head: other }), undefined).kind).toBe('first');
});

test.each([
  [15, 15, 'about 16 requests and 6.8 kB'],
  [295, 293, 'about 4 requests and 130 kB, or about 295 requests if there is no list of items'],
  [1, 0, 'about 1 request and under 1 kB'],
  [1_000_000, 1_000_000, expect.stringMatching(/^about 10,200 requests and 450 MB/)],
])('%i entries and %i items are %s', (entries, items, words) => {
  expect(costWords({ entries, items }, 'items')).toEqual(words);
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
  [1_499, 'a moment'],
  [1_500, 'about 5 s'],
  [41_000, 'about 45 s'],
  [55_001, 'about 1 min'],
  [59 * 60_000, 'about 59 min'],
  [117 * 60_000, 'about 2 hours'],
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

test('a screen reader is told of quarters, not of every page', () => {
  expect(new Set(Array.from({ length: 1000 }, (_, index) => spokenProgress(index / 999))).size).toBe(5);
});

test('an audit is said to be kept only when it was tried and not refused', () => {
  expect(keepingWords('under-way', 'no room')).toMatch(/^saving/i);
  expect(keepingWords('tried', undefined)).toMatch(/is kept in this browser/i);
  expect(keepingWords('tried', 'no room')).toMatch(/until this page is closed: .*no room/i);
  // Read out of storage, whatever was refused since.
  expect(keepingWords(undefined, 'no room')).toMatch(/is kept in this browser/i);
});

describe('fillingTree', () => {
  test.each([1, 2, 3, 15, 30, 31, 295, 1_000_000, 2 ** 40 + 1])(
    'draws a log of %i entries with few nodes, every entry under exactly one part',
    (logSize) => {
      const { parts, joints, root } = fillingTree(logSize, 0);
      expect(parts.length).toBeLessThanOrEqual(MOST_PARTS);
      expect(joints).toHaveLength(parts.length - 1);
      for (const [index, part] of parts.entries()) expect(part.first).toBe((parts[index - 1]?.last ?? 0) + 1);
      expect([root.first, root.last]).toEqual([1, logSize]);
      if (joints.length > 0) expect(joints.at(-1)).toBe(root);
    },
  );

  test('folds into perfect subtrees, of which only the last may be cut off, and says so', () => {
    const { partSize, parts } = fillingTree(295, 0);
    expect(partSize).toBe(16);
    expect(parts.slice(0, -1).every((part) => part.last - part.first + 1 === 16)).toBe(true);
    expect(footWords(295, partSize)).toMatch(/16 entries \(the last: 7\)/);
    expect(footWords(256, 16)).toMatch(/16 entries$/);
    expect(footWords(15, 1)).toMatch(/an entry/);
  });

  test('splits at the largest power of two smaller than the size, as the Merkle tree does', () => {
    const { root } = fillingTree(11, 0);
    const below = root.joins.flatMap(({ joins }) => joins);
    expect([...root.joins, ...below].map(({ first, last }) => `${first}-${last}`)).toEqual([
      '1-8',
      '9-11',
      '1-4',
      '5-8',
      '9-10',
      '11-11',
    ]);
    expect(fillingTree(16, 0).root.joins.map(({ last }) => last)).toEqual([8, 16]);
  });

  test('fills from the left within its bounds, a joint only with all under it, and marks what is bad', () => {
    const { parts, root } = fillingTree(295, 40, [17]);
    expect(parts.slice(0, 4).map((part) => part.filled)).toEqual([1, 1, 0.5, 0]);
    expect(root.filled).toBeCloseTo(40 / 295);
    expect(parts.filter((part) => part.bad).map((part) => part.first)).toEqual([17]);
    expect(root.joins.map((part) => part.bad)).toEqual([true, false]);
    expect([fillingTree(8, 99).root.filled, fillingTree(8, -1).root.filled]).toEqual([1, 0]);
  });
});
