import type { EntryRange, Outcome, ProofStep, Verdict } from '../../core/verdict.ts';
import { countOf, formatMilliseconds, formatNumber } from '../format.ts';

const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** numberWord writes 0 to 12 as words and other numbers in digits. */
export function numberWord(count: number): string {
  return NUMBER_WORDS[count] ?? formatNumber(count);
}

/** rangeText names the entries of a range: `entry 205`, `entries 1–128`. */
export function rangeText({ first, last }: EntryRange): string {
  return first === last
    ? `entry ${formatNumber(first)}`
    : `entries ${formatNumber(first)}–${formatNumber(last)}`;
}

/** joinSentence says what a step does, in two parts so that the first can be set in bold: `entries 1–128`, `joins from the left`. */
export function joinSentence(step: ProofStep): { readonly what: string; readonly how: string } {
  return { what: rangeText(step.sentCovers), how: `joins from the ${step.side}` };
}

/** rootSentence says how the computed root stands to the published one; `holds` is said instead where it is compared with another. */
export function rootSentence(verdict: Verdict, holds?: string): string {
  if (verdict.outcome === 'cannot-check') return `cannot be checked: ${bare(verdict.reason)}`;
  if (verdict.outcome === 'not-checked') return `not checked: ${bare(verdict.reason)}`;
  const sentence = comparisonSentence(verdict, holds);
  return 'reason' in verdict ? `${sentence}: ${bare(verdict.reason)}` : sentence;
}

const EQUALS = 'equals the published root';

/** comparisonSentence is rootSentence without its reason, for where the reason stands already; `equal` says that the roots agree whatever else is the matter. */
export function comparisonSentence(verdict: Verdict, holds = EQUALS, equal = false): string {
  if (verdict.outcome === 'holds') return holds;
  if (equal && verdict.outcome === 'cannot-check')
    return holds === EQUALS ? `${EQUALS}, which is in doubt` : 'is not shown to be a root of this log';
  if (verdict.outcome !== 'does-not-match') return 'was not compared with the published root';
  return verdict.code === 'hash-differs'
    ? 'does not match the published root'
    : 'does not lead to the published root';
}

/** OUTCOME_SIGN is the sign before the sentence at the root. */
export const OUTCOME_SIGN: Record<Outcome, string> = {
  holds: '✓',
  'does-not-match': '✕',
  'cannot-check': '?',
  'not-checked': '–',
};

/** HeadlineInput is what the sentence over a proof is made from. */
export interface HeadlineInput {
  readonly verdict: Verdict;
  /** How many hashes the server sent: the steps of the proof. */
  readonly hashCount: number;
  readonly logSize: number;
  readonly computedInMs: number;
}

/** headline is the sentence over an entry proof: what was rebuilt from what, and in what time. */
export function headline({ verdict, hashCount, logSize, computedInMs }: HeadlineInput): string {
  if (verdict.outcome === 'cannot-check') return `This proof cannot be checked: ${bare(verdict.reason)}.`;
  if (verdict.outcome === 'not-checked') return `Not checked: ${bare(verdict.reason)}.`;
  if ('reason' in verdict) return `The proof does not match: ${bare(verdict.reason)}.`;
  const found = verdict.outcome === 'holds' ? led(hashCount) : misled(hashCount, logSize);
  return `${found} Computed in your browser in ${formatMilliseconds(computedInMs)}.`;
}

/** costSentence says what a proof spares: how many hashes were sent in the place of how many entries, and their bytes; empty where none was needed. */
export function costSentence({ hashCount, logSize }: Pick<HeadlineInput, 'hashCount' | 'logSize'>): string {
  if (hashCount === 0) return '';
  return `${countOf(hashCount, 'hash', 'hashes')} instead of ${countOf(logSize, 'entry', 'entries')}; ${formatNumber(32 * hashCount)} bytes, 32 for each hash.`;
}

/** pathLabel names the whole picture for a screen reader. */
export function pathLabel(entryNumber: number, hashCount: number, verdict: Verdict, holds?: string): string {
  const joined =
    hashCount === 0
      ? 'no hash joins on the way'
      : `${countOf(hashCount, 'hash', 'hashes')} sent by the server ${hashCount === 1 ? 'joins' : 'join'} on the way`;
  return `Path from entry ${formatNumber(entryNumber)} up to the root; ${joined}; ${rootSentence(verdict, holds)}`;
}

function led(hashCount: number): string {
  if (hashCount === 0) return 'This is the only entry, so its hash is the root.';
  return `${hashes(hashCount)} ${hashCount === 1 ? 'rebuilds' : 'rebuild'} the root from this entry.`;
}

function misled(hashCount: number, logSize: number): string {
  if (hashCount === 0) {
    return logSize === 1
      ? 'This is the only entry, but its hash is not the published root.'
      : 'No hash was sent, and this entry alone does not lead to the published root.';
  }
  return `${hashes(hashCount)} ${hashCount === 1 ? 'does' : 'do'} not lead from this entry to the published root.`;
}

function hashes(count: number): string {
  const word = numberWord(count);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${count === 1 ? 'hash' : 'hashes'} from the server`;
}

function bare(reason: string): string {
  return reason.trim().replace(/[.\s]+$/, '');
}
