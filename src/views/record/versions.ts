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
  { entryNumber, timestamp }: RegisterRecord,
  trail: readonly Entry[],
): Entry | Verdict {
  const last = trail.at(-1);
  const isDated = timestamp === undefined || timestamp === last?.timestamp;
  if (last && (entryNumber === undefined || (entryNumber === last.entryNumber && isDated))) return last;
  return {
    outcome: 'cannot-check',
    code: 'answers-disagree',
    reason:
      last === undefined
        ? 'The server sent a record, but its trail is empty.'
        : `The record gives entry ${entryNumber} as its newest, and its trail does not end with that entry. The two answers may be of different ages: try again.`,
  };
}

/**
 * stateAt combines the trail of a record up to a log size with the snapshot of that size, of which either may be missing. The later of two different
 * answers is the state; for the same entry the trail's.
 * - versions: those up to that size, ascending; the last one is the state. Empty: the record did not exist yet.
 * - disagreement: how the two contradict each other. It is a mismatch if the snapshot lacks an entry that is proved to have been in the log; else one may
 *   be an older answer.
 */
export function stateAt(trail: readonly Entry[] | undefined, snapshot: Entry | undefined) {
  const last = trail?.at(-1)?.entryNumber ?? 0;
  const versions = trail ?? [];
  if (snapshot === undefined) return { versions };
  const number = snapshot.entryNumber;
  const isLater = number > last;
  const tell = ({ timestamp, key, itemHashes }: Entry) => JSON.stringify([timestamp, key, itemHashes]);
  const difference = isLater
    ? `ends with entry ${number}, which its trail leaves out; the trail may be an older answer`
    : number < last
      ? `ends with an earlier entry of this key than entry ${last}, which its trail lists`
      : versions.slice(-1).map(tell).join() !== tell(snapshot) &&
        `describes entry ${number} differently than its trail, which is shown`;
  return {
    versions: isLater ? [...versions, snapshot] : versions,
    ...(trail &&
      difference && {
        disagreement: { isMismatchIfProved: number < last, reason: `the server’s snapshot ${difference}` },
      }),
  };
}

/**
 * traceSince returns since when an attribute has the value of the last version: the first entry of the run of equal values that ends there. So a value that was
 * changed and changed back is as old as its return. `versions` ascend; `isWhole`: they begin with the first of the record. Undefined if the last version is
 * not one item.
 * - since: this entry set the value; the version before it, if any, has another one
 * - or-before: this one already has the value, and earlier ones were not compared
 * - never: no version of the record has ever set it
 */
export function traceSince(
  versions: readonly { readonly entry: Pick<Entry, 'entryNumber'>; readonly data: VersionData }[],
  isWhole: boolean,
) {
  if (versions.at(-1)?.data.kind !== 'item') return undefined;
  const newestFirst = versions.toReversed();
  const items = newestFirst.map(({ data }) => itemOf(data));
  return (attribute: string) => {
    const value = items[0]?.get(attribute);
    const end = items.findIndex((item) => !item || !sameValue(item.get(attribute), value));
    const { entryNumber = 0 } = newestFirst.at(end < 0 ? -1 : end - 1)?.entry ?? {};
    const isFirst = end < 0 && isWhole;
    if (isFirst && isUnset(value)) return { kind: 'never', entryNumber } as const;
    return { kind: isFirst || items[end] ? 'since' : 'or-before', entryNumber } as const;
  };
}
