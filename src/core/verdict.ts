import type { Hash } from './hash.ts';

/** EntryRange is a run of entries, both ends included, 1-based. */
export interface EntryRange {
  readonly first: number;
  readonly last: number;
}

/**
 * ProofStep is one joining of two hashes on the way from a leaf to the root: result = H(01 ‖ left ‖ right).
 */
export interface ProofStep {
  /** 1 for the first joining above the leaf. */
  readonly level: number;
  /** The side of the hash that the server sent. */
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
type MismatchCode =
  /** A computed hash differs from the expected one; both are given. */
  | 'hash-differs'
  /** Data or an entry of a whole log has a different hash; the reason names it. */
  | 'data-differs'
  /** A proof has more or fewer hashes than its sizes require. */
  | 'path-length'
  /** The entry number is outside the log. */
  | 'outside-log'
  /** A record has more or fewer items than its entry names hashes. */
  | 'item-count'
  /** The later log has fewer entries than the earlier one. */
  | 'shorter-log'
  /** There are two roots for one log size. */
  | 'two-roots'
  /** The proof between two logs does not hold, and nothing else connects them. */
  | 'proof-only'
  /** Entries are not numbered consecutively up to the log size. */
  | 'numbering'
  /** The whole log was read and has no such entry of this key. */
  | 'not-in-log'
  /** The whole log was read and has a later entry of this key. */
  | 'superseded'
  /** A trail and the log have different numbers of entries for its key. */
  | 'trail-length'
  /** A list of versions leaves out an entry of its key that is proved to be in the log. */
  | 'left-out'
  /** The entry's key is not the requested one. */
  | 'other-key'
  /** The server's snapshot differs from the one computed from the log. */
  | 'snapshot-differs'
  /** Two answers of the server, or an answer and the log read here, contradict each other. */
  | 'answers-disagree'
  /** A file's contents contradict what it states. */
  | 'file-inconsistent';

/** CannotCheckCode says why a check could not be made. */
export type CannotCheckCode =
  /** A request that the check needs failed. */
  | 'request-failed'
  /** The input has the wrong form. */
  | 'malformed'
  /** Data or an entry has no bytes to hash. */
  | 'unhashable'
  /** No known leaf rule leads to the root. */
  | 'unknown-leaf-rule'
  /** There is no data to hash. */
  | 'no-data'
  /** Only part of the input could be read. */
  | 'incomplete'
  /** There is no consistency proof between the two sizes. */
  | 'no-consistency-proof'
  /** No proof can show how a log relates to an empty one. */
  | 'empty-log'
  /** The log has grown between two answers: the head is the older one. */
  | 'log-moved-on'
  /** The sender of a link saw a larger log than is published here. */
  | 'sender-saw-more'
  /** Two answers are known to be of different ages. */
  | 'different-ages'
  /** An entry that is proved to be in the log is newer than the version that the server sent. */
  | 'newer-in-log'
  /** Two answers contradict each other and could not be read again. */
  | 'answers-disagree'
  /** The published root could not be compared with the one seen before. */
  | 'head-not-compared'
  /** The published root contradicts the one seen before. */
  | 'head-contradicted'
  /** The root of an earlier size is not proved to begin the published log. */
  | 'root-not-shown'
  /** What this browser remembers could not be read. */
  | 'storage-unread'
  /** The remembered root belongs to the other API variant. */
  | 'other-variant'
  /** The copy of the log that something is compared with could not be verified. */
  | 'copy-not-verified'
  /** The result computed from the log cannot be written in the form it is compared in. */
  | 'not-representable'
  /** The input belongs to another log. */
  | 'other-log'
  /** There is no signature by the key. */
  | 'not-signed'
  /** A signature is not valid, or states a time in the future. */
  | 'signature-invalid'
  /** This browser, or this page in it, cannot check signatures. */
  | 'signatures-unsupported'
  /** A file does not hold what the check needs. */
  | 'not-in-file';

/** NotCheckedCode says why a check was not made. */
type NotCheckedCode =
  /** This browser has not seen the register before. */
  | 'first-visit'
  /** No earlier visit saw this register, and this one saw it change. */
  | 'seen-this-visit'
  /** The reader replaced the remembered root with this one during this visit. */
  | 'root-trusted'
  /** This browser remembers no roots. */
  | 'storage-refused'
  /** Nobody has made the check, or it is still being made. */
  | 'not-made'
  /** The server publishes no root. */
  | 'no-root-published'
  /** The check covered another head of the log. */
  | 'other-head'
  /** No entry read so far names the data. */
  | 'not-named'
  /** The log has grown since it was read. */
  | 'log-moved-on'
  /** The server has a newer answer. */
  | 'newer-answer'
  /** The server keeps no snapshots. */
  | 'no-snapshots'
  /** The API document leaves the shape of the answer open, and it is none that is known. */
  | 'unknown-shape'
  /** There is no data to hash. */
  | 'no-data'
  /** The log is empty. */
  | 'empty-log'
  /** The roots at the ends of a run of entries are not proved. */
  | 'ends-not-proved'
  /** A file does not hold what the check needs. */
  | 'not-in-file';

/**
 * Verdict is the result of one check. Never turn a failed request into one.
 * - holds: the very bytes shown were hashed and gave the expected hash.
 * - does-not-match: they gave another hash; both hashes are given, or the reason.
 * - cannot-check: the check could not be made; the reason says why.
 * - not-checked: nothing was checked yet, or the server alone states it.
 *
 * Programs branch on `code`; `reason` is a sentence for people.
 */
export type Verdict = (
  | {
      readonly outcome: 'holds';
      /** An entry is in the log because all of the log was read and gives the root; no proof of it was used. */
      readonly readWhole?: true;
    }
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
  | {
      readonly outcome: 'cannot-check';
      readonly code: CannotCheckCode;
      readonly reason: string;
      /** The reason without advice, if it has any. */
      readonly summary?: string;
    }
  | { readonly outcome: 'not-checked'; readonly code: NotCheckedCode; readonly reason: string }
) & {
  /** The worker stopped, and another one repeated the check. */
  readonly madeAgain?: true;
};

/** CannotCheck is the verdict of a check that could not be made. */
export type CannotCheck = Extract<Verdict, { readonly outcome: 'cannot-check' }>;

/** Outcome is the four-valued result of a check. */
export type Outcome = Verdict['outcome'];

/** notChecked returns the verdict of a check that was not made. */
export function notChecked(code: NotCheckedCode, reason: string) {
  return { outcome: 'not-checked', code, reason } as const;
}

/**
 * cannotCheck returns the verdict of a check that could not be made; `summary` is the reason without advice.
 * Both have no full stop: one at the end, as in the message of an error, is left out.
 */
export function cannotCheck(code: CannotCheckCode, reason: string, summary = reason): CannotCheck {
  const verdict = { outcome: 'cannot-check', code, reason: reason.replace(/\.$/, '') } as const;
  return summary === reason ? verdict : { ...verdict, summary: summary.replace(/\.$/, '') };
}

/** doesNotMatch returns the verdict of a mismatch without two hashes to compare. */
export function doesNotMatch(code: Exclude<MismatchCode, 'hash-differs'>, reason: string) {
  return { outcome: 'does-not-match', code, reason } as const;
}
