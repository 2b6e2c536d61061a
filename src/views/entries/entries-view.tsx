import { type ReactNode, useState, type ChangeEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/session.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import { type KeyRows, useKeyRows, useLogRows } from './log-row-queries.ts';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link, useGo, usePaths, useAt } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { numberIn } from '../../ui/paths.ts';
import { useRows } from '../../ui/scroller/use-rows.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { PageFailure, QueryFailure, TryAgain } from '../shared/page-failure.tsx';
import { useLogSize } from '../shared/register-facts.ts';
import { useEntryAddress, useFollowEnd, useRowKeys } from './log-position.ts';
import { LogSheet, useRowHeight } from './log-sheet.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useSummary } from '../../query/register-queries.ts';
import { useFindDate } from '../../query/size-at-date.ts';
import { dateOrderWords, readDate } from '../../ui/earlier-size.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TextForm } from '../../ui/text-form.tsx';
import { Download } from '../shared/download.tsx';
import styles from './entries.module.css';

/**
 * EntriesView is the whole log, newest first or oldest first; its address follows the first entry in view. An
 * entry without an order is in the log from there on. With a key in the address it is the entries of that key.
 */
export function EntriesView() {
  const at = useAt();
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const isNewest = params.get('order') === 'newest' || !(params.has('entry') || params.has('order'));
  const { logSize, failed } = useLogSize();
  if (failed !== undefined) return <PageFailure page="log" query={failed} />;
  if (logSize === undefined) return <Skeleton title="Entries" lines={10} label="Loading the log" />;
  if (logSize === 0) {
    return (
      <Notice page title="This log is empty">
        <DeclarePage page="log" checks={{ inclusion: EMPTY_LOG }} />
        <p>Nothing has been registered yet. The root hash of an empty log is the hash of nothing at all.</p>
      </Notice>
    );
  }
  if (key !== '') return <KeyLog {...{ logSize, isNewest }} recordKey={key} />;
  return <Log key={`${at} ${isNewest}`} {...{ logSize, isNewest }} />;
}

/** Log is the log up to `logSize`, newest or oldest entry first. */
function Log({ logSize, isNewest }: LogProps) {
  const at = useAt();
  const retry = useRetry();
  const [params] = useSearchParams();
  const named = numberIn(params.get('entry'));
  const entryOf = (row: number): number => (isNewest ? logSize - row : row + 1);
  const rowOf = (entryNumber: number): number => (isNewest ? logSize - entryNumber : entryNumber - 1);
  const target = Number.isNaN(named) ? entryOf(0) : Math.min(named, logSize);
  const rows = useRows(logSize, useRowHeight(), rowOf(target));
  const { start, end, first, last } = rows;
  const [marked, setMarked] = useState<number | undefined>(
    at !== undefined || params.has('entry') ? target : undefined,
  );
  useFollowEnd(rows, logSize, isNewest);
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
  const { remark, failed } = log;
  return (
    <>
      <LogHead {...{ logSize, isNewest }} onGo={goTo} />
      <TryAgain />
      {failed?.error && (
        <div className="quiet above">
          <QueryFailure query={{ ...failed, refetch: retry }} />
        </div>
      )}
      {remark && (
        <p className="quiet above">
          {remark} The entries were put in order here; each is checked on its own.
        </p>
      )}
      <LogSheet {...{ rows, logSize, entryOf, log, marked }} total={logSize}>
        {`Entries ${formatNumber(entryOf(first))} to ${formatNumber(entryOf(last))} of ${formatNumber(logSize)}.`}
      </LogSheet>
    </>
  );
}

/** KeyLog is the entries of one key in the log up to `logSize`. */
function KeyLog({ recordKey, logSize, isNewest }: LogProps & { recordKey: string }) {
  const paths = usePaths();
  const source = useSource();
  const found = useKeyRows(recordKey, logSize, useAt());
  const { entries, isCopied, failed } = found;
  const none = entries?.length === 0 || (failed !== undefined && describeFailure(failed.error).notFound);
  if (failed && !none) return <PageFailure page="log" query={failed} />;
  const whose = isCopied
    ? `among the ${countOf(logSize, 'entry')} of the log, all of which were read here`
    : `as listed by the ${SOURCE_WORDS[source].name}`;
  return (
    <>
      <LogHead {...{ logSize, isNewest, recordKey }} />
      <TryAgain />
      {none ? (
        <Notice live title="No entry of this key">
          <DeclarePage page="none" />
          <p>
            <Literal text={recordKey} most={300} /> is no key {whose}. Keys are written exactly, capital
            letters too.
          </p>
        </Notice>
      ) : entries === undefined ? (
        <Skeleton lines={4} label="Reading the entries of this key" />
      ) : (
        <KeySheet key={`${recordKey} ${isNewest}`} {...{ found, entries, logSize, isNewest }}>
          {`${countOf(entries.length, 'entry')} of this key, ${whose}. `}
          <Link to={paths.record(recordKey)}>Open the record</Link>
        </KeySheet>
      )}
    </>
  );
}

function KeySheet({
  found: { copied, isCopied },
  entries,
  logSize,
  isNewest,
  children,
}: LogProps & {
  found: KeyRows;
  entries: readonly Entry[];
  children: ReactNode;
}) {
  const total = entries.length;
  const rows = useRows(total, useRowHeight(), 0);
  useRowKeys(rows, total);
  const shown = isNewest ? entries.toReversed() : entries;
  const byNumber = new Map(entries.map((entry) => [entry.entryNumber, entry]));
  return (
    <LogSheet
      {...{ rows, total, logSize }}
      entryOf={(row) => shown[row]?.entryNumber ?? 0}
      log={{
        entryAt: (place) => byNumber.get(place + 1),
        copied: (place) => copied.get(place + 1),
        runOf: () => undefined,
        isUnread: () => false,
        isCopied,
        failed: undefined,
      }}
    >
      {children}
    </LogSheet>
  );
}

/** LogProps are the size of the log, and its order. */
interface LogProps {
  readonly logSize: number;
  readonly isNewest: boolean;
}

const ORDERS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const;

/**
 * LogHead is the part above the log: what it is, the key whose entries it shows, its order, and ways to go to an
 * entry, by its number or a date.
 */
function LogHead({
  logSize,
  isNewest,
  recordKey,
  onGo,
}: LogProps & {
  /** The only key shown, if there is one. */
  recordKey?: string;
  /** Goes to an entry; absent where only those of a key are shown. */
  onGo?: (entryNumber: number) => undefined;
}) {
  const past = useAt() !== undefined;
  const { view, entries } = usePaths();
  const { data: about } = useSummary();
  const goTo = useGo();
  const queries = useQueryClient();
  const findDate = useFindDate(logSize);
  const [found, setFound] = useState<string>();
  const asked = useRef(0);
  const moveTo = (entryNumber: number): undefined => {
    asked.current += 1;
    setFound(undefined);
    return onGo?.(entryNumber);
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
      onGo?.(Math.min(next, logSize));
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
              ? `The first ${logSize === 1 ? 'entry' : countOf(logSize, 'entry')} of the log.`
              : 'A log may only grow at its end.'}{' '}
            <Link to={view('items')}>View all {about?.variant === 'blob' ? 'blobs' : 'items'}</Link>
          </>
        }
        actions={<Download what="entries" />}
      />
      <div className={`bar above ${styles.tools} unprinted`}>
        <TextForm
          key={recordKey}
          label="Filter by key"
          className="bar"
          size={8}
          defaultValue={recordKey}
          onText={(typed) => {
            if (typed.trim() === '') return 'Type a key, such as that of a record.';
            goTo(entries({ key: typed.trim() }));
            return undefined;
          }}
        />
        {onGo === undefined ? (
          <Link to={view('entries')}>Show all entries</Link>
        ) : (
          <>
            <TextForm label="Go to entry" size={8} inputMode="numeric" className="bar" onText={go} />
            <label className="bar quiet">
              or date
              <input type="date" min="1970-01-01" onChange={(event) => void goToDate(event)} />
            </label>
          </>
        )}
        <nav className="row pills" aria-label="Order">
          {ORDERS.map(([order, words]) => (
            <Link
              key={order}
              to={entries({ ...(recordKey && { key: recordKey }), order })}
              aria-current={isNewest === (order === 'newest') || undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      <p className={styles.found} data-announce="">
        {found}
      </p>
    </>
  );
}
