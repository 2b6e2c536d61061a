import { useQuery } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { beginningCheck } from '../../query/inclusion-queries.ts';
import { useSinceVisit } from '../../query/memory-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { DeclarePage, useVerdict } from '../../query/use-page-checks.ts';
import { NOT_SHOWN } from '../../query/use-whole-log.ts';
import { keepMoment, MomentContext, useAt } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Instant, Time } from '../../ui/time.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { type End, readEnd, readSizes, sizesOffered } from './changes-address.ts';
import { ChangesResult } from './changes-result.tsx';
import styles from './changes.module.css';

/** ChangesView says what changed between two log sizes, record by record; without sizes it asks for them. */
export function ChangesView({ from, to }: { from?: string; to?: string }) {
  const head = useQuery(headQuery(useSession()));
  const at = useAt();
  if (head.isPending) return <Skeleton lines={8} label="Reading how long the log is" />;
  if (head.isError) return <PageFailure error={head.error} retrying={head.isFetching} />;
  const { logSize } = head.data;
  const page = <DeclarePage page="list" checks={{ 'whole-log': NOT_SHOWN }} />;
  const card = <SizesCard head={head.data} {...sizesOffered(at, logSize)} />;
  if (from === undefined || to === undefined)
    return (
      <>
        {page}
        <PageHead
          title="What changed"
          note="Records added, changed and ended between any two sizes of the log."
        />
        {card}
      </>
    );
  const sizes = readSizes(from, to, logSize);
  if (sizes === undefined) {
    const [begin, end] = [readEnd(from, logSize), readEnd(to, logSize)];
    if (begin !== undefined && end !== undefined)
      return <DatedEnds from={begin} to={end} logSize={logSize} />;
    return (
      <>
        {page}
        <Notice page live title="These are not two sizes of this log">
          <p>
            The address asks for the changes between “
            <Literal text={from.slice(0, 40)} />” and “<Literal text={to.slice(0, 40)} />
            ”. Sizes are whole numbers from 0 to {formatNumber(logSize)}; a date with its month, such as
            2018-06-13, stands for one.
          </p>
        </Notice>
        <div className={styles.below}>{card}</div>
      </>
    );
  }
  const { turned, ...span } = sizes;
  const ends = { ...span, head: head.data };
  return (
    <>
      <PageHead title="What changed" note={<Span {...ends} />} />
      {turned && (
        <p className={styles.turned} role="status">
          The address gives the larger size first; changes are listed from the smaller one on.
        </p>
      )}
      {span.from === span.to ? (
        <Notice title="Both sizes are the same">
          {page}
          <p>There are no entries between {formatNumber(span.to)} and itself.</p>
        </Notice>
      ) : (
        <ChangesResult key={`${span.from} ${span.to}`} {...ends} />
      )}
      <div className={styles.below}>
        <SizesCard {...ends} />
      </div>
    </>
  );
}

/** Ends are two sizes of the current log. */
interface Ends {
  readonly head: Checkpoint;
  readonly from: number;
  readonly to: number;
}

function Span({ from, to, head }: Ends) {
  return (
    <>
      from {from === 0 ? 'the empty log' : <Moment size={from} head={head} />} to{' '}
      <Moment size={to} head={head} />, {countOf(to - from, 'entry')}
    </>
  );
}

/** Moment is a size, with the date of its last entry once that entry is proved to end the log of that size. */
function Moment({ size, head }: { size: number; head: Checkpoint }) {
  const { data: last } = useQuery({ ...entryQuery(useSession(), size), enabled: size > 0 });
  const isProved = useVerdict(beginningCheck(size, head))?.outcome === 'holds';
  return (
    <>
      size {formatNumber(size)}
      {last !== undefined && isProved && (
        <>
          {' '}
          (<Time at={last.timestamp} only="day" />)
        </>
      )}
    </>
  );
}

/** LATELY are how many of the newest entries are offered to look at. */
const LATELY = [10, 100];

/** SizesCard asks between which two sizes, and offers what came since the last visit of this browser; `from` and `to` are those to begin with. */
function SizesCard({ head, from, to }: Ends) {
  const paths = usePaths();
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const [refused, setRefused] = useState(false);
  const id = useId();
  return (
    <Card title="Between which sizes" note={`the log has ${countOf(head.logSize, 'entry')}`}>
      <div className={styles.asked}>
        <div>
          <form
            key={`${from} ${to}`}
            className={styles.sizes}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              const [begin, end] = ['from', 'to'].map((name) =>
                readEnd(String(form.get(name) ?? ''), head.logSize),
              );
              setRefused(begin === undefined || end === undefined);
              if (begin === undefined || end === undefined) return;
              const isTurned = typeof begin === 'number' && typeof end === 'number' && begin > end;
              const [one, other] = isTurned ? [end, begin] : [begin, end];
              void navigate(keepMoment(paths.changes(textOf(one), textOf(other)), moment));
            }}
          >
            {(
              [
                ['from', 'From size or date', from],
                ['to', 'to size or date', to],
              ] as const
            ).map(([name, label, value]) => (
              <label key={name} className={styles.size}>
                <span>{label}</span>
                <input
                  name={name}
                  defaultValue={value}
                  autoComplete="off"
                  aria-describedby={id}
                  aria-invalid={refused}
                />
              </label>
            ))}
            <Button type="submit">Show what changed</Button>
          </form>
          <p id={id} role="status" className={styles.refused}>
            {refused &&
              `Sizes are whole numbers from 0 to ${formatNumber(head.logSize)}; dates are such as 2018-06-13 or 13 June 2018.`}
          </p>
        </div>
        <div>
          <SinceVisit head={head} />
          <ul className={styles.lately}>
            {LATELY.filter((count) => count < head.logSize).map((count) => (
              <li key={count}>
                <Link to={paths.changes(head.logSize - count, head.logSize)}>
                  By the newest {countOf(count, 'entry')}
                </Link>
              </li>
            ))}
            <li>
              <Link to={paths.changes(0, head.logSize)}>Since the log began</Link>
            </li>
          </ul>
        </div>
      </div>
    </Card>
  );
}

function textOf(end: End): string {
  return typeof end === 'object' ? end.text : String(end);
}

function SinceVisit({ head }: { head: Checkpoint }) {
  const paths = usePaths();
  const since = useSinceVisit(head);
  if (since === undefined) {
    return <p className={styles.since}>On your next visit you can see here what was added since this one.</p>;
  }
  return (
    <p className={styles.since}>
      <Link className={buttonClass()} to={paths.changes(since.logSize, head.logSize)}>
        {since.fromFile === true ? 'Since the root hash imported from a file' : 'Since your last visit'}:{' '}
        {countOf(head.logSize - since.logSize, 'entry')}
      </Link>{' '}
      The log had {countOf(since.logSize, 'entry')} then, on <Instant at={since.seenAtMs} />.
    </p>
  );
}

/** DatedEnds goes on to the two sizes that an address stands for which names a date in the place of one, or two. */
function DatedEnds({ from, to, logSize }: { from: End; to: End; logSize: number }) {
  const paths = usePaths();
  const one = useSizeOf(from, logSize);
  const other = useSizeOf(to, logSize);
  const error = one.error ?? other.error;
  if (error !== null) return <PageFailure error={error} />;
  if (one.size === undefined || other.size === undefined)
    return <Skeleton lines={6} label="Looking for the place of these dates in the log" />;
  return <Navigate replace to={paths.changes(one.size, other.size)} />;
}

function useSizeOf(end: End, logSize: number) {
  const { found, error } = useSizeAtDate(typeof end === 'number' ? undefined : end.untilMs, logSize);
  return { size: typeof end === 'number' ? end : found?.size, error };
}
