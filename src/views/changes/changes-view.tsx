import { useQuery } from '@tanstack/react-query';
import { entryQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { DeclareFailure, DeclarePage } from '../../query/use-page-checks.ts';
import { NOT_SHOWN } from '../../query/use-whole-log.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangesResult } from './changes-result.tsx';
import { DatedEnds } from './dated-ends.tsx';
import { readEnd } from './read-ends.ts';
import { SizesCard } from './sizes-card.tsx';
import { readSizes, sizesOffered } from './read-sizes.ts';
import styles from './changes.module.css';

/** ChangesView says what changed between two log sizes, record by record; without sizes it asks for them. */
export function ChangesView({ register, from, to }: { register: RegisterId; from?: string; to?: string }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const at = useAt();
  if (head.isPending) return <Skeleton lines={8} label="Reading how long the log is" />;
  if (head.isError) {
    return (
      <>
        <DeclareFailure error={head.error} />
        <FailureNotice
          page
          failure={describeFailure(head.error)}
          retrying={head.isFetching}
          onRetry={retry}
        />
      </>
    );
  }
  const page = <DeclarePage page="list" checks={{ 'whole-log': NOT_SHOWN }} />;
  if (from === undefined || to === undefined) {
    return (
      <>
        {page}
        <PageHead
          title="What changed"
          note="Records added, changed and ended between any two sizes of the log."
        />
        <SizesCard register={register} head={head.data} {...sizesOffered(at, head.data.logSize)} />
      </>
    );
  }
  const { logSize } = head.data;
  const sizes = readSizes(from, to, logSize);
  if (sizes === undefined) {
    const [begin, end] = [readEnd(from, logSize), readEnd(to, logSize)];
    if (begin !== undefined && end !== undefined)
      return <DatedEnds register={register} from={begin} to={end} logSize={logSize} />;
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
        <div className={styles['below']}>
          <SizesCard register={register} head={head.data} {...sizesOffered(at, head.data.logSize)} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHead title="What changed" note={<Span from={sizes.from} to={sizes.to} />} />
      {sizes.turned && (
        <p className={styles['turned']} role="status">
          The address gives the larger size first; the changes are told from the smaller one on.
        </p>
      )}
      {sizes.from === sizes.to ? (
        <Notice title="Nothing lies between a log and itself">
          {page}
          <p>Both sizes are {formatNumber(sizes.to)}.</p>
        </Notice>
      ) : (
        <ChangesResult
          key={`${sizes.from} ${sizes.to}`}
          register={register}
          head={head.data}
          from={sizes.from}
          to={sizes.to}
        />
      )}
      <div className={styles['below']}>
        <SizesCard register={register} head={head.data} from={sizes.from} to={sizes.to} />
      </div>
    </>
  );
}

function Span({ from, to }: { from: number; to: number }) {
  return (
    <>
      from {from === 0 ? 'the empty log' : <Moment size={from} />} to <Moment size={to} />,{' '}
      {countOf(to - from, 'entry', 'entries')}
    </>
  );
}

function Moment({ size }: { size: number }) {
  const { data: last } = useQuery({ ...entryQuery(useSession(), size), enabled: size > 0 });
  return (
    <>
      size {formatNumber(size)}
      {last !== undefined && (
        <>
          {' '}
          (<Time at={last.timestamp} only="day" />)
        </>
      )}
    </>
  );
}
