import { largestPowerBelow } from '../../core/merkle.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { capital, formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';
import { findingOf, type PathOptions } from './finding.ts';
import {
  computedRootOf,
  type ProofWords,
  rangeText,
  rootSentence,
  type InclusionCheck,
} from './inclusion-check.ts';
import { rootNodes, signUnder } from './path-graph.ts';
import {
  entryNode,
  type NodeContent,
  type ProofGraph,
  type ProofLine,
  type ProofNode,
} from './proof-graph.ts';
import { isOneEntry, nodesOf, type TreeNode } from './tree-model.ts';

/** The narrowest column, in rem, of a node with its label in it: its six digits and a range in two lines fit. */
export const LEAST_COLUMN = 4;
/** The narrowest column of a subtree off the path, whose label has the room beside it: in rem, and as a part of the picture. */
const NARROW_COLUMN = 0.5;
const NARROW_PART = 1 / 60;
/** How much of the picture a box of the path may take for its range; where that takes more, only the other nodes say which entries they are over. */
const RANGE_PART = 1 / 8;
/** How wide a character of a label is, and what a box keeps beside it, in rem. */
const DIGIT_WIDTH = 0.42;
const BOX_EDGES = 1.6;
const BEHIND = 0.3;

/**
 * treeGraph places a tree top-down: each node stands over what is under it, in the row under its parent. A folded subtree is as wide as its share of the
 * entries; the path keeps the room for its labels. Beside the path alone a row has one other node, so that its label has room at any width; where more is unfolded,
 * each column has room for a label, and the picture may be wider than `wished`, the width in rem that there is.
 */
export function treeGraph(
  root: TreeNode,
  check: InclusionCheck,
  options: PathOptions,
  wished: number,
): ProofGraph {
  const { entry, checkpoint, verdict } = check;
  const nodes = nodesOf(root);
  const computedRoot = computedRootOf(check);
  const compared =
    verdict.outcome === 'does-not-match' &&
    computedRoot !== undefined &&
    computedRoot !== checkpoint.rootHash;
  // Over the root that was computed: the published one where it is another, and the remembered one that contradicts it.
  const above = rootNodes(check, options)
    .filter(({ id }) => id === 'remembered' || (id === 'published' && compared))
    .toReversed();
  const lowest = nodes.filter(
    ({ kind, children }) => kind !== 'entry' && !children.some((child) => child.kind !== 'entry'),
  );
  const isPathAlone = nodes.every(({ onPath, children }) => onPath || children.length === 0);
  const onPath = nodes.filter((node) => node.onPath && node.parent !== undefined);
  const longest = DIGIT_WIDTH * Math.max(...onPath.map(({ covers }) => rangeLabel(covers).length), 0);
  const isRangeShown = !isPathAlone || longest <= Math.max(LEAST_COLUMN, wished * RANGE_PART);
  const least = Math.max(LEAST_COLUMN, formatNumber(checkpoint.logSize).length * DIGIT_WIDTH + 0.6);
  const leastOf = (node: TreeNode): number => {
    if (!isPathAlone) return least;
    return node.onPath
      ? Math.max(LEAST_COLUMN, isRangeShown ? longest : 0) + BOX_EDGES
      : Math.min(NARROW_COLUMN, wished * NARROW_PART);
  };
  const leasts = lowest.map(leastOf);
  const width = Math.max(wished, sum(leasts));
  const columns = columnWidths(
    lowest.map(({ covers }) => sizeOf(covers)),
    width,
    leasts,
  );
  const widthOf = (from: number, to: number): number => sum(columns.slice(from, to));
  const placed = nodes.map((node): ProofNode => {
    const { covers, kind } = node;
    const from = lowest.findIndex((one) => one.covers.first === covers.first);
    const to = lowest.findIndex((one) => one.covers.last === covers.last) + 1;
    const content = kind === 'entry' ? entryNode(entry) : contentOf(node, check, options, isPathAlone);
    return {
      ...content,
      ...(kind === 'entry' ? { align: 'at-x' } : {}),
      labelWidth: Math.min(labelWidthOf(content), isPathAlone ? Infinity : widthOf(from, to)),
      ...(isRangeShown || content.labelPlace !== 'inside' || node === root ? {} : { label: [] }),
      ...(compared && node === root ? { tone: 'bad', compareWith: checkpoint.rootHash } : {}),
      row: depthOf(node) + above.length,
      columns: kind === 'entry' ? [0, columns.length] : [from, to],
      x: widthOf(0, from) + widthOf(from, to) / 2,
    };
  });
  const roots = above.map((node, row): ProofNode => ({
    ...node,
    labelPlace: 'above',
    row,
    columns: [0, columns.length],
    x: width / 2,
  }));
  const { besides, ...found } = findingOf(check, options);
  return {
    columns,
    width,
    isWide: true,
    rows: Math.max(...placed.map(({ row }) => row)) + 1,
    nodes: [...roots, ...placed],
    lines: nodes.flatMap(({ id, parent, onPath: isOfPath }): readonly ProofLine[] => {
      const to = placed.find((node) => node.id === id);
      const from = placed.find((node) => node.id === parent?.id);
      if (to === undefined || from === undefined) return [];
      const points = [from.x, from.row + BEHIND, from.x, to.row, to.x, to.row, to.x, to.row + BEHIND];
      return [{ kind: isOfPath ? 'path' : 'faint', points }];
    }),
    marks: roots.map(({ id, x, row }) => ({
      kind: 'sign',
      text: signUnder(id, check, options.remembered),
      x,
      y: row + 1,
    })),
    first: root.id,
    next: (id, key) =>
      nextInTree(
        nodes,
        above.map((node) => node.id),
        id,
        key,
      ),
    ...found,
    name: `Tree of ${formatNumber(checkpoint.logSize)} entries with the path of entry ${formatNumber(entry.entryNumber)}; ${[rootSentence(check, options), besides ?? []].flat().join('; ')}`,
  };
}

/** columnWidths shares a width by size; what would be narrower than its least width gets that, and the others share the rest. */
export function columnWidths(
  sizes: readonly number[],
  width: number,
  leasts: readonly number[],
): readonly number[] {
  const narrow = new Set<number>();
  for (;;) {
    const wide = sizes.map((size, index) => (narrow.has(index) ? 0 : size));
    const rest = width - sum([...narrow].map((index) => leasts[index] ?? 0));
    const widths = wide.map((size, index) =>
      narrow.has(index) ? (leasts[index] ?? 0) : (size / sum(wide)) * rest,
    );
    const tooNarrow = widths.flatMap((found, index) => (found < (leasts[index] ?? 0) ? index : []));
    if (tooNarrow.length === 0) return widths;
    for (const index of tooNarrow) narrow.add(index);
  }
}

/** labelWidthOf is how wide a letter with six digits and the lines below it are, in rem. */
function labelWidthOf({ label = [] }: NodeContent): number {
  return Math.max(8, ...label.map(({ length }) => length)) * 0.44 + 0.5;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function sizeOf({ first, last }: EntryRange): number {
  return last - first + 1;
}

/** depthOf is the number of nodes above a node. */
function depthOf({ parent }: TreeNode): number {
  return parent === undefined ? 0 : depthOf(parent) + 1;
}

/** rangeLabel is rangeText without what a picture of entries need not say. */
function rangeLabel(covers: EntryRange): string {
  return rangeText(covers).replace('entries ', '');
}

const LETTERS = { sent: 'S', computed: 'C', unknown: undefined } as const;

function contentOf(
  node: TreeNode,
  check: InclusionCheck,
  proofWords: ProofWords,
  isPathAlone: boolean,
): NodeContent {
  const { sentName, rootName, rootHolds } = { rootHolds: undefined, ...SOURCE_WORDS.server, ...proofWords };
  const { id, kind, covers, known, onPath, children } = node;
  const source: keyof typeof LETTERS = known?.source ?? 'unknown';
  const letter = LETTERS[source];
  const words = { sent: sentName, computed: 'computed here', unknown: 'not fetched yet' }[source];
  const isRoot = kind === 'root';
  const isDoubted = check.verdict.outcome === 'cannot-check' && known?.hash === check.checkpoint.rootHash;
  // Two roots that agree are one, also where something else is the matter with it.
  const isJudged = isRoot && (check.verdict.outcome === 'holds' || isDoubted);
  const under = rangeText(covers);
  const single = isOneEntry(covers);
  const isFolded = kind === 'subtree' || (isPathAlone && !onPath);
  const shared = {
    id,
    source,
    letter,
    hash: known?.hash,
    label: [rangeLabel(covers)],
    ...(isFolded ? ({ align: 'fill', labelPlace: 'under' } as const) : {}),
  };
  const onThePath =
    onPath && !isRoot ? `, on the path of entry ${formatNumber(check.entry.entryNumber)}` : '';
  const what = `${kind === 'leaf' ? 'leaf hash of ' : ''}${under}`;
  const title = `${capital(words)} · ${what}${onThePath}`;
  if (kind === 'subtree') {
    const isFull = largestPowerBelow(sizeOf(covers)) * 2 === sizeOf(covers);
    const folded = isFull ? 'folded subtree' : 'folded, not full: fewer entries than a power of two';
    return {
      ...shared,
      shape: isFull ? 'triangle' : 'cut-triangle',
      title: isFull ? title : `${title}, not a full subtree`,
      legend: known === undefined ? 'folded, not fetched yet' : folded,
      faint: !onPath,
      expanded: false,
    };
  }
  return {
    labelPlace: 'inside',
    ...shared,
    shape: isJudged ? 'pill' : 'box',
    letter: isJudged ? undefined : letter,
    title: isRoot ? `Root${known === undefined ? ', not computed' : ' computed here'} · ${under}` : title,
    legend: isJudged ? (rootHolds === undefined ? rootName : 'root') : words,
    faint: !onPath,
    expanded: single ? undefined : children.length > 0,
  };
}

/**
 * nextInTree leads up to the node above, down towards the entry (or left, off its path), left and right to the neighbouring subtree; Home to the root, End to
 * the lowest node on the path.
 */
function nextInTree(
  nodes: readonly TreeNode[],
  above: readonly string[],
  id: string,
  key: string,
): string | undefined {
  const [root] = nodes;
  const node = nodes.find((one) => one.id === id);
  if (node === undefined) {
    const at = above.indexOf(id);
    if (key === 'ArrowUp') return above[at - 1];
    return key === 'Home' ? root?.id : key === 'ArrowDown' ? (above[at + 1] ?? root?.id) : undefined;
  }
  switch (key) {
    case 'ArrowUp':
      return node.parent?.id ?? above.at(-1);
    case 'ArrowDown':
      return (node.children.find((child) => child.onPath) ?? node.children[0])?.id;
    case 'ArrowLeft':
      return beside(node, 1);
    case 'ArrowRight':
      return beside(node, 0);
    case 'Home':
      return root?.id;
    case 'End':
      return nodes.findLast(({ onPath }) => onPath)?.id;
    default:
      return undefined;
  }
}

/** beside climbs until a node is the child of this place, 0 left or 1 right, and crosses over to the other. */
function beside(node: TreeNode, place: 0 | 1): string | undefined {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { children } = at.parent;
    const other = children[1 - place];
    if (children[place] === at && other !== undefined) return other.id;
  }
  return undefined;
}
