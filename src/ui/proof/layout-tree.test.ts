import { describe, expect, it } from 'vitest';
import { around, type NamedRect, outside, overlap, overlapping } from '../../testing/rects.ts';
import { layoutTree, type TreeLayout } from './layout-tree.ts';
import { moveInTree } from './move-in-tree.ts';
import { sampleCheck } from './sample-check.ts';
import {
  halvesOf,
  isOneEntry,
  knowledgeOf,
  nodeKey,
  nodesOf,
  openAtFirst,
  treeModel,
  type TreeNode,
} from './tree-model.ts';
import { treeNodeName, treeNodeTitle } from './tree-words.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const LOGS: readonly (readonly [entryNumber: number, logSize: number])[] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [3, 3],
  [10, 10],
  [6, 15],
  [15, 15],
  [17, 29],
  [10, 200],
  [278, 295],
  [295, 295],
  [1, 1_000_000],
  [400_001, 1_000_000],
  [1_000_000, 1_000_000],
  [LARGEST, LARGEST],
];
const WIDTHS = [240, 340, 700, 1096];

/** unfolded opens every folded subtree of a tree once more, `rounds` times, as a reader might. */
function unfolded(entry: number, logSize: number, rounds: number): TreeNode {
  const known = knowledgeOf({ ...sampleCheck(entry, logSize), entryNumber: entry });
  let open = openAtFirst(entry, logSize);
  for (let round = 0; round < rounds; round += 1) {
    const folded = nodesOf(treeModel(entry, logSize, known, open)).filter(({ kind }) => kind === 'subtree');
    const more = new Set(open);
    for (const { covers } of folded) {
      const [left] = halvesOf(covers);
      more.add(nodeKey(covers));
      if (!isOneEntry(left)) more.add(nodeKey(left));
    }
    open = more;
  }
  return treeModel(entry, logSize, known, open);
}

function* everyLayout(): Generator<readonly [name: string, layout: TreeLayout]> {
  for (const [entry, logSize] of LOGS) {
    for (const rounds of [0, 1]) {
      for (const width of WIDTHS) {
        for (const compared of [false, true]) {
          const layout = layoutTree(unfolded(entry, logSize, rounds), `Entry ${entry} · GM`, compared, width);
          yield [
            `${entry}/${logSize} at ${width}, ${rounds} times unfolded${compared ? ', compared' : ''}`,
            layout,
          ];
        }
      }
    }
  }
}

/** rectsOf are the boxes with what is written under them. */
function rectsOf({ nodes, labelLine, published }: TreeLayout): readonly NamedRect[] {
  return [
    ...(published === undefined ? [] : [{ ...published, name: 'published' }]),
    ...nodes.map(({ node, lines, x, y, width, height }) => ({
      x,
      y,
      width,
      name: node.id,
      height: height + (node.kind === 'subtree' ? 2 + lines.length * labelLine : 0),
    })),
  ];
}

const EVERY = [...everyLayout()];

describe('layoutTree', () => {
  it('lets no two nodes overlap', () => {
    for (const [name, layout] of EVERY) expect([name, overlapping(rectsOf(layout))]).toEqual([name, []]);
  });

  it('keeps everything inside the picture', () => {
    for (const [name, layout] of EVERY) expect([name, outside(rectsOf(layout), layout)]).toEqual([name, []]);
  });

  it('draws no line through a node', () => {
    const found: string[] = [];
    for (const [name, layout] of EVERY) {
      const rects = rectsOf(layout);
      for (const { id, points } of layout.links) {
        points.slice(1).forEach(([x2, y2], index) => {
          const [x1, y1] = points[index] ?? [x2, y2];
          const line = { ...around([x1, y1], [x2, y2], 1), y: Math.min(y1, y2), height: Math.abs(y1 - y2) };
          const ends = new Set([id, layout.nodes.find(({ node }) => node.id === id)?.parent]);
          for (const rect of rects) {
            if (!ends.has(rect.name) && overlap(line, rect))
              found.push(`${name}: the line to ${id} crosses ${rect.name}`);
          }
        });
      }
    }
    expect(found).toEqual([]);
  });

  it('stands a node over the middle of the two under it, left before right', () => {
    for (const [, { nodes }] of EVERY) {
      const centre = new Map(nodes.map(({ node, x, width }) => [node.id, x + width / 2]));
      for (const { node } of nodes) {
        const [left = 0, right] = node.children.map(({ id }) => centre.get(id) ?? Number.NaN);
        if (right === undefined) continue;
        expect(left).toBeLessThan(right);
        expect((left + right) / 2).toBeCloseTo(centre.get(node.id) ?? Number.NaN, 6);
      }
    }
  });

  it('stands the leaves of a small log in one row', () => {
    const { nodes } = layoutTree(unfolded(6, 15, 0), 'Entry 6');
    const leaves = nodes.filter(({ node }) => node.kind === 'leaf');
    expect(leaves).toHaveLength(15);
    expect(new Set(leaves.map(({ y }) => y)).size).toBe(1);
  });

  it('fits a log of 15 into the widest page, and uses the room where there is some', () => {
    expect(layoutTree(unfolded(6, 15, 0), 'Entry 6', false, 1096).width).toBeLessThanOrEqual(1096);
    const narrow = layoutTree(unfolded(278, 295, 0), 'Entry 278', false, 200);
    const wide = layoutTree(unfolded(278, 295, 0), 'Entry 278', false, 1096);
    expect(wide.width).toBeGreaterThan(narrow.width);
  });
});

describe('moveInTree', () => {
  const { nodes } = layoutTree(unfolded(278, 295, 1), 'Entry 278');
  const at = (id: string) => nodes.find(({ node }) => node.id === id) ?? nodes[0];
  const move = (id: string, key: string) => {
    const from = at(id);
    return from && moveInTree(nodes, from, key)?.node.id;
  };

  it('walks along the lines', () => {
    expect(move('1-295', 'ArrowDown')).toBe('257-295');
    expect(move('257-295', 'ArrowUp')).toBe('1-295');
    expect(move('257-295', 'ArrowLeft')).toBe('1-256');
    expect(move('1-256', 'ArrowRight')).toBe('257-295');
    expect(move('278-278', 'ArrowDown')).toBe('entry');
    expect(move('entry', 'Home')).toBe('1-295');
    expect(move('1-256', 'End')).toBe('entry');
    expect(move('1-295', 'ArrowUp')).toBeUndefined();
    expect(move('1-295', 'a')).toBeUndefined();
  });

  it('crosses over to the next subtree where the node has no sibling on that side', () => {
    expect(move('257-272', 'ArrowLeft')).toBe('1-256');
    expect(move('entry', 'ArrowRight')).toBe('279-280');
  });

  it('reaches every node by the arrow keys', () => {
    for (const [, layout] of EVERY) {
      const reached = new Set<string>();
      const next = layout.nodes.slice(0, 1);
      for (let from = next.pop(); from !== undefined; from = next.pop()) {
        if (reached.has(from.node.id)) continue;
        reached.add(from.node.id);
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const to = moveInTree(layout.nodes, from, key);
          if (to !== undefined) next.push(to);
        }
      }
      expect(reached.size).toBe(layout.nodes.length);
    }
  });
});

describe('treeNodeName', () => {
  it('gives every node a name of its own, with the entries under it', () => {
    for (const [entry, logSize] of LOGS) {
      const nodes = nodesOf(unfolded(entry, logSize, 0));
      const names = nodes.map((node) => treeNodeName(node, { entryNumber: entry, key: 'GM' }, false));
      expect(new Set(names).size).toBe(nodes.length);
      for (const name of names) expect(name).toMatch(/entr(y|ies) [\d,]+/i);
    }
  });

  it('says of a hash that nobody has asked for that it is not known, and shows none', () => {
    const unknown = nodesOf(unfolded(6, 15, 0)).find(
      ({ known, kind }) => known === undefined && kind === 'leaf',
    );
    expect(unknown).toBeDefined();
    if (unknown === undefined) return;
    const entry = { entryNumber: 6, key: 'saturn' };
    expect(treeNodeName(unknown, entry, false)).toBe('Not asked for yet · leaf hash of entry 1');
    expect(treeNodeTitle(unknown, entry)).not.toMatch(/[0-9a-f]{6}/);
  });
});
