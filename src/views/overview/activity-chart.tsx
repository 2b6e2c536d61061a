import type { ActivityAnswer, TimeBar, Timeline, TimeUnit } from '../../log/activity.ts';
import { type WholeLogCopy, isCopyComing } from '../../query/copy.ts';
import { useHead } from '../../query/register-queries.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart, countScale } from '../../ui/bar-chart.tsx';
import { ChartTable } from '../../ui/table.tsx';
import { countOf, formatNumber, formatPartialDate } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { useSource } from '../../ui/source.ts';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { copyWords } from '../shared/download.tsx';
import styles from './overview.module.css';

const TITLE = 'Entries over time';

/** ActivityChart draws entries over time, once the register is read. */
export function ActivityChart({
  reading,
  activity,
  error,
}: {
  reading: WholeLogCopy;
  activity: ActivityAnswer | undefined;
  error: Error | null;
}) {
  const source = useSource();
  const { isError: isHeadless } = useHead();
  if (reading.entries === 0 || (reading.entries === undefined && isHeadless)) return null;
  if (error !== null)
    return <p className={`faint ${styles.source}`}>The chart could not be drawn: {error.message}</p>;
  if (reading.phase !== 'ready' && !isCopyComing(reading))
    return (
      <div className={styles.apart}>
        <Card title={TITLE} label={TITLE}>
          <ReadWholeLog reading={reading}>
            The chart is counted from the whole log, which this page has not read.
          </ReadWholeLog>
          {reading.phase === 'too-large' && <CheckEveryEntry />}
        </Card>
      </div>
    );
  if (activity !== undefined && reading.phase === 'ready')
    return (
      <section aria-label={TITLE}>
        <TimeCard activity={activity} />
        <p className={`faint ${styles.source}`}>{copyWords(reading.copy, source)}</p>
      </section>
    );
  // Reserved space for the picture, so that the content below does not jump.
  return (
    <>
      <Card title={TITLE}>
        <div className={styles.awaited}>
          <Skeleton lines={4} label={`Reading the register: ${TITLE}`} />
        </div>
      </Card>
      <p className={`faint ${styles.source}`} />
    </>
  );
}

/**
 * TimeCard draws the number of entries by timestamp for each period. Every bar links to the records at its
 * end, the last one to the records on view.
 */
function TimeCard({ activity: { at, timeline } }: { activity: ActivityAnswer }) {
  const { unit, bars } = timeline;
  const paths = usePaths();
  const recordsThen = (bar: TimeBar): string =>
    bar === bars.at(-1) ? paths.view('records') : paths.records({ at: endOf(bar, unit) });
  const counted = bars.filter((bar) => bar.kind === 'bar').filter(({ count }) => count > 0);
  const scale = countScale(counted.map(({ count }) => count));
  const label = `Entries by ${unit}`;
  return (
    <Card title={TITLE} note={countOf(at, 'entry')}>
      {counted.length === 0 ? (
        <p>No entry has a timestamp that can be read.</p>
      ) : (
        <BarChart
          label={label}
          bars={bars.map((bar) => {
            if (bar.kind === 'gap') return bar;
            const { kind, from, count } = bar;
            const to = count === 0 ? undefined : recordsThen(bar);
            return { kind, count, label: stretchName(from, unit), name: barWords(bar, unit), to };
          })}
          rest="By entry timestamp. Select a bar to see the records at the end of that time."
        />
      )}
      <ChartTable
        label={label}
        columns={[unit, 'entries', 'first', 'last']}
        rows={counted.map((bar) => ({
          key: bar.from,
          cells: [
            <Link key="records" to={recordsThen(bar)}>
              {stretchName(bar.from, unit)}
            </Link>,
            formatNumber(bar.count),
            ...[bar.first, bar.last].map((entry) => (
              <Link key={entry} to={paths.log(entry)}>
                {formatNumber(entry)}
              </Link>
            )),
          ],
        }))}
        more={timelineNotes(timeline, scale.shortens ? scale.top : undefined).map((text) => (
          <p key={text} className="quiet">
            {text}
          </p>
        ))}
      />
    </Card>
  );
}

/** stretchName names a period: `4 Jun 2018`, `Jun 2018`, `2018`, `1990s`, `1900 to 1999`. */
function stretchName(from: string, unit: TimeUnit): string {
  if (unit === 'decade') return `${from}s`;
  if (unit === 'century') return `${from} to ${String(Number(from) + 99).padStart(4, '0')}`;
  return formatPartialDate(from);
}

/** YEARS is the number of years in a bar that is not shorter. */
const YEARS = { year: 1, decade: 10, century: 100 } as const;

/**
 * endOf returns the end of a bar for `?at=`: a day or a month, else the last day of its last year. Years
 * before 100 are not dates there, so the bar's last entry gives the size.
 */
export function endOf({ from, last }: TimeBar, unit: TimeUnit): string {
  if (unit === 'day' || unit === 'month') return from;
  const year = Number(from) + YEARS[unit] - 1;
  return year < 100 ? String(last) : `${String(year).padStart(4, '0')}-12-31`;
}

/** barWords describes a bar: `2018: 14 entries, 190 to 203`. */
function barWords({ from, count, first, last }: TimeBar, unit: TimeUnit): string {
  const which =
    count === 1 ? `, number ${formatNumber(first)}` : `, ${formatNumber(first)} to ${formatNumber(last)}`;
  return `${stretchName(from, unit)}: ${countOf(count, 'entry')}${count > 0 ? which : ''}`;
}

/**
 * timelineNotes says what the picture of entries over time omits; `cutAbove` is the count above
 * which bars are shortened.
 */
function timelineNotes({ bars, undated, backwards }: Timeline, cutAbove: number | undefined): string[] {
  const cut = bars.filter((bar) => bar.kind === 'bar' && cutAbove !== undefined && bar.count > cutAbove);
  return [
    cut.length > 0 && `${countOf(cut.length, 'bar is', 'bars are')} shortened, with the count above.`,
    bars.some((bar) => bar.kind === 'gap') &&
      'Where the line is broken, periods without an entry are left out.',
    undated > 0 && `Not in the picture: ${countOf(undated, 'entry')} with a timestamp that cannot be read.`,
    backwards > 0 && `Dated earlier than the entry before: ${countOf(backwards, 'entry')}.`,
  ].filter((note) => note !== false);
}
