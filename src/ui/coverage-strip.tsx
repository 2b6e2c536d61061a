import type { EntryRange } from '../core/verdict.ts';
import { type Coverage, coverageWords } from './coverage.ts';
import styles from './coverage-strip.module.css';
import { formatNumber } from './format.ts';

/** The strip in units of its own; it is stretched to the width there is. */
const WIDTH = 1000;
const HEIGHT = 20;
/** No entry is drawn narrower than this: one among a million would not be seen. */
const LEAST = 3;
/** What does not match has to be seen on a phone, too. */
const LEAST_BAD = 8;

/** CoverageStrip draws the log as a strip from its first entry to its last: full where it was read in an audit, full and paler where the whole log was read in this visit, half high where an entry was verified on its own, with a cross under what does not match. */
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

/** Legend says what is drawn how, where the strip is not all of one kind. */
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
