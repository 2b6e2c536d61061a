import type { ActivityAnswer, TimeBar, Timeline, TimeUnit } from '../../log/activity.ts';
import { type WholeLogCopy, isCopyComing } from '../../query/copy.ts';
import { useHead } from '../../query/register-queries.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart, countScale, StepChart } from '../../ui/charts/charts.tsx';
import { ChartTable } from '../../ui/table.tsx';
import { countOf, formatNumber, formatPartialDate } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSource } from '../../ui/source.ts';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { copyWords } from '../shared/download.tsx';
import styles from './overview.module.css';

const TITLES = ['Entries over time', 'Records by entry'] as const;

/** Pictures draws entries over time and records by entry, once the register is read. */
export function Pictures({
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
    return <p className={styles.source}>The pictures could not be drawn: {error.message}</p>;
  if (reading.phase !== 'ready' && !isCopyComing(reading))
    return (
      <div className={styles.apart}>
        <Card title="Charts" label="Charts">
          <ReadWholeLog reading={reading}>
            {TITLES.join(' and ')} are counted from the whole log, which this page has not read.
          </ReadWholeLog>
          {reading.phase === 'too-large' && <CheckEveryEntry />}
        </Card>
      </div>
    );
  if (activity !== undefined && reading.phase === 'ready')
    return (
      <section aria-label="The register in pictures">
        <div className={styles.pictures}>
          <TimeCard activity={activity} />
          <GrowthCard activity={activity} />
        </div>
        <p className={styles.source}>{copyWords(reading.copy, source)}</p>
      </section>
    );
  // Reserved space for the pictures, so that the content below does not jump.
  return (
    <div className={styles.pictures}>
      {TITLES.map((title) => (
        <Card key={title} title={title}>
          <div className={styles.awaited}>
            <Skeleton lines={4} label={`Reading the register: ${title}`} />
          </div>
        </Card>
      ))}
    </div>
  );
}

/**
 * TimeCard draws the number of entries by timestamp for each period; every bar links to the
 * first of them in the log.
 */
function TimeCard({ activity: { at, timeline } }: { activity: ActivityAnswer }) {
  const { unit, bars } = timeline;
  const { log: linkTo } = usePaths();
  const counted = bars.filter((bar) => bar.kind === 'bar').filter(({ count }) => count > 0);
  const scale = countScale(counted.map(({ count }) => count));
  const label = `Entries by ${unit}`;
  return (
    <Card title={TITLES[0]} note={countOf(at, 'entry')}>
      {counted.length === 0 ? (
        <p>No entry has a timestamp that can be read.</p>
      ) : (
        <BarChart
          label={label}
          bars={bars.map((bar) => {
            if (bar.kind === 'gap') return bar;
            const { kind, from, count, first } = bar;
            const to = count === 0 ? undefined : linkTo(first);
            return { kind, count, label: stretchName(from, unit), name: barWords(bar, unit), to };
          })}
          rest="By entry timestamp. Select a bar to see its first entry."
        />
      )}
      <ChartTable
        label={label}
        columns={[unit, 'entries', 'first', 'last']}
        rows={counted.map(({ from, count, first, last }) => ({
          key: from,
          cells: [
            stretchName(from, unit),
            formatNumber(count),
            ...[first, last].map((entry) => (
              <Link key={entry} to={linkTo(entry)}>
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

/**
 * GrowthCard draws records and ended ones over the log size, which orders the log as timestamps do not; every
 * slice links to the register at that size.
 */
function GrowthCard({ activity: { growth } }: { activity: ActivityAnswer }) {
  const { records: recordsWith } = usePaths();
  const { records, ended } = growth.at(-1) ?? { records: 0, ended: 0 };
  const hasEnded = growth.some((point) => point.ended > 0);
  const linkTo = (size: number): string => recordsWith({ at: String(size) });
  return (
    <Card
      title={TITLES[1]}
      note={`${countOf(records, 'record')}${hasEnded ? `, ${formatNumber(ended)} ended (dashed)` : ''}`}
    >
      <StepChart
        label={TITLES[1]}
        points={growth.map((point) => ({
          at: point.size,
          values: hasEnded ? [point.records, point.ended] : [point.records],
          name: `After entry ${formatNumber(point.size)}: ${countOf(point.records, 'record')}${point.ended === 0 ? '' : `, ${formatNumber(point.ended)} of them ended`}`,
          to: linkTo(point.size),
        }))}
        rest="By entry number. Select a point to see the records then."
      />
      <ChartTable
        label={TITLES[1]}
        columns={['after entry', 'records', 'ended by today']}
        rows={growth.slice(1).map(({ size, ...point }) => ({
          key: String(size),
          cells: [
            <Link key="size" to={linkTo(size)}>
              {formatNumber(size)}
            </Link>,
            formatNumber(point.records),
            formatNumber(point.ended),
          ],
        }))}
      />
    </Card>
  );
}
