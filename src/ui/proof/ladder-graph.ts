import type { ConsistencyStart, ConsistencyStep } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { EntryRange, Verdict } from '../../core/verdict.ts';
import { capital, countOf, formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';
import { rangeText, toneOf, withoutFullStop } from './inclusion-check.ts';
import {
  computedNode,
  joinLine,
  nextByPlace,
  type NodeContent,
  type ProofGraph,
  type ProofLine,
  type ProofMark,
  type ProofNode,
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

/** Ladder is one of the two ways up: from where both start to the root of its log. */
interface Ladder {
  readonly id: keyof RootNames;
  readonly name: string;
  readonly head: Checkpoint;
  readonly computed: Hash | undefined;
  readonly steps: readonly ConsistencyStep[];
  readonly column: number;
}

/** The columns of what goes into both ladders, and of what goes into the new one alone; the ladders have 0 and 2. */
const BOTH = 1;
const NEW_ONLY = 3;
/** Where lines end behind the boxes of a row, and behind a root that is at the foot of its row. */
const BEHIND = 0.3;
const BEHIND_ROOT = 0.85;

/** ladderGraph draws a consistency proof as two ladders, bottom-up; each hash that was sent stands there once. */
export function ladderGraph(
  check: ConsistencyCheck,
  names: RootNames = { old: 'old root', new: 'new root' },
  sentName: string = SOURCE_WORDS.server.sentName,
): ProofGraph {
  const { verdict, from, to, start, oldSteps, newSteps } = check;
  const ladders: readonly Ladder[] = [
    { id: 'old', name: names.old, head: from, computed: check.computedOldRoot, steps: oldSteps, column: 0 },
    { id: 'new', name: names.new, head: to, computed: check.computedNewRoot, steps: newSteps, column: 2 },
  ];
  const wrong = ladders.filter(({ computed, head }) => computed !== undefined && computed !== head.rootHash);
  const bottom = start === undefined ? 0 : newSteps.length + (wrong.length > 0 ? 2 : 1);
  const startsAtOldRoot = start?.sent === false;
  const first: readonly ProofNode[] =
    start?.sent === true
      ? [at(BOTH, bottom, sentNode('start', start.hash, start.covers, 'old and new', sentName))]
      : [];
  const sent = newSteps.map(({ level, usedFor, sentCovers, side, ...hashes }) => {
    const node = sentNode(`sent-${level}`, hashes[side], sentCovers, usedFor, sentName);
    return at(usedFor === 'new only' ? NEW_ONLY : BOTH, bottom - level, node);
  });
  const nodes: readonly ProofNode[] = [
    ...first,
    ...sent,
    ...ladders.flatMap((ladder): ProofNode[] => [
      // What the last step gives is the root.
      ...ladder.steps.slice(0, -1).map(({ level, result, covers }) => {
        const title = `Computed here, for the ${ladder.id} root · ${rangeText(covers)}`;
        return at(ladder.column, bottom - level - 1, computedNode(`${ladder.id}-${level}`, result, title));
      }),
      ...rootNodes(ladder, wrong.includes(ladder), ladder.id === 'old' && startsAtOldRoot ? bottom : 0),
    ]),
  ];
  const joins = sent.flatMap((node, index) =>
    ladders
      .filter(({ id }) => id === 'new' || newSteps[index]?.usedFor === 'old and new')
      .map(({ column }) => ({ node, x: column + 0.5, level: newSteps[index]?.level ?? 0 })),
  );
  const startX = (startsAtOldRoot ? 0 : BOTH) + 0.5;
  const sentence = consistencySentence(check, ladders, wrong);
  const count = first.length + sent.length;
  return {
    columns: [1, 1, 1, 1],
    width: 45,
    rows: bottom + 1,
    nodes,
    lines: [
      ...(start === undefined ? [] : ladders.slice(startsAtOldRoot ? 1 : 0)).map((ladder): ProofLine => {
        const x = ladder.column + 0.5;
        const end = wrong.includes(ladder) ? 1 + BEHIND : BEHIND_ROOT;
        return { kind: 'path', points: [startX, bottom + BEHIND, x, bottom + BEHIND, x, end] };
      }),
      ...joins.map(({ node, x }) => joinLine(node, x)),
    ],
    marks: [
      ...joins.map(({ node, x, level }): ProofMark => ({
        kind: 'step',
        text: formatNumber(level),
        x,
        y: node.row,
      })),
      ...wrong.map(({ column }): ProofMark => ({ kind: 'sign', text: '≠', x: column + 0.5, y: 1 })),
    ],
    first: 'new-root',
    next: nextByPlace(nodes, nodes[0]?.id ?? 'old-root', 'new-root'),
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: sentence,
    name: `Two ladders, to ${named(names.old)} of ${formatNumber(from.logSize)} and to ${named(names.new)} of ${countOf(to.logSize, 'entry')}, from ${countOf(count, 'hash', 'hashes')} ${sentName}; ${sentence}`,
  };
}

/** consistencySentence says what a consistency proof was found to show. */
function consistencySentence(
  { verdict, from, to }: ConsistencyCheck,
  ladders: readonly Ladder[],
  wrong: readonly Ladder[],
): string {
  const [older = '', newer = ''] = ladders.map(({ name }) => named(name));
  const isSameSize = from.logSize === to.logSize;
  switch (verdict.outcome) {
    case 'cannot-check':
      return `cannot be checked: ${withoutFullStop(verdict.reason)}`;
    case 'not-checked':
      return `not checked: ${withoutFullStop(verdict.reason)}`;
    case 'holds':
      return isSameSize
        ? `${older} and ${newer} are equal`
        : `gives both roots: the log of ${countOf(from.logSize, 'entry')} begins the log of ${formatNumber(to.logSize)}`;
    case 'does-not-match':
      if ('reason' in verdict) return `does not match: ${withoutFullStop(verdict.reason)}`;
      if (isSameSize) return `${older} does not match ${newer}, at the same size`;
      return `what was computed does not match ${wrong.map(({ name }) => named(name)).join(' and ')}`;
  }
}

/** named puts the article before a name, unless the name says whose the root is: `the old root`, `their root`. */
function named(name: string): string {
  return /^(?:your|their) /.test(name) ? name : `the ${name}`;
}

function at(column: number, row: number, node: NodeContent): ProofNode {
  return { ...node, columns: [column, column + 1], x: column + 0.5, row };
}

function sentNode(
  id: string,
  hash: Hash,
  covers: EntryRange,
  usedFor: ConsistencyStep['usedFor'],
  sentName: string,
): NodeContent {
  const both = usedFor === 'old and new';
  const range = rangeText(covers);
  return {
    id,
    shape: 'box',
    source: 'sent',
    letter: both ? 'ON' : 'N',
    hash,
    label: [range, usedFor],
    title: `${capital(sentName)}, for ${both ? 'old and new' : 'the new root only'} · ${range}${id === 'start' ? ', where both ladders start' : ''}`,
    legend: both ? 'sent, for old and new' : 'sent, new only',
  };
}

/** rootNodes are the given root of a ladder in a row, and under it the computed one where it differs. */
function rootNodes(ladder: Ladder, differs: boolean, row: number): readonly ProofNode[] {
  const { id, name, head, computed, column } = ladder;
  const place = { columns: [column, column + 2], x: column + 0.5, align: 'start' } as const;
  const entries = countOf(head.logSize, 'entry');
  const given: ProofNode = {
    ...place,
    row,
    id: `${id}-root`,
    shape: id === 'old' ? 'double-pill' : 'pill',
    source: 'sent',
    hash: head.rootHash,
    label: [name, entries],
    ...(row === 0 ? { labelPlace: 'above' } : {}),
    title: `${capital(name)} of ${entries}${computed === undefined || differs ? '' : ', equals what was computed here'}`,
    // The letters of sent hashes stand for old and new.
    legend: name === `${id} root` ? name : `${name} (${id})`,
  };
  if (!differs || computed === undefined) return [given];
  const title = `Computed here for the ${id} root of ${entries}, does not match ${named(name)}`;
  return [
    {
      ...computedNode(`${id}-computed`, computed, title),
      ...place,
      row: 1,
      tone: 'bad',
      compareWith: head.rootHash,
    },
    { ...given, tone: 'neutral', compareWith: computed },
  ];
}
