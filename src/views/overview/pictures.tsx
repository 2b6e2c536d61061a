import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Register } from '../../core/model.ts';
import { READ_WITHOUT_ASKING, copyAnswer, useCopy } from '../../query/copy.ts';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Card } from '../../ui/card.tsx';
import { type RegisterId, pathTo } from '../../ui/paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangesCard, FilledCard } from './attribute-cards.tsx';
import { TimeCard } from './time-card.tsx';
import type { ActivityAnswer, GrowthPoint } from '../../log/activity.ts';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { StepChart, type StepPoint } from '../../ui/charts/step-chart.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import type { Verdict } from '../../core/verdict.ts';
import { copyCheck } from '../../query/copy-check.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import styles from './pictures.module.css';

/** Pictures draws the register's life from its copy, as of the log size that the address asks for: entries over time, records over time, attributes filled and changed. */
export function Pictures({ register, about }: { register: RegisterId; about: Register }) {
  const session = useSession();
  const at = useAt();
  const head = useQuery(headQuery(session));
  const reading = useCopy(session, true, at);
  const unknown = reading.entries === undefined && head.isError;
  if (reading.entries === 0 || unknown) return null;
  if (reading.phase === 'ready')
    return <PicturesOf register={register} about={about} copy={reading.copy} at={at} />;
  const soon = reading.phase === 'absent' && (reading.entries ?? 0) <= READ_WITHOUT_ASKING;
  if (reading.phase === 'reading' || soon)
    return <PicturesAwaited label="Reading the register for its pictures" />;
  return (
    <div className={styles['offer']}>
      <Card title="The register in pictures">
        <ReadWhole reading={reading} entries={reading.entries} onStart={reading.start}>
          Entries and records over time, and how attributes are filled and changed are counted from the whole
          log, which this page has not read.
        </ReadWhole>
      </Card>
    </div>
  );
}

function PicturesOf({
  register,
  about,
  copy,
  at,
}: {
  register: RegisterId;
  about: Register;
  copy: RegisterCopy;
  at: number | undefined;
}) {
  const session = useSession();
  const [today] = useState(todayUtc);
  const { data, error } = useQuery(copyAnswer(session, copy, 'activity', { at, today }));
  if (error !== null)
    return <p className={styles['source']}>The pictures could not be drawn: {error.message}</p>;
  if (data === undefined) return <PicturesAwaited label="Counting for the pictures" />;
  return (
    <section className={styles['section']} aria-label="The register in pictures">
      <div className={styles['pictures']}>
        <TimeCard register={register} activity={data} />
        <GrowthCard register={register} activity={data} />
        <FilledCard register={register} activity={data} schema={about.schema} />
        <ChangesCard register={register} activity={data} schema={about.schema} />
      </div>
      <Source copy={copy} at={data.at} />
    </section>
  );
}

/** The place that the pictures will take, so that what is below does not jump. */
function PicturesAwaited({ label }: { label: string }) {
  return (
    <div className={styles['pictures']}>
      {['Entries over time', 'Records over time', 'Completeness', 'Changes by attribute'].map(
        (title, index) => (
          <Card key={title} title={title}>
            <div className={styles['awaited']}>{index === 0 && <Skeleton lines={4} label={label} />}</div>
          </Card>
        ),
      )}
    </div>
  );
}

function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Source says what was counted, and what that is worth. */
function Source({ copy, at }: { copy: RegisterCopy; at: number }) {
  const { head, missing, size } = copy;
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
    <p className={styles['source']}>
      Counted in this browser from {counted}. {verdict && worth(verdict, size)}
      {missing > 0 && ` The data of ${countOf(missing, 'version')}${why} is not counted.`}
    </p>
  );
}

function worth(verdict: Verdict, size: number): string {
  if (verdict.outcome === 'holds')
    return size === 1
      ? 'It gives the published root.'
      : `All ${formatNumber(size)} together give the published root.`;
  const reason = 'reason' in verdict ? verdict.reason : 'their root is not the published one';
  const not = verdict.outcome === 'does-not-match' ? 'They do not match' : 'They are not proved';
  return `${not}: ${reason}.`;
}

const MOST_ROWS = 24;

/** GrowthCard draws records and ended ones over the log size, which orders the log as timestamps do not; every slice leads to the register as it was then. */
function GrowthCard({ register, activity: { growth } }: { register: RegisterId; activity: ActivityAnswer }) {
  const now = growth.at(-1) ?? { size: 0, records: 0, ended: 0 };
  const someEnded = growth.some(({ ended }) => ended > 0);
  const linkTo = (size: number): string => `${pathTo({ view: 'records', register })}?at=${size}`;
  const points = growth.map((point): StepPoint => ({
    at: point.size,
    values: someEnded ? [point.records, point.ended] : [point.records],
    name: growthWords(point),
    to: linkTo(point.size),
  }));
  return (
    <Card title="Records over time" note={noteOf(now, someEnded)}>
      {someEnded && (
        <ul className={styles['legend']} aria-hidden="true">
          <li data-line="full">records, ended ones too</li>
          <li data-line="dashed">ended</li>
        </ul>
      )}
      <StepChart
        label="Records by number of entries"
        points={points}
        rest="By number of entries. Select a point to see the records then."
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

/** growthWords says what was there at a log size. */
function growthWords({ size, records, ended }: GrowthPoint): string {
  const some = ended === 0 ? '' : `, ${formatNumber(ended)} of them ended`;
  return `After entry ${formatNumber(size)}: ${countOf(records, 'record')}${some}`;
}
