import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkConsistency } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import { consistencyShape, inclusionShape } from '../../core/proof-shape.ts';
import type { Verdict } from '../../core/verdict.ts';
import { RUNS } from '../../testing/hostile-json.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { SOURCE_WORDS } from '../source.ts';
import { CANNOT } from '../../testing/trust-builders.ts';
import type { InclusionCheck, PathOptions } from './inclusion-check.ts';
import { ladderGraph, type ConsistencyCheck } from './consistency-figure.tsx';
import { pathGraph } from './path-graph.ts';
import { lineOf, nextNode, type ProofGraph } from './proof-graph.ts';
import { entryToRequest, knowledgeOf, openAtFirst, treeGraph, treeNodes } from './tree-graph.ts';

const MILLION = 1_000_000;
/** The most nodes of a picture whose arrow keys are all tested. */
const MOST_WALKED = 150;
const BAD = 'does-not-match';
const WRONG = 'f'.repeat(64) as Hash;

/**
 * consistency is a check of a proof that consists of sample hashes; it holds unless other roots are given.
 */
function consistency(from: number, to: number, roots: { old?: Hash; new?: Hash } = {}): ConsistencyCheck {
  const shape = from === to ? undefined : consistencyShape(from, to);
  const length = shape ? shape.joinings.length + Number(shape.startIsSent) : 0;
  const path = Array.from({ length }, (_, index) => sampleHash(index + 1));
  const climb = (old: Hash, next: Hash) =>
    checkConsistency({ from: { logSize: from, rootHash: old }, to: { logSize: to, rootHash: next }, path });
  const start = sampleHash(77);
  const { computedOldRoot = start } = climb(start, start);
  const { computedNewRoot = start } = climb(computedOldRoot, start);
  const heads = {
    from: { logSize: from, rootHash: roots.old ?? computedOldRoot },
    to: { logSize: to, rootHash: roots.new ?? computedNewRoot },
  };
  return { ...climb(heads.from.rootHash, heads.to.rootHash), ...heads, computedInMs: 0.2 };
}

const path = (check: InclusionCheck, options: Partial<PathOptions> = {}, isFolded?: boolean): ProofGraph =>
  pathGraph(check, { ...SOURCE_WORDS.server, ...options }, isFolded);
const ladders = (check: ConsistencyCheck): ProofGraph =>
  ladderGraph(check, { old: 'old root', new: 'new root' }, 'sent by the server');

/** atFirst returns the tree as drawn initially. */
const atFirst = (check: InclusionCheck) => {
  const { entryNumber } = check.entry;
  const { logSize } = check.checkpoint;
  return treeNodes(entryNumber, logSize, knowledgeOf([check]), openAtFirst(entryNumber, logSize, 60));
};
const tree = (check: InclusionCheck, width = 68, options: Partial<PathOptions> = {}) =>
  treeGraph(atFirst(check), check, { ...SOURCE_WORDS.server, ...options }, width);

const rememberedAt = (logSize: number) => ({ logSize, rootHash: sampleHash(3), isRemembered: true });
const DATA = { text: 'name Gambia', computed: sampleHash(1), recorded: sampleHash(1) };
const UNHASHED = { ...DATA, computed: undefined, recorded: undefined };
const OTHER_DATA = { data: { ...DATA, recorded: WRONG } };
const TOO_LONG: Verdict = { outcome: BAD, code: 'path-length', reason: 'too long' };
/** DRAWN are the pictures of a proof that holds, and of one that gives another root, in each view. */
const DRAWN: readonly ((at: number, size: number) => ProofGraph)[] = [
  () => path(uncheckedSample(CANNOT)),
  (at, size) => path(sampleCheck(at, size), { data: DATA }),
  (at, size) => path(sampleCheck(at, size), { data: DATA }, true),
  (at, size) => path(sampleCheck(at, size), { data: UNHASHED }),
  (at, size) => path(sampleCheck(at, size, WRONG), { ...OTHER_DATA, above: rememberedAt(size) }),
  (at, size) => tree(sampleCheck(at, size)),
  (at, size) => tree(sampleCheck(at, size), 21, OTHER_DATA),
  (at, size) => tree(sampleCheck(at, size, WRONG), 68, { above: rememberedAt(size) }),
  (at, size) => ladders(consistency(at, size)),
  (at, size) => ladders(consistency(at, size, { old: WRONG, new: WRONG })),
  (at, size) => ladders({ ...consistency(at, size), oldSteps: [], newSteps: [], verdict: TOO_LONG }),
];

const logs = fc
  .oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 300 }) },
    { weight: 1, arbitrary: fc.constantFrom(MILLION, Number.MAX_SAFE_INTEGER) },
  )
  .chain((size) =>
    fc.tuple(fc.oneof(fc.constantFrom(1, size), fc.integer({ min: 1, max: size })), fc.constant(size)),
  );

test('every picture has a cell for each node, edges within the grid, and is reached by the arrow keys', () => {
  const isSound = ([at, size]: readonly [number, number], draw: (typeof DRAWN)[number]) => {
    const graph = draw(at, size);
    const { nodes, columns, edges } = graph;
    const taken = nodes.flatMap(({ row, columns: [first, end], align }) => {
      assert.ok(row >= 0 && first >= 0 && first < end && end <= columns.length);
      return align === 'at-x' ? [] : Array.from({ length: end - first }, (_, at) => `${row} ${first + at}`);
    });
    assert.equal(new Set(taken).size, taken.length, 'two nodes in one cell');
    const total = columns.reduce((sum, column) => sum + column, 0);
    for (const { labelRoom, row } of nodes)
      if (labelRoom) {
        const { from, to } = labelRoom;
        assert.ok(from >= 0 && to <= total + 1e-9 && to - from >= 2.9);
        const box = nodes.find((one) => one.row === row && one.labelRoom === undefined)?.x ?? 0;
        assert.ok(to <= box - 2.5 || from >= box + 2.5, 'a label over the box of its row');
      }
    for (const edge of edges) {
      const { points = [] } = lineOf(graph, edge) ?? {};
      assert.ok(points.length >= 2 && points.every(([x]) => x >= 0 && x <= total));
    }
    const joined = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
    assert.ok(nodes.length <= 2 || nodes.every(({ id }) => joined.has(id)), 'a node without an edge');
    const ids = nodes.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    // Each step of a walk looks at all nodes.
    if (ids.length > MOST_WALKED) return;
    // From the one that Tab reaches.
    const reached = new Set([graph.first]);
    for (const id of reached)
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])
        reached.add(nextNode(graph, id, key) ?? id);
    assert.deepEqual([...reached].toSorted(), ids.toSorted());
  };
  const runs = { ...RUNS, numRuns: 2 * (RUNS.numRuns ?? 0) };
  fc.assert(fc.property(logs, fc.constantFrom(...DRAWN), isSound), runs);
});

describe('a path', () => {
  test('has each sent hash on its side, in the row of the hash that it joins', () => {
    const { nodes } = path(sampleCheck(206, 208));
    const rowOf = (id: string) => nodes.find((node) => node.id === id)?.row;
    for (const { level, side } of sampleCheck(206, 208).steps) {
      const sent = nodes.find(({ id }) => id === `sent-${level}`);
      expect(sent?.columns[0]).toBe(side === 'left' ? 0 : 5);
      expect(rowOf(level === 1 ? 'leaf' : `computed-${level - 1}`)).toBe(sent?.row);
    }
  });

  const held = sampleCheck(2, 3);
  const aboveEntry = ['leaf', 'sent-1', 'computed-1', 'sent-2', 'root'];
  // Either the published or the remembered root may be at fault: neither is coloured, and
  // parts above a break are grey.
  test.each<[string, InclusionCheck, Partial<PathOptions>, string, string[], string[]]>([
    ['nothing', held, { data: DATA }, 'holds', [], []],
    ['altered data', held, OTHER_DATA, BAD, ['item-hash'], aboveEntry],
    [
      'another number of items',
      held,
      { data: { ...UNHASHED, isOtherNumber: true } },
      BAD,
      ['item-hash'],
      aboveEntry,
    ],
    ['an altered proof', sampleCheck(2, 3, WRONG), { data: DATA }, BAD, ['computed-root'], ['published']],
    [
      'an earlier log that is not the beginning',
      { ...held, verdict: { outcome: 'cannot-check', code: 'root-not-shown', reason: 'not shown' } },
      { data: DATA, above: { logSize: 9, rootHash: WRONG, isRemembered: false } },
      BAD,
      [],
      ['above'],
    ],
    ['a changed history', held, { above: rememberedAt(2) }, BAD, [], ['above']],
  ])('breaks where it fails: %s', (_, check, options, outcome, red, grey) => {
    const graph = path(check, options);
    expect(graph.outcome).toBe(outcome);
    expect(graph.nodes.filter((node) => node.tone === BAD).map(({ id }) => id)).toEqual(red);
    expect(graph.nodes.filter((node) => node.faint).map(({ id }) => id)).toEqual(grey);
    // Roots of different sizes differ in any case.
    expect(graph.nodes.find(({ id }) => id === 'above')?.compareWith).toBeUndefined();
  });
});

test.each([
  [{ old: WRONG }, /does not match the old root$/],
  [{ old: WRONG, new: WRONG }, /the old root and the new root$/],
  [{}, /^Gives both roots/],
])('ladders say which root does not match: %j', (roots, caption) =>
  expect(ladders(consistency(7, 15, roots)).caption).toMatch(caption),
);

describe('a tree', () => {
  test('cuts the corner off a folded subtree that is not full', () => {
    const cut = (size: number) =>
      tree(sampleCheck(1, size)).nodes.filter(({ shape }) => shape === 'cut-triangle').length;
    expect([256, 295].map(cut)).toEqual([0, 1]);
  });

  test('has each entry of the log once, and at first folds only off the path', () => {
    const eachOnce = ([entry, logSize]: readonly [number, number]) => {
      const nodes = atFirst(sampleCheck(entry, logSize));
      // Every leaf of a small log, else the path to the entry and its siblings.
      const isSmall = logSize <= 29;
      assert.equal(nodes.length, isSmall ? 2 * logSize - 1 : 2 * inclusionShape(entry, logSize).length + 1);
      let next = 1;
      for (const { known, onPath, isOpen, covers } of nodes) {
        if (onPath) assert.equal(known?.source, 'computed');
        if (!isSmall) assert.equal(isOpen, onPath && covers.first < covers.last);
        if (isOpen) continue;
        assert.equal(covers.first, next);
        next = covers.last + 1;
      }
      assert.equal(next - 1, logSize);
    };
    const examples = [28, 29, 30, 31].map((logSize): [[number, number]] => [[logSize, logSize]]);
    fc.assert(fc.property(logs, eachOnce), { ...RUNS, examples });
  });
});

test('what is known of a tree is sent as it was sent and computed as it was hashed here, which counts for more', () => {
  const check = sampleCheck(6, 15);
  const known = knowledgeOf([check]);
  expect(known.size).toBe(2 * check.steps.length + 1);
  expect(known.get('6-6')).toEqual({ hash: check.leafHash, source: 'computed' });
  expect(known.get('5-5')).toEqual({ hash: sampleHash(1), source: 'sent' });
  expect(known.get('1-15')).toEqual({ hash: check.checkpoint.rootHash, source: 'computed' });
  const [one, other] = [sampleCheck(5, 15), check];
  for (const both of [
    [one, other],
    [other, one],
  ])
    expect(knowledgeOf(both).get('5-5')?.source).toBe('computed');
  // Only of a subtree whose halves are missing a proof is asked.
  const ofEntry = knowledgeOf([sampleCheck(278, 295)]);
  const asked = [
    [1, 256],
    [257, 272],
    [273, 288],
    [277, 277],
  ].map(([first = 0, last = 0]) => entryToRequest({ first, last }, ofEntry));
  expect(asked).toEqual([1, 257, undefined, undefined]);
});
