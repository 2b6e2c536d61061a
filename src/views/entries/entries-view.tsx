import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHref, useLocation, useSearchParams } from 'react-router';
import type { Verdict } from '../../core/verdict.ts';
import { describeFailure } from '../../query/failure.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { seeNews, usePending } from '../../query/pending-updates.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { failed as notMade } from '../../query/report-check.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useFindDate } from '../../query/size-at-date.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import { useLogRows } from '../../query/use-log-rows.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Button } from '../../ui/button.tsx';
import { dateOrderWords, readDate } from '../../ui/earlier-size.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { numberIn } from '../../ui/paths.ts';
import { usePaths, useAt } from '../../ui/register-paths.ts';
import { type Rows, useRows } from '../../ui/scroller/use-rows.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { isNaming } from '../../ui/values/value.tsx';
import { Download } from '../shared/download.tsx';
import { PageFailure, QueryFailure } from '../shared/page-failure.tsx';
import { TryAgain } from '../shared/try-again.tsx';
import { useLogSize } from '../shared/use-log-size.ts';
import { LogRow, ONE_LINE, TWO_LINES } from './log-row.tsx';
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
  return <Log key={at} logSize={logSize} />;
}

const COLUMNS = ['entry', 'appended (UTC)', 'key', 'name', 'change', 'hash', 'verified'];

const NOT_LISTED: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'the list of entries ends before this one',
};

/** Log is the log up to `logSize`; one at an earlier size opens at its end. */
function Log({ logSize }: { logSize: number }) {
  const at = useAt();
  const past = at !== undefined;
  const retry = useRetry();
  const [params] = useSearchParams();
  const named = numberIn(params.get('entry'));
  const target = Number.isNaN(named) ? (past ? logSize : 1) : Math.min(named, logSize);
  // Fixed, so that any entry can be reached by arithmetic.
  const rowHeight = useMatches('(width < 760px)') ? TWO_LINES : ONE_LINE;
  const rows = useRows(logSize, rowHeight, target - 1);
  const { scroller, onScroll, topOf, start, end, first, last, resting, spacerHeight } = rows;
  const [marked, setMarked] = useState<number | undefined>(past || params.has('entry') ? target : undefined);
  const head = useHead();

  useFollowEnd(rows, logSize);
  useEffect(() => openRows(scroller.current), [scroller]);
  // Browsers move a box by some pixels while its text is laid out; that is not the reader’s scrolling.
  const unmoved = past && !params.has('entry') && last + 1 >= logSize;
  const moveTo = useEntryAddress(rows, target, unmoved);
  const goTo = useCallback(
    (entryNumber: number): undefined => {
      setMarked(entryNumber);
      moveTo(entryNumber);
      scroller.current?.focus({ preventScroll: true });
    },
    [moveTo, scroller],
  );
  const { entryAt, copied, isCopied, runOf, isUnread, remark, failed } = useLogRows(rows, logSize, at);
  const { data: { schema = [] } = {} } = useSummary();
  const isUnnamed = schema.length > 0 && !schema.some(({ id }) => isNaming(id));
  const rowsOnScreen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index): DeclaredCheck => {
    const entry = entryAt(first + index);
    if (entry === undefined)
      return isUnread(first + index) ? (failed?.error ? notMade(failed.error) : NOT_LISTED) : undefined;
    if (head.data !== undefined) return inclusionCheck(entry, head.data);
    return head.error === null ? undefined : notMade(head.error);
  });
  const isReading = rowsOnScreen.some((_, index) => !entryAt(first + index) && !isUnread(first + index));
  usePageChecks('log', { inclusion: rowsOnScreen }, past ? logSize : undefined);

  return (
    <section>
      <LogHead logSize={logSize} onGo={goTo} />
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
            aria-busy={isReading}
          >
            <div className={styles.spacer} style={{ blockSize: spacerHeight }}>
              {Array.from({ length: end - start }, (_, index) => {
                const row = start + index;
                return (
                  <LogRow
                    key={row}
                    entryNumber={row + 1}
                    entry={entryAt(row)}
                    copied={copied(row)}
                    run={runOf(row)}
                    unread={isUnread(row)}
                    top={topOf(row)}
                    height={rowHeight}
                    mayFetch={resting && row >= first - 1 && row <= last + 1}
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

interface LogHeadProps {
  readonly logSize: number;
  readonly onGo: (entryNumber: number) => undefined;
}

const ENDS = [
  { word: 'Oldest', which: 'first', icon: 'toFirst' },
  { word: 'Newest', which: 'last', icon: 'toLast' },
] as const;

/**
 * LogHead is the part above the log: what it is, and ways to go to an entry, by its number or a date.
 * Scrolling does not redraw it.
 */
const LogHead = memo(function LogHead({ logSize, onGo }: LogHeadProps) {
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
  const go = async (typed: string): Promise<string | undefined> => {
    setFound(undefined);
    const entryNumber = numberIn(typed.replaceAll(/[\s,#]/g, ''));
    if (entryNumber <= logSize) return moveTo(entryNumber);
    // A year beyond the log is a date; one within it is an entry number.
    const date = readDate(typed);
    if (date === undefined)
      return `The log has entries 1 to ${formatNumber(logSize)}; a date is written 2018-04-26.`;
    setFound(`Looking for ${date.words} …`);
    asked.current += 1;
    // Where the reader went meanwhile counts.
    const turn = asked.current;
    try {
      const place = await queries.fetchQuery(findDate(date.fromMs - 1));
      if (turn !== asked.current) return undefined;
      const next = place.size + 1;
      const words =
        next > logSize
          ? `The log ends before ${date.words}. This is its last entry.`
          : `Entry ${formatNumber(next)} is where ${date.words} (UTC) begins.`;
      setFound(`${words} ${dateOrderWords(place)}`);
      return onGo(Math.min(next, logSize));
    } catch (error) {
      if (turn !== asked.current) return undefined;
      setFound(undefined);
      return describeFailure(error).message;
    }
  };
  return (
    <>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry')} of the log, oldest to newest.`
              : 'The log, oldest to newest. Entries are only ever added at its end.'}{' '}
            <Link to={paths.view('changes')}>
              {past ? 'What changed since' : 'What changed between two sizes'}
            </Link>
          </>
        }
        actions={
          <>
            <TextForm label="Go to entry or date" size={10} className={`bar ${styles.goTo}`} onText={go} />
            {ENDS.map(({ word, which, icon }) => (
              <Button
                key={word}
                onClick={() => moveTo(which === 'first' ? 1 : logSize)}
                title={`To the ${which} entry`}
                aria-label={`${word}: to the ${which} entry`}
              >
                <Icon name={icon} size={16} /> <span className={styles.wide}>{word}</span>
              </Button>
            ))}
            <Download what="entries" />
          </>
        }
      />
      <p role="status" className={styles.found}>
        {found}
      </p>
    </>
  );
});

/**
 * useEntryAddress synchronises the address and the log: `?entry=` follows the reader's scrolling once the log
 * rests, and an address changed from outside (back, forward, a link) moves the log. `unmoved` is the position
 * without `?entry=`. Returns the function to go to an entry.
 */
function useEntryAddress(rows: Rows, target: number, unmoved: boolean): (entryNumber: number) => void {
  const { first, resting, scrolls, scrollToRow } = rows;
  const [, setParams] = useSearchParams();
  const here = useHref(useLocation().pathname);
  // Addresses written here return as `target` a little later; they must not move the log.
  const own = useRef(new Set([target]));
  const seenScrolls = useRef(0);
  const write = useCallback(
    (entryNumber: number) => {
      own.current.add(entryNumber);
      const change = (before: URLSearchParams): URLSearchParams => {
        const next = new URLSearchParams(before);
        next.set('entry', String(entryNumber));
        return next;
      };
      setParams(change, { replace: true });
    },
    [setParams],
  );
  useEffect(() => {
    if (own.current.has(target)) own.current = new Set([target]);
    else scrollToRow(target - 1);
  }, [target, scrollToRow]);
  useEffect(() => {
    if (!resting || scrolls === seenScrolls.current) return;
    seenScrolls.current = scrolls;
    // Do not overwrite the address of a page that is still loading.
    const isLeft = location.href.split('?')[0] !== new URL(here, location.href).href;
    if (!unmoved && !isLeft) write(first + 1);
  }, [first, resting, scrolls, unmoved, write, here]);
  return useCallback(
    (entryNumber: number) => {
      scrollToRow(entryNumber - 1);
      write(entryNumber);
    },
    [scrollToRow, write],
  );
}

/**
 * useFollowEnd keeps a reader at the end of the log there when it grows, and marks new
 * entries on view as seen.
 */
function useFollowEnd({ last, scrollToRow }: Rows, logSize: number): void {
  const session = useSession();
  // If another tab read them first, the news may arrive after they are on view.
  const { news } = usePending(session);
  const before = useRef({ last, logSize });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { last, logSize };
    if (logSize > was.logSize && was.last + 1 >= was.logSize) scrollToRow(logSize - 1);
  }, [last, logSize, scrollToRow]);
  useEffect(() => seeNews(session, last + 1), [session, last, logSize, news]);
}
