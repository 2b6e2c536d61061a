import type { Hash } from '../../core/hash.ts';
import type { EntryRange, Outcome, ProofStep, Verdict } from '../../core/verdict.ts';
import { comparisonSentence, rootSentence } from './words.ts';

/** PathInput is what a path is drawn from: the verifier's steps and hashes, nothing computed by the picture. */
export interface PathInput {
  readonly steps: readonly ProofStep[];
  readonly leafHash?: Hash | undefined;
  readonly expectedRoot: Hash;
  readonly computedRoot?: Hash | undefined;
  readonly verdict: Verdict;
  /** What a check that holds has found of the root, where that is not that it equals the published one. */
  readonly rootHolds?: string | undefined;
}

/** PathNodeKind: `root` is the one root where computed and published agree; else `computed-root` and `published` stand apart. */
export type PathNodeKind = 'entry' | 'leaf' | 'computed' | 'sent' | 'root' | 'computed-root' | 'published';

/** PathColumn is where a node stands: on the spine, or on the side from which it joins. */
type PathColumn = 'left' | 'spine' | 'right';

/** PathNode is one box of the picture, before it has a place. */
export interface PathNode {
  readonly id: string;
  readonly kind: PathNodeKind;
  /** The lines of the step list that speak of this node: 0 the leaf, k step k, last level + 1 the comparison of the roots. */
  readonly levels: readonly number[];
  /** 0 for the entry at the bottom, 1 for the leaf hash, and so on upwards. */
  readonly row: number;
  readonly column: PathColumn;
  readonly hash?: Hash;
  /** The entries under the hash. */
  readonly covers?: EntryRange;
}

/** PathTone is the colour of the root: green only when the check holds, red only for a mismatch. */
export type PathTone = 'good' | 'bad' | 'neutral';

/** PathModel is the path as rows of nodes, bottom-up. */
export interface PathModel {
  readonly nodes: readonly PathNode[];
  readonly tone: PathTone;
  readonly outcome: Outcome;
  /** The sentence at the root. */
  readonly caption: string;
  /** The row of the root; the rows below it, down to 1, hold hashes computed on the way. */
  readonly rootRow: number;
  /** Whether the computed hashes reach a root at all. */
  readonly reachesRoot: boolean;
  /** Node id to the hash it is compared with, where the two roots differ. */
  readonly compared: ReadonlyMap<string, Hash>;
}

/** toneOf is the tone of a verdict. */
export function toneOf(verdict: Verdict): PathTone {
  if (verdict.outcome === 'holds') return 'good';
  return verdict.outcome === 'does-not-match' ? 'bad' : 'neutral';
}

/** comparisonLevel is the level of the last line of the list, in which the roots are compared. */
export function comparisonLevel(steps: readonly ProofStep[]): number {
  return steps.length + 1;
}

/** rootComputedFrom is the root that the steps lead to, or undefined where nothing led to one. */
export function rootComputedFrom({
  steps,
  computedRoot,
}: Pick<PathInput, 'steps' | 'computedRoot'>): Hash | undefined {
  return computedRoot ?? steps.at(-1)?.result;
}

/** pathModel lays the steps in rows: the running hash on the spine, and beside it the hash that joins it next. */
export function pathModel(input: PathInput): PathModel {
  const { steps, verdict } = input;
  const leafHash = input.leafHash ?? leafOf(steps[0]);
  const climb: PathNode[] = [{ id: 'entry', kind: 'entry', levels: [0], row: 0, column: 'spine' }];
  if (leafHash !== undefined) {
    climb.push({ id: 'leaf', kind: 'leaf', levels: [0], row: 1, column: 'spine', hash: leafHash });
  }
  steps.forEach((step, index) => climb.push(...nodesOfStep(step, index + 1, index === steps.length - 1)));
  const rootRow = leafHash === undefined ? 1 : Math.max(steps.length, 1) + 1;
  const computedRoot = rootComputedFrom(input);
  const apart = verdict.outcome === 'does-not-match' && computedRoot !== undefined;
  return {
    nodes: [...climb, ...rootNodes(input, computedRoot, rootRow)],
    tone: toneOf(verdict),
    outcome: verdict.outcome,
    // The reason stands in the heading of the figure.
    caption:
      verdict.outcome === 'cannot-check'
        ? computedRoot === input.expectedRoot
          ? comparisonSentence(verdict, input.rootHolds, true)
          : 'cannot be checked'
        : rootSentence(verdict, input.rootHolds),
    rootRow,
    reachesRoot: verdict.outcome === 'holds' || computedRoot !== undefined,
    compared: new Map(
      apart
        ? [
            ['computed-root', input.expectedRoot],
            ['published', computedRoot],
          ]
        : [],
    ),
  };
}

/** leafOf is the running hash with which a first step begins. */
export function leafOf(first: ProofStep | undefined): Hash | undefined {
  if (first === undefined) return undefined;
  return first.side === 'left' ? first.right : first.left;
}

function nodesOfStep(step: ProofStep, row: number, last: boolean): PathNode[] {
  const levels = [step.level];
  const sent: PathNode = {
    id: `sent-${step.level}`,
    kind: 'sent',
    levels,
    row,
    column: step.side,
    hash: step.side === 'left' ? step.left : step.right,
    covers: step.sentCovers,
  };
  if (last) return [sent];
  const id = `computed-${step.level}`;
  return [
    sent,
    { id, kind: 'computed', levels, row: row + 1, column: 'spine', hash: step.result, covers: step.covers },
  ];
}

function rootNodes(
  { steps, expectedRoot, verdict }: PathInput,
  computed: Hash | undefined,
  row: number,
): PathNode[] {
  const compared = comparisonLevel(steps);
  const place = { row, column: 'spine' } as const;
  // Two roots that agree are one, also where something else is the matter with it.
  if (verdict.outcome === 'holds' || (verdict.outcome === 'cannot-check' && computed === expectedRoot)) {
    return [{ id: 'root', kind: 'root', levels: [steps.length, compared], ...place, hash: expectedRoot }];
  }
  const published: PathNode = {
    id: 'published',
    kind: 'published',
    levels: [compared],
    ...place,
    hash: expectedRoot,
  };
  if (computed === undefined) return [published];
  const levels = [steps.length, compared];
  return [{ id: 'computed-root', kind: 'computed-root', levels, ...place, hash: computed }, published];
}
