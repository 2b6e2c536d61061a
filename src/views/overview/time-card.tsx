import type { ReactNode } from 'react';
import type { ActivityAnswer, Load, TimeBar, Timeline, TimeUnit } from '../../log/activity.ts';
import { Card } from '../../ui/card.tsx';
import { type Bar, BarChart, type BarGap, type BarName, countScale } from '../../ui/charts/bar-chart.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { countOf, formatNumber, formatPartialDate, formatTimestamp } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import styles from './overview.module.css';

/** TimeCard draws how many entries bear a timestamp of each stretch of the calendar; every bar leads to the first of them in the log. */
export function TimeCard({ activity: { at, timeline, loads } }: { activity: ActivityAnswer }) {
  const { unit, bars } = timeline;
  const { log: linkTo } = usePaths();
  const counted = bars.filter((bar) => bar.kind === 'bar').filter(({ count }) => count > 0);
  const title = 'Entries over time';
  const note = countOf(at, 'entry', 'entries');
  // Two bars say no more than a line each.
  if (counted.length <= 2)
    return (
      <Card title={title} note={note}>
        {counted.length === 0 && <p>No entry has a timestamp that can be read.</p>}
        {counted.map((bar) => (
          <p key={bar.from}>
            <Link to={linkTo(bar.first)}>{barWords(bar, unit)}</Link>
          </p>
        ))}
        {timelineNotes({ ...timeline, bars: [] }, undefined).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Card>
    );
  const scale = countScale(counted.map(({ count }) => count));
  const drawn = bars.map((bar): Bar | BarGap => {
    if (bar.kind === 'gap') return bar;
    const to = bar.count === 0 ? undefined : linkTo(bar.first);
    return { kind: 'bar', label: axisName(bar.from, unit), count: bar.count, name: barWords(bar, unit), to };
  });
  const link = (entry: number): ReactNode => <Link to={linkTo(entry)}>{formatNumber(entry)}</Link>;
  return (
    <Card title={title} note={note}>
      <BarChart
        label={`Entries by ${unit}`}
        bars={drawn}
        rest="By entry timestamp. Select a bar to see its first entry."
      />
      <ChartTable
        label={`Entries by ${unit}`}
        columns={[unit, 'entries', 'first', 'last']}
        rows={counted.map(({ from, count, first, last }) => ({
          key: from,
          cells: [stretchName(from, unit), formatNumber(count), link(first), link(last)],
        }))}
        more={
          <ul className={styles.notes}>
            {loads.map((load) => (
              <li key={load.first}>
                <Link to={linkTo(load.first)}>{loadWords(load, at)}</Link>
              </li>
            ))}
            {timelineNotes(timeline, scale.shortens ? scale.top : undefined).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        }
      />
    </Card>
  );
}

/** stretchName names a stretch of the calendar: `4 Jun 2018`, `Jun 2018`, `2018`, `the 1990s`, `1900 to 1999`. */
function stretchName(from: string, unit: TimeUnit): string {
  if (unit === 'decade') return `the ${from}s`;
  if (unit === 'century') return `${from} to ${String(Number(from) + 99).padStart(4, '0')}`;
  return formatPartialDate(from);
}

/** axisName is the short name of a stretch under its bar: months and days share their year. */
export function axisName(from: string, unit: TimeUnit): BarName {
  if (unit === 'decade') return { whole: `${from}s`, brief: `${from}s`, within: from };
  if (unit === 'year' || unit === 'century') return { whole: from, brief: from, within: from };
  const whole = formatPartialDate(from);
  return { whole, brief: whole.replace(/ \d{4}$/, ''), within: from.slice(0, 4) };
}

/** barWords says what a bar stands for: `2018: 14 entries, 190 to 203`. */
function barWords({ from, count, first, last }: TimeBar, unit: TimeUnit): string {
  const name = stretchName(from, unit).replace(/^t/, 'T');
  if (count === 0) return `${name}: no entry`;
  if (count === 1) return `${name}: 1 entry, number ${formatNumber(first)}`;
  const whole = last - first + 1 === count;
  const range = `${formatNumber(first)} ${whole ? 'to' : 'and'} ${formatNumber(last)}`;
  return `${name}: ${countOf(count, 'entry', 'entries')}, ${whole ? '' : 'between '}${range}`;
}

/** loadWords tells a load from changes: many entries within a minute were put there together. */
function loadWords({ first, last, from, to }: Load, at: number): string {
  const count = last - first + 1;
  const when = formatTimestamp(new Date(from).toISOString());
  const time = to - from < 60_000 ? `on ${when}` : `from ${when} on, none a minute after the one before`;
  const which =
    count === at
      ? `All ${countOf(count, 'entry', 'entries')}`
      : `Entries ${formatNumber(first)} to ${formatNumber(last)}, ${formatNumber(count)} of ${formatNumber(at)},`;
  return `${which} were added at once, ${time}.`;
}

/** timelineNotes say what the picture of entries over time does not show by itself. */
export function timelineNotes(
  { unit, bars, undated, backwards }: Timeline,
  cutAbove: number | undefined,
): string[] {
  const notes: string[] = [];
  const cut = bars.filter((bar) => bar.kind === 'bar' && cutAbove !== undefined && bar.count > cutAbove);
  if (cut.length > 0)
    notes.push(
      `${cut.length === 1 ? 'One bar is' : `${formatNumber(cut.length)} bars are`} shortened, with the count above.`,
    );
  if (bars.some((bar) => bar.kind === 'gap'))
    notes.push(
      `Where the line is broken, ${unit === 'century' ? 'centuries' : `${unit}s`} without an entry are left out.`,
    );
  if (undated > 0)
    notes.push(
      `${countOf(undated, 'entry has', 'entries have')} a timestamp that is no time, and ${undated === 1 ? 'is' : 'are'} not in the picture.`,
    );
  if (backwards > 0)
    notes.push(`${countOf(backwards, 'entry bears', 'entries bear')} an earlier time than the entry before.`);
  return notes;
}
