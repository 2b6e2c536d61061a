import type { EntryRange } from '../core/verdict.ts';
import { capital, countOf, formatNumber, listWords } from './format.ts';

/** Coverage is the entries of a log that this browser has verified, as ascending runs that do not touch. */
export interface Coverage {
  readonly logSize: number;
  /** Read in an audit. */
  readonly audited: readonly EntryRange[];
  /** Read whole in this visit, giving the root of the log, and not in an audit. */
  readonly visited: readonly EntryRange[];
  /** Proved one by one, and neither read in an audit nor with the whole log. */
  readonly proved: readonly EntryRange[];
  /** Entries that an audit found to mismatch, or whose data does, ascending; they may also be in other runs. */
  readonly bad: readonly number[];
  /** How many entries are in `audited`, in `visited`, in `proved`, and in none of them. */
  readonly auditedCount: number;
  readonly visitedCount: number;
  readonly provedCount: number;
  readonly unseenCount: number;
}

/**
 * coverageOf merges the ranges of audits, the first `readInVisit` entries, the numbers of proved entries, and those of `badEntries`, found not to match; entries
 * beyond the log are left out, and one in several lists counts for the first.
 */
export function coverageOf(
  logSize: number,
  audits: readonly EntryRange[],
  provedEntries: readonly number[],
  badEntries: readonly number[] = [],
  readInVisit = 0,
): Coverage {
  const audited = merged(audits, logSize);
  const visited = between(audited, Math.min(readInVisit, logSize));
  const within = (entry: number): boolean =>
    entry <= readInVisit || audited.some((range) => entry >= range.first && entry <= range.last);
  const proved = merged(
    provedEntries.filter((entry) => !within(entry)).map((entry) => ({ first: entry, last: entry })),
    logSize,
  );
  const auditedCount = total(audited);
  const visitedCount = total(visited);
  const provedCount = total(proved);
  return {
    logSize,
    audited,
    visited,
    proved,
    bad: badEntries.filter((entry) => entry >= 1 && entry <= logSize),
    auditedCount,
    visitedCount,
    provedCount,
    unseenCount: logSize - auditedCount - visitedCount - provedCount,
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

/** between returns the gaps between the runs in the first `upTo` entries. */
function between(runs: readonly EntryRange[], upTo: number): readonly EntryRange[] {
  const ends = [0, ...runs.map(({ last }) => last)];
  return ends
    .map((last, index) => ({ first: last + 1, last: Math.min(upTo, (runs[index]?.first ?? upTo + 1) - 1) }))
    .filter(({ first, last }) => first <= last);
}

function total(ranges: readonly EntryRange[]): number {
  return ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
}

const MOST_RUNS = 3;

const MOST_BAD = 5;

/** coverageWords returns a sentence or two on the entries that this browser has verified. */
export function coverageWords(coverage: Coverage): string {
  return `${readWords(coverage)}${badWords(coverage)}`;
}

/** badWords returns the entries that do not match; empty if none. */
export function badWords({ bad }: Pick<Coverage, 'bad'>): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map(formatNumber);
  const more = bad.length - shown.length;
  if (more > 0) shown.push(`${formatNumber(more)} more`);
  return ` What does not match is at ${bad.length === 1 ? 'entry' : 'entries'} ${listWords(shown)}.`;
}

function readWords(coverage: Coverage): string {
  const { logSize, audited, visited, auditedCount, visitedCount, provedCount, unseenCount } = coverage;
  const entries = countOf(logSize, 'entry');
  const all = logSize === 1 ? 'The one entry was' : `All ${entries} were`;
  if (auditedCount === logSize) return `${all} read and hashed here.`;
  if (visitedCount === logSize) return `${all} read and hashed in this visit.`;
  if (unseenCount === logSize) return `None of the ${entries} has been verified in this browser.`;
  const parts = [
    auditedCount > 0 && `${runs(audited)} ${was(auditedCount)} read and hashed here`,
    visitedCount > 0 && `${runs(visited)} ${was(visitedCount)} read and hashed in this visit`,
    provedCount > 0 &&
      `${countOf(provedCount, 'entry')} ${was(provedCount)} verified ${provedCount === 1 ? 'on its own' : 'one by one'} in this visit`,
    unseenCount > 0 &&
      `${countOf(unseenCount, 'entry')} of ${formatNumber(logSize)} ${was(unseenCount)} not looked at`,
  ];
  return `${capital(parts.filter((part) => part !== false).join('; '))}.`;
}

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}

function runs(ranges: readonly EntryRange[]): string {
  const shown = ranges
    .slice(0, MOST_RUNS)
    .map(({ first, last }) => [...new Set([first, last])].map(formatNumber).join('–'));
  const more = ranges.length - shown.length;
  const isOne = ranges.length === 1 && ranges[0]?.first === ranges[0]?.last;
  return `${isOne ? 'entry' : 'entries'} ${shown.join(', ')}${more > 0 ? ` and ${more} more runs` : ''}`;
}
