import { useQueries, useQuery } from '@tanstack/react-query';
import { Icon } from '../../ui/icon.tsx';
import { useState, type CSSProperties } from 'react';
import { useSearchParams } from 'react-router';
import type { Entry } from '../../core/model.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery } from '../../query/entry-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { useRows } from '../../ui/scroller/use-rows.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GoToEntry } from './go-to-entry.tsx';
import { LogRow } from './log-row.tsx';
import { TakeAway } from './take-away.tsx';
import { startingEntry, useEntryAddress } from './use-entry-address.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useRowHeight } from './use-row-height.ts';
import styles from './entries.module.css';

/** EntriesView is the whole log, oldest to newest; its address follows the first entry in view. */
export function EntriesView({ register }: { register: RegisterId }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  // A register without proofs still has a log: then its length is the summary's word.
  const present = head.data?.logSize ?? (head.isError ? summary.data?.totalEntries : undefined);
  const at = useAt();
  const logSize = at ?? present;
  if (logSize === undefined) {
    if (head.isError && !summary.isPending) {
      return (
        <FailureNotice
          page
          failure={describeFailure(head.error)}
          retrying={head.isFetching}
          onRetry={retry}
        />
      );
    }
    return <Skeleton lines={10} label="Loading the log" />;
  }
  if (logSize === 0) {
    return (
      <Notice page title="This log is empty">
        <p>Nothing has been registered yet. The root hash of an empty log is the hash of nothing at all.</p>
      </Notice>
    );
  }
  return <Log key={at} register={register} logSize={logSize} past={at !== undefined} />;
}

/** Log is the log up to `logSize`; one that ends in the past opens at its end, where that moment is. */
function Log({ register, logSize, past }: { register: RegisterId; logSize: number; past: boolean }) {
  const session = useSession();
  const retry = useRetry();
  const [params] = useSearchParams();
  const asked = startingEntry(params.get('entry'), logSize, past ? logSize : 1);
  const rowHeight = useRowHeight();
  const rows = useRows(logSize, rowHeight, asked - 1);
  const { scroller, onScroll, topOf, start, end, first, last, resting, spacerHeight } = rows;
  const [found, setFound] = useState<string>();
  const [marked, setMarked] = useState<number | undefined>(past || params.has('entry') ? asked : undefined);
  const head = useQuery(headQuery(session));

  useFollowEnd(rows, logSize);
  // Browsers move a box by some pixels while its text settles; that is no reader’s scrolling.
  const unmoved = past && !params.has('entry') && last + 1 >= logSize;
  const moveTo = useEntryAddress(rows, asked, unmoved);
  const goTo = (entryNumber: number): void => {
    setMarked(entryNumber);
    moveTo(entryNumber);
    scroller.current?.focus({ preventScroll: true });
  };

  const firstPage = Math.floor(start / ENTRIES_PER_PAGE);
  const lastPage = Math.floor(Math.max(start, end - 1) / ENTRIES_PER_PAGE);
  const pageNumbers = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const pages = useQueries({ queries: pageNumbers.map((page) => entriesPageQuery(session, page, logSize)) });
  const failed = pages.find((page) => page.isError);
  const entryAt = (row: number): Entry | undefined =>
    pages[Math.floor(row / ENTRIES_PER_PAGE) - firstPage]?.data?.[row % ENTRIES_PER_PAGE];

  return (
    <section className={styles['view']}>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry', 'entries')} of the log, oldest to newest.`
              : 'The log, oldest to newest. Entries are only ever added at its end.'}{' '}
            <Link to={pathTo({ view: 'changes', register })}>
              {past ? 'What changed since' : 'What changed between two sizes'}
            </Link>
          </>
        }
        actions={
          <>
            <GoToEntry logSize={logSize} onGo={goTo} onFound={setFound} />
            <Button
              onClick={() => goTo(1)}
              title="To the first entry"
              aria-label="Oldest: to the first entry"
            >
              <Icon name="toFirst" size={16} /> <span className={styles['wide']}>Oldest</span>
            </Button>
            <Button
              onClick={() => goTo(logSize)}
              title="To the newest entry"
              aria-label="Newest: to the last entry"
            >
              <Icon name="toLast" size={16} /> <span className={styles['wide']}>Newest</span>
            </Button>
            <TakeAway />
          </>
        }
      />
      <p role="status" className={styles['found']}>
        {found}
      </p>
      {failed?.error && (
        <div className={styles['failed']}>
          <FailureNotice
            failure={describeFailure(failed.error)}
            retrying={failed.isFetching}
            onRetry={retry}
          />
        </div>
      )}
      <div
        className={styles['sheet']}
        data-past={past || undefined}
        style={{ '--digits': formatNumber(logSize).length } as CSSProperties}
      >
        <div
          className={styles['table']}
          role="table"
          aria-label="Entries of the log"
          aria-rowcount={logSize + 1}
        >
          <div role="rowgroup">
            <div role="row" aria-rowindex={1} className={styles['header']}>
              <span role="columnheader">entry</span>
              <span role="columnheader">appended (UTC)</span>
              <span role="columnheader">key</span>
              <span role="columnheader">name</span>
              <span role="columnheader">change</span>
              <span role="columnheader">hash</span>
              <span role="columnheader">holds</span>
            </div>
          </div>
          <div
            ref={scroller}
            onScroll={onScroll}
            className={styles['scroller']}
            role="rowgroup"
            tabIndex={0}
            aria-label="Entries, scrollable"
          >
            <div className={styles['spacer']} style={{ blockSize: spacerHeight }}>
              {Array.from({ length: end - start }, (_, index) => {
                const row = start + index;
                return (
                  <LogRow
                    key={row}
                    register={register}
                    entryNumber={row + 1}
                    entry={entryAt(row)}
                    head={head.data}
                    top={topOf(row)}
                    height={rowHeight}
                    curious={resting}
                    marked={marked === row + 1}
                  />
                );
              })}
            </div>
          </div>
        </div>
        <p className={styles['foot']} role="status">
          {last + 1 >= logSize
            ? `End of the log${past ? ' at this size' : ''}: ${countOf(logSize, 'entry', 'entries')}.`
            : `Entries ${formatNumber(first + 1)} to ${formatNumber(last + 1)} of ${formatNumber(logSize)}.`}
        </p>
      </div>
    </section>
  );
}
