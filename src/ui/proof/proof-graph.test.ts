import { describe, expect, it } from 'vitest';
import { checkConsistency, consistencyPathLength } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { ladderGraph, type ConsistencyCheck } from './ladder-graph.ts';
import { SOURCE_WORDS } from '../source.ts';
import type { InclusionCheck, PathOptions } from './inclusion-check.ts';
import { pathGraph } from './path-graph.ts';
import { corners, nextNode, type ProofGraph } from './proof-graph.ts';
import { columnWidths, treeGraph } from './tree-graph.ts';
import { knowledgeOf, openAtFirst, treeNodes } from './tree-model.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const WRONG = 'f'.repeat(64) as Hash;

/** consistency is a check of a proof that consists of sample hashes; it holds unless other roots are given. */
function consistency(from: number, to: number, roots: { old?: Hash; new?: Hash } = {}): ConsistencyCheck {
  const path = Array.from({ length: consistencyPathLength(from, to) }, (_, index) => sampleHash(index + 1));
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

const path = (check: InclusionCheck, options: Partial<PathOptions> = {}): ProofGraph =>
  pathGraph(check, { ...SOURCE_WORDS.server, ...options });
const ladders = (check: ConsistencyCheck): ProofGraph =>
  ladderGraph(check, { old: 'old root', new: 'new root' }, 'sent by the server');

function tree(
  entryNumber: number,
  logSize: number,
  publishedRoot?: Hash,
  width = 68,
  options: Partial<PathOptions> = {},
) {
  const check = sampleCheck(entryNumber, logSize, publishedRoot);
  const open = openAtFirst(entryNumber, logSize, 60);
  const nodes = treeNodes(entryNumber, logSize, knowledgeOf(check), open);
  return treeGraph(nodes, check, { ...SOURCE_WORDS.server, ...options }, width);
}

const DATA = { text: 'name Gambia', computed: sampleHash(1), recorded: sampleHash(1) };
const UNHASHED = { ...DATA, computed: undefined, recorded: undefined };
const PATHS = [
  [1, 1],
  [2, 2],
  [206, 208],
  [10, 200],
  [278, 295],
  [1, 1_000_000],
  [LARGEST, LARGEST],
] as const;
const LADDERS = [
  [1, 2],
  [2, 3],
  [7, 15],
  [8, 15],
  [197, 208],
  [128, 295],
  [524_288, 1_000_000],
  [LARGEST - 1, LARGEST],
] as const;
const NONE = {
  from: consistency(197, 208).from,
  to: consistency(197, 208).to,
  oldSteps: [],
  newSteps: [],
  computedInMs: 0.1,
};

const GRAPHS: Record<string, ProofGraph> = {
  'path not checked': path(uncheckedSample({ outcome: 'cannot-check', code: 'incomplete', reason: 'why' })),
  'ladders of a proof of the wrong length': ladders({
    ...NONE,
    verdict: { outcome: 'does-not-match', code: 'path-length', reason: 'too long' },
  }),
};
for (const [entry, size] of PATHS) {
  const name = `${entry}/${size}`;
  const wrong = sampleCheck(entry, size, WRONG);
  const remembered = { logSize: size, rootHash: sampleHash(3) };
  GRAPHS[`path ${name}`] = path(sampleCheck(entry, size), { data: DATA });
  GRAPHS[`path ${name}, nothing matches`] = path(wrong, { data: { ...DATA, recorded: WRONG } });
  GRAPHS[`path ${name}, data not hashed`] = path(sampleCheck(entry, size), {
    data: { ...DATA, computed: undefined },
  });
  GRAPHS[`path ${name}, under an alarm`] = path(wrong, { remembered });
  GRAPHS[`tree ${name}`] = tree(entry, size);
  GRAPHS[`tree ${name}, under an alarm`] = tree(entry, size, WRONG, undefined, { remembered });
  GRAPHS[`tree ${name} that does not match`] = tree(entry, size, WRONG, 21, { data: DATA });
  GRAPHS[`tree ${name} of other data`] = tree(entry, size, undefined, 21, {
    data: { ...DATA, recorded: WRONG },
  });
}
for (const [from, to] of LADDERS) {
  const name = `ladders ${from}→${to}`;
  GRAPHS[name] = ladders(consistency(from, to));
  GRAPHS[`${name}, old root differs`] = ladders(consistency(from, to, { old: WRONG }));
  GRAPHS[`${name}, both differ`] = ladders(consistency(from, to, { old: WRONG, new: WRONG }));
}

describe.each(Object.entries(GRAPHS))('%s', (_, graph) => {
  const { nodes, columns } = graph;

  it('gives each node cells of its own within the grid', () => {
    const taken = new Set<string>();
    for (const {
      row,
      columns: [from, to],
      align,
    } of nodes) {
      expect(row).toBeGreaterThanOrEqual(0);
      expect([from, to - from > 0, to]).toEqual([Math.max(0, from), true, Math.min(columns.length, to)]);
      if (align === 'at-x') continue;
      for (let column = from; column < to; column += 1) {
        expect(taken).not.toContain(`${row} ${column}`);
        taken.add(`${row} ${column}`);
      }
    }
  });

  it('reaches every node by the arrow keys from the one that Tab reaches', () => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    expect(byId.size).toBe(nodes.length);
    const reached = new Set([graph.first]);
    for (const id of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
        const next = nextNode(graph, id, key);
        if (next !== undefined) reached.add(next);
      }
    }
    expect([...reached].toSorted()).toEqual([...byId.keys()].toSorted());
  });

  it('joins nodes that are there, within the grid', () => {
    const total = columns.reduce((sum, column) => sum + column, 0);
    for (const edge of graph.edges) {
      const turns = corners(graph, edge);
      expect(turns.length).toBeGreaterThanOrEqual(2);
      for (const [x] of turns) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(total);
      }
    }
    for (const { id } of nodes)
      if (nodes.length > 2) expect(graph.edges.some(({ from, to }) => from === id || to === id)).toBe(true);
  });
});

describe('pathGraph', () => {
  it('puts each sent hash on its side, in the row of the hash that it joins', () => {
    const { nodes } = path(sampleCheck(206, 208));
    for (const { level, side } of sampleCheck(206, 208).steps) {
      const sent = nodes.find(({ id }) => id === `sent-${level}`);
      expect(sent?.columns[0]).toBe(side === 'left' ? 0 : 5);
      expect(nodes.find(({ id }) => id === (level === 1 ? 'leaf' : `computed-${level - 1}`))?.row).toBe(
        sent?.row,
      );
    }
  });

  it('starts at the data where it is given', () => {
    const { nodes } = path(sampleCheck(2, 3), { data: DATA });
    const up = nodes
      .filter(({ id }) => !id.startsWith('sent-'))
      .toSorted((one, other) => other.row - one.row);
    expect(up.slice(0, 4).map(({ id }) => id)).toEqual(['data', 'item-hash', 'entry', 'leaf']);
  });

  it.each([
    ['nothing', sampleCheck(2, 3), { data: DATA }, undefined],
    ['altered data', sampleCheck(2, 3), { data: { ...DATA, recorded: WRONG } }, 'data'],
    ['an item too many', sampleCheck(2, 3), { data: { ...UNHASHED, surplus: 'item' } }, 'data'],
    [
      'an item too few',
      sampleCheck(2, 3),
      { data: { ...UNHASHED, recorded: WRONG, surplus: 'hash' } },
      'data',
    ],
    ['an altered proof', sampleCheck(2, 3, WRONG), { data: DATA }, 'root'],
    ['a changed history', sampleCheck(2, 3), { remembered: { logSize: 2, rootHash: WRONG } }, 'remembered'],
  ] as const)('breaks where it fails: %s', (_, check, options, place) => {
    const { tone, nodes } = path(check, options);
    expect(tone).toBe(place === undefined ? 'good' : 'bad');
    // Nobody can tell here whether what was published or remembered is at fault.
    const red = { data: ['item-hash'], root: ['computed-root'], remembered: [] }[place ?? 'remembered'];
    expect(nodes.filter((node) => node.tone === 'bad').map(({ id }) => id)).toEqual(red);
  });

  it('walks up the middle, to a side and back, and to both ends', () => {
    const graph = path(sampleCheck(206, 208));
    for (const [from, key, to] of [
      ['entry', 'ArrowUp', 'leaf'],
      ['entry', 'Home', 'root'],
      ['leaf', 'ArrowUp', 'computed-1'],
      ['leaf', 'ArrowLeft', 'sent-1'],
      ['leaf', 'ArrowDown', 'entry'],
      ['sent-1', 'ArrowRight', 'leaf'],
      ['sent-1', 'End', 'entry'],
      ['sent-1', 'ArrowLeft', undefined],
      ['sent-1', 'x', undefined],
    ] as const)
      expect(nextNode(graph, from, key)).toBe(to);
  });
});

describe('ladderGraph', () => {
  it('draws each sent hash once, with what it goes into', () => {
    const { nodes } = ladders(consistency(197, 208));
    const letters = nodes
      .filter(({ source, shape }) => source === 'sent' && shape === 'box')
      .map(({ letter }) => letter);
    expect(letters.map(String).toSorted()).toEqual(['N', 'N', 'N', 'ON', 'ON', 'ON', 'ON']);
  });

  it('starts the new ladder at the old root where that is a subtree of the new log', () => {
    const graph = ladders(consistency(128, 295));
    expect(graph.nodes.find(({ id }) => id === 'old-root')?.row).toBeGreaterThan(1);
    expect(graph.edges.filter(({ kind, from }) => kind === 'path' && from === 'old-root')).toHaveLength(1);
  });

  it('says which root does not match', () => {
    expect(ladders(consistency(7, 15, { old: WRONG })).caption).toBe(
      'What was computed does not match the old root',
    );
    expect(ladders(consistency(7, 15, { old: WRONG, new: WRONG })).caption).toMatch(
      /the old root and the new root$/,
    );
    expect(ladders(consistency(7, 15)).caption).toBe(
      'Gives both roots: the log of 7 entries begins the log of 15',
    );
  });
});

describe('treeGraph', () => {
  it('draws folded subtrees as wide as their entries where there is room', () => {
    expect(columnWidths([256, 16, 4, 4], 280, [1, 1, 1, 1])).toEqual([256, 16, 4, 4]);
    expect(columnWidths([256, 16, 4, 4], 296, [10, 10, 10, 10])).toEqual([
      (276 * 256) / 272,
      (276 * 16) / 272,
      10,
      10,
    ]);
  });

  it.each([
    [278, 295],
    [295, 295],
    [7, 1_000_000],
    [700_000, 1_000_000],
    [1_000_000, 1_000_000],
  ])('has room for entry %d of %d on a phone, the largest subtree by far the widest', (entry, size) => {
    const { columns, width, nodes } = tree(entry, size, undefined, 21);
    expect(width).toBe(21);
    expect(columns.reduce((all, column) => all + column, 0)).toBeCloseTo(21);
    const folded = nodes
      .filter(({ labelPlace }) => labelPlace === 'over')
      .toSorted((one, other) => one.row - other.row)
      .map(({ columns: [from] }) => columns[from] ?? 0);
    expect(folded[0]).toBeGreaterThan(2 * (folded.at(-1) ?? 0));
  });

  it('leaves no other label in the row of one that has the room beside it', () => {
    for (const { nodes } of [tree(278, 295), tree(7, 1_000_000), tree(1_000_000, 1_000_000)]) {
      const rows = nodes.filter(({ labelPlace }) => labelPlace === 'over').map(({ row }) => row);
      expect(new Set(rows).size).toBe(rows.length);
    }
  });

  it('leads down the path, and across to the neighbouring subtree', () => {
    const graph = tree(278, 295);
    expect(nextNode(graph, '1-295', 'ArrowDown')).toBe('257-295');
    expect(nextNode(graph, '1-295', 'End')).toBe('entry');
    expect(nextNode(graph, '257-295', 'ArrowUp')).toBe('1-295');
    expect(nextNode(graph, '257-295', 'ArrowLeft')).toBe('1-256');
  });

  it('cuts the corner off the one folded subtree that is not full', () => {
    const cut = (size: number) => tree(1, size).nodes.filter(({ shape }) => shape === 'cut-triangle').length;
    expect([256, 295].map(cut)).toEqual([0, 1]);
  });
});
