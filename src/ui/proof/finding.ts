import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';
import {
  computedRootOf,
  rootSentence,
  toneOf,
  type InclusionCheck,
  type ProofWords,
} from './inclusion-check.ts';
import type { ProofGraph } from './proof-graph.ts';

/** PathOptions say what is drawn besides the way from the entry to the root. */
export interface PathOptions extends ProofWords {
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
  /** undefined if the data could not be hashed. */
  readonly computed: Hash | undefined;
  /** undefined if the entry records no hash for it. */
  readonly recorded: Hash | undefined;
  /** What is left over where there are not as many items as the entry records hashes. */
  readonly surplus?: 'item' | 'hash' | undefined;
}

/** Finding is what every view of a proof says of the whole way from the data to the root. */
export interface Finding extends Pick<ProofGraph, 'tone' | 'outcome' | 'caption'> {
  /** What the roots alone do not tell: a break elsewhere, or data that was not compared. */
  readonly besides: string | undefined;
}

/** dataState is how data compares with the hash recorded for it; a path without data has nothing that differs. */
export function dataState(data: PathData | undefined): 'matches' | 'differs' | 'not-hashed' {
  if (data === undefined) return 'matches';
  const { computed, recorded, surplus } = data;
  if (surplus !== undefined) return 'differs';
  if (computed === undefined) return 'not-hashed';
  return computed === recorded ? 'matches' : 'differs';
}

/** dataSentence says how data compares with what its entry records. */
export function dataSentence(data: PathData, entryNumber: number): string {
  const number = formatNumber(entryNumber);
  const state = dataState(data);
  if (state === 'matches') return `The hash of the data is the one that entry ${number} records`;
  if (state === 'not-hashed')
    return `The data could not be hashed, so it was not compared with the hash that entry ${number} records`;
  return data.surplus === undefined
    ? `The hash of the data is not the one that entry ${number} records`
    : `There ${data.surplus === 'item' ? 'are more' : 'are fewer'} items than entry ${number} records`;
}

/** findingOf is the result of the whole path: a break anywhere is red, and nothing is green whose data is not known to match. */
export function findingOf(check: InclusionCheck, options: PathOptions): Finding {
  const { verdict, entry } = check;
  const { data, remembered } = options;
  const { rootName } = { ...SOURCE_WORDS.server, ...options };
  const state = dataState(data);
  const ofData = data && dataSentence(data, entry.entryNumber);
  const broken =
    state === 'differs'
      ? ofData
      : verdict.outcome !== 'does-not-match' && remembered !== undefined
        ? `The ${rootName} contradicts the one this browser remembers`
        : undefined;
  if (broken !== undefined)
    return { tone: 'bad', outcome: 'does-not-match', caption: broken, besides: broken };
  // What follows from the entry alone does not make a path from the data.
  if (ofData !== undefined && state === 'not-hashed' && verdict.outcome === 'holds')
    return { tone: 'neutral', outcome: 'cannot-check', caption: ofData, besides: ofData };
  const found = rootSentence(check, options);
  const subject =
    verdict.outcome === 'cannot-check'
      ? 'This proof '
      : computedRootOf(check) === undefined
        ? ''
        : 'The root computed here ';
  return { tone: toneOf(verdict), outcome: verdict.outcome, caption: subject + found, besides: undefined };
}
