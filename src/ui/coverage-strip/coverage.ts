import type { EntryRange } from '../../core/verdict.ts';

/** Coverage says which entries of a log this browser has verified, as runs that do not touch, ascending. */
export interface Coverage {
  readonly logSize: number;
  /** Read in an audit. */
  readonly audited: readonly EntryRange[];
  /** Proved one by one, and in no audit. */
  readonly proved: readonly EntryRange[];
  /** Found by an audit not to match, or to name data that does not: single entries, ascending, whatever else is known of them. */
  readonly bad: readonly number[];
  /** How many entries are in `audited`, in `proved`, and in neither. */
  readonly auditedCount: number;
  readonly provedCount: number;
  readonly unseenCount: number;
}

/** coverageOf merges the ranges of audits, the numbers of proved entries, and those of `badEntries`, found not to match; what lies beyond the log is left out. */
export function coverageOf(
  logSize: number,
  audits: readonly EntryRange[],
  provedEntries: readonly number[],
  badEntries: readonly number[] = [],
): Coverage {
  const audited = merged(audits, logSize);
  const within = (entry: number): boolean =>
    audited.some((range) => entry >= range.first && entry <= range.last);
  const proved = merged(
    provedEntries.filter((entry) => !within(entry)).map((entry) => ({ first: entry, last: entry })),
    logSize,
  );
  const auditedCount = total(audited);
  const provedCount = total(proved);
  return {
    logSize,
    audited,
    proved,
    bad: badEntries.filter((entry) => entry >= 1 && entry <= logSize),
    auditedCount,
    provedCount,
    unseenCount: logSize - auditedCount - provedCount,
  };
}

function merged(ranges: readonly EntryRange[], logSize: number): readonly EntryRange[] {
  const runs: EntryRange[] = [];
  const inside = ranges
    .map(({ first, last }) => ({ first: Math.max(1, first), last: Math.min(logSize, last) }))
    .filter(({ first, last }) => first <= last)
    .sort((one, other) => one.first - other.first);
  for (const range of inside) {
    const before = runs.at(-1);
    if (before === undefined || range.first > before.last + 1) runs.push(range);
    else runs[runs.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
  }
  return runs;
}

function total(ranges: readonly EntryRange[]): number {
  return ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
}
