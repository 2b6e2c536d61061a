import type { Hash } from '../../core/hash.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import { isolated } from '../literal.tsx';
import {
  comparisonSentence,
  computedRootOf,
  leafHashOf,
  rangeText,
  rootSentence,
  toneOf,
  type InclusionCheck,
} from './inclusion-check.ts';
import {
  withNeighbours,
  type PlacedNode,
  type ProofGraph,
  type ProofLink,
  type ProofMark,
} from './proof-graph.ts';
import { MIDDLE, rootNodes, rootSigns, type PathNode, type RootOptions } from './path-roots.ts';

/** PathOptions say what is drawn besides the way from the entry to the root. */
export interface PathOptions extends RootOptions {
  /** What a hash of the proof is called; `sent by the server` when not given. */
  readonly sentName?: string | undefined;
  /** What was read, the hash computed from it, and the hash that the entry records. */
  readonly data?: { readonly text: string; readonly computed: Hash; readonly recorded: Hash } | undefined;
}

/** PathGraph is the way from what is read to the root. */
export interface PathGraph extends ProofGraph {
  /** The lowest place where it breaks: between the data and the entry, between the entry and the root, or between the root and the remembered one. */
  readonly breaksAt?: 'data' | 'root' | 'remembered' | undefined;
}

/** The sides from which sent hashes join, and the computed hashes between them. */
const COLUMN = { left: 0, spine: 1, right: 2 } as const;
const COLUMNS = [1, 1, 1];
/** Where lines end behind the boxes of a row. */
const BEHIND = 0.3;

/**
 * pathGraph draws a check bottom-up from the verifier's steps alone: the data and its hash where they are given, the entry, the computed hashes in the middle, each
 * sent hash at its true side, and on top the root or the roots that differ.
 */
export function pathGraph(check: InclusionCheck, options: PathOptions = {}): PathGraph {
  const { steps, verdict } = check;
  const { data, remembered } = options;
  const below = dataNodes(data);
  const entryUp = below.length;
  const leafHash = leafHashOf(check);
  const rootUp = entryUp + (leafHash === undefined ? 1 : Math.max(steps.length, 1) + 1);
  const roots = rootNodes(check, options, rootUp);
  const nodesUp: readonly PathNode[] = [
    ...below,
    entryNode(check, entryUp),
    ...(leafHash === undefined ? [] : [leafNode(check, leafHash, entryUp + 1)]),
    ...steps.flatMap((step, index) =>
      stepNodes(step, entryUp + index + 1, {
        last: index === steps.length - 1,
        sentName: options.sentName ?? 'sent by the server',
      }),
    ),
    ...roots,
  ];
  const top = Math.max(...nodesUp.map(({ up }) => up));
  const nodes = nodesUp.map((node) => place(node, top));
  const computedRoot = computedRootOf(check);
  const reached = verdict.outcome === 'holds' || computedRoot !== undefined;
  const dataDiffers = data !== undefined && data.computed !== data.recorded;
  const rootRow = top - rootUp;
  return {
    columns: COLUMNS,
    rows: top + 1,
    nodes: withNeighbours(nodes, { home: nodes[0]?.id ?? 'entry', end: roots.at(-1)?.id ?? 'published' }),
    links: [...pathLinks({ top, entryUp, rootRow, reached, dataDiffers }), ...joinLinks(nodes)],
    marks: [
      ...steps.map((step): ProofMark => {
        const y = top - entryUp - step.level;
        return {
          id: `step-${step.level}`,
          kind: 'step',
          text: formatNumber(step.level),
          x: MIDDLE,
          y,
          level: step.level,
        };
      }),
      ...rootSigns(roots, check, remembered, top),
    ],
    first: roots.at(-1)?.id ?? 'published',
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: pathCaption(check, options),
    name: pathName(check, options),
    breaksAt: dataDiffers
      ? 'data'
      : verdict.outcome === 'does-not-match'
        ? 'root'
        : remembered !== undefined
          ? 'remembered'
          : undefined,
  };
}

function place({ up, column, ...node }: PathNode, top: number): PlacedNode {
  const at = column === 'all' ? undefined : COLUMN[column];
  return {
    ...node,
    row: top - up,
    columns: at === undefined ? [0, COLUMNS.length] : [at, at + 1],
    x: at === undefined ? MIDDLE : at + 0.5,
  };
}

function dataNodes(data: PathOptions['data']): readonly PathNode[] {
  if (data === undefined) return [];
  const { text, computed, recorded } = data;
  const differs = computed !== recorded;
  return [
    {
      id: 'data',
      shape: 'square',
      source: 'register',
      column: 'all',
      up: 0,
      text,
      title: 'Data shown on this page',
      legend: 'read on this page',
    },
    {
      id: 'item-hash',
      shape: 'box',
      source: 'computed',
      letter: 'C',
      column: 'all',
      up: 1,
      hash: computed,
      title: 'Computed here · hash of the data',
      ...(differs ? { tone: 'bad' as const, compareWith: recorded } : {}),
    },
  ];
}

function entryNode({ entry }: InclusionCheck, up: number): PathNode {
  const number = formatNumber(entry.entryNumber);
  return {
    id: 'entry',
    shape: 'square',
    source: 'register',
    column: 'all',
    up,
    text: `Entry ${number} · key ${isolated(entry.key)}`,
    whole: entry.key,
    title: `Entry ${number} · key`,
    levels: [0],
  };
}

function leafNode({ entry }: InclusionCheck, hash: Hash, up: number): PathNode {
  return {
    id: 'leaf',
    shape: 'box',
    source: 'computed',
    letter: 'C',
    column: 'spine',
    up,
    hash,
    title: `Computed here · leaf hash of entry ${formatNumber(entry.entryNumber)}`,
    legend: 'computed here',
    levels: [0],
  };
}

function stepNodes(
  step: ProofStep,
  up: number,
  { last, sentName }: { readonly last: boolean; readonly sentName: string },
): readonly PathNode[] {
  const { level, side, sentCovers, covers, result } = step;
  const sent: PathNode = {
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    letter: 'S',
    column: side,
    up,
    hash: step[side],
    label: [rangeText(sentCovers)],
    title: `${sentName.charAt(0).toUpperCase()}${sentName.slice(1)} · ${rangeText(sentCovers)}`,
    note: `combines from the ${side}`,
    legend: sentName,
    levels: [level],
  };
  if (last) return [sent];
  const title = `Computed here · ${rangeText(covers)}`;
  return [
    sent,
    {
      id: `computed-${level}`,
      shape: 'box',
      source: 'computed',
      letter: 'C',
      column: 'spine',
      up: up + 1,
      hash: result,
      title,
      legend: 'computed here',
      levels: [level],
    },
  ];
}

/** pathLinks are the lines in the middle, from the bottom to the root that was computed or, broken, to the one that was not reached. */
function pathLinks({
  top,
  entryUp,
  rootRow,
  reached,
  dataDiffers,
}: {
  readonly top: number;
  readonly entryUp: number;
  readonly rootRow: number;
  readonly reached: boolean;
  readonly dataDiffers: boolean;
}): readonly ProofLink[] {
  const entryY = top - entryUp + BEHIND;
  const links: ProofLink[] = [];
  const line = (id: string, kind: ProofLink['kind'], from: number, to: number) =>
    links.push({
      id,
      kind,
      points: [
        [MIDDLE, from],
        [MIDDLE, to],
      ],
    });
  if (entryUp > 0) {
    line('data', 'path', top + BEHIND, entryY + 1);
    line('item-hash', dataDiffers ? 'broken' : 'path', entryY + 1, entryY);
  }
  line('spine', reached ? 'path' : 'broken', entryY, rootRow + BEHIND);
  return links;
}

/** joinLinks lead from each sent hash up to the line in the middle. */
function joinLinks(nodes: readonly PlacedNode[]): readonly ProofLink[] {
  return nodes
    .filter(({ id }) => id.startsWith('sent-'))
    .map(({ id, x, row, levels }) => ({
      id: `join-${id}`,
      kind: 'join',
      level: levels?.[0],
      points: [
        [x, row + BEHIND],
        [x, row],
        [MIDDLE, row],
      ],
    }));
}

/** pathCaption is rootSentence without the reason of a check that could not be made, which stands in the heading of the figure. */
function pathCaption(check: InclusionCheck, options: PathOptions): string {
  const { verdict, checkpoint } = check;
  const computed = computedRootOf(check);
  if (verdict.outcome === 'cannot-check' && computed !== checkpoint.rootHash) return 'cannot be checked';
  const found =
    verdict.outcome === 'cannot-check' ? comparisonSentence(check, options) : rootSentence(check, options);
  return computed === undefined ? found : `The root computed here ${found}`;
}

function pathName(check: InclusionCheck, options: PathOptions): string {
  const count = check.steps.length;
  const combined =
    count === 0
      ? 'no hash is combined with it'
      : `${countOf(count, 'hash', 'hashes')} sent by the server ${count === 1 ? 'combines' : 'combine'} with it`;
  const found = rootSentence(check, options);
  const remembered =
    options.remembered === undefined
      ? ''
      : '; the root this browser remembers contradicts the published root';
  return `Path from entry ${formatNumber(check.entry.entryNumber)} up to the root; ${combined}; ${found}${remembered}`;
}
