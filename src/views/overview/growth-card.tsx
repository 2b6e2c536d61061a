import type { ActivityAnswer } from '../../replica/activity.ts';
import type { GrowthPoint } from '../../replica/activity-growth.ts';
import { Card } from '../../ui/card.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { StepChart, type SteppedPoint } from '../../ui/charts/step-chart.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { growthWords } from './picture-words.ts';
import styles from './pictures.module.css';

const MOST_ROWS = 24;

/** GrowthCard draws records and ended ones over the log size, which orders the log as timestamps do not; every slice leads to the register as it was then. */
export function GrowthCard({
  register,
  activity: { growth },
}: {
  register: RegisterId;
  activity: ActivityAnswer;
}) {
  const now = growth.at(-1) ?? { size: 0, records: 0, ended: 0 };
  const someEnded = growth.some(({ ended }) => ended > 0);
  const linkTo = (size: number): string => `${pathTo({ view: 'records', register })}?at=${size}`;
  const points = growth.map((point): SteppedPoint => ({
    at: point.size,
    values: someEnded ? [point.records, point.ended] : [point.records],
    name: growthWords(point),
    to: linkTo(point.size),
  }));
  return (
    <Card title="Records growing" note={noteOf(now, someEnded)}>
      {someEnded && (
        <ul className={styles['legend']} aria-hidden="true">
          <li data-line="full">records, ended ones too</li>
          <li data-line="dashed">ended</li>
        </ul>
      )}
      <StepChart
        label="Records by number of entries"
        points={points}
        rest="By number of entries. A press shows the records as they were after that entry."
      />
      {someEnded && (
        <ul className={styles['notes']}>
          <li>A record counts as ended where the end-date it had then is not after today.</li>
        </ul>
      )}
      <ChartTable
        label="Records by number of entries"
        columns={['after entry', 'records', 'ended']}
        rows={thinned(growth).map(({ size, records, ended }) => ({
          key: String(size),
          cells: [
            <Link key="size" to={linkTo(size)}>
              {formatNumber(size)}
            </Link>,
            formatNumber(records),
            formatNumber(ended),
          ],
        }))}
      />
    </Card>
  );
}

function noteOf({ records, ended }: GrowthPoint, someEnded: boolean): string {
  return someEnded
    ? `${countOf(records, 'record')}, ${formatNumber(ended)} ended`
    : countOf(records, 'record');
}

/** thinned keeps about two dozen points, the last among them: a table of hundreds tells less. */
function thinned(growth: readonly GrowthPoint[]): readonly GrowthPoint[] {
  const later = growth.filter(({ size }) => size > 0);
  const step = Math.ceil(later.length / MOST_ROWS);
  return later.filter((_, index) => (later.length - 1 - index) % step === 0);
}
