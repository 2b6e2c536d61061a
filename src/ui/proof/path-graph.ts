import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { ProofStep } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import { isolated } from '../literal.tsx';
import {
  computedRootOf,
  leafHashOf,
  rangeText,
  rootSentence,
  toneOf,
  withoutFullStop,
  type InclusionCheck,
  type RootWords,
} from './inclusion-check.ts';
import {
  withNeighbours,
  type PlacedNode,
  type ProofGraph,
  type ProofLink,
  type ProofMark,
} from './proof-graph.ts';

/** PathOptions say what is drawn besides the way from the entry to the root. */
export interface PathOptions extends RootWords {
  /** What a hash of the proof is called; `sent by the server` when not given. */
  readonly sentName?: string | undefined;
  /** What was read, the hash computed from it, and the hash that the entry records. */
  readonly data?: PathData | undefined;
  /** The root that this browser remembers, where it contradicts the published one. */
  readonly remembered?: Checkpoint | undefined;
}

/** PathData is where a path starts: what is shown, and its hash beside the one that the entry names. */
export interface PathData {
  readonly text: string;
  /** The bytes that were hashed, where they are text. */
  readonly whole?: string | undefined;
  readonly computed: Hash;
  readonly recorded: Hash;
}

/** PathGraph is the way from what is read to the root. */
export interface PathGraph extends ProofGraph {
  /** The lowest place where it breaks: between the data and the entry, between the entry and the root, or between the root and the remembered one. */
  readonly breaksAt?: 'data' | 'root' | 'remembered' | undefined;
}

/** A node before its row is counted from the top: `up` counts from the bottom. */
type PathNode = Omit<PlacedNode, 'row' | 'columns' | 'x'> & {
  readonly up: number;
  readonly column: keyof typeof COLUMN;
};

/** The columns of a node, and where lines meet it: the sides from which sent hashes join, whose labels stand outside of them; the hashes between; two that are compared. */
const COLUMNS = [1, 1, 0.9, 0.2, 0.9, 1, 1];
const COLUMN = {
  left: { columns: [0, 2], x: 1.33 },
  spine: { columns: [2, 5], x: 3 },
  right: { columns: [5, 7], x: 4.67 },
  one: { columns: [0, 3], x: 2 },
  other: { columns: [4, 7], x: 4 },
  all: { columns: [0, 7], x: 3 },
} as const;
const MIDDLE = COLUMN.spine.x;
/** Where lines end behind the boxes of a row. */
const BEHIND = 0.4;

/**
 * pathGraph draws a check bottom-up from the verifier's steps alone: the data and its hash where they are given, the entry, the computed hashes in the middle, each
 * sent hash at its true side, and on top the root or the roots that differ. Where it breaks, red marks what was computed: nobody can tell here whether the
 * published or the remembered root is at fault.
 */
export function pathGraph(check: InclusionCheck, options: PathOptions = {}): PathGraph {
  const { steps, verdict, entry, checkpoint } = check;
  const { data, remembered, sentName = 'sent by the server' } = options;
  const breaksAt =
    data !== undefined && data.computed !== data.recorded
      ? 'data'
      : verdict.outcome === 'does-not-match'
        ? 'root'
        : remembered && 'remembered';
  const number = formatNumber(entry.entryNumber);
  const entryUp = data === undefined ? 0 : 2;
  const leafHash = leafHashOf(check);
  const rootUp = entryUp + (leafHash === undefined ? 1 : Math.max(steps.length, 1) + 1);
  const roots = rootNodes(check, options, rootUp);
  const nodesUp: readonly PathNode[] = [
    ...dataNodes(data, number),
    {
      id: 'entry',
      shape: 'square',
      source: 'register',
      column: 'all',
      up: entryUp,
      text: `Entry ${number} · key ${isolated(entry.key)}`,
      whole: entry.key,
      title: `Entry ${number} · key`,
    },
    ...(leafHash === undefined
      ? []
      : [computedNode('leaf', entryUp + 1, leafHash, `leaf hash of entry ${number}`)]),
    ...steps.flatMap((step, index) => {
      const sent = sentNode(step, entryUp + index + 1, sentName);
      const { level, result, covers } = step;
      // What the last step gives is the root.
      return index === steps.length - 1
        ? [sent]
        : [sent, computedNode(`computed-${level}`, sent.up + 1, result, rangeText(covers))];
    }),
    ...roots,
  ];
  const top = Math.max(...nodesUp.map(({ up }) => up));
  const nodes = nodesUp.map((node) => place(node, top));
  const end = roots.at(-1)?.id ?? 'published';
  const reached = verdict.outcome === 'holds' || computedRootOf(check) !== undefined;
  const caption = captionOf(check, options, breaksAt);
  const found = rootSentence(check, options);
  return {
    columns: COLUMNS,
    rows: top + 1,
    nodes: withNeighbours(nodes, { home: nodes[0]?.id ?? 'entry', end }),
    links: [
      ...dataLinks(data, top),
      line('spine', reached ? 'path' : 'broken', top - entryUp + BEHIND, top - rootUp + BEHIND),
      ...nodes
        .filter(({ id }) => id.startsWith('sent-'))
        .map(({ id, x, row }): ProofLink => ({
          id: `join-${id}`,
          kind: 'join',
          points: [
            [x, row + BEHIND],
            [x, row],
            [MIDDLE, row],
          ],
        })),
    ],
    marks: [
      ...(breaksAt === 'data' ? [sign('data', '≠', top - 1 + BEHIND)] : []),
      ...steps.map(({ level }): ProofMark => {
        const text = formatNumber(level);
        return { id: `step-${level}`, kind: 'step', text, x: MIDDLE, y: top - entryUp - level };
      }),
      ...roots.slice(1).map(({ id, up }) => {
        const isDifferent =
          id === 'remembered'
            ? remembered?.logSize === checkpoint.logSize
            : verdict.outcome === 'does-not-match';
        return sign(id, isDifferent ? '≠' : id === 'remembered' ? '✕' : '?', top - up + 1);
      }),
    ],
    first: breaksAt === 'data' ? 'item-hash' : end,
    tone: breaksAt === undefined ? toneOf(verdict) : 'bad',
    outcome: breaksAt === undefined ? verdict.outcome : 'does-not-match',
    caption,
    name: `Path from entry ${number} up to the root; ${
      steps.length === 0
        ? 'no hash is combined with it'
        : `${countOf(steps.length, 'hash', 'hashes')} sent by the server ${steps.length === 1 ? 'combines' : 'combine'} with it`
    }; ${found}${breaksAt === 'data' || breaksAt === 'remembered' ? `; ${caption}` : ''}`,
    breaksAt,
  };
}

function place({ up, column, ...node }: PathNode, top: number): PlacedNode {
  return { ...node, ...COLUMN[column], row: top - up };
}

function captionOf(check: InclusionCheck, options: PathOptions, breaksAt: PathGraph['breaksAt']): string {
  if (breaksAt === 'data')
    return `The hash of the data is not the one that entry ${formatNumber(check.entry.entryNumber)} records`;
  if (breaksAt === 'remembered') return 'The published root contradicts the one this browser remembers';
  const { verdict } = check;
  if (verdict.outcome === 'cannot-check')
    return `This proof cannot be checked: ${withoutFullStop(verdict.reason)}`;
  const found = rootSentence(check, options);
  return computedRootOf(check) === undefined ? found : `The root computed here ${found}`;
}

function computedNode(id: string, up: number, hash: Hash, what: string): PathNode {
  return {
    id,
    shape: 'box',
    source: 'computed',
    letter: 'C',
    column: 'spine',
    up,
    hash,
    title: `Computed here · ${what}`,
    legend: 'computed here',
  };
}

function sentNode(step: ProofStep, up: number, sentName: string): PathNode {
  const { level, side, sentCovers } = step;
  const range = rangeText(sentCovers);
  return {
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    letter: 'S',
    column: side,
    up,
    hash: step[side],
    label: range.split(' '),
    labelPlace: side,
    title: `${capital(sentName)} · ${range}`,
    note: `combines from the ${side}`,
    legend: sentName,
  };
}

/** dataNodes are the data and its hash; where the entry names another hash, both stand side by side. */
function dataNodes(data: PathData | undefined, entry: string): readonly PathNode[] {
  if (data === undefined) return [];
  const { text, whole, computed, recorded } = data;
  const shown: PathNode = {
    id: 'data',
    shape: 'square',
    source: 'register',
    column: 'all',
    up: 0,
    text,
    whole: whole === '' ? undefined : whole,
    title: 'Data shown on this page',
  };
  if (computed === recorded)
    return [shown, computedNode('item-hash', 1, computed, `hash of the data, which entry ${entry} records`)];
  return [
    shown,
    {
      ...computedNode('item-hash', 1, computed, 'hash of the data'),
      column: 'one',
      tone: 'bad',
      compareWith: recorded,
      label: ['hash of the data'],
      labelPlace: 'left',
    },
    {
      ...computedNode('entry-hash', 1, recorded, ''),
      source: 'sent',
      letter: 'S',
      column: 'other',
      compareWith: computed,
      label: [`entry ${entry} records`],
      labelPlace: 'right',
      title: `Recorded by entry ${entry} · hash of its data`,
      legend: 'sent by the server',
    },
  ];
}

function dataLinks(data: PathData | undefined, top: number): readonly ProofLink[] {
  if (data === undefined) return [];
  if (data.computed === data.recorded) return [line('data', 'path', top + BEHIND, top - 2 + BEHIND)];
  const { one, other } = COLUMN;
  const y = top - 1 + BEHIND;
  return [
    {
      id: 'data',
      kind: 'path',
      points: [
        [MIDDLE, top + BEHIND],
        [MIDDLE, top],
        [one.x, top],
        [one.x, y],
      ],
    },
    {
      id: 'item-hash',
      kind: 'broken',
      points: [
        [one.x, y],
        [other.x, y],
      ],
    },
    {
      id: 'entry-hash',
      kind: 'path',
      points: [
        [other.x, y],
        [other.x, top - 1],
        [MIDDLE, top - 1],
        [MIDDLE, top - 2 + BEHIND],
      ],
    },
  ];
}

/** rootNodes are the roots on top of a path, from the computed one upwards: one where computed and given root agree. */
function rootNodes(check: InclusionCheck, options: PathOptions, up: number): readonly PathNode[] {
  const { checkpoint, verdict } = check;
  const { rootHolds, rootName = 'published root', remembered } = options;
  const computed = computedRootOf(check);
  const hash = checkpoint.rootHash;
  const legend = rootHolds === undefined ? rootName : 'root';
  // Two roots that agree are one, also where something else is the matter with it.
  const agree = verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === hash);
  const apart = verdict.outcome === 'does-not-match' && computed !== undefined;
  const root = { column: 'all', shape: 'pill', hash, legend } as const;
  const roots: PathNode[] = [];
  if (agree) {
    const title = `Root · computed here, ${rootHolds ?? `equals the ${rootName}`}`;
    roots.push({ ...root, id: 'root', source: 'computed', up, title });
  } else {
    if (computed !== undefined)
      roots.push({
        ...computedNode('computed-root', up, computed, ''),
        column: 'all',
        title: 'Root computed here',
        label: ['computed here'],
        labelPlace: 'beside',
        ...(apart ? { tone: 'bad', compareWith: hash } : {}),
      });
    roots.push({
      ...root,
      id: 'published',
      source: 'sent',
      tone: 'neutral',
      up: up + roots.length,
      title: rootName === 'published root' ? 'Published root · sent by the server' : capital(rootName),
      label: [rootName],
      labelPlace: 'beside',
      ...(apart ? { compareWith: computed } : {}),
    });
  }
  if (remembered === undefined) return roots;
  const isSameSize = remembered.logSize === checkpoint.logSize;
  const entries = countOf(remembered.logSize, 'entry', 'entries');
  roots.push({
    id: 'remembered',
    shape: 'double-pill',
    source: 'sent',
    tone: 'neutral',
    column: 'all',
    up: up + roots.length,
    hash: remembered.rootHash,
    title: `Remembered root of ${entries} · ${
      isSameSize ? 'differs from the published root of the same size' : 'not shown to begin the published log'
    }`,
    label: [`remembered root, ${entries}`],
    labelPlace: 'beside',
    legend: 'remembered root',
    // Roots of different sizes differ in any case: only those of one size are compared digit by digit.
    ...(isSameSize ? { compareWith: checkpoint.rootHash } : {}),
  });
  return roots;
}

function line(id: string, kind: ProofLink['kind'], from: number, to: number): ProofLink {
  return {
    id,
    kind,
    points: [
      [MIDDLE, from],
      [MIDDLE, to],
    ],
  };
}

function sign(id: string, text: string, y: number): ProofMark {
  return { id: `sign-${id}`, kind: 'sign', text, x: MIDDLE, y };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
