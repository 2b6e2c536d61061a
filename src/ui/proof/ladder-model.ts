import type { ConsistencyStart, ConsistencyStep } from '../../core/consistency.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import type { EntryRange, Outcome, Verdict } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import { toneOf, type PathTone } from './path-model.ts';
import { rangeText } from './words.ts';

/** DrawnGrowth is what the figure needs of the verifier's check of a consistency proof. */
export interface DrawnGrowth {
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

/** LadderColumn is where a node stands, from the left: the old ladder, what goes into both, the new ladder, what goes into the new one alone. */
export type LadderColumn = 'old' | 'both' | 'new' | 'new-only';

/** LadderKind: `sent-both` and `sent-new` were sent, for both roots or the new one alone; `computed-root` is a root that does not match the one beside it. */
export type LadderKind = 'sent-both' | 'sent-new' | 'computed' | 'computed-root' | 'old-root' | 'new-root';

/** LadderNode is one box of the picture, before it has a place. */
export interface LadderNode {
  readonly id: string;
  readonly kind: LadderKind;
  readonly column: LadderColumn;
  /** 0 for where both ladders start, k for the hash that joins in step k and those it joins, and so on upwards. */
  readonly row: number;
  readonly hash: Hash;
  readonly covers: EntryRange;
  /** The root it does not match. */
  readonly compareWith?: Hash;
  /** What it is, in a line. */
  readonly title: string;
  /** Whether its hash goes into both roots or only the new one, for a hash that was sent. */
  readonly usedFor?: 'old and new' | 'new only';
}

/** LadderModel is a consistency proof as two ladders, bottom-up. */
export interface LadderModel {
  readonly nodes: readonly LadderNode[];
  /** The row of the roots. */
  readonly topRow: number;
  readonly tone: PathTone;
  readonly outcome: Outcome;
  /** What was found, in a sentence. */
  readonly caption: string;
  /** Whether each ladder reaches a root, and the steps that join each. */
  readonly reached: boolean;
  /** Whether the old root is itself where the new ladder starts. */
  readonly startsAtOldRoot: boolean;
  readonly joins: readonly { readonly level: number; readonly both: boolean }[];
  /** The name of the old root: `old root`, `remembered root`. */
  readonly oldName: string;
  readonly sizes: readonly [old: number, new: number];
}

/** ladderModel lays the two ladders of a check in rows; each hash that was sent is there once. */
export function ladderModel(check: DrawnGrowth, oldName = 'old root'): LadderModel {
  const { verdict, from, to, start, newSteps } = check;
  const topRow = newSteps.length + 1;
  const startsAtOldRoot = start !== undefined && !start.sent;
  return {
    nodes: [
      ...startNode(start),
      ...newSteps.map(sentNode),
      ...climb(check.oldSteps, 'old'),
      ...climb(newSteps, 'new'),
      ...rootNodes(check, oldName, startsAtOldRoot ? 0 : topRow, topRow),
    ],
    topRow,
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: growthSentence(check, oldName),
    reached: start !== undefined,
    startsAtOldRoot,
    joins: newSteps.map(({ level, usedFor }) => ({ level, both: usedFor === 'old and new' })),
    oldName,
    sizes: [from.logSize, to.logSize],
  };
}

/** growthSentence says what a consistency proof was found to show. */
export function growthSentence(
  { verdict, from, to, ...computed }: DrawnGrowth,
  oldName = 'old root',
): string {
  if (verdict.outcome === 'cannot-check') return `cannot be checked: ${verdict.reason}`;
  if (verdict.outcome === 'not-checked') return `not checked: ${verdict.reason}`;
  if (verdict.outcome === 'holds')
    return from.logSize === to.logSize
      ? `the ${oldName} and the new root are equal`
      : `leads to both roots: the log of ${countOf(from.logSize, 'entry', 'entries')} begins the log of ${formatNumber(to.logSize)}`;
  if ('reason' in verdict) return `does not match: ${verdict.reason}`;
  if (from.logSize === to.logSize) return `the ${oldName} does not match the new root, at the same size`;
  const wrong = [
    ...(computed.computedOldRoot === from.rootHash ? [] : [`the ${oldName}`]),
    ...(computed.computedNewRoot === to.rootHash ? [] : ['the new root']),
  ];
  return `what was computed does not match ${wrong.join(' and ')}`;
}

function startNode(start: ConsistencyStart | undefined): LadderNode[] {
  if (start === undefined || !start.sent) return [];
  const { hash, covers } = start;
  const title = `Sent by the server, for old and new · ${rangeText(covers)}, where both ladders start`;
  return [
    { id: 'start', kind: 'sent-both', column: 'both', row: 0, hash, covers, title, usedFor: 'old and new' },
  ];
}

function sentNode(step: ConsistencyStep): LadderNode {
  const { level, usedFor, sentCovers } = step;
  const both = usedFor === 'old and new';
  return {
    id: `sent-${level}`,
    kind: both ? 'sent-both' : 'sent-new',
    column: both ? 'both' : 'new-only',
    row: level,
    hash: step[step.side],
    covers: sentCovers,
    title: `Sent by the server, for ${both ? 'old and new' : 'the new root only'} · ${rangeText(sentCovers)}`,
    usedFor,
  };
}

/** climb are the hashes computed on one ladder; the last one is its root and stands with the roots. */
function climb(steps: readonly ConsistencyStep[], ladder: 'old' | 'new'): LadderNode[] {
  return steps.slice(0, -1).map(({ level, result, covers }) => ({
    id: `${ladder}-${level}`,
    kind: 'computed',
    column: ladder,
    row: level + 1,
    hash: result,
    covers,
    title: `Computed here, for the ${ladder} root · ${rangeText(covers)}`,
  }));
}

function rootNodes(
  { from, to, computedOldRoot, computedNewRoot }: DrawnGrowth,
  oldName: string,
  oldRow: number,
  newRow: number,
): LadderNode[] {
  const root = (ladder: 'old' | 'new', head: Checkpoint, computed: Hash | undefined, row: number) => {
    const name = ladder === 'old' ? oldName : 'new root';
    const covers = { first: 1, last: head.logSize };
    const place = { column: ladder, row, covers } as const;
    const entries = countOf(head.logSize, 'entry', 'entries');
    const kind = ladder === 'old' ? ('old-root' as const) : ('new-root' as const);
    const apart = computed !== undefined && computed !== head.rootHash;
    const equal = computed === undefined || apart ? '' : ', equals what was computed here';
    const given: LadderNode = {
      id: `${ladder}-root`,
      kind,
      ...place,
      hash: head.rootHash,
      title: `${capital(name)} of ${entries}${equal}`,
      ...(apart ? { compareWith: computed } : {}),
    };
    if (!apart) return [given];
    const title = `Computed here for the ${ladder} root of ${entries}, does not match the ${name}`;
    return [
      {
        ...place,
        id: `${ladder}-computed`,
        kind: 'computed-root' as const,
        hash: computed,
        compareWith: head.rootHash,
        title,
      },
      given,
    ];
  };
  return [...root('old', from, computedOldRoot, oldRow), ...root('new', to, computedNewRoot, newRow)];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
