import type { Verdict } from '../core/verdict.ts';
import type { CheckState } from './check-badge.tsx';
import { capital, countOf } from './format.ts';

/**
 * CheckText is the state, title and explanation of one check, for display. Its claims are those of
 * core/hashing.md, "What each check shows", and no more.
 */
export interface CheckText {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

/** CheckFinding is the progress of a check: its verdict, a failed request, or neither yet. */
export interface CheckFinding {
  readonly verdict?: Verdict | undefined;
  /** The error text if the check could not begin. */
  readonly failure?: string | undefined;
}

type Words = readonly [title: string, detail?: string];

/**
 * Table has the title and meaning of a check for each state; without a meaning the reason of the verdict is
 * shown. `otherwise` is for other states.
 */
type Table = Readonly<
  Record<CheckState, Words> | ({ otherwise: Words } & Partial<Record<CheckState, Words>>)
>;

/**
 * wordsFrom looks a check up in its table. A failed request is a check that cannot be made, never a mismatch.
 */
export function wordsFrom(found: CheckFinding, table: Table): CheckText {
  const state = found.verdict?.outcome ?? (found.failure === undefined ? 'checking' : 'cannot-check');
  const [title, detail = sentenceOf(found)] =
    'otherwise' in table ? (table[state] ?? table.otherwise) : table[state];
  return withRestartNote(found, { state, title, detail });
}

/** withRestartNote adds that the worker stopped at the first try and that this is the second. */
export function withRestartNote({ verdict }: CheckFinding, words: CheckText): CheckText {
  if (!verdict?.madeAgain) return words;
  const note =
    'The part of this page that makes checks stopped during this one. It was restarted, and the check was repeated.';
  return { ...words, detail: `${words.detail} ${note}` };
}

/**
 * sentenceOf returns the reason of a verdict, or the text of an error, as a sentence; empty if there is none.
 */
export function sentenceOf({ verdict, failure = '' }: CheckFinding): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : failure;
  return reason === '' ? '' : `${capital(reason).replace(/\.$/, '')}.`;
}

/** allVerified says that a whole log of `size` entries, with its data, gives its root hash. */
export function allVerified(size: number): string {
  return `All ${countOf(size, 'entry')} verified`;
}

/**
 * explained adds the possible causes of an unknown leaf rule: a first visit cannot distinguish them
 * (core/hashing.md, "Leaf rules").
 */
export function explained(found: CheckFinding): string {
  const { verdict } = found;
  if (verdict?.outcome !== 'cannot-check' || verdict.code !== 'unknown-leaf-rule') return sentenceOf(found);
  return `None of the proofs tried gives the root hash of this log: it writes its entries in a way this page does not know, or has another root hash. (${verdict.reason}.)`;
}
