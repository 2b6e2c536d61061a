import type { EntryRange } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import type { Coverage } from './coverage.ts';
import styles from './coverage-strip.module.css';

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
    <div className={styles.coverage}>
      <svg
        className={styles.strip}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Coverage of the log. ${words}`}
      >
        <rect className={styles.log} width={WIDTH} height={HEIGHT} />
        <path className={styles.audited} d={drawn(audited, logSize, 0, HEIGHT)} />
        <path className={styles.visited} d={drawn(visited, logSize, 0, HEIGHT)} />
        <path className={styles.proved} d={drawn(proved, logSize, HEIGHT / 2, HEIGHT / 2)} />
        <path className={styles.bad} d={drawn(bad.map(single), logSize, 0, HEIGHT, LEAST_BAD)} />
      </svg>
      {bad.length > 0 && <Crosses bad={bad} logSize={logSize} />}
      <p className={styles.ends} aria-hidden="true">
        <span>1</span>
        <span>{formatNumber(logSize)}</span>
      </p>
      <p className={`quiet ${styles.words}`}>{words}</p>
      <Legend coverage={coverage} />
    </div>
  );
}

/** Crosses stand outside the stretched strip, so that they keep their shape. */
function Crosses({ bad, logSize }: { bad: readonly number[]; logSize: number }) {
  return (
    <div className={styles.crosses} aria-hidden="true">
      {bad.map((entry) => (
        <span key={entry} style={{ insetInlineStart: `${round((100 * (entry - 0.5)) / logSize)}%` }}>
          ✕
        </span>
      ))}
    </div>
  );
}

const single = (entry: number): EntryRange => ({ first: entry, last: entry });

/** Legend says what is drawn how, where the strip is not all of one kind. */
function Legend({ coverage }: { coverage: Coverage }) {
  const { logSize, auditedCount, visitedCount, provedCount, unseenCount } = coverage;
  const read = auditedCount + visitedCount;
  if (read === 0 || auditedCount === logSize || visitedCount === logSize) return null;
  return (
    <ul className={`faint ${styles.legend}`} aria-hidden="true">
      {auditedCount > 0 && <li data-kind="audited">read in an audit</li>}
      {visitedCount > 0 && <li data-kind="visited">read in this visit</li>}
      {provedCount > 0 && <li data-kind="proved">verified on its own</li>}
      {unseenCount > 0 && <li data-kind="unseen">not looked at</li>}
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

const MOST_RUNS = 3;

const MOST_BAD = 5;

/** coverageWords says in a sentence or two what the coverage strip shows. */
export function coverageWords(coverage: Coverage): string {
  return `${readWords(coverage)}${badWords(coverage)}`;
}

function badWords({ bad }: Coverage): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map((entry) => formatNumber(entry));
  const more = bad.length - shown.length;
  const last = more > 0 ? `${formatNumber(more)} more` : shown.length > 1 ? shown.pop() : undefined;
  const list = last === undefined ? shown.join() : `${shown.join(', ')} and ${last}`;
  return ` What does not match is at ${bad.length === 1 ? 'entry' : 'entries'} ${list}.`;
}

function readWords(coverage: Coverage): string {
  const { logSize, audited, visited, auditedCount, visitedCount, provedCount, unseenCount } = coverage;
  if (auditedCount === logSize)
    return logSize === 1
      ? 'The one entry was read and hashed here.'
      : `All ${countOf(logSize, 'entry')} were read and hashed here.`;
  if (visitedCount === logSize)
    return logSize === 1
      ? 'The one entry was read and hashed in this visit.'
      : `All ${countOf(logSize, 'entry')} were read and hashed in this visit.`;
  if (auditedCount === 0 && visitedCount === 0 && provedCount === 0)
    return `None of the ${countOf(logSize, 'entry')} has been verified in this browser.`;
  const parts: string[] = [];
  if (auditedCount > 0)
    parts.push(`${runs(audited)} ${auditedCount === 1 ? 'was' : 'were'} read and hashed here`);
  if (visitedCount > 0)
    parts.push(
      `${inSentence(runs(visited), parts)} ${visitedCount === 1 ? 'was' : 'were'} read and hashed in this visit`,
    );
  if (provedCount > 0)
    parts.push(
      provedCount === 1
        ? '1 entry was verified on its own in this visit'
        : `${countOf(provedCount, 'entry')} were verified one by one in this visit`,
    );
  if (unseenCount > 0)
    parts.push(
      `${countOf(unseenCount, 'entry')} of ${formatNumber(logSize)} ${unseenCount === 1 ? 'was' : 'were'} not looked at`,
    );
  return `${parts.join('; ')}.`;
}

function inSentence(words: string, before: readonly string[]): string {
  return before.length === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function runs(ranges: readonly EntryRange[]): string {
  const shown = ranges
    .slice(0, MOST_RUNS)
    .map(({ first, last }) =>
      first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`,
    );
  const more = ranges.length - shown.length;
  const single = ranges.length === 1 && ranges[0]?.first === ranges[0]?.last;
  return `${single ? 'Entry' : 'Entries'} ${shown.join(', ')}${more > 0 ? ` and ${more} more runs` : ''}`;
}
