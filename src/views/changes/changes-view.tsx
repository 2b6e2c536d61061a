import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { beginningCheck } from '../../query/inclusion-queries.ts';
import { useSinceVisit } from '../../query/memory-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { DeclarePage, useVerdict } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type DateSpan, readDate } from '../../ui/earlier-size.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link, useGo, usePaths, useAt } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Instant, Time } from '../../ui/time.tsx';
import { CompareNav } from '../shared/compare-page.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { ChangesResult } from './changes-result.tsx';
import { TextPairForm } from '../../ui/text-form.tsx';

/** SpanEnd is one end of a span: a log size, or a date. */
type SpanEnd = number | DateSpan;

/**
 * readEnd reads a log size, 0 to `largest`, or a date with its month; undefined for anything else. Digits
 * alone are a size, never a year.
 */
export function readEnd(text: string, largest: number): SpanEnd | undefined {
  const digits = text.trim().replaceAll(/(?<=\d)[\s,](?=\d{3}(?:\D|$))/g, '');
  if (!/^\d+$/.test(digits)) return readDate(text);
  return /^(?:0|[1-9]\d{0,14})$/.test(digits) && Number(digits) <= largest ? Number(digits) : undefined;
}

/** ChangesView shows the changes between two log sizes, record by record; without sizes those by the newest entries. */
export function ChangesView({ from, to }: { from?: string; to?: string }) {
  const head = useHead();
  const at = useAt();
  const paths = usePaths();
  if (head.isPending) return <Skeleton title="What changed" lines={8} label="Reading how long the log is" />;
  if (head.isError) return <PageFailure query={head} />;
  const { logSize } = head.data;
  const [begin, end] = [from, to].map((text) => (text === undefined ? undefined : readEnd(text, logSize)));
  if (typeof begin === 'number' && typeof end === 'number')
    return <Between head={head.data} from={begin} to={end} />;
  if (begin !== undefined && end !== undefined) return <DatedEnds from={begin} to={end} logSize={logSize} />;
  const earlier = at !== undefined && at < logSize ? at : Math.max(0, logSize - 10);
  if (from === undefined && logSize > 0) return <Navigate replace to={paths.changes(earlier, logSize)} />;
  return (
    <div className="stack">
      <DeclarePage page="none" />
      <PageHead
        title="What changed"
        note="Records added, changed and ended between any two sizes of the log."
        actions={<CompareNav here="changes" />}
      />
      {from !== undefined && (
        <Notice live title="These are not two sizes of this log">
          <Literal text={`${from}, ${to}`} most={100} />
        </Notice>
      )}
      <SizesCard head={head.data} from={earlier} to={logSize} />
    </div>
  );
}

/** SpanSizes are two sizes of the current log. */
interface SpanSizes {
  readonly head: Checkpoint;
  readonly from: number;
  readonly to: number;
}

function Between({ head, from, to }: SpanSizes) {
  const paths = usePaths();
  if (from > to) return <Navigate replace to={paths.changes(to, from)} />;
  const note = (
    <>
      from <DatedSize size={from} head={head} /> to <DatedSize size={to} head={head} />,{' '}
      {countOf(to - from, 'entry')}
    </>
  );
  return (
    <>
      <PageHead title="What changed" note={note} actions={<CompareNav here="changes" />} />
      <div className="stack ordered">
        <SizesCard {...{ head, from, to }} />
        {from === to ? (
          <Notice title="Both sizes are the same">
            <DeclarePage page="none" />
          </Notice>
        ) : (
          <ChangesResult key={`${from} ${to}`} {...{ head, from, to }} />
        )}
      </div>
    </>
  );
}

/**
 * DatedSize is a size, with the date of its last entry once that entry is proved to end the log of that size.
 */
function DatedSize({ size, head }: { size: number; head: Checkpoint }) {
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

/**
 * SizesCard asks for the two sizes, and offers the changes since this browser's last visit; `from` and
 * `to` are the initial sizes.
 */
function SizesCard({ head: { logSize, ...head }, from, to }: SpanSizes) {
  const paths = usePaths();
  const go = useGo();
  return (
    <Card title="Between which sizes" note={`the log has ${countOf(logSize, 'entry')}`}>
      <div className="halves">
        <TextPairForm
          key={`${from} ${to}`}
          labels={['From size or date', 'to size or date']}
          start={[from, to]}
          button="Show what changed"
          onTexts={(...texts) => {
            const [begin, end] = texts.map((text) => readEnd(text, logSize));
            if (begin === undefined || end === undefined)
              return `Sizes are whole numbers from 0 to ${formatNumber(logSize)}; dates are such as 2018-06-13 or 13 June 2018.`;
            go(paths.changes(textOf(begin), textOf(end)));
            return undefined;
          }}
        />
        <div>
          <SinceVisit head={{ ...head, logSize }} />
          <p className="line">
            {[10, 100]
              .filter((count) => count < logSize)
              .map((count) => (
                <Link key={count} to={paths.changes(logSize - count, logSize)}>
                  Show the last {countOf(count, 'entry')}
                </Link>
              ))}
            <Link to={paths.changes(0, logSize)}>Since the log began</Link>
          </p>
        </div>
      </div>
    </Card>
  );
}

function textOf(end: SpanEnd): string {
  return typeof end === 'object' ? end.text : String(end);
}

function SinceVisit({ head }: { head: Checkpoint }) {
  const paths = usePaths();
  const since = useSinceVisit(head);
  if (since === undefined)
    return <p className="quiet">On your next visit you can see here what was added since this one.</p>;
  return (
    <p className="quiet">
      <Link className={buttonClass()} to={paths.changes(since.logSize, head.logSize)}>
        {since.imported ? 'Since the root hash imported from a file' : 'Since your last visit'}:{' '}
        {countOf(head.logSize - since.logSize, 'entry')}
      </Link>{' '}
      The log had {countOf(since.logSize, 'entry')} then, on <Instant at={since.seenAtMs} />.
    </p>
  );
}

/** DatedEnds finds the sizes of the dates in an address and navigates to them. */
function DatedEnds({ from, to, logSize }: { from: SpanEnd; to: SpanEnd; logSize: number }) {
  const paths = usePaths();
  const one = useSizeOf(from, logSize);
  const other = useSizeOf(to, logSize);
  const error = one.error ?? other.error;
  if (error !== null)
    return <PageFailure query={{ error, isFetching: one.isFetching || other.isFetching }} />;
  if (one.size === undefined || other.size === undefined)
    return <Skeleton lines={6} label="Looking for the place of these dates in the log" />;
  return <Navigate replace to={paths.changes(one.size, other.size)} />;
}

function useSizeOf(end: SpanEnd, logSize: number) {
  const { found, ...query } = useSizeAtDate(typeof end === 'number' ? undefined : end.untilMs, logSize);
  return { size: typeof end === 'number' ? end : found?.size, ...query };
}
