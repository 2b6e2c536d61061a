import type { Hash } from './hash.ts';

/** EntryRange is a run of entries, both ends included, 1-based. */
export interface EntryRange {
  readonly first: number;
  readonly last: number;
}

/** ProofStep is one joining of two hashes on the way from a leaf to the root: result = H(01 ‖ left ‖ right). */
export interface ProofStep {
  /** 1 for the first joining above the leaf. */
  readonly level: number;
  /** The side from which the hash that the server sent joins. */
  readonly side: 'left' | 'right';
  readonly left: Hash;
  readonly right: Hash;
  readonly result: Hash;
  /** The entries under `result`. */
  readonly covers: EntryRange;
  /** The entries under the hash that the server sent. */
  readonly sentCovers: EntryRange;
}

/**
 * Verdict is what one named check found. Never turn a failed request into one.
 * - holds: the very bytes shown were hashed and led where they must.
 * - does-not-match: they were hashed and led elsewhere; both hashes are given.
 * - cannot-check: the check could not be made, and why.
 * - not-checked: nobody has looked yet, or this is only the server's word; `reason` says which.
 */
export type Verdict = (
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'does-not-match'; readonly expected: Hash; readonly computed: Hash }
  | { readonly outcome: 'does-not-match'; readonly reason: string }
  | { readonly outcome: 'cannot-check'; readonly reason: string }
  | { readonly outcome: 'not-checked'; readonly reason: string }
) & {
  /** The worker stopped at the first try, and the check was made again in another one. */
  readonly madeAgain?: true;
};

/** Outcome is the four-valued result of a check. */
export type Outcome = Verdict['outcome'];
