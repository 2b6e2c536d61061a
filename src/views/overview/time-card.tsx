import type { ActivityAnswer } from '../../replica/activity.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart, type LinkedBar, type NamedGap } from '../../ui/charts/bar-chart.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { scaleOf } from '../../ui/charts/scale.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { axisName, barWords, gapWords, loadWords, stretchName, timelineNotes } from './picture-words.ts';
import styles from './pictures.module.css';

/** TimeCard draws how many entries bear a timestamp of each stretch of the calendar; every bar leads to the first of them in the log. */
export function TimeCard({
  register,
  activity: { at, timeline, loads },
}: {
  register: RegisterId;
  activity: ActivityAnswer;
}) {
  const { unit, bars } = timeline;
  const entries = pathTo({ view: 'entries', register });
  const linkTo = (first: number): string => `${entries}?entry=${first}`;
  const drawn = bars.map((bar): LinkedBar | NamedGap => {
    if (bar.kind === 'gap') return { kind: 'gap', name: gapWords(bar.stretches, unit) };
    return {
      kind: 'bar',
      label: axisName(bar.from, unit),
      count: bar.count,
      name: barWords(bar, unit),
      to: bar.count === 0 ? undefined : linkTo(bar.first),
    };
  });
  const counted = bars.filter((bar) => bar.kind === 'bar');
  const scale = scaleOf(counted.map(({ count }) => count));
  return (
    <Card title="Entries over time" note={countOf(at, 'entry', 'entries')}>
      {counted.length === 0 ? (
        <p className={styles['none']}>No entry has a timestamp that can be read.</p>
      ) : (
        <BarChart
          label={`Entries by ${unit}`}
          bars={drawn}
          rest="By their timestamps, which do not order entries. A bar leads to its first entry."
        />
      )}
      <ul className={styles['notes']}>
        {loads.map((load) => (
          <li key={load.first}>
            <Link to={linkTo(load.first)}>{loadWords(load, at)}</Link>
          </li>
        ))}
        {timelineNotes(timeline, scale.cuts ? scale.top : undefined).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <ChartTable
        label={`Entries by ${unit}`}
        columns={[unit, 'entries', 'first', 'last']}
        rows={counted
          .filter(({ count }) => count > 0)
          .map(({ from, count, first, last }) => ({
            key: from,
            cells: [
              stretchName(from, unit),
              formatNumber(count),
              <Link key="first" to={linkTo(first)}>
                {formatNumber(first)}
              </Link>,
              <Link key="last" to={linkTo(last)}>
                {formatNumber(last)}
              </Link>,
            ],
          }))}
      />
    </Card>
  );
}
