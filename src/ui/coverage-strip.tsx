import type { EntryRange } from '../core/verdict.ts';
import { type Coverage, coverageWords } from './coverage.ts';
import styles from './coverage-strip.module.css';
import { formatNumber } from './format.ts';

/** The width of the drawing, which is stretched to fit. */
const WIDTH = 1000;
const HEIGHT = 20;
/** The least width of an entry: one among a million would be invisible. */
const LEAST = 3;
/** Mismatches must be visible on a phone, too. */
const LEAST_BAD = 8;

/** CoverageStrip draws the log as a strip from its first entry to its last: full if read in an audit, full and paler if read whole in this visit, half high if an entry was verified on its own, with a cross under mismatches. */
export function CoverageStrip({ coverage }: { coverage: Coverage }) {
  const { logSize, audited, visited, proved, bad } = coverage;
  const words = coverageWords(coverage);
  return (
    <div className="group">
      <svg
        className={styles.strip}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Coverage of the log. ${words}`}
      >
        <path className={styles.audited} d={drawn(audited, logSize, 0, HEIGHT)} />
        <path className={styles.visited} d={drawn(visited, logSize, 0, HEIGHT)} />
        <path className={styles.proved} d={drawn(proved, logSize, HEIGHT / 2, HEIGHT / 2)} />
        <path
          className={styles.bad}
          d={drawn(
            bad.map((entry) => ({ first: entry, last: entry })),
            logSize,
            0,
            HEIGHT,
            LEAST_BAD,
          )}
        />
      </svg>
      {/* Crosses stand outside the stretched strip, so that they keep their shape. */}
      {bad.length > 0 && (
        <div className={styles.crosses} aria-hidden="true">
          {bad.map((entry) => (
            <span key={entry} style={{ insetInlineStart: `${round((100 * (entry - 0.5)) / logSize)}%` }}>
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
      <Legend coverage={coverage} />
    </div>
  );
}

/** Legend explains the strip unless it has only one kind. */
function Legend({ coverage }: { coverage: Coverage }) {
  const { logSize, auditedCount, visitedCount, provedCount, unseenCount } = coverage;
  if (auditedCount + visitedCount === 0 || auditedCount === logSize || visitedCount === logSize) return null;
  const kinds = [
    ['audited', auditedCount, 'read in an audit'],
    ['visited', visitedCount, 'read in this visit'],
    ['proved', provedCount, 'verified on its own'],
    ['unseen', unseenCount, 'not looked at'],
  ] as const;
  return (
    <ul className={`row faint ${styles.legend}`} aria-hidden="true">
      {kinds.map(
        ([kind, count, words]) =>
          count > 0 && (
            <li key={kind} className="line" data-kind={kind}>
              {words}
            </li>
          ),
      )}
    </ul>
  );
}

function drawn(
  ranges: readonly EntryRange[],
  logSize: number,
  top: number,
  height: number,
  least = LEAST,
): string {
  return ranges
    .map(({ first, last }) => {
      const share = (WIDTH * (last - first + 1)) / logSize;
      const width = Math.max(least, share);
      const x = Math.min(WIDTH - width, (WIDTH * (first - 1)) / logSize);
      return `M${round(x)} ${top}h${round(width)}v${height}h${round(-width)}z`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
