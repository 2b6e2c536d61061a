import type { Checkpoint } from './model.ts';
import type { Outcome, Verdict } from './verdict.ts';

/**
 * CheckKind names a check, as house.md and the page do.
 * - key: the entry's key is the key in the address.
 * - data: every item shown hashes to what its entry names.
 * - inclusion: the entry is in the log that has the head.
 * - consistency: an earlier log is the beginning of the log that has the head.
 * - memory: the log continues the one whose root this browser remembers.
 * - whole-log: all entries rebuild the root, and all data hashes to what they name.
 * - newest: no later entry of the key is in the log.
 * - others: other people are shown the same root.
 */
export type CheckKind =
  | 'key'
  | 'data'
  | 'inclusion'
  | 'consistency'
  | 'memory'
  | 'whole-log'
  | 'newest'
  | 'others';

/** Check names one check: two with the same kind, subject and head are the same check. */
export interface Check {
  readonly kind: CheckKind;
  /** What is checked, as a text that is equal only for equal values. */
  readonly subject: string;
  /** The head it is checked against; missing if data is checked against a hash alone. */
  readonly head?: Checkpoint;
}

/** CheckResult is a check with what it found. */
export interface CheckResult extends Check {
  readonly verdict: Verdict;
  /** The entry that an inclusion is about. */
  readonly entryNumber?: number;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** CheckState is the outcome of a check, or that it is under way. */
export type CheckState = Outcome | 'checking';

/**
 * LatestStatus is where an entry stands among the entries of its key, as far as this browser has read the log.
 * - latest, superseded: the whole log was read, and nothing, or `latest`, comes after it.
 * - not-in-log: the whole log was read, and no such entry of this key is in it.
 * - trail: it is the latest, and the server's trail has not as many entries as the log.
 * - grown: a shorter log than the current one was read; `latest` is the newest entry up to there.
 * - elsewhere: a longer log was read, or one with another root for the same size: that says nothing about this one.
 * - ahead: the entry is beyond the head it was checked against; the two answers are of different ages.
 * - deferred: `latest` came while this one was on view, which stays until the reader asks for the new one.
 * - unread: nothing of the log was read.
 */
export type LatestStatus =
  | 'latest'
  | 'superseded'
  | 'not-in-log'
  | 'trail'
  | 'grown'
  | 'elsewhere'
  | 'ahead'
  | 'deferred'
  | 'unread';

/** checkId is a text that is equal only for the same check. */
export function checkId({ kind, subject, head }: Check): string {
  return head === undefined ? `${kind} ${subject}` : `${kind} ${head.logSize} ${head.rootHash} ${subject}`;
}

/** isSameHead reports whether two heads have the same size and the same root. */
export function isSameHead(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}
