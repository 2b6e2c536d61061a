import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import type { ActivityAnswer, GrowthPoint } from '../../log/activity.ts';
import { copyCheck } from '../../query/copy-check.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-desk.ts';
import { type CopyInSight, READ_WITHOUT_ASKING, useCopyAnswer } from '../../query/copy.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { Card } from '../../ui/card.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { StepChart } from '../../ui/charts/step-chart.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { TimeCard } from './time-card.tsx';
import styles from './overview.module.css';

/** useActivity counts what the copy of the register shows of its life, as of a log size. */
export function useActivity(reading: CopyInSight, at: number | undefined) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return useCopyAnswer(useSession(), copyIn(reading), 'activity', { at, today });
}

/** Pictures draws entries over time and records by entry, once the register was read. */
export function Pictures({ reading, at }: { reading: CopyInSight; at: number | undefined }) {
  const { data: activity, error } = useActivity(reading, at);
  const { isError: isHeadless } = useQuery(headQuery(useSession()));
  if (reading.entries === 0 || (reading.entries === undefined && isHeadless)) return null;
  if (error !== null)
    return <p className={styles.source}>The pictures could not be drawn: {error.message}</p>;
  if (activity !== undefined && reading.phase === 'ready')
    return (
      <section aria-label="The register in pictures">
        <div className={styles.pictures}>
          <TimeCard activity={activity} />
          <GrowthCard activity={activity} />
        </div>
        <Source copy={reading.copy} at={activity.at} />
      </section>
    );
  const soon = reading.phase === 'absent' && (reading.entries ?? 0) <= READ_WITHOUT_ASKING;
  if (reading.phase !== 'reading' && reading.phase !== 'ready' && !soon)
    return (
      <Card title="The register in pictures">
        <ReadWhole reading={reading} entries={reading.entries} onStart={reading.start}>
          Both pictures are counted from the whole log, which this page has not read.
        </ReadWhole>
      </Card>
    );
  // The place that the pictures will take, so that what is below does not jump.
  return (
    <div className={styles.pictures}>
      {['Entries over time', 'Records by entry'].map((title, index) => (
        <Card key={title} title={title}>
          <div className={styles.awaited}>
            {index === 0 && <Skeleton lines={4} label="Reading the register for its pictures" />}
          </div>
        </Card>
      ))}
    </div>
  );
}

/** Source says what was counted, and what that is worth. */
function Source({ copy, at }: { copy: RegisterCopy; at: number }) {
  const { head, missing, size } = copy;
  const { rootName } = SOURCE_WORDS[useSource()];
  // What a copy was found to be is worth no more than its head.
  const judged = useVerdict(head && copyCheck(head));
  const verdict = head === undefined ? copy.verdict : judged;
  const counted =
    at === size
      ? `all ${countOf(size, 'entry', 'entries')}`
      : `the first ${formatNumber(at)} of ${countOf(size, 'entry', 'entries')}`;
  // Data that was sent and did not hash to its name is among it.
  const why = verdict?.outcome === 'does-not-match' ? '' : ' could not be had and';
  return (
    <p className={styles.source}>
      Counted in this browser from {counted}. {verdict && worth(verdict, size, rootName)}
      {missing > 0 && ` The data of ${countOf(missing, 'version')}${why} is not counted.`}
    </p>
  );
}

function worth(verdict: Verdict, size: number, rootName: string): string {
  if (verdict.outcome === 'holds')
    return size === 1
      ? `It gives the ${rootName}.`
      : `All ${formatNumber(size)} together give the ${rootName}.`;
  const reason = 'reason' in verdict ? verdict.reason : `their root is not the ${rootName}`;
  return `They ${verdict.outcome === 'does-not-match' ? 'do not match' : 'are not proved'}: ${reason}.`;
}

/** A table of hundreds of points tells less than one of about two dozen. */
const MOST_ROWS = 24;

/** GrowthCard draws records and ended ones over the log size, which orders the log as timestamps do not; every slice leads to the register as it was then. */
function GrowthCard({ activity: { growth } }: { activity: ActivityAnswer }) {
  const { records: recordsWith } = usePaths();
  const { records, ended } = growth.at(-1) ?? { records: 0, ended: 0 };
  const hasEnded = growth.some((point) => point.ended > 0);
  const linkTo = (size: number): string => recordsWith({ at: String(size) });
  const later = growth.filter(({ size }) => size > 0);
  const step = Math.ceil(later.length / MOST_ROWS);
  // The last point is among those of the table.
  const listed = later.filter((_, index) => (later.length - 1 - index) % step === 0);
  return (
    <Card
      title="Records by entry"
      note={`${countOf(records, 'record')}${hasEnded ? `, ${formatNumber(ended)} ended (dashed)` : ''}`}
    >
      <StepChart
        label="Records by entry"
        points={growth.map((point) => ({
          at: point.size,
          values: hasEnded ? [point.records, point.ended] : [point.records],
          name: growthWords(point),
          to: linkTo(point.size),
        }))}
        rest="By entry number. Select a point to see the records then."
      />
      <ChartTable
        label="Records by entry"
        columns={['after entry', 'records', 'ended by today']}
        rows={listed.map(({ size, ...point }) => ({
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

/** growthWords says what was there at a log size. */
function growthWords({ size, records, ended }: GrowthPoint): string {
  const some = ended === 0 ? '' : `, ${formatNumber(ended)} of them ended`;
  return `After entry ${formatNumber(size)}: ${countOf(records, 'record')}${some}`;
}
