import type { Hash } from '../core/hash.ts';
import type { Entry, Item, Variant } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** Slice is a run of entries, with what stood before them. */
export interface Slice {
  readonly variant: Variant;
  /** The entries from+1..to, in order. */
  readonly entries: readonly Entry[];
  /** The latest entry before them of each of their keys that had one. */
  readonly before: readonly Entry[];
  /** The data of all those entries, as far as it could be had. */
  readonly items: ReadonlyMap<Hash, Item>;
}

/** sliceCopy answers for a run of entries as the copy of a whole register would. Its `entry` throws RangeError for an entry that is not in the slice. */
export function sliceCopy({ variant, entries, before, items }: Slice): LogCopy {
  const held = new Map([...before, ...entries].map((entry) => [entry.entryNumber, entry]));
  const trails = new Map<string, number[]>();
  for (const { key, entryNumber } of held.values()) {
    const trail = trails.get(key);
    if (trail === undefined) trails.set(key, [entryNumber]);
    else trail.push(entryNumber);
  }
  return {
    variant,
    size: entries.at(-1)?.entryNumber ?? 0,
    entry(entryNumber) {
      const entry = held.get(entryNumber);
      if (entry === undefined) throw new RangeError(`entry ${entryNumber} is not in this slice`);
      return entry;
    },
    item: (hash) => items.get(hash),
    keys: () => trails.keys(),
    trail: (key) => trails.get(key) ?? [],
    latest: (key, at) => trails.get(key)?.findLast((entryNumber) => entryNumber <= at),
  };
}
