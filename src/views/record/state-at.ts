import type { Entry } from '../../core/model.ts';

/** StateAt is which entry made a record what it was at a log size, after the trail and, where the server has one, the snapshot of that size. */
export interface StateAt {
  /** The versions up to that size, ascending; the last one is the state. Empty: the record did not exist yet. */
  readonly versions: readonly Entry[];
  /**
   * How trail and snapshot stand to each other; undefined where only one of them was sent.
   * - same: both end with this very entry.
   * - trail-later: the trail has a later one than the snapshot; snapshot-later: the other way round. The later one is the state.
   * - another: they tell the entry of this number differently; the trail's is taken.
   */
  readonly agreement: 'same' | 'trail-later' | 'snapshot-later' | 'another' | undefined;
}

/** stateAt joins the two answers: `versions` as the trail tells them (undefined: it could not be had), `snapshot` the snapshot's entry (undefined: none). */
export function stateAt(versions: readonly Entry[] | undefined, snapshot: Entry | undefined): StateAt {
  if (snapshot === undefined) return { versions: versions ?? [], agreement: undefined };
  if (versions === undefined) return { versions: [snapshot], agreement: undefined };
  const last = versions.at(-1);
  if (last === undefined || last.entryNumber < snapshot.entryNumber)
    return { versions: [...versions, snapshot], agreement: 'snapshot-later' };
  if (last.entryNumber > snapshot.entryNumber) return { versions, agreement: 'trail-later' };
  return { versions, agreement: tells(last) === tells(snapshot) ? 'same' : 'another' };
}

function tells({ entryNumber, timestamp, key, itemHashes }: Entry): string {
  return JSON.stringify([entryNumber, timestamp, key, itemHashes]);
}
