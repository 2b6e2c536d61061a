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

/** LadderNames are what the two roots are called: `old root` and `new root`, or whose they are, such as `their root`. */
export interface LadderNames {
  readonly old: string;
  readonly new: string;
}

/** PLAIN_NAMES are used where nothing more is known of the roots than which is of the smaller log. */
export const PLAIN_NAMES: LadderNames = { old: 'old root', new: 'new root' };

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
  readonly names: LadderNames;
  readonly sizes: readonly [old: number, new: number];
}

/** ladderModel lays the two ladders of a check in rows; each hash that was sent is there once. */
export function ladderModel(check: DrawnGrowth, names = PLAIN_NAMES): LadderModel {
  const { verdict, from, to, start, newSteps } = check;
  const topRow = newSteps.length + 1;
  const startsAtOldRoot = start !== undefined && !start.sent;
  return {
    nodes: [
      ...startNode(start),
      ...newSteps.map(sentNode),
      ...climb(check.oldSteps, 'old'),
      ...climb(newSteps, 'new'),
      ...rootNodes(check, names, startsAtOldRoot ? 0 : topRow, topRow),
    ],
    topRow,
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    caption: growthSentence(check, names),
    reached: start !== undefined,
    startsAtOldRoot,
    joins: newSteps.map(({ level, usedFor }) => ({ level, both: usedFor === 'old and new' })),
    names,
    sizes: [from.logSize, to.logSize],
  };
}

/** growthSentence says what a consistency proof was found to show. */
export function growthSentence({ verdict, from, to, ...computed }: DrawnGrowth, names = PLAIN_NAMES): string {
  const [older, newer] = [named(names.old), named(names.new)];
  if (verdict.outcome === 'cannot-check') return `cannot be checked: ${verdict.reason}`;
  if (verdict.outcome === 'not-checked') return `not checked: ${verdict.reason}`;
  if (verdict.outcome === 'holds')
    return from.logSize === to.logSize
      ? `${older} and ${newer} are equal`
      : `leads to both roots: the log of ${countOf(from.logSize, 'entry', 'entries')} begins the log of ${formatNumber(to.logSize)}`;
  if ('reason' in verdict) return `does not match: ${verdict.reason}`;
  if (from.logSize === to.logSize) return `${older} does not match ${newer}, at the same size`;
  const wrong = [
    ...(computed.computedOldRoot === from.rootHash ? [] : [older]),
    ...(computed.computedNewRoot === to.rootHash ? [] : [newer]),
  ];
  return `what was computed does not match ${wrong.join(' and ')}`;
}

/** named puts the article before a name, unless the name says whose the root is: `the old root`, `their root`. */
export function named(name: string): string {
  return /^(?:your|their) /.test(name) ? name : `the ${name}`;
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
  names: LadderNames,
  oldRow: number,
  newRow: number,
): LadderNode[] {
  const root = (ladder: 'old' | 'new', head: Checkpoint, computed: Hash | undefined, row: number) => {
    const name = names[ladder];
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
    const title = `Computed here for the ${ladder} root of ${entries}, does not match ${named(name)}`;
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
