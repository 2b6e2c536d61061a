import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import type { CannotCheck, EntryRange, Outcome, ProofStep, Verdict } from '../../core/verdict.ts';
import { capital, countOf, formatMilliseconds, formatNumber } from '../format.ts';
import { SOURCE_WORDS } from '../source.ts';

/** InclusionCheck is what the pictures need of the verifier's check of an entry. */
export interface InclusionCheck {
  readonly verdict: Verdict;
  readonly entry: Pick<Entry, 'entryNumber' | 'key' | 'itemHashes'>;
  readonly checkpoint: Checkpoint;
  readonly leafHash?: Hash | undefined;
  /** The bytes under the leaf hash. */
  readonly leafBytes?: Uint8Array | undefined;
  readonly steps: readonly ProofStep[];
  readonly computedRoot?: Hash | undefined;
  readonly computedInMs: number;
}

/** ProofTone is the colour of a result: green only when the check holds, red only for a mismatch. */
export type ProofTone = 'good' | 'bad' | 'neutral';

/** toneOf is the tone of a verdict. */
export function toneOf(verdict: Verdict): ProofTone {
  if (verdict.outcome === 'holds') return 'good';
  return verdict.outcome === 'does-not-match' ? 'bad' : 'neutral';
}

/** OUTCOME_SIGN is the sign before the sentence about a root. */
export const OUTCOME_SIGN: Record<Outcome, string> = {
  holds: '✓',
  'does-not-match': '✕',
  'cannot-check': '?',
  'not-checked': '–',
};

/** rangeText names the entries of a range: `entry 205`, `entries 1–128`. */
export function rangeText({ first, last }: EntryRange): string {
  return first === last
    ? `entry ${formatNumber(first)}`
    : `entries ${formatNumber(first)}–${formatNumber(last)}`;
}

/** leafHashOf is the hash the path starts with; undefined if nothing was hashed. */
export function leafHashOf({ leafHash, steps: [first] }: InclusionCheck): Hash | undefined {
  return leafHash ?? (first && (first.side === 'left' ? first.right : first.left));
}

/** computedRootOf is the root that the steps give, or undefined if they give none. */
export function computedRootOf({ steps, computedRoot }: InclusionCheck): Hash | undefined {
  return computedRoot ?? steps.at(-1)?.result;
}

/** ProofWords are what a picture calls the root and the hashes of the proof, where they are not a server's. */
export interface ProofWords {
  /** What a hash of the proof is called; `sent by the server` when not given. */
  readonly sentName?: string;
  /** What a check that holds has found of the root; `equals the published root` when not given. */
  readonly rootHolds?: string | undefined;
  /** The root that the computed one is compared with; `published root` when not given. */
  readonly rootName?: string;
}

/** givenRootTitle is the title of the root that the computed one is compared with. */
export function givenRootTitle(rootName: string): string {
  const isPublished = rootName === SOURCE_WORDS.server.rootName;
  return `${capital(rootName)}${isPublished ? ` · ${SOURCE_WORDS.server.sentName}` : ''}`;
}

/** comparisonSentence says how the computed root compares with the given one, without the reason. */
export function comparisonSentence(
  check: InclusionCheck,
  { rootHolds, rootName = SOURCE_WORDS.server.rootName }: ProofWords,
): string {
  const { verdict, checkpoint } = check;
  const equals = `equals the ${rootName}`;
  if (verdict.outcome === 'holds') return rootHolds ?? equals;
  if (verdict.outcome === 'cannot-check' && computedRootOf(check) === checkpoint.rootHash)
    return rootHolds === undefined ? `${equals}, which is in doubt` : 'is not shown to be a root of this log';
  if (verdict.outcome !== 'does-not-match') return `was not compared with the ${rootName}`;
  return verdict.code === 'hash-differs' ? `does not match the ${rootName}` : `does not give the ${rootName}`;
}

/** rootSentence is comparisonSentence with its reason, where there is one. */
export function rootSentence(check: InclusionCheck, words: ProofWords): string {
  const { verdict } = check;
  if (verdict.outcome === 'cannot-check') return `cannot be checked: ${briefReason(verdict)}`;
  if (verdict.outcome === 'not-checked') return `not checked: ${withoutFullStop(verdict.reason)}`;
  const sentence = comparisonSentence(check, words);
  return 'reason' in verdict ? `${sentence}: ${withoutFullStop(verdict.reason)}` : sentence;
}

/** briefReason is why something cannot be checked, as part of a longer sentence. */
function briefReason({ code, reason }: CannotCheck): string {
  return code === 'unknown-leaf-rule'
    ? 'no known way to write this entry gives the published root'
    : withoutFullStop(reason);
}

/** withoutFullStop is a reason as part of a longer sentence. */
export function withoutFullStop(reason: string): string {
  return reason.trim().replace(/[.\s]+$/, '');
}

/** proofCost says what a proof saves: how many hashes take the place of how many entries, their bytes, and in what time they were hashed. */
export function proofCost(hashes: number, entries: number, computedInMs: number): string {
  const saved =
    hashes === 0
      ? ''
      : `${countOf(hashes, 'hash', 'hashes')} instead of ${countOf(entries, 'entry')}; ${formatNumber(32 * hashes)} bytes. `;
  return `${saved}Computed in ${formatMilliseconds(computedInMs)}.`;
}

/** EarlierCheck is the check of an entry at a size that the published root may have outgrown. */
interface EarlierCheck extends InclusionCheck {
  readonly head?: { readonly logSize: number; readonly rootHash: Hash };
  readonly growth?: { readonly verdict: Verdict };
}

/**
 * checkAtEarlierSize is a check as the picture draws it, and what a root that holds is then called. At an earlier size there is no published root to set against
 * the computed one: where the log’s growth from it does not hold, the picture leaves the root in doubt, and a line of its own says what does not match.
 */
export function checkAtEarlierSize<Check extends EarlierCheck>(
  check: Check | undefined,
): { readonly check: Check | undefined; readonly rootHolds?: string } {
  const size = check?.checkpoint.logSize;
  if (check?.head === undefined || size === undefined || size >= check.head.logSize) return { check };
  const rootHolds = `is the root at size ${formatNumber(size)}`;
  if (check.verdict.outcome === 'holds' || check.growth === undefined) return { check, rootHolds };
  const reason = 'the root it gives is not shown to begin the published log';
  return {
    rootHolds,
    check: { ...check, verdict: { outcome: 'cannot-check', code: 'root-not-shown', reason } },
  };
}
