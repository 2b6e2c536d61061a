import type { Entry } from '../../core/model.ts';

/** VERSIONS_AT_FIRST is how many versions of a long history are shown, and compared, before all are asked for. */
export const VERSIONS_AT_FIRST = 12;

/** historyWindow is which of `length` versions a history shows, from..to-1: the newest ones, or where one is shown that is older, as many around that one. */
export function historyWindow(
  length: number,
  shown: number | undefined,
): { readonly from: number; readonly to: number } {
  const newest = Math.max(0, length - VERSIONS_AT_FIRST);
  const from = shown === undefined || shown >= newest ? newest : Math.max(0, shown - VERSIONS_AT_FIRST / 2);
  return { from, to: Math.min(length, from + VERSIONS_AT_FIRST) };
}

/** versionsUpTo are the entries of a trail among the first `size` of the log; entry numbers alone order a log. */
export function versionsUpTo(trail: readonly Entry[], size: number): readonly Entry[] {
  return trail.filter(({ entryNumber }) => entryNumber <= size);
}

/** sameDataBefore is the newest earlier version that names the very data that version `index` of a trail names, where the one right before it names other data: that version was restored. */
export function sameDataBefore(trail: readonly Entry[], index: number): Entry | undefined {
  const data = dataName(trail[index]);
  if (data === '' || dataName(trail[index - 1]) === data) return undefined;
  return trail.slice(0, Math.max(0, index - 1)).findLast((entry) => dataName(entry) === data);
}

/** sameData tells whether two versions name the very same data. */
export function sameData(one: Entry | undefined, other: Entry | undefined): boolean {
  return dataName(one) === dataName(other);
}

function dataName(entry: Entry | undefined): string {
  return entry?.itemHashes.join() ?? '';
}
