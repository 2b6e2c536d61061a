import type { ConsistencyStart, ConsistencyStep } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import { rangeText, toneOf } from './inclusion-check.ts';
import {
  withNeighbours,
  type PlacedNode,
  type ProofGraph,
  type ProofLink,
  type ProofMark,
} from './proof-graph.ts';

/** ConsistencyCheck is what the figure needs of the verifier's check of a consistency proof. */
export interface ConsistencyCheck {
  readonly verdict: Verdict;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly start?: ConsistencyStart | undefined;
  readonly oldSteps: readonly ConsistencyStep[];
  readonly newSteps: readonly ConsistencyStep[];
  readonly computedOldRoot?: Hash | undefined;
  readonly computedNewRoot?: Hash | undefined;
  readonly computedInMs: number;
}

/** RootNames are what the two roots are called: `old root` and `new root`, or whose they are, such as `their root`. */
export interface RootNames {
  readonly old: string;
  readonly new: string;
}

/** PLAIN_NAMES are used where nothing more is known of the roots than which is of the smaller log. */
export const PLAIN_NAMES: RootNames = { old: 'old root', new: 'new root' };

/** The old ladder, what goes into both, the new ladder, what goes into the new one alone. */
const COLUMN = { old: 0, both: 1, new: 2, 'new-only': 3 } as const;
type Column = keyof typeof COLUMN;
type Ladder = 'old' | 'new';

/** Where lines end behind the boxes of a row, and behind a root that stands at the foot of its row. */
const BEHIND = 0.3;
const BEHIND_ROOT = 0.85;

/** A node whose row still counts from the bottom. */
type Rising = Omit<PlacedNode, 'row'> & { readonly up: number };

/** ladderGraph draws a consistency proof as two ladders, bottom-up; each hash that was sent stands there once. */
export function ladderGraph(check: ConsistencyCheck, names = PLAIN_NAMES): ProofGraph {
  const { verdict, from, to, start, newSteps } = check;
  const startsAtOldRoot = start !== undefined && !start.sent;
  const roots = rootNodes(check, names, startsAtOldRoot);
  const rising: readonly Rising[] = [
    ...(start?.sent === true ? [startNode(start)] : []),
    ...newSteps.map(sentNode),
    ...computedNodes(check.oldSteps, 'old'),
    ...computedNodes(newSteps, 'new'),
    ...roots,
  ];
  const top = Math.max(...rising.map(({ up }) => up));
  const nodes = rising.map((node) => inRow(node, top));
  const sent = newSteps.length + (start?.sent === true ? 1 : 0);
  const sentence = consistencySentence(check, names);
  return {
    columns: [1, 1, 1, 1],
    rows: top + 1,
    nodes: withNeighbours(nodes, { home: nodes[0]?.id ?? 'old-root', end: 'new-root' }),
    links:
      start === undefined ? [] : [...ladderLinks(nodes, startsAtOldRoot, top), ...joinLinks(newSteps, top)],
    marks: [
      ...newSteps.flatMap((step) => ladders(step).map((ladder) => stepMark(step, ladder, top))),
      ...nodes.filter(({ id }) => id.endsWith('-computed')).map(signMark),
    ],
    first: 'new-root',
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: sentence,
    name: `Two ladders, to ${named(names.old)} of ${formatNumber(from.logSize)} and to ${named(names.new)} of ${countOf(to.logSize, 'entry', 'entries')}, from ${countOf(sent, 'hash', 'hashes')} sent by the server; ${sentence}`,
  };
}

function inRow({ up, ...node }: Rising, top: number): PlacedNode {
  return { ...node, row: top - up };
}

/** consistencySentence says what a consistency proof was found to show. */
function consistencySentence(
  { verdict, from, to, ...computed }: ConsistencyCheck,
  names = PLAIN_NAMES,
): string {
  const [older, newer] = [named(names.old), named(names.new)];
  if (verdict.outcome === 'cannot-check') return `cannot be checked: ${verdict.reason}`;
  if (verdict.outcome === 'not-checked') return `not checked: ${verdict.reason}`;
  if (verdict.outcome === 'holds')
    return from.logSize === to.logSize
      ? `${older} and ${newer} are equal`
      : `gives both roots: the log of ${countOf(from.logSize, 'entry', 'entries')} begins the log of ${formatNumber(to.logSize)}`;
  if ('reason' in verdict) return `does not match: ${verdict.reason}`;
  if (from.logSize === to.logSize) return `${older} does not match ${newer}, at the same size`;
  const wrong = [
    ...(computed.computedOldRoot === from.rootHash ? [] : [older]),
    ...(computed.computedNewRoot === to.rootHash ? [] : [newer]),
  ];
  return `what was computed does not match ${wrong.join(' and ')}`;
}

/** named puts the article before a name, unless the name says whose the root is: `the old root`, `their root`. */
function named(name: string): string {
  return /^(?:your|their) /.test(name) ? name : `the ${name}`;
}

function at(column: Column): Pick<PlacedNode, 'columns' | 'x'> {
  const from = COLUMN[column];
  return { columns: [from, from + 1], x: from + 0.5 };
}

function startNode({ hash, covers }: ConsistencyStart): Rising {
  return {
    ...at('both'),
    id: 'start',
    shape: 'box',
    source: 'sent',
    letter: 'ON',
    up: 0,
    hash,
    label: [rangeText(covers), 'old and new'],
    title: `Sent by the server, for old and new · ${rangeText(covers)}, where both ladders start`,
    legend: 'sent, for old and new',
  };
}

function sentNode(step: ConsistencyStep): Rising {
  const { level, usedFor, sentCovers } = step;
  const both = usedFor === 'old and new';
  return {
    ...at(both ? 'both' : 'new-only'),
    id: `sent-${level}`,
    shape: 'box',
    source: 'sent',
    letter: both ? 'ON' : 'N',
    up: level,
    hash: step[step.side],
    label: [rangeText(sentCovers), usedFor],
    title: `Sent by the server, for ${both ? 'old and new' : 'the new root only'} · ${rangeText(sentCovers)}`,
    legend: both ? 'sent, for old and new' : 'sent, new only',
  };
}

/** computedNodes are the hashes of one ladder; the last one is its root and stands with the roots. */
function computedNodes(steps: readonly ConsistencyStep[], ladder: Ladder): readonly Rising[] {
  return steps.slice(0, -1).map(({ level, result, covers }): Rising => ({
    columns: at(ladder).columns,
    x: at(ladder).x,
    id: `${ladder}-${level}`,
    shape: 'box',
    source: 'computed',
    letter: 'C',
    up: level + 1,
    hash: result,
    title: `Computed here, for the ${ladder} root · ${rangeText(covers)}`,
    legend: 'computed here',
  }));
}

function rootNodes(check: ConsistencyCheck, names: RootNames, startsAtOldRoot: boolean): readonly Rising[] {
  const { from, to, computedOldRoot, computedNewRoot, newSteps } = check;
  const heads = {
    old: { head: from, computed: computedOldRoot },
    new: { head: to, computed: computedNewRoot },
  };
  const differs = (ladder: Ladder): boolean => {
    const { head, computed } = heads[ladder];
    return computed !== undefined && computed !== head.rootHash;
  };
  const computedUp = newSteps.length + 1;
  const givenUp = differs('old') || differs('new') ? computedUp + 1 : computedUp;
  return (['old', 'new'] as const).flatMap((ladder): readonly Rising[] => {
    const { head, computed } = heads[ladder];
    const column = COLUMN[ladder];
    const shared = { columns: [column, column + 2], x: column + 0.5, align: 'start' } as const;
    const entries = countOf(head.logSize, 'entry', 'entries');
    const name = names[ladder];
    const apart = differs(ladder);
    const low = ladder === 'old' && startsAtOldRoot;
    const given: Rising = {
      ...shared,
      id: `${ladder}-root`,
      shape: ladder === 'old' ? 'double-pill' : 'pill',
      source: 'sent',
      ...(apart ? { tone: 'neutral' as const, compareWith: computed } : {}),
      up: low ? 0 : givenUp,
      hash: head.rootHash,
      label: [name, entries],
      ...(low ? {} : { labelPlace: 'above' as const }),
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${entries}${computed === undefined || apart ? '' : ', equals what was computed here'}`,
      // The letters of sent hashes stand for old and new.
      legend: name === PLAIN_NAMES[ladder] ? name : `${name} (${ladder})`,
    };
    if (!apart) return [given];
    const mismatch: Rising = {
      ...shared,
      id: `${ladder}-computed`,
      shape: 'box',
      source: 'computed',
      letter: 'C',
      tone: 'bad',
      up: computedUp,
      hash: computed,
      compareWith: head.rootHash,
      title: `Computed here for the ${ladder} root of ${entries}, does not match ${named(name)}`,
    };
    return [mismatch, given];
  });
}

/** ladderLinks lead from where the ladders start to the roots that were computed. */
function ladderLinks(
  nodes: readonly PlacedNode[],
  startsAtOldRoot: boolean,
  top: number,
): readonly ProofLink[] {
  const startX = startsAtOldRoot ? COLUMN.old + 0.5 : COLUMN.both + 0.5;
  const startY = top + BEHIND;
  return (startsAtOldRoot ? (['new'] as const) : (['old', 'new'] as const)).map((ladder) => {
    const x = COLUMN[ladder] + 0.5;
    const computed = nodes.find(({ id }) => id === `${ladder}-computed`);
    const given = nodes.find(({ id }) => id === `${ladder}-root`);
    const end = computed === undefined ? (given?.row ?? 0) + BEHIND_ROOT : computed.row + BEHIND;
    return {
      id: `ladder-${ladder}`,
      kind: 'path',
      points: [
        [startX, startY],
        [x, startY],
        [x, end],
      ],
    };
  });
}

function joinLinks(steps: readonly ConsistencyStep[], top: number): readonly ProofLink[] {
  return steps.flatMap((step) => {
    const x = COLUMN[step.usedFor === 'old and new' ? 'both' : 'new-only'] + 0.5;
    const y = top - step.level;
    return ladders(step).map((ladder): ProofLink => ({
      id: `join-${step.level}-${ladder}`,
      kind: 'join',
      points: [
        [x, y + BEHIND],
        [x, y],
        [COLUMN[ladder] + 0.5, y],
      ],
    }));
  });
}

/** ladders are those that a sent hash joins. */
function ladders({ usedFor }: ConsistencyStep): readonly Ladder[] {
  return usedFor === 'old and new' ? ['old', 'new'] : ['new'];
}

function stepMark({ level }: ConsistencyStep, ladder: Ladder, top: number): ProofMark {
  return {
    id: `step-${level}-${ladder}`,
    kind: 'step',
    text: formatNumber(level),
    x: COLUMN[ladder] + 0.5,
    y: top - level,
  };
}

function signMark({ id, x, row }: PlacedNode): ProofMark {
  return { id: `sign-${id}`, kind: 'sign', text: '≠', x, y: row };
}
