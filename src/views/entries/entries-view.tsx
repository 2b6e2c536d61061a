import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Verdict } from '../../core/verdict.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useLogPages } from '../../query/log-pages.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { failed as notMade } from '../../query/report-check.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Notice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { openRows } from '../../ui/open-row.ts';
import { useRows } from '../../ui/scroller/use-rows.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure, QueryFailure } from '../shared/page-failure.tsx';
import { useLogSize } from '../shared/use-log-size.ts';
import { LogHead } from './log-head.tsx';
import { LogRow } from './log-row.tsx';
import { startingEntry, useEntryAddress, useFollowEnd, useRowHeight } from './use-log-position.ts';
import styles from './entries.module.css';

/** EntriesView is the whole log, oldest to newest; its address follows the first entry in view. */
export function EntriesView() {
  const at = useAt();
  const { logSize, failed } = useLogSize();
  if (failed !== undefined) return <PageFailure page="log" query={failed} />;
  if (logSize === undefined) return <Skeleton lines={10} label="Loading the log" />;
  if (logSize === 0) {
    return (
      <Notice page title="This log is empty">
        <DeclarePage page="log" checks={{ inclusion: EMPTY_LOG }} />
        <p>Nothing has been registered yet. The root hash of an empty log is the hash of nothing at all.</p>
      </Notice>
    );
  }
  return <Log key={at} logSize={logSize} past={at !== undefined} />;
}

const COLUMNS = ['entry', 'appended (UTC)', 'key', 'name', 'change', 'hash', 'verified'];

const NOT_LISTED: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'the list of entries ends before this one',
};

/** Log is the log up to `logSize`; one at an earlier size opens at its end. */
function Log({ logSize, past }: { logSize: number; past: boolean }) {
  const session = useSession();
  const retry = useRetry();
  const [params] = useSearchParams();
  const asked = startingEntry(params.get('entry'), logSize, past ? logSize : 1);
  const rowHeight = useRowHeight();
  const rows = useRows(logSize, rowHeight, asked - 1);
  const { scroller, onScroll, topOf, start, end, first, last, resting, spacerHeight } = rows;
  const [marked, setMarked] = useState<number | undefined>(past || params.has('entry') ? asked : undefined);
  const head = useQuery(headQuery(session));

  useFollowEnd(rows, logSize);
  useEffect(() => openRows(scroller.current), [scroller]);
  // Browsers move a box by some pixels while its text is laid out; that is not the reader’s scrolling.
  const unmoved = past && !params.has('entry') && last + 1 >= logSize;
  const moveTo = useEntryAddress(rows, asked, unmoved);
  const goTo = useCallback(
    (entryNumber: number): undefined => {
      setMarked(entryNumber);
      moveTo(entryNumber);
      scroller.current?.focus({ preventScroll: true });
    },
    [moveTo, scroller],
  );
  const { entryAt, isUnread, remark, failed } = useLogPages(rows, logSize, resting);
  const rowsOnScreen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index): Declared => {
    const entry = entryAt(first + index);
    if (entry === undefined)
      return isUnread(first + index) ? (failed?.error ? notMade(failed.error) : NOT_LISTED) : undefined;
    if (head.data !== undefined) return inclusionCheck(entry, head.data);
    return head.error === null ? undefined : notMade(head.error);
  });
  usePageChecks('log', { inclusion: rowsOnScreen }, past ? logSize : undefined);

  return (
    <section>
      <LogHead logSize={logSize} past={past} onGo={goTo} />
      {failed?.error && (
        <div className={styles.remark}>
          <QueryFailure query={{ ...failed, refetch: retry }} />
        </div>
      )}
      {remark !== undefined && (
        <p className={styles.remark}>
          {remark} The entries were put in order here; each is checked on its own.
        </p>
      )}
      <div
        className={styles.sheet}
        data-past={past || undefined}
        data-long={logSize >= 1_000_000 || undefined}
        style={{ '--digits': formatNumber(logSize).length } as CSSProperties}
      >
        <div role="table" aria-label="Entries of the log" aria-rowcount={logSize + 1}>
          <div role="rowgroup">
            <div role="row" aria-rowindex={1} className={styles.header}>
              {COLUMNS.map((name) => (
                <span key={name} role="columnheader">
                  {name}
                </span>
              ))}
            </div>
          </div>
          <div
            ref={scroller}
            onScroll={onScroll}
            className={styles.scroller}
            role="rowgroup"
            tabIndex={0}
            aria-label="Entries, scrollable"
          >
            <div className={styles.spacer} style={{ blockSize: spacerHeight }}>
              {Array.from({ length: end - start }, (_, index) => {
                const row = start + index;
                return (
                  <LogRow
                    key={row}
                    entryNumber={row + 1}
                    entry={entryAt(row)}
                    unread={isUnread(row)}
                    top={topOf(row)}
                    height={rowHeight}
                    mayFetch={resting}
                    marked={marked === row + 1}
                  />
                );
              })}
            </div>
          </div>
        </div>
        <p className={styles.foot} role="status">
          {last + 1 >= logSize
            ? `End of the log${past ? ' at this size' : ''}: ${countOf(logSize, 'entry')}.`
            : `Entries ${formatNumber(first + 1)} to ${formatNumber(last + 1)} of ${formatNumber(logSize)}.`}
        </p>
      </div>
    </section>
  );
}
