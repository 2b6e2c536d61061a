import type { Hash } from '../../core/hash.ts';
import { formatNumber } from '../format.ts';
import { isolated } from '../literal.tsx';
import { computedRootOf, rangeText, rootSentence, toneOf, type InclusionCheck } from './inclusion-check.ts';
import { definedOnly, type ProofGraph, type ProofLink, type ProofNode } from './proof-graph.ts';
import { nodesOf, type TreeNode } from './tree-model.ts';

/** TreeGraph is the picture of a tree; `width` is what it needs, in rem. */
export interface TreeGraph extends ProofGraph {
  readonly width: number;
}

/** The narrowest column, in rem: its six digits and a range in two lines fit. */
const LEAST_COLUMN = 4;
const DIGIT_WIDTH = 0.42;
/** Where columns at their narrowest fill the width that is wished for, the picture grows by this, so that proportions show. */
const GROWTH = 1.5;
const BEHIND = 0.3;

/**
 * treeGraph places a tree top-down: each node stands over what is under it, nodes over equally many levels in one row. A folded subtree is as wide as its share
 * of the entries, but never too narrow for its label. `wished` is the width to keep to where the tree allows it, in rem.
 */
export function treeGraph(
  root: TreeNode,
  check: InclusionCheck,
  rootHolds: string | undefined,
  wished: number,
): TreeGraph {
  const { entry, checkpoint, verdict } = check;
  const nodes = nodesOf(root);
  const computedRoot = computedRootOf(check);
  const compared =
    verdict.outcome === 'does-not-match' &&
    computedRoot !== undefined &&
    computedRoot !== checkpoint.rootHash;
  const spans = columnSpans(root);
  const ends = nodes.filter(
    ({ kind, children }) => kind !== 'entry' && !children.some((child) => child.kind !== 'entry'),
  );
  const least = Math.max(LEAST_COLUMN, formatNumber(checkpoint.logSize).length * DIGIT_WIDTH + 0.6);
  const tight = ends.length * least;
  const width = Math.max(wished, tight > wished / GROWTH ? tight * GROWTH : tight);
  const columns = columnWidths(ends.map(sizeOf), width, least);
  const edges = [0];
  for (const column of columns) edges.push((edges.at(-1) ?? 0) + column);
  const middle = (node: TreeNode): number => {
    const [from, to] = spans.get(node.id) ?? [0, 1];
    return ((edges[from] ?? 0) + (edges[to] ?? width)) / 2;
  };
  const rows = rowsOf(nodes, compared ? 1 : 0);
  const parents = new Map(nodes.flatMap((node) => node.children.map((child) => [child.id, node] as const)));
  const placed = nodes.map((node): ProofNode => ({
    ...looksOf(node, check, compared, rootHolds),
    row: rows.get(node.id) ?? 0,
    columns: node.kind === 'entry' ? [0, columns.length] : (spans.get(node.id) ?? [0, 1]),
    x: middle(node),
    neighbours: {
      ...neighboursOf(node, nodes, parents),
      ...(compared && node === root ? { ArrowUp: 'published' } : {}),
    },
  }));
  const [top] = placed;
  const published: ProofNode[] =
    compared && top !== undefined ? [publishedNode(checkpoint.rootHash, computedRoot, top)] : [];
  const said = rootSentence(check, { rootHolds });
  return {
    width,
    columns,
    rows: Math.max(...rows.values()) + 1,
    nodes: [...published, ...placed],
    links: placed.flatMap((node) => linkTo(node, parents.get(node.id), rows, middle, nodes)),
    marks: compared && top !== undefined ? [{ id: 'differs', kind: 'sign', text: '≠', x: top.x, y: 1 }] : [],
    first: root.id,
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: `${computedRoot !== undefined && /holds|does-not-match/.test(verdict.outcome) ? 'The root computed here ' : ''}${said}`,
    name: `Tree of ${formatNumber(checkpoint.logSize)} entries with the path of entry ${formatNumber(entry.entryNumber)}; ${said}`,
  };
}

/** columnWidths shares a width by size; what would be narrower than `least` gets that, and the others share the rest. */
export function columnWidths(sizes: readonly number[], width: number, least: number): readonly number[] {
  const narrow = new Set<number>();
  for (;;) {
    const rest = width - narrow.size * least;
    const shared = sizes.reduce((sum, size, index) => (narrow.has(index) ? sum : sum + size), 0);
    const share = (index: number): number => ((sizes[index] ?? 0) / shared) * rest;
    const found = sizes.flatMap((_, index) => (!narrow.has(index) && share(index) < least ? [index] : []));
    if (found.length === 0) return sizes.map((_, index) => (narrow.has(index) ? least : share(index)));
    for (const index of found) narrow.add(index);
  }
}

/** columnSpans gives each node the columns of what is drawn under it; every leaf and folded subtree has one. */
function columnSpans(root: TreeNode): ReadonlyMap<string, readonly [from: number, to: number]> {
  const spans = new Map<string, readonly [number, number]>();
  let next = 0;
  const span = (node: TreeNode): void => {
    const from = next;
    for (const child of node.children) span(child);
    if (next === from) next += 1;
    spans.set(node.id, [from, next]);
  };
  span(root);
  return spans;
}

function sizeOf({ covers }: TreeNode): number {
  return covers.last - covers.first + 1;
}

/** rowsOf gives each node a row: by how many levels it stands over, rows without a node left out; the entry's is the last. */
function rowsOf(nodes: readonly TreeNode[], from: number): ReadonlyMap<string, number> {
  const levels = new Map(nodes.map((node) => [node.id, node.kind === 'entry' ? -1 : levelOf(sizeOf(node))]));
  const order = [...new Set(levels.values())].sort((one, other) => other - one);
  return new Map([...levels].map(([id, level]) => [id, from + order.indexOf(level)]));
}

/** levelOf is the number of levels under a node of so many entries: 0 for a leaf. */
function levelOf(size: number): number {
  let level = 0;
  for (let held = 1; held < size; held *= 2) level += 1;
  return level;
}

type Looks = Omit<ProofNode, 'row' | 'columns' | 'x' | 'neighbours'>;

function looksOf(
  node: TreeNode,
  check: InclusionCheck,
  compared: boolean,
  rootHolds: string | undefined,
): Looks {
  const { id, kind, covers, known, onPath, perfect } = node;
  const number = formatNumber(check.entry.entryNumber);
  if (kind === 'entry') {
    const text = `Entry ${number} · key ${isolated(check.entry.key)}`;
    return {
      id,
      shape: 'square',
      source: 'register',
      align: 'at-x',
      text,
      whole: check.entry.key,
      title: `Entry ${number} · key`,
    };
  }
  const source = known?.source ?? 'unknown';
  const root = kind === 'root';
  const judged = root && check.verdict.outcome === 'holds';
  const folded = kind === 'subtree';
  const under = rangeText(covers);
  const from = SOURCE_WORDS[source];
  const what = `${kind === 'leaf' ? 'leaf hash of ' : ''}${under}`;
  return {
    id,
    shape: judged ? 'pill' : folded ? (perfect ? 'triangle' : 'cut-triangle') : 'box',
    source,
    ...(folded ? { align: 'fill' } : {}),
    ...(root && compared ? { tone: 'bad', compareWith: check.checkpoint.rootHash } : {}),
    ...(judged || known === undefined ? {} : { letter: known.source === 'sent' ? 'S' : 'C' }),
    hash: known?.hash,
    label: [under.replace(/^entr\S+ /, covers.first === covers.last ? '$&' : '')],
    ...(folded ? {} : { labelPlace: 'inside' }),
    title: root
      ? `Root${known === undefined ? ', not computed' : ' computed here'} · ${under}`
      : `${from.charAt(0).toUpperCase()}${from.slice(1)} · ${what}`,
    note: [
      ...(onPath && !root ? [`on the path of entry ${number}`] : []),
      ...(folded && !perfect ? ['not a full subtree'] : []),
    ].join(', '),
    legend: judged
      ? rootHolds === undefined
        ? 'published root'
        : 'root'
      : folded && known === undefined
        ? 'folded, not fetched yet'
        : folded
          ? perfect
            ? 'folded subtree'
            : 'folded, not full: fewer entries than a power of two'
          : from,
    ...(onPath ? {} : { faint: true }),
    expanded: covers.first === covers.last ? undefined : node.children.length > 0,
  };
}

const SOURCE_WORDS = {
  sent: 'sent by the server',
  computed: 'computed here',
  unknown: 'not fetched yet',
} as const;

/** publishedNode is the root to compare with, over the one that was computed: the only place where a mismatch shows. */
function publishedNode(hash: Hash, computed: Hash | undefined, top: ProofNode): ProofNode {
  return {
    id: 'published',
    shape: 'pill',
    source: 'sent',
    tone: 'neutral',
    row: 0,
    columns: top.columns,
    x: top.x,
    hash,
    compareWith: computed,
    label: ['published root'],
    labelPlace: 'above',
    title: 'Published root · sent by the server',
    legend: 'published root',
    neighbours: { ArrowDown: top.id, Home: top.id },
  };
}

/**
 * neighboursOf leads up to the node above, down towards the entry (or left, off its path), left and right to the neighbouring subtree; Home to the root, End to
 * the lowest node on the path.
 */
function neighboursOf(
  node: TreeNode,
  nodes: readonly TreeNode[],
  parents: ReadonlyMap<string, TreeNode>,
): ProofNode['neighbours'] {
  // Climbs until a node is the child of this place, 0 left or 1 right, and crosses over to the other.
  const beside = (place: 0 | 1): string | undefined => {
    for (let from: TreeNode | undefined = node; from !== undefined; from = parents.get(from.id)) {
      const halves = parents.get(from.id)?.children ?? [];
      const other = halves[1 - place];
      if (halves[place]?.id === from.id && other !== undefined) return other.id;
    }
    return undefined;
  };
  return definedOnly({
    ArrowUp: parents.get(node.id)?.id,
    ArrowDown: (node.children.find((child) => child.onPath) ?? node.children[0])?.id,
    ArrowLeft: beside(1),
    ArrowRight: beside(0),
    Home: nodes[0]?.id,
    End: nodes.findLast(({ onPath }) => onPath)?.id,
  });
}

/** linkTo draws the line from the node above down to a level under its row, along it, and down to the node. */
function linkTo(
  node: ProofNode,
  parent: TreeNode | undefined,
  rows: ReadonlyMap<string, number>,
  middle: (node: TreeNode) => number,
  nodes: readonly TreeNode[],
): readonly ProofLink[] {
  if (parent === undefined) return [];
  const above = rows.get(parent.id) ?? 0;
  const from = middle(parent);
  const onPath = nodes.find(({ id }) => id === node.id)?.onPath === true;
  return [
    {
      id: node.id,
      kind: onPath ? 'path' : 'faint',
      points: [
        [from, above + BEHIND],
        [from, above + 1],
        [node.x, above + 1],
        [node.x, node.row + BEHIND],
      ],
    },
  ];
}
