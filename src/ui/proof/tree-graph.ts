import { largestPowerBelow } from '../../core/merkle.ts';
import type { EntryRange } from '../../core/verdict.ts';
import { capital, formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';
import {
  computedRootOf,
  givenRootTitle,
  type ProofWords,
  rangeText,
  rootSentence,
  toneOf,
  type InclusionCheck,
} from './inclusion-check.ts';
import {
  entryNode,
  type NodeContent,
  type ProofGraph,
  type ProofLine,
  type ProofNode,
} from './proof-graph.ts';
import { isOneEntry, nodesOf, type TreeNode } from './tree-model.ts';

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
  words: ProofWords,
  wished: number,
): ProofGraph {
  const { entry, checkpoint, verdict } = check;
  const { rootName } = { ...SOURCE_WORDS.server, ...words };
  const nodes = nodesOf(root);
  const computedRoot = computedRootOf(check);
  const compared =
    verdict.outcome === 'does-not-match' &&
    computedRoot !== undefined &&
    computedRoot !== checkpoint.rootHash;
  const lowest = nodes.filter(
    ({ kind, children }) => kind !== 'entry' && !children.some((child) => child.kind !== 'entry'),
  );
  const least = Math.max(LEAST_COLUMN, formatNumber(checkpoint.logSize).length * DIGIT_WIDTH + 0.6);
  const tight = lowest.length * least;
  const width = Math.max(wished, tight > wished / GROWTH ? tight * GROWTH : tight);
  const columns = columnWidths(
    lowest.map(({ covers }) => sizeOf(covers)),
    width,
    least,
  );
  const widthOf = (from: number, to: number): number =>
    columns.slice(from, to).reduce((sum, column) => sum + column, 0);
  const levels = [...new Set(nodes.map(levelOf))].toSorted((one, other) => other - one);
  const placed = nodes.map((node): ProofNode => {
    const { covers, kind } = node;
    const from = lowest.findIndex((one) => one.covers.first === covers.first);
    const to = lowest.findIndex((one) => one.covers.last === covers.last) + 1;
    return {
      ...(kind === 'entry' ? { ...entryNode(entry), align: 'at-x' } : contentOf(node, check, words)),
      ...(compared && node === root ? { tone: 'bad', compareWith: checkpoint.rootHash } : {}),
      row: levels.indexOf(levelOf(node)) + (compared ? 1 : 0),
      columns: kind === 'entry' ? [0, columns.length] : [from, to],
      x: widthOf(0, from) + widthOf(from, to) / 2,
    };
  });
  const published: ProofNode = {
    id: 'published',
    shape: 'pill',
    source: 'sent',
    tone: 'neutral',
    row: 0,
    columns: [0, columns.length],
    x: width / 2,
    hash: checkpoint.rootHash,
    compareWith: computedRoot,
    label: [rootName],
    labelPlace: 'above',
    title: givenRootTitle(rootName),
    legend: rootName,
  };
  const sentence = rootSentence(check, words);
  const wasCompared = verdict.outcome === 'holds' || verdict.outcome === 'does-not-match';
  return {
    columns,
    width,
    isWide: true,
    rows: levels.length + (compared ? 1 : 0),
    // Over the root that was computed: the only place where a mismatch shows.
    nodes: compared ? [published, ...placed] : placed,
    lines: nodes.flatMap(({ id, parent, onPath }): readonly ProofLine[] => {
      const to = placed.find((node) => node.id === id);
      const from = placed.find((node) => node.id === parent?.id);
      if (to === undefined || from === undefined) return [];
      const y = from.row + 1;
      const points = [from.x, y - 1 + BEHIND, from.x, y, to.x, y, to.x, to.row + BEHIND];
      return [{ kind: onPath ? 'path' : 'faint', points }];
    }),
    marks: compared ? [{ kind: 'sign', text: '≠', x: published.x, y: 1 }] : [],
    first: root.id,
    next: (id, key) => nextInTree(nodes, compared, id, key),
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: `${computedRoot !== undefined && wasCompared ? 'The root computed here ' : ''}${sentence}`,
    name: `Tree of ${formatNumber(checkpoint.logSize)} entries with the path of entry ${formatNumber(entry.entryNumber)}; ${sentence}`,
  };
}

/** columnWidths shares a width by size; what would be narrower than `least` gets that, and the others share the rest. */
export function columnWidths(sizes: readonly number[], width: number, least: number): readonly number[] {
  const narrow = new Set<number>();
  for (;;) {
    const rest = width - narrow.size * least;
    const shared = sizes.reduce((sum, size, index) => (narrow.has(index) ? sum : sum + size), 0);
    const widths = sizes.map((size, index) => (narrow.has(index) ? least : (size / shared) * rest));
    if (widths.every((found) => found >= least)) return widths;
    for (const [index, found] of widths.entries()) if (found < least) narrow.add(index);
  }
}

function sizeOf({ first, last }: EntryRange): number {
  return last - first + 1;
}

/** levelOf is the number of levels under a node: 0 for a leaf, -1 for the entry under it. */
function levelOf({ kind, covers }: TreeNode): number {
  if (kind === 'entry') return -1;
  let level = 0;
  for (let held = 1; held < sizeOf(covers); held *= 2) level += 1;
  return level;
}

const LETTERS = { sent: 'S', computed: 'C', unknown: undefined } as const;

function contentOf(node: TreeNode, check: InclusionCheck, proofWords: ProofWords): NodeContent {
  const { sentName, rootName, rootHolds } = { rootHolds: undefined, ...SOURCE_WORDS.server, ...proofWords };
  const { id, kind, covers, known, onPath, children } = node;
  const source: keyof typeof LETTERS = known?.source ?? 'unknown';
  const letter = LETTERS[source];
  const words = { sent: sentName, computed: 'computed here', unknown: 'not fetched yet' }[source];
  const isRoot = kind === 'root';
  const isJudged = isRoot && check.verdict.outcome === 'holds';
  const under = rangeText(covers);
  const single = isOneEntry(covers);
  const shared = { id, source, hash: known?.hash, label: [single ? under : under.replace('entries ', '')] };
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
      align: 'fill',
      letter,
      title: isFull ? title : `${title}, not a full subtree`,
      legend: known === undefined ? 'folded, not fetched yet' : folded,
      faint: !onPath,
      expanded: false,
    };
  }
  return {
    ...shared,
    shape: isJudged ? 'pill' : 'box',
    letter: isJudged ? undefined : letter,
    labelPlace: 'inside',
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
  compared: boolean,
  id: string,
  key: string,
): string | undefined {
  const [root] = nodes;
  const node = nodes.find((one) => one.id === id);
  // Under the published root there is only the other one.
  if (node === undefined) return key === 'ArrowDown' || key === 'Home' ? root?.id : undefined;
  switch (key) {
    case 'ArrowUp':
      return node.parent?.id ?? (compared ? 'published' : undefined);
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
