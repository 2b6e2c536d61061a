import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type CSSProperties, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Verdict } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { failed as notMade } from '../../query/report-check.ts';
import { useRetry } from '../../query/session.ts';
import { useFindDate } from '../../query/size-at-date.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import { useLogRows } from '../../query/use-log-rows.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { dateOrderWords, readDate } from '../../ui/earlier-size.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn } from '../../ui/paths.ts';
import { usePaths, useAt } from '../../ui/register-paths.ts';
import { useRows } from '../../ui/scroller/use-rows.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { isNaming } from '../../ui/values/value.tsx';
import { Download } from '../shared/download.tsx';
import { PageFailure, QueryFailure } from '../shared/page-failure.tsx';
import { TryAgain } from '../shared/try-again.tsx';
import { useLogSize } from '../shared/use-log-size.ts';
import { useEntryAddress, useFollowEnd, useRowKeys } from './log-position.ts';
import { LogRow, ONE_LINE, TWO_LINES } from './log-row.tsx';
import styles from './entries.module.css';

/**
 * EntriesView is the whole log, newest first or oldest first; its address follows the first entry in view. An
 * entry without an order is in the log from there on.
 */
export function EntriesView() {
  const at = useAt();
  const [params] = useSearchParams();
  const isNewest = params.get('order') === 'newest' || !(params.has('entry') || params.has('order'));
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
  return <Log key={`${at} ${isNewest}`} {...{ logSize, isNewest }} />;
}

const COLUMNS = ['entry', 'appended (UTC)', 'key', 'name', 'change', 'hash', 'verified'];

const NOT_LISTED: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'the list of entries ends before this one',
};

interface LogProps {
  readonly logSize: number;
  readonly isNewest: boolean;
}

/** Log is the log up to `logSize`, newest or oldest entry first. */
function Log({ logSize, isNewest }: LogProps) {
  const at = useAt();
  const past = at !== undefined;
  const retry = useRetry();
  const [params] = useSearchParams();
  const named = numberIn(params.get('entry'));
  const entryOf = (row: number): number => (isNewest ? logSize - row : row + 1);
  const rowOf = (entryNumber: number): number => (isNewest ? logSize - entryNumber : entryNumber - 1);
  const target = Number.isNaN(named) ? entryOf(0) : Math.min(named, logSize);
  // Fixed, so that any entry can be reached by arithmetic.
  const rowHeight = useMatches('(width < 760px)') ? TWO_LINES : ONE_LINE;
  const rows = useRows(logSize, rowHeight, rowOf(target));
  const { scroller, onScroll, topOf, start, end, first, last, resting, spacerHeight } = rows;
  const [marked, setMarked] = useState<number | undefined>(past || params.has('entry') ? target : undefined);
  const head = useHead();

  useFollowEnd(rows, logSize, isNewest);
  useEffect(() => openRows(scroller.current), [scroller]);
  // Browsers move a box by some pixels while its text is laid out; that is not the reader’s scrolling.
  const unmoved = !params.has('entry') && first === 0;
  const moveTo = useEntryAddress(rows, isNewest, target, rowOf(target), entryOf(first), unmoved);
  const focusRow = useRowKeys(rows, logSize);
  const goTo = (entryNumber: number): undefined => {
    setMarked(entryNumber);
    moveTo(entryNumber, rowOf(entryNumber));
    focusRow(rowOf(entryNumber));
  };
  const inLog = isNewest
    ? { start: logSize - end, end: logSize - start, heading: -rows.heading as typeof rows.heading }
    : {};
  const log = useLogRows({ ...rows, ...inLog }, logSize, at);
  const { isCopied, remark, failed } = log;
  const { data: { schema = [] } = {} } = useSummary();
  const isUnnamed = schema.length > 0 && !schema.some(({ id }) => isNaming(id));
  const onScreen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const place = entryOf(first + index) - 1;
    return { entry: log.entryAt(place), isUnread: log.isUnread(place) };
  });
  const checks = onScreen.map(({ entry, isUnread }): DeclaredCheck => {
    if (entry === undefined)
      return isUnread ? (failed?.error ? notMade(failed.error) : NOT_LISTED) : undefined;
    if (head.data !== undefined) return inclusionCheck(entry, head.data);
    return head.error === null ? undefined : notMade(head.error);
  });
  const isReading = onScreen.some(({ entry, isUnread }) => !entry && !isUnread);
  usePageChecks('log', { inclusion: checks }, past ? logSize : undefined);

  return (
    <section>
      <LogHead {...{ logSize, isNewest }} onGo={goTo} />
      <TryAgain />
      {failed?.error && (
        <div className={styles.remark}>
          <QueryFailure query={{ ...failed, refetch: retry }} />
        </div>
      )}
      {remark && (
        <p className={styles.remark}>
          {remark} The entries were put in order here; each is checked on its own.
        </p>
      )}
      <div
        className={styles.sheet}
        data-past={past || undefined}
        data-unnamed={isUnnamed || undefined}
        data-unchanged={!isCopied || undefined}
        data-long={logSize >= 1_000_000 || undefined}
        style={{ '--digits': formatNumber(logSize).length } as CSSProperties}
      >
        <div role="grid" aria-label="Entries of the log" aria-rowcount={logSize + 1}>
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
            aria-busy={isReading}
          >
            <div className={styles.spacer} style={{ blockSize: spacerHeight }}>
              {Array.from({ length: end - start }, (_, index) => {
                const row = start + index;
                const place = entryOf(row) - 1;
                return (
                  <LogRow
                    key={place}
                    row={row}
                    entryNumber={place + 1}
                    entry={log.entryAt(place)}
                    copied={log.copied(place)}
                    run={log.runOf(place)}
                    unread={log.isUnread(place)}
                    isCopied={isCopied}
                    top={topOf(row)}
                    height={rowHeight}
                    mayFetch={resting && row >= first - 1 && row <= last + 1}
                    marked={marked === place + 1}
                  />
                );
              })}
            </div>
          </div>
        </div>
        <p className={styles.foot}>
          {`Entries ${formatNumber(entryOf(first))} to ${formatNumber(entryOf(last))} of ${formatNumber(logSize)}.`}
        </p>
      </div>
    </section>
  );
}

const ORDERS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const;

/**
 * LogHead is the part above the log: what it is, its order, and ways to go to an entry, by its number or a date.
 */
function LogHead({ logSize, isNewest, onGo }: LogProps & { onGo: (entryNumber: number) => undefined }) {
  const past = useAt() !== undefined;
  const paths = usePaths();
  const queries = useQueryClient();
  const findDate = useFindDate(logSize);
  const [found, setFound] = useState<string>();
  const asked = useRef(0);
  const moveTo = (entryNumber: number): undefined => {
    asked.current += 1;
    setFound(undefined);
    return onGo(entryNumber);
  };
  const go = (typed: string): string | undefined => {
    const entryNumber = numberIn(typed.replaceAll(/[\s,#]/g, ''));
    if (entryNumber <= logSize) return moveTo(entryNumber);
    return `The log has entries 1 to ${formatNumber(logSize)}.`;
  };
  const goToDate = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const date = target.validity.valid ? readDate(target.value) : undefined;
    if (date === undefined) return;
    setFound(`Looking for ${date.words} …`);
    asked.current += 1;
    // Where the reader went meanwhile counts.
    const turn = asked.current;
    try {
      const place = await queries.fetchQuery(findDate(date.fromMs - 1));
      if (turn !== asked.current) return;
      const next = place.size + 1;
      const words =
        next > logSize
          ? `The log ends before ${date.words}. This is its last entry.`
          : `Entry ${formatNumber(next)} is where ${date.words} (UTC) begins.`;
      setFound(`${words} ${dateOrderWords(place)}`);
      onGo(Math.min(next, logSize));
    } catch (error) {
      if (turn === asked.current) setFound(describeFailure(error).message);
    }
  };
  return (
    <>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry')} of the log.`
              : 'Entries are only ever added, at the newest end.'}{' '}
            <Link to={paths.view('changes')}>
              {past ? 'What changed since' : 'What changed between two sizes'}
            </Link>
          </>
        }
        actions={
          <>
            <nav className="row" aria-label="Order">
              {ORDERS.map(([order, words]) => (
                <Link
                  key={order}
                  className={styles.order}
                  to={`${paths.view('entries')}?order=${order}`}
                  aria-current={isNewest === (order === 'newest') || undefined}
                >
                  {words}
                </Link>
              ))}
            </nav>
            <TextForm
              label="Go to entry"
              size={8}
              inputMode="numeric"
              className={`bar ${styles.goTo}`}
              onText={go}
            />
            <label className={`bar quiet ${styles.goTo}`}>
              or date
              <input type="date" min="1970-01-01" onChange={(event) => void goToDate(event)} />
            </label>
            <Download what="entries" />
          </>
        }
      />
      <p role="status" className={styles.found}>
        {found}
      </p>
    </>
  );
}
