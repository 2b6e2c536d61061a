import type { SourceEntry } from '../source.ts';

/** KeyIndex is where the keys of a log stand. It needs no hashing, so that registers can be counted before they are read. */
export interface KeyIndex {
  /** All keys, in the order in which entries first name them. */
  readonly keys: readonly string[];
  /** For each of them the number of its first entry: ascending. */
  readonly firstEntries: readonly number[];
  /** Key to the numbers of its entries, ascending. */
  readonly trails: ReadonlyMap<string, readonly number[]>;
  /** See RegisterLog.showcase. */
  readonly showcase: number;
}

/** indexKeys reads a log once from end to end. */
export function indexKeys(entries: readonly SourceEntry[]): KeyIndex {
  const trails = new Map<string, number[]>();
  const firstEntries: number[] = [];
  entries.forEach(({ key }, index) => {
    const trail = trails.get(key);
    if (trail) {
      trail.push(index + 1);
      return;
    }
    trails.set(key, [index + 1]);
    firstEntries.push(index + 1);
  });
  let longest: readonly number[] = [];
  for (const trail of trails.values()) if (trail.length > longest.length) longest = trail;
  return { keys: [...trails.keys()], firstEntries, trails, showcase: longest.at(-1) ?? 0 };
}
