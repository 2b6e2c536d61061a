import type { Entry, RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { sameValue } from '../../ui/diff/item-diff.ts';
import { isUnset } from '../../ui/values/value.tsx';
import { itemOf, type VersionData } from '../shared/checked-versions.ts';

/** COMPARED_AT_FIRST is how many versions of a long history are compared at first, and how many more on request. */
export const COMPARED_AT_FIRST = 12;

/** sameDataBefore returns the newest earlier version with the same data as version `index` of a trail, if the previous one has other data: that version was restored. */
export function sameDataBefore(trail: readonly Entry[], index: number): Entry | undefined {
  const data = dataName(trail[index]);
  if (data === '' || dataName(trail[index - 1]) === data) return undefined;
  return trail.slice(0, Math.max(0, index - 1)).findLast((entry) => dataName(entry) === data);
}

/** dataName returns a text that is equal for versions with the same data. */
export function dataName(entry: Entry | undefined): string {
  return entry?.itemHashes.join() ?? '';
}

/**
 * currentEntry returns the entry of a record in its trail: the one the record names (items), else the last (records of the blobs API name none).
 * A record and a trail that disagree are no mismatch: the two answers may be of different ages.
 */
export function currentEntry(
  record: RegisterRecord,
  trail: readonly Entry[],
): { readonly entry: Entry } | { readonly verdict: Verdict } {
  const { entryNumber, timestamp } = record;
  const last = trail.at(-1);
  const isLast = entryNumber === undefined || entryNumber === last?.entryNumber;
  const isDated = entryNumber === undefined || timestamp === undefined || timestamp === last?.timestamp;
  if (last !== undefined && isLast && isDated) return { entry: last };
  const reason =
    last === undefined
      ? 'The server sent a record, but its trail is empty.'
      : `The record gives entry ${entryNumber} as its newest, and its trail does not end with that entry. The two answers may be of different ages: try again.`;
  return { verdict: { outcome: 'cannot-check', code: 'answers-disagree', reason } };
}

/** StateAt is the state of a record at a log size, by the trail and, if the server has one, the snapshot of that size. */
export interface StateAt {
  /** The versions up to that size, ascending; the last one is the state. Empty: the record did not exist yet. */
  readonly versions: readonly Entry[];
  /** How trail and snapshot contradict each other. It is a mismatch if the snapshot lacks an entry that is proved to have been in the log; else one may be an older answer. */
  readonly disagreement?: { readonly isMismatchIfProved: boolean; readonly reason: string };
}

/** stateAt combines the two answers, of which either may be missing: the later of two different ones is the state; for the same entry the trail's. */
export function stateAt(versions: readonly Entry[] | undefined, snapshot: Entry | undefined): StateAt {
  if (snapshot === undefined) return { versions: versions ?? [] };
  if (versions === undefined) return { versions: [snapshot] };
  const last = versions.at(-1);
  const number = snapshot.entryNumber;
  if (last === undefined || last.entryNumber < number) {
    const reason = `the server’s snapshot ends with entry ${number}, which its trail leaves out; the trail may be an older answer`;
    return { versions: [...versions, snapshot], disagreement: { isMismatchIfProved: false, reason } };
  }
  if (last.entryNumber > number) {
    const reason = `the server’s snapshot ends with an earlier entry of this key than entry ${last.entryNumber}, which its trail lists`;
    return { versions, disagreement: { isMismatchIfProved: true, reason } };
  }
  const tell = ({ timestamp, key, itemHashes }: Entry) => JSON.stringify([timestamp, key, itemHashes]);
  if (tell(last) === tell(snapshot)) return { versions };
  const reason = `the server’s snapshot describes entry ${number} differently than its trail, which is shown`;
  return { versions, disagreement: { isMismatchIfProved: false, reason } };
}

/**
 * Since is the version that gave an attribute its present value.
 * - since: this entry did; the version before it, if any, has another value.
 * - or-before: this one already has the value, and earlier ones were not compared.
 * - never: no version of the record has ever set it.
 */
export type Since =
  | { readonly kind: 'since' | 'or-before'; readonly entryNumber: number }
  | { readonly kind: 'never' };

/**
 * traceSince returns since when an attribute has the value of the last version: the first entry of the run of equal values that ends there. So a value that was
 * changed and changed back is as old as its return. `versions` ascend; `isWhole`: they begin with the first of the record. Undefined if the last version is
 * not one item.
 */
export function traceSince(
  versions: readonly { readonly entry: Pick<Entry, 'entryNumber'>; readonly data: VersionData }[],
  isWhole: boolean,
): ((attribute: string) => Since) | undefined {
  const newestFirst = versions.toReversed();
  if (newestFirst[0]?.data.kind !== 'item') return undefined;
  return (attribute) => {
    let entryNumber = 0;
    let value;
    for (const { entry, data } of newestFirst) {
      const item = itemOf(data);
      if (item === undefined) return { kind: 'or-before', entryNumber };
      const here = item.get(attribute);
      if (entryNumber !== 0 && !sameValue(here, value)) return { kind: 'since', entryNumber };
      ({ entryNumber } = entry);
      value = here;
    }
    if (!isWhole) return { kind: 'or-before', entryNumber };
    return isUnset(value) ? { kind: 'never' } : { kind: 'since', entryNumber };
  };
}
