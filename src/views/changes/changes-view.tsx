import { useQuery } from '@tanstack/react-query';
import { entryQuery } from '../../query/entry-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { beginningCheck } from '../../query/inclusion-queries.ts';
import { DeclarePage, useVerdict } from '../../query/use-page-checks.ts';
import { NOT_SHOWN } from '../../query/use-whole-log.ts';
import { PageFailure } from '../shared/page-failure.tsx';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Checkpoint } from '../../core/model.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { readEnd, readSizes, sizesOffered } from './changes-address.ts';
import { ChangesResult } from './changes-result.tsx';
import { DatedEnds, SizesCard } from './sizes-card.tsx';
import styles from './changes.module.css';

/** ChangesView says what changed between two log sizes, record by record; without sizes it asks for them. */
export function ChangesView({ from, to }: { from?: string; to?: string }) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const at = useAt();
  if (head.isPending) return <Skeleton lines={8} label="Reading how long the log is" />;
  if (head.isError) {
    return <PageFailure error={head.error} retrying={head.isFetching} />;
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
        <SizesCard head={head.data} {...sizesOffered(at, head.data.logSize)} />
      </>
    );
  }
  const { logSize } = head.data;
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
        <div className={styles['below']}>
          <SizesCard head={head.data} {...sizesOffered(at, head.data.logSize)} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHead title="What changed" note={<Span from={sizes.from} to={sizes.to} head={head.data} />} />
      {sizes.turned && (
        <p className={styles['turned']} role="status">
          The address gives the larger size first; changes are listed from the smaller one on.
        </p>
      )}
      {sizes.from === sizes.to ? (
        <Notice title="Both sizes are the same">
          {page}
          <p>There are no entries between {formatNumber(sizes.to)} and itself.</p>
        </Notice>
      ) : (
        <ChangesResult
          key={`${sizes.from} ${sizes.to}`}

          head={head.data}
          from={sizes.from}
          to={sizes.to}
        />
      )}
      <div className={styles['below']}>
        <SizesCard head={head.data} from={sizes.from} to={sizes.to} />
      </div>
    </>
  );
}

function Span({ from, to, head }: { from: number; to: number; head: Checkpoint }) {
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
