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

/** MismatchCode says what does not match. */
export type MismatchCode =
  /** What was hashed has another hash than it must have: both are given. */
  | 'hash-differs'
  /** Data or an entry of a whole log hashes to something else: the reason names it. */
  | 'data-differs'
  /** A proof has more or fewer hashes than its sizes demand. */
  | 'path-length'
  /** No log of that size has an entry of that number. */
  | 'outside-log'
  /** A record has more or fewer items than its entry names hashes. */
  | 'item-count'
  /** The later log has fewer entries than the earlier one. */
  | 'shorter-log'
  /** The server published two roots for one log size. */
  | 'two-roots'
  /** One root is said to be that of two log sizes. */
  | 'two-sizes'
  /** The proof that was sent between two logs does not hold, and nothing else is known of how they stand to each other. */
  | 'proof-only'
  /** Entries are not numbered one by one up to the end of their log. */
  | 'numbering'
  /** The whole log was read, and no such entry of this key is in it. */
  | 'not-in-log'
  /** The whole log was read, and a later entry of this key is in it. */
  | 'superseded'
  /** A trail has another number of entries than the log has of its key. */
  | 'trail-length'
  /** The entry has a different key than the one that was asked for. */
  | 'other-key'
  /** The server's snapshot is not what the log makes. */
  | 'snapshot-differs'
  /** Two answers of the server contradict each other, or one of them the log that was read here. */
  | 'answers-disagree'
  /** A file does not bear out what it states. */
  | 'file-inconsistent';

/** CannotCheckCode says why a check could not be made. */
export type CannotCheckCode =
  /** A request that the check needs failed. */
  | 'request-failed'
  /** What was to be checked is not of the form that it must have. */
  | 'malformed'
  /** Data or an entry has no bytes to hash. */
  | 'unhashable'
  /** No known way of writing an entry as a leaf leads to the root. */
  | 'unknown-leaf-rule'
  /** There is no data to hash. */
  | 'no-data'
  /** Not everything that the check is about could be looked at. */
  | 'incomplete'
  /** There is no consistency proof between the two sizes. */
  | 'no-consistency-proof'
  /** Nothing can be shown to continue, or to begin, an empty log. */
  | 'empty-log'
  /** The log has grown between the answers: the head is older than what is compared with it. */
  | 'log-moved-on'
  /** Two answers are known to be of different ages. */
  | 'different-ages'
  /** Two answers do not fit together, and were not had again. */
  | 'answers-disagree'
  /** The published root could not be compared with the one seen before. */
  | 'head-not-compared'
  /** The published root does not fit the one seen before. */
  | 'head-contradicted'
  /** The root of an earlier size is not proved to begin the published log. */
  | 'root-not-shown'
  /** What this browser remembers could not be read. */
  | 'storage-unread'
  /** What this browser remembers was read in the other form of the API. */
  | 'other-variant'
  /** The copy of the log that something is compared with could not be verified. */
  | 'copy-not-verified'
  /** What the log makes has no room in the form that it is compared in. */
  | 'not-representable'
  /** What was handed over is of another log. */
  | 'other-log'
  /** No signature of the key is there. */
  | 'not-signed'
  /** A signature is not valid, or states a time that has not come. */
  | 'signature-invalid'
  /** A file does not hold what the check needs. */
  | 'not-in-file';

/** NotCheckedCode says why a check was not made. */
export type NotCheckedCode =
  /** This browser has not seen the register before. */
  | 'first-visit'
  /** This visit saw the register both as it is remembered and otherwise; no earlier visit did. */
  | 'seen-this-visit'
  /** The reader put this root in the place of the one seen before, in this visit. */
  | 'root-trusted'
  /** This browser does not keep what the check would compare with. */
  | 'storage-refused'
  /** Nobody has made the check, or it is still being made. */
  | 'not-made'
  /** The server publishes no root. */
  | 'no-root-published'
  /** What was checked is another head of the log. */
  | 'other-head'
  /** No entry that was read names the data. */
  | 'not-named'
  /** The log has grown since it was read. */
  | 'log-moved-on'
  /** The server has a newer answer by now. */
  | 'newer-answer'
  /** The server keeps no snapshots. */
  | 'no-snapshots'
  /** There is no data to hash. */
  | 'no-data'
  /** The log has no entries, so that its root says nothing. */
  | 'empty-log'
  /** The roots at the ends of a run of entries are not proved. */
  | 'ends-not-proved'
  /** A file does not hold what the check needs. */
  | 'not-in-file'
  /** It is stated only by the person who made the file. */
  | 'file-states'
  /** Nothing is signed, so that nobody's word is shown. */
  | 'unsigned'
  /** There is a signature, and no key to check it with. */
  | 'no-key';

/**
 * Verdict is what one named check found. Never turn a failed request into one.
 * - holds: the very bytes shown were hashed and led where they must.
 * - does-not-match: they were hashed and led elsewhere; both hashes are given, or the reason.
 * - cannot-check: the check could not be made, and why.
 * - not-checked: nobody has looked yet, or this is only the server's word.
 *
 * `code` is what programs branch on; `reason` is a sentence for people, and nothing else.
 */
export type Verdict = (
  | { readonly outcome: 'holds' }
  | {
      readonly outcome: 'does-not-match';
      readonly code: 'hash-differs';
      readonly expected: Hash;
      readonly computed: Hash;
    }
  | {
      readonly outcome: 'does-not-match';
      readonly code: Exclude<MismatchCode, 'hash-differs'>;
      readonly reason: string;
    }
  | { readonly outcome: 'cannot-check'; readonly code: CannotCheckCode; readonly reason: string }
  | { readonly outcome: 'not-checked'; readonly code: NotCheckedCode; readonly reason: string }
) & {
  /** The worker stopped at the first try, and the check was made again in another one. */
  readonly madeAgain?: true;
};

/** CannotCheck is the verdict of a check that could not be made. */
export type CannotCheck = Extract<Verdict, { readonly outcome: 'cannot-check' }>;

/** Outcome is the four-valued result of a check. */
export type Outcome = Verdict['outcome'];

/** notChecked is the verdict where nobody has looked. */
export function notChecked(
  code: NotCheckedCode,
  reason: string,
): Verdict & { readonly outcome: 'not-checked' } {
  return { outcome: 'not-checked', code, reason };
}

/** cannotCheck is the verdict of a check that could not be made. */
export function cannotCheck(code: CannotCheckCode, reason: string): CannotCheck {
  return { outcome: 'cannot-check', code, reason };
}

/** doesNotMatch is the verdict of a mismatch other than that of two hashes. */
export function doesNotMatch(
  code: Exclude<MismatchCode, 'hash-differs'>,
  reason: string,
): Verdict & { readonly outcome: 'does-not-match' } {
  return { outcome: 'does-not-match', code, reason };
}
