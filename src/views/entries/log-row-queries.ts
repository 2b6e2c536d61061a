import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect } from 'react';
import { isSameHead } from '../../core/check-result.ts';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import { type CopiedRow, ROWS_AT_ONCE } from '../../log/log-rows.ts';
import { copyIn } from '../../query/copy-controller.ts';
import { copyAnswer, isCopyComing, NO_COPY, useCopy } from '../../query/copy.ts';
import { checkedItemQuery, entryDataCheckQuery } from '../../query/data-queries.ts';
import type { FailedQuery } from '../../query/failure.ts';
import { inclusionCheck } from '../../query/inclusion-queries.ts';
import { entryQuery, trailQuery } from '../../query/record-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import {
  ENTRIES_PER_PAGE,
  entriesPageQuery,
  listRemarkQuery,
  runCheckQuery,
  type RunProgress,
} from '../../query/log-page-queries.ts';
import { checkOf, NO_HEAD, useSession } from '../../query/session.ts';

/** READ_WHOLE is the longest log, in entries, of which the log view reads all at once. */
const READ_WHOLE = 1_000;

/** AHEAD is how many rows ahead of the view pages are requested, in the direction of the scroll. */
const AHEAD = 40;

const NOT_BEGUN: RunProgress = { check: undefined, data: undefined };

/** VisibleRows is the range of log rows on view, 0-based, `end` excluded, and its movement (ui/scroller). */
interface VisibleRows {
  readonly start: number;
  readonly end: number;
  readonly heading: -1 | 0 | 1;
  readonly hurried: boolean;
  readonly resting: boolean;
}

/**
 * useLogRows reads a stretch of the log of `logSize` entries: from a verified copy of the whole register, which is
 * read at once if it is small, else by pages, whose entries are proved as runs once the log rests. It requests no
 * pages during a fast scroll and cancels those for pages left.
 * - entryAt: the entry of a row, 0-based; undefined until it is read
 * - copied: a row with its data, from the copy
 * - isCopied: whether rows come from the copy, or will
 * - runOf: the progress of proving the run that a row is in
 * - isUnread: whether the request for a row's page ended without the entry: it failed, or the server sent
 *   fewer
 * - remark: a sentence about wrong order in the list: the entries were put in order, and
 *   missing ones read one by one
 * - failed: a page that could not be read, if there is one
 */
export function useLogRows(rows: VisibleRows, logSize: number, at: number | undefined) {
  const session = useSession();
  const { data: head } = useHead();
  const copy = useCopiedRows(rows, logSize, at, head);
  const { data: { remark } = {} } = useQuery(listRemarkQuery(session));
  const { heading, hurried, resting } = rows;
  const from = Math.max(0, heading < 0 ? rows.start - AHEAD : rows.start);
  const to = Math.min(logSize, heading > 0 ? rows.end + AHEAD : rows.end);
  const first = Math.floor(from / ENTRIES_PER_PAGE);
  const last = Math.floor(Math.max(from, to - 1) / ENTRIES_PER_PAGE);
  const numbers = copy.hasAll ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({
    queries: Array.from(numbers, (page) => ({
      ...entriesPageQuery(session, page, logSize),
      enabled: !hurried,
    })),
  });
  const read = pages.flatMap(({ data }) => (data && data.length > 0 ? [data] : []));
  const checks = read.map((entries) => runCheckQuery(session, entries, head ?? NO_HEAD));
  const proofs = useQueries({
    queries: checks.map((check) => ({ ...check, enabled: head !== undefined && resting })),
  });
  const pageOf = (row: number) => pages[Math.floor(row / ENTRIES_PER_PAGE) - first];
  const copied = (row: number): CopiedRow | undefined => copy.rowAt(row);
  const entryAt = (row: number): Entry | undefined =>
    copied(row)?.entry ?? pageOf(row)?.data?.[row % ENTRIES_PER_PAGE];
  return {
    entryAt,
    copied,
    isCopied: copy.isUsed,
    runOf(row: number): RunProgress {
      const index = read.findIndex((entries) => entries === pageOf(row)?.data);
      const [check, proof] = [checks[index], proofs[index]];
      return check && proof ? { check: checkOf(check), data: proof.data } : NOT_BEGUN;
    },
    remark,
    isUnread: (row: number) => pageOf(row)?.isPending === false && entryAt(row) === undefined,
    failed: pages.find((page) => page.isError),
  };
}

/**
 * useCopiedRows returns rows of the copy of the register, once it is verified at this head or an earlier one that
 * this continues, and reports those on view as proved: they are in the log that was read whole. `isUsed`: they are
 * there, or will be; `hasAll`: all on view are.
 */
function useCopiedRows(
  { start, end }: VisibleRows,
  logSize: number,
  at: number | undefined,
  head: Checkpoint | undefined,
) {
  const session = useSession();
  const { copy: whole, isComing } = useSoundCopy(logSize, at, head);
  const copy = whole !== undefined && whole.size > start ? whole : undefined;
  const part = (row: number) => {
    const from = Math.floor(Math.max(0, row) / ROWS_AT_ONCE) * ROWS_AT_ONCE + 1;
    const enabled = copy !== undefined && copy.size >= from;
    return { ...copyAnswer(session, copy ?? NO_COPY, 'logRows', { from }), enabled };
  };
  const parts = [
    useQuery({ ...part(start), placeholderData: keepPreviousData }),
    useQuery({ ...part(Math.min(end, copy?.size ?? 1) - 1), placeholderData: keepPreviousData }),
  ];
  // What an earlier copy gave stays on view until this one answers, and is not reported as proved by it.
  const [one, other] = parts.map(({ data, isPlaceholderData }) =>
    copy === undefined || isPlaceholderData ? undefined : data,
  );
  const rowAt = (row: number): CopiedRow | undefined =>
    parts
      .map(({ data }) => (copy === undefined ? undefined : data))
      .map((rows) => rows?.[row + 1 - (rows[0]?.entry.entryNumber ?? 0)])
      .find((found) => found?.entry.entryNumber === row + 1);
  useReportRead(head, one);
  useReportRead(head, other);
  const isUsed = isComing || copy !== undefined;
  // The log may have grown since, and the next copy may fail.
  return { rowAt, isUsed, hasAll: isComing || (copy?.size ?? 0) >= Math.min(end, logSize) };
}

/**
 * useSoundCopy returns the copy of the register once it is verified, at this head or an earlier one that this
 * continues. `isComing`: there is none yet, and a small log is being read for it.
 */
function useSoundCopy(logSize: number, at: number | undefined, head: Checkpoint | undefined) {
  const session = useSession();
  const isSmall = (head?.logSize ?? logSize) <= READ_WHOLE;
  const reading = useCopy(session, isSmall, at);
  const whole = copyIn(reading);
  const isOfThis =
    whole?.head !== undefined &&
    head !== undefined &&
    (isSameHead(whole.head, head) || session.trust.heads.includes(whole.head));
  return {
    copy: isOfThis && whole.verdict.outcome === 'holds' ? whole : undefined,
    isComing: isSmall && isCopyComing(reading) && reading.phase !== 'ready',
  };
}

/** useReportRead reports rows of such a copy as proved: they are in the log that was read whole. */
function useReportRead(head: Checkpoint | undefined, rows: readonly CopiedRow[] | undefined): void {
  const { trust } = useSession();
  useLayoutEffect(() => {
    if (head === undefined) return;
    for (const { entry } of rows ?? []) {
      const check = inclusionCheck(entry, head);
      const { outcome } = trust.verdictOf(check) ?? {};
      if (outcome !== undefined && outcome !== 'cannot-check') continue;
      const verdict = { outcome: 'holds', readWhole: true } as const;
      trust.report({ ...check, verdict, checkedAt: Date.now(), proves: { entries: [entry], head } });
    }
  }, [trust, head, rows]);
}

/** KeyRows are the entries of one key, oldest first. */
export interface KeyRows {
  /** Undefined while they are read. */
  readonly entries: readonly Entry[] | undefined;
  /** What a verified copy of the whole register has of them, by entry number. */
  readonly copied: ReadonlyMap<number, CopiedRow>;
  readonly isCopied: boolean;
  /** The request for the list of the source, if it failed. */
  readonly failed: FailedQuery | undefined;
}

/**
 * useKeyRows reads the entries of one key in the log of `logSize` entries, oldest first: from a verified copy of
 * the whole register, which has them all, or as the source lists them, which proves each and not that these are all.
 */
export function useKeyRows(key: string, logSize: number, at: number | undefined): KeyRows {
  const session = useSession();
  const { data: head } = useHead();
  const { copy, isComing } = useSoundCopy(logSize, at, head);
  const whole = copy !== undefined && copy.size >= logSize ? copy : undefined;
  const question = copyAnswer(session, whole ?? NO_COPY, 'logRows', { from: 1, at: logSize, key });
  const { data: copied } = useQuery({ ...question, enabled: whole !== undefined });
  const listed = useQuery({ ...trailQuery(session, key), enabled: whole === undefined && !isComing });
  useReportRead(head, copied);
  const entries = copied?.map(({ entry }) => entry) ?? (whole === undefined ? listed.data : undefined);
  return {
    entries: entries?.filter(({ entryNumber }) => entryNumber <= logSize),
    copied: new Map(copied?.map((row) => [row.entry.entryNumber, row])),
    isCopied: whole !== undefined,
    failed: whole === undefined && listed.isError ? listed : undefined,
  };
}

/**
 * useOpenEntry returns a function that gives the page of an entry what its row has, so that it requests neither
 * again: the entry, once it is proved, and its data, which is hashed again there. `items` are those of the copy.
 */
export function useOpenEntry(): (entry: Entry, items?: readonly (Item | undefined)[]) => void {
  const session = useSession();
  const queries = useQueryClient();
  return useCallback(
    (entry, items) => {
      const { trust } = session;
      const head = trust.heads.current();
      if (head === undefined || trust.verdictOf(inclusionCheck(entry, head))?.outcome !== 'holds') return;
      queries.setQueryData(entryQuery(session, entry.entryNumber).queryKey, entry);
      const read = (hash: Hash) => queries.getQueryData(checkedItemQuery(session, hash).queryKey);
      const known = (items ?? entry.itemHashes.map((hash) => read(hash)?.item)).flatMap((item) => item ?? []);
      if (known.length === entry.itemHashes.length)
        void queries.prefetchQuery(entryDataCheckQuery(session, entry, known));
    },
    [queries, session],
  );
}
