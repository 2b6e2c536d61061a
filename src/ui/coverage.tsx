import type { EntryRange } from '../core/verdict.ts';
import styles from './coverage.module.css';
import { countOf, formatNumber } from './format.ts';

/** Coverage is the entries of a log that this browser has read or proved, and those that do not match. */
type Coverage = ReturnType<typeof coverageOf>;

/**
 * coverageOf merges ranges of entries that were read, and the numbers of entries that were proved or do not
 * match. Entries beyond the log are left out.
 * - read: those read and hashed with others, in an audit or for a copy of the log, as
 *   ascending runs that do not touch
 * - proved: those proved one by one, and not in `read`, likewise
 * - bad: those that do not match, or whose data does not; they may also be in other runs
 */
export function coverageOf(
  logSize: number,
  read: readonly EntryRange[],
  provedEntries: readonly number[],
  badEntries: readonly number[] = [],
) {
  const runs = merged(read, logSize);
  const proved = provedEntries
    .filter((entry) => !runs.some(({ first, last }) => first <= entry && entry <= last))
    .map((entry) => ({ first: entry, last: entry }));
  return {
    logSize,
    read: runs,
    proved: merged(proved, logSize),
    bad: badEntries.filter((entry) => entry >= 1 && entry <= logSize),
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

/** coverageWords says how many entries this browser has read or proved, and which do not match. */
export function coverageWords(coverage: Coverage): string {
  const { logSize, bad } = coverage;
  const [read, proved] = [total(coverage.read), total(coverage.proved)];
  const parts = [
    ['read and hashed', read],
    ['verified one by one in this visit', proved],
    ['not looked at', logSize - read - proved],
  ] as const;
  const counts = parts.flatMap(([what, count]) => (count > 0 ? `${formatNumber(count)} ${what}` : []));
  return `Of ${countOf(logSize, 'entry')}: ${counts.join(', ')}.${badWords(bad)}`;
}

const MOST_BAD = 5;

/** badWords lists the first entries that do not match; empty if there are none. */
export function badWords(bad: readonly number[]): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map(formatNumber).join(', ');
  return ` Entries that do not match: ${shown}${bad.length > MOST_BAD ? ', …' : '.'}`;
}

function total(ranges: readonly EntryRange[]): number {
  return ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
}

/** The width of the drawing, which is stretched to fit. */
const WIDTH = 1000;
const HEIGHT = 20;
/** The least width of an entry, and of one that does not match: one among a million would be invisible. */
const LEAST = 3;
const LEAST_BAD = 8;

/**
 * CoverageStrip draws the log as a strip from its first entry to its last: full if read, half high if an
 * entry was verified on its own, with a cross under mismatches.
 */
export function CoverageStrip({ coverage }: { coverage: Coverage }) {
  const { logSize, read, proved, bad } = coverage;
  const words = coverageWords(coverage);
  const draw = (ranges: readonly EntryRange[], top: number, least = LEAST): string =>
    ranges
      .map(({ first, last }) => {
        const width = Math.max(least, (WIDTH * (last - first + 1)) / logSize);
        const x = Math.min(WIDTH - width, (WIDTH * (first - 1)) / logSize).toFixed(2);
        return `M${x} ${top}h${width.toFixed(2)}V${HEIGHT}H${x}z`;
      })
      .join('');
  return (
    <div className="group">
      <svg
        className={styles.strip}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Coverage of the log. ${words}`}
      >
        <path d={draw(read, 0) + draw(proved, HEIGHT / 2)} />
        <path
          className={styles.bad}
          d={draw(
            bad.map((entry) => ({ first: entry, last: entry })),
            0,
            LEAST_BAD,
          )}
        />
      </svg>
      {/* Crosses stand outside the stretched strip, so that they keep their shape. */}
      {bad.length > 0 && (
        <div className={styles.crosses} aria-hidden="true">
          {bad.map((entry) => (
            <span
              key={entry}
              style={{ insetInlineStart: `${((100 * (entry - 0.5)) / logSize).toFixed(2)}%` }}
            >
              ✕
            </span>
          ))}
        </div>
      )}
      <p className={`fine ${styles.ends}`} aria-hidden="true">
        <span>1</span>
        <span>{formatNumber(logSize)}</span>
      </p>
      <p className="quiet measure">{words}</p>
    </div>
  );
}
