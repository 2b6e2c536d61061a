import type { Checkpoint, Entry } from './model.ts';
import type { Outcome, Verdict } from './verdict.ts';

/**
 * CHECK_KINDS are the names of all checks.
 * - key: the entry's key is the key in the address.
 * - data: every item shown hashes to what its entry names.
 * - inclusion: the entry is in the log with this head.
 * - consistency: an earlier log is the beginning of the log with this head.
 * - memory: the log continues the one whose root this browser remembers.
 * - whole-log: all entries give the root, and all data has the hashes they name.
 * - newest: no later entry of the key is in the log.
 * - others: other people are shown the same root.
 */
export const CHECK_KINDS = [
  'key',
  'data',
  'inclusion',
  'consistency',
  'memory',
  'whole-log',
  'newest',
  'others',
] as const;

/** CheckKind names a check. */
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Check names one check: two with the same kind, subject and head are the same check. */
export interface Check {
  readonly kind: CheckKind;
  /** The thing checked, as a text that differs for different values. */
  readonly subject: string;
  /** The head it is checked against; absent where data is checked against a hash alone. */
  readonly head?: Checkpoint;
}

/** CheckResult is a check with its verdict. */
export interface CheckResult extends Check {
  readonly verdict: Verdict;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** The entries that are in the log with that head if the check holds. */
  readonly proves?: { readonly entries: readonly Entry[]; readonly head: Checkpoint };
}

/** CheckState is the outcome of a check, or `checking` while it runs. */
export type CheckState = Outcome | 'checking';

const WORST_FIRST = ['does-not-match', 'cannot-check', 'checking', 'not-checked', 'holds'] as const;

/** worstOf returns the worst state; `checking` for an empty list: a check of unknown state is never green. */
export function worstOf(states: readonly CheckState[]): CheckState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'checking';
}

/**
 * LatestStatus is where an entry stands among the entries of its key, as far as this
 * browser has read the log.
 * - latest, superseded: the whole log was read, and nothing, or `latest`, follows it.
 * - not-in-log: the whole log was read and has no such entry of this key.
 * - trail: it is the latest, and the server's trail and the log have different numbers of entries.
 * - grown: a shorter log than the current one was read; `latest` is the newest entry up to there.
 * - unread: the log with this head was not read, or the entry is beyond it.
 */
export type LatestStatus = 'latest' | 'superseded' | 'not-in-log' | 'trail' | 'grown' | 'unread';

/** checkId returns a text that differs for different checks. */
export function checkId({ kind, subject, head }: Check): string {
  return head === undefined ? `${kind} ${subject}` : `${kind} ${head.logSize} ${head.rootHash} ${subject}`;
}

/** isSameHead reports whether two heads have the same size and the same root. */
export function isSameHead(one: Checkpoint, other: Checkpoint): boolean {
  return one.logSize === other.logSize && one.rootHash === other.rootHash;
}
