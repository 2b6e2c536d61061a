import { largestPowerBelow } from '../../core/split.ts';
import { capital, formatNumber } from '../format.ts';
import {
  computedRootOf,
  findingOf,
  type PathOptions,
  rangeText,
  type InclusionCheck,
} from './inclusion-check.ts';
import { isDataWhole, originPart, rootsPart } from './path-graph.ts';
import { chain, type Content, type ProofEdge, type ProofGraph, type ProofNode } from './proof-graph.ts';
import type { TreeNode } from './tree-model.ts';

/** The narrowest column, in rem, of a node with its label. */
export const LEAST_COLUMN = 4;
/** The narrowest column of a subtree off the path, with its label next to it: in rem, and as a part of the picture. */
const NARROW_COLUMN = 0.5;
const NARROW_PART = 1 / 60;
/** The width of a compared hash, in rem. */
const HASH_WIDTH = 10.5;
/** The width of a digit of a label, in rem. */
const DIGIT_WIDTH = 0.42;

/**
 * treeGraph places a tree top-down: each node above its children, and the data under the entry. A folded subtree is as wide as its share of the entries. With only
 * the path unfolded, a row has one other node, so that its label has room at any width; with more unfolded, each column has room for a label, and the picture may be
 * wider than `wished`, the available width in rem.
 */
export function treeGraph(
  nodes: readonly TreeNode[],
  check: InclusionCheck,
  options: PathOptions,
  wished: number,
): ProofGraph {
  const { logSize } = check.checkpoint;
  const lowest = nodes.filter(({ isOpen }) => !isOpen);
  const isPathAlone = nodes.every(({ onPath, isOpen }) => onPath || !isOpen);
  const least = Math.max(LEAST_COLUMN, formatNumber(logSize).length * DIGIT_WIDTH + 0.6);
  const leasts = lowest.map(({ onPath }) =>
    onPath || !isPathAlone ? least : Math.min(NARROW_COLUMN, wished * NARROW_PART),
  );
  const width = Math.max(wished, sum(leasts));
  const columns = columnWidths(lowest.map(sizeOf), width, leasts);
  const across = [0, columns.length] as const;
  // The tree has the computed root itself.
  const roots = rootsPart(check, options, { columns: across, x: width / 2 });
  const isRootKnown = computedRootOf(check) !== undefined;
  const above = roots.nodes.slice(isRootKnown ? 1 : 0);
  const isWhole = isDataWhole(check, options);
  const pathKind = isWhole ? (isRootKnown ? 'path' : 'broken') : 'faint';
  const [root] = nodes;
  const rootId = root?.id ?? '';
  const placed = nodes.map((node): ProofNode => {
    const from = lowest.findIndex(({ covers }) => covers.first === node.covers.first);
    const to = lowest.findIndex(({ covers }) => covers.last === node.covers.last) + 1;
    const left = sum(columns.slice(0, from));
    return {
      ...contentOf(node, options, isPathAlone),
      faint: !isWhole,
      ...(node === root && isRootKnown
        ? { ...roots.nodes[0], id: rootId, letter: roots.nodes[0]?.letter, expanded: node.isOpen }
        : {}),
      columns: [from, to],
      x: left + sum(columns.slice(from, to)) / 2,
      row: node.depth + above.length,
    };
  });
  const leaf = placed.findLast((_, index) => nodes[index]?.onPath);
  const rows = Math.max(...placed.map(({ row }) => row)) + 1;
  const place = { columns: across, align: 'at-x' } as const;
  const x = leaf?.x ?? 0;
  const middle = Math.max(Math.min(HASH_WIDTH, width / 2), Math.min(x, width - HASH_WIDTH));
  const origin = originPart(check, options, rows, {
    middle: { ...place, x },
    one: { ...place, x: middle - HASH_WIDTH / 2 },
    other: { ...place, x: middle + HASH_WIDTH / 2 },
  });
  const found = findingOf(check, options);
  return {
    ...found,
    columns,
    width,
    isWide: true,
    nodes: [...above, ...placed, ...origin.nodes],
    edges: [
      ...roots.edges.map(({ from, to, kind, mark }) => ({
        from: from === roots.nodes[0]?.id && isRootKnown ? rootId : from,
        to,
        kind,
        mark,
      })),
      ...(isRootKnown ? [] : chain('broken', rootId, above[0]?.id ?? rootId)),
      ...nodes.flatMap(({ id, parent, onPath }): readonly ProofEdge[] =>
        parent === undefined ? [] : [{ kind: onPath ? pathKind : 'faint', from: id, to: parent }],
      ),
      ...chain(pathKind, 'entry', leaf?.id ?? rootId),
      ...origin.edges,
    ],
    first: rootId,
    name: `Tree of ${formatNumber(logSize)} entries with the path of entry ${formatNumber(check.entry.entryNumber)}. ${found.caption}`,
  };
}

/** columnWidths divides a width by size; columns narrower than their least width get that, and the others share the rest. */
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

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function sizeOf({ covers: { first, last } }: TreeNode): number {
  return last - first + 1;
}

const LETTERS = { sent: 'S', computed: 'C', unknown: undefined } as const;

function contentOf(
  node: TreeNode,
  { sentName }: PathOptions,
  isPathAlone: boolean,
): Content & Pick<ProofNode, 'align'> {
  const { id, covers, known, onPath, isOpen } = node;
  const size = sizeOf(node);
  const source = known?.source ?? 'unknown';
  const words = { sent: sentName, computed: 'computed here', unknown: 'not fetched yet' }[source];
  const range = rangeText(covers);
  const isFull = size === 1 || largestPowerBelow(size) * 2 === size;
  const isFolded = !isOpen && size > 1;
  return {
    id,
    shape: !isFolded ? 'box' : isFull ? 'triangle' : 'cut-triangle',
    source,
    letter: LETTERS[source],
    hash: known?.hash,
    title: `${capital(words)} · ${size === 1 ? 'leaf hash of ' : ''}${range}${onPath ? ', on the path' : ''}${isFolded && !isFull ? ', not a full subtree' : ''}`,
    legend: !isFolded
      ? words
      : known === undefined
        ? 'folded, not fetched yet'
        : isFull
          ? 'folded subtree'
          : 'folded, not full: fewer entries than a power of two',
    expanded: size === 1 ? undefined : isOpen,
    ...(!isOpen && !onPath && { label: size === 1 ? range : range.replace('entries ', '') }),
    ...(!onPath && (isPathAlone || isFolded) && { align: 'fill' }),
    ...(!onPath && isPathAlone && { labelPlace: 'over' }),
  };
}
