import type { Hash } from '../../core/hash.ts';
import { halves, largestPowerBelow } from '../../core/split.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { capital, formatNumber } from '../format.ts';
import {
  computedRootOf,
  findingOf,
  type InclusionCheck,
  leafHashOf,
  type PathOptions,
  rangeText,
} from './inclusion-check.ts';
import { proofChain } from './path-graph.ts';
import {
  chain,
  type Content,
  type ProofEdge,
  type ProofGraph,
  type ProofNode,
  type ChainNode,
  type LabelRoom,
  stack,
} from './proof-graph.ts';

/**
 * KnownHash is a node's hash with its source: `computed` here from the two below it (or from a leaf), or
 * `sent` in a proof that gave the root.
 */
interface KnownHash {
  readonly hash: Hash;
  readonly source: 'computed' | 'sent';
}

/** TreeKnowledge is the known nodes of a tree, by nodeKey. */
export type TreeKnowledge = ReadonlyMap<string, KnownHash>;

/** TreeNode is a drawn node of a tree. */
interface TreeNode {
  /** nodeKey of its entries. */
  readonly id: string;
  readonly covers: EntryRange;
  readonly known: KnownHash | undefined;
  /** Whether the entry of the proof is under it. */
  readonly onPath: boolean;
  /** Whether the nodes under it are drawn. */
  readonly isOpen: boolean;
  /** The id of the node above; undefined for the root. */
  readonly parent: string | undefined;
  /** The number of nodes above. */
  readonly depth: number;
}

/** MOST_LEAVES is the largest log drawn whole at first. */
const MOST_LEAVES = 29;

/** nodeKey returns the key of the node over a range of entries. */
function nodeKey({ first, last }: EntryRange): string {
  return `${first}-${last}`;
}

/** halvesOf returns the entries left and right under a node (RFC 9162 2.1.1); none under a leaf. */
function halvesOf({ first, last }: EntryRange): readonly EntryRange[] {
  return first === last ? [] : halves({ first, last });
}

/**
 * knowledgeOf returns the nodes known from proofs to one root: leaves and results are computed, the other
 * half of each step is sent. Computed takes precedence.
 */
export function knowledgeOf(checks: readonly InclusionCheck[]): TreeKnowledge {
  const known = new Map<string, KnownHash>();
  const know = (range: EntryRange, hash: Hash, source: KnownHash['source']): void => {
    const key = nodeKey(range);
    if (known.get(key)?.source !== 'computed') known.set(key, { hash, source });
  };
  for (const check of checks) {
    const { entryNumber: entry } = check.entry;
    const leafHash = leafHashOf(check);
    if (leafHash !== undefined) know({ first: entry, last: entry }, leafHash, 'computed');
    for (const step of check.steps) {
      know(step.sentCovers, step[step.side], 'sent');
      know(step.covers, step.result, 'computed');
    }
  }
  return known;
}

/**
 * openAtFirst returns the keys of the nodes unfolded at first: all of them in a log whose leaves all have
 * room, else those on the path. `leaves` is how many fit side by side.
 */
export function openAtFirst(entryNumber: number, logSize: number, leaves: number): ReadonlySet<string> {
  const isSmall = logSize <= Math.min(leaves, MOST_LEAVES);
  const unfold = (range: EntryRange): readonly string[] =>
    isSmall || (range.first <= entryNumber && entryNumber <= range.last)
      ? [nodeKey(range), ...halvesOf(range).flatMap(unfold)]
      : [];
  return new Set(unfold({ first: 1, last: logSize }));
}

/**
 * treeNodes returns the drawn nodes of a tree, each before its children, left before right. Needs 1
 * <= entryNumber <= logSize.
 */
export function treeNodes(
  entryNumber: number,
  logSize: number,
  knowledge: TreeKnowledge,
  open: ReadonlySet<string>,
): readonly TreeNode[] {
  const draw = (covers: EntryRange, parent: string | undefined, depth: number): readonly TreeNode[] => {
    const id = nodeKey(covers);
    const onPath = covers.first <= entryNumber && entryNumber <= covers.last;
    const below = open.has(id) ? halvesOf(covers).flatMap((half) => draw(half, id, depth + 1)) : [];
    return [
      { id, covers, known: knowledge.get(id), onPath, isOpen: below.length > 0, parent, depth },
      ...below,
    ];
  };
  return draw({ first: 1, last: logSize }, undefined, 0);
}

/**
 * entryToRequest returns the entry whose proof gives a node and its halves; undefined if nothing is missing.
 */
export function entryToRequest(covers: EntryRange, knowledge: TreeKnowledge): number | undefined {
  return [covers, ...halvesOf(covers)].every((range) => knowledge.has(nodeKey(range)))
    ? undefined
    : covers.first;
}

/** firstUnknown returns the entry to prove next when every drawn hash is wanted. */
export function firstUnknown(nodes: readonly TreeNode[]): number | undefined {
  // The lowest first: their proofs include the nodes above them.
  const unknown = nodes
    .filter(({ known }) => known === undefined)
    .toSorted((one, other) => other.depth - one.depth);
  return unknown[0]?.covers.first;
}

/** The narrowest column, in rem, of a node with its label. */
export const LEAST_COLUMN = 4;
/**
 * The narrowest column of a subtree off the path, with its label next to it: in rem, and
 * as a part of the picture.
 */
const NARROW_COLUMN = 0.5;
const NARROW_PART = 1 / 60;
/** The width of a compared hash, in rem. */
const HASH_WIDTH = 10.5;
/** The width of a digit of a label, in rem. */
const DIGIT_WIDTH = 0.42;

/**
 * treeGraph places a tree top-down: each node above its children, and the data under the entry. A folded
 * subtree is as wide as its share of the entries. With only the path unfolded it is as wide as it is high, and
 * a row has one other node, so that its label has room at any width; with more unfolded, each column has room for a label, and the picture
 * may be wider than `wished`, the available width in rem.
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
  // With the path alone a larger subtree is wider, but leaves the path its room.
  const widthOf = isPathAlone ? (node: TreeNode) => Math.log2(sizeOf(node)) + 1 : sizeOf;
  const offPath = isPathAlone ? Math.min(NARROW_COLUMN, wished * NARROW_PART) : least;
  const layout = (onPath: number) => {
    const leasts = lowest.map((node) => (node.onPath ? onPath : offPath));
    const width = Math.max(wished, sum(leasts));
    return { width, columns: columnWidths(lowest.map(widthOf), width, leasts) };
  };
  let { width, columns } = layout(least);
  // The tree stands in the place of the hashes on the path, and has the computed root itself.
  const rungs = proofChain(check, options);
  const leafAt = rungs.findLastIndex(({ at }) => at === 'spine');
  const entryAt = rungs.findIndex(({ id }) => id === 'entry');
  const isRootKnown = computedRootOf(check) !== undefined;
  const computed = isRootKnown ? rungs[leafAt + 1] : undefined;
  const above = rungs.slice(leafAt + (isRootKnown ? 2 : 1));
  const below = rungs.slice(0, entryAt + 1);
  const rootId = nodes[0]?.id ?? '';
  const columnsOf = ({ covers: { first, last } }: TreeNode): readonly [number, number] => [
    lowest.findIndex(({ covers }) => covers.first === first),
    lowest.findIndex(({ covers }) => covers.last === last) + 1,
  ];
  const leftOf = (column: number): number => sum(columns.slice(0, column));
  const middleOf = (node: TreeNode): number => sum(columnsOf(node).map(leftOf)) / 2;
  const roomOf = (node: TreeNode): LabelRoom | undefined => {
    const [from, to] = columnsOf(node);
    // The other node in its row.
    const path = nodes.find(({ depth, onPath }) => onPath && depth === node.depth);
    return isPathAlone && path && !node.onPath
      ? roomBeside(leftOf(from), leftOf(to), middleOf(path), width)
      : undefined;
  };
  const isCramped = (room: LabelRoom | undefined) => room && room.to - room.from < DIGITS_WIDTH;
  // Near an end of the log, a label has room only at a distance from the path.
  if (nodes.some((node) => isCramped(roomOf(node))))
    ({ width, columns } = layout(2 * (HALF_BOX + DIGITS_WIDTH) + 0.1));
  const placed = nodes.map((node, index): ProofNode => {
    const labelRoom = roomOf(node);
    return {
      ...contentOf(node, options, isPathAlone),
      faint: rungs[leafAt]?.faint === true,
      ...(index === 0 && computed && { ...computed, id: rootId, expanded: node.isOpen }),
      columns: columnsOf(node),
      x: middleOf(node),
      row: node.depth + above.length,
      ...(labelRoom && { labelRoom }),
    };
  });
  const leafIndex = nodes.findLastIndex(({ onPath }) => onPath);
  const leaf = placed[leafIndex];
  const across = { columns: [0, columns.length] } as const;
  const x = leaf?.x ?? 0;
  const middle = Math.max(Math.min(HASH_WIDTH, width / 2), Math.min(x, width - HASH_WIDTH));
  const at = (center: number) => ({ ...across, align: 'at-x', x: center }) as const;
  const places = {
    all: at(x),
    spine: at(x),
    one: at(middle - HASH_WIDTH / 2),
    other: at(middle + HASH_WIDTH / 2),
  };
  const up = isRootKnown ? 'path' : 'broken';
  const top: Pick<ChainNode, 'id' | 'up' | 'sign'> = { up, ...computed, id: rootId };
  const found = findingOf(check, options);
  return {
    ...found,
    columns,
    width,
    isWide: true,
    // Each before what is under it.
    nodes: [
      ...stack(above, 0, { ...places, all: { ...across, x: width / 2 } }).toReversed(),
      ...placed.toSpliced(
        leafIndex + 1,
        0,
        ...stack(below, Math.max(...placed.map(({ row }) => row)) + 1, places).toReversed(),
      ),
    ],
    edges: [
      ...chain([...below, { id: leaf?.id ?? rootId }]),
      ...nodes.flatMap(({ id, parent, onPath }): readonly ProofEdge[] =>
        parent === undefined ? [] : [{ kind: onPath ? up : 'faint', from: id, to: parent }],
      ),
      ...chain([top, ...above]),
    ],
    first: rootId,
    name: `Tree of ${formatNumber(logSize)} entries with the path of entry ${formatNumber(check.entry.entryNumber)}. ${found.caption}`,
  };
}

/** The widths, in rem, of a label in one line, of its first six digits, and of half a box on the path. */
const LABEL_WIDTH = 8;
const DIGITS_WIDTH = 3;
const HALF_BOX = 2.6;

/**
 * roomBeside returns where the label of a narrow subtree stands: towards the path if it has room there, else
 * towards the edge, if that is wider.
 */
function roomBeside(left: number, right: number, path: number, width: number): LabelRoom {
  const isLeft = right <= path;
  const inner = isLeft ? [right, path - HALF_BOX] : [path + HALF_BOX, left];
  const outer = isLeft ? [0, left] : [right, width];
  const lengthOf = ([from = 0, to = 0]: readonly number[]): number => to - from;
  const isInner = lengthOf(inner) >= Math.min(LABEL_WIDTH, lengthOf(outer));
  const [from = 0, to = width] = isInner ? inner : outer;
  return { from, to, side: isInner === isLeft ? 'right' : 'left' };
}

/**
 * columnWidths divides a width by size; columns narrower than their least width get that, and
 * the others share the rest.
 */
function columnWidths(sizes: readonly number[], width: number, leasts: readonly number[]): readonly number[] {
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

function contentOf(
  node: TreeNode,
  { sentName }: PathOptions,
  isPathAlone: boolean,
): Content & Pick<ProofNode, 'align'> {
  const { id, covers, known, onPath, isOpen } = node;
  const size = sizeOf(node);
  const { source = 'unknown', hash } = known ?? {};
  const words = { sent: sentName, computed: 'computed here', unknown: 'not fetched yet' }[source];
  const range = rangeText(covers);
  const isFolded = !isOpen && size > 1;
  const isCut = isFolded && largestPowerBelow(size) * 2 !== size;
  const folded = isCut ? 'folded, not full: fewer entries than a power of two' : 'folded subtree';
  return {
    id,
    shape: isCut ? 'cut-triangle' : isFolded ? 'triangle' : 'box',
    source,
    hash,
    title: `${capital(words)} · ${size === 1 ? 'leaf hash of ' : ''}${range}${onPath ? ', on the path' : ''}${isCut ? ', not a full subtree' : ''}`,
    legend: !isFolded ? words : known === undefined ? 'folded, not fetched yet' : folded,
    expanded: size === 1 ? undefined : isOpen,
    ...(!isOpen && !onPath && { label: size === 1 ? range : range.replace('entries ', '') }),
    ...(!onPath && (isPathAlone || isFolded) && { align: 'fill' }),
  };
}
