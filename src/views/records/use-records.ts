import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { RecordsAnswer, RecordsAsk } from '../../log/records.ts';
import {
  distinctRecords,
  type RecordFilter,
  recordsQuery,
  snapshotQuery,
} from '../../query/record-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-desk.ts';
import { type CopyInSight, NO_COPY, READ_WITHOUT_ASKING, useCopyAnswer } from '../../query/copy.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { type Listing, listRecords, todayUtc } from './list-records.ts';
import type { RowRange } from './row-window.ts';
import { isNarrowed, type ListRequest } from './records-address.ts';

/** filterOf is what an address asks for, without the rows and the moment of the log. */
export function filterOf(request: ListRequest): Omit<RecordsAsk, 'at' | 'from' | 'count'> {
  const { text, former, sort, status } = request;
  return {
    text,
    former,
    sort,
    where: [...request.choices].map(([attribute, values]) => ({ attribute, values })),
    ...(status !== '' && { status }),
    today: todayUtc(),
  };
}

interface CopyListing {
  readonly session: RegisterSession;
  readonly copy: RegisterCopy;
  readonly at: number | undefined;
  readonly answer: RecordsAnswer;
  readonly listing: Listing;
}

/**
 * useCopyRecords asks the copy of the register for its rows at a log size, undefined for the present. One question is on its way at a time, and after it the
 * newest: what was typed in between is never asked. What is found may still be to the question before, never to one about another register or moment.
 */
export function useCopyRecords(
  copy: RegisterCopy | undefined,
  request: ListRequest,
  at: number | undefined,
  { start, count }: RowRange,
) {
  const session = useSession();
  const ask = { at, ...filterOf(request), from: start, count };
  const [sent, setSent] = useState(ask);
  const [shown, setShown] = useState<CopyListing>();
  const isAsked = copy !== undefined && sent.at === at;
  const query = useCopyAnswer(session, copy, 'records', sent, isAsked);
  const { data: answer, isFetching } = query;
  const found = shown?.session === session && shown.at === at ? shown : undefined;
  if (isAsked && answer !== undefined && answer !== found?.answer)
    setShown({ session, copy, at, answer, listing: { ...answer, start: sent.from } });
  if (!isFetching && JSON.stringify(ask) !== JSON.stringify(sent)) setSent(ask);
  // The copy builds its index of words once the first rows are there, before the first letter is typed.
  const index = { at, text: 'a', today: ask.today, from: 0, count: 0 };
  useCopyAnswer(session, copy, 'records', index, found !== undefined);
  return { found, query };
}

/** READ_AT_ONCE is how many records are read without asking; beyond it the reader decides. */
const READ_AT_ONCE = 5_000;

/** MORE is how many records are read when the reader asks for more. */
const MORE = 1_000;

/** WAIT_MS is how long the server's list is held back for a copy that is about to be there: the same rows twice would only flicker. */
const WAIT_MS = 700;

/** ServerRecords is what the server itself says the records are, narrowed here as far as it was read. */
export interface ServerRecords {
  /** Undefined before the first page, and where the copy has answered. */
  readonly listing: Listing | undefined;
  /** How many records have been read, by the server's own filter where it `filters`. */
  readonly read: number;
  readonly filters: boolean;
  readonly error: Error | null;
  readonly fetching: boolean;
  /** More can be read, and the reader has to ask for it. */
  readonly more: boolean;
  readonly readMore: () => void;
  /** What a snapshot of an earlier size, shown before, was found to be worth when the log was read. */
  readonly compared: Verdict | undefined;
}

/** Reach is how far a server's list was read, and how far it is wanted. */
export interface Reach {
  /** How many entries the register has; undefined until that is known. */
  readonly entries: number | undefined;
  /** How many records were read. */
  readonly read: number;
  /** How many rows the table wants, from the first one on. */
  readonly reached: number;
  /** The rows are all that was read, in its order: their end is the end of what was read. */
  readonly scrollable: boolean;
  /** Up to how many records the reader asked for; 0 where they did not. */
  readonly upTo: number;
}

/**
 * readsOn reports whether to read the next page: always at first in a register that is read whole without asking; in a larger one when the reader has
 * scrolled to the end, or asked. A search through part of a large register does not read on by itself: it could go on without end.
 */
export function readsOn({ entries, read, reached, scrollable, upTo }: Reach): boolean {
  if (read < upTo) return true;
  if (read >= READ_AT_ONCE || entries === undefined) return false;
  return entries <= READ_WITHOUT_ASKING || (scrollable && reached >= read);
}

/**
 * useServerRecords reads the server's own list where no copy is coming, or it takes its time, until the copy has `answered`; at an earlier size its snapshot
 * (registers of blobs). The server answers one exact value; words, other choices and order apply to what was read.
 */
export function useServerRecords(
  request: ListRequest,
  reading: CopyInSight,
  at: number | undefined,
  { answered, reached }: { readonly answered: boolean; readonly reached: number },
): ServerRecords {
  const session = useSession();
  const { data: summary } = useQuery(registerQuery(session));
  const wanted = useLate(reading, answered);
  const filter = exactIn(request);
  const list = useInfiniteQuery({
    ...recordsQuery(session, filter),
    enabled: wanted && at === undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const snapshot = useSnapshot(reading, at, wanted);
  const known = useMemo(
    () => (at === undefined ? data && distinctRecords(data.pages) : snapshot.records),
    [at, data, snapshot.records],
  );
  const records = known ?? NO_RECORDS;
  const question = useDeferredValue(request);
  const goesOn = at === undefined && hasNextPage;
  const of = filter === undefined ? summary?.totalRecords : undefined;
  const listing = useMemo((): Listing | undefined => {
    if (!wanted || known === undefined) return undefined;
    const found = listRecords(known, leftFor(question, at));
    return goesOn ? { ...found, partial: { read: known.length, of } } : found;
  }, [wanted, known, question, at, goesOn, of]);

  const name = JSON.stringify(filter);
  const [requested, setRequested] = useState({ name, upTo: 0 });
  const continues = readsOn({
    entries: reading.entries,
    read: records.length,
    reached,
    // Rows that were filtered out cannot be scrolled to.
    scrollable: listing?.total === records.length && !isNarrowed(leftFor(request, at)),
    upTo: requested.name === name ? requested.upTo : 0,
  });
  const readOn = wanted && goesOn && !isFetching && !isError && continues;
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);
  return {
    listing,
    read: records.length,
    filters: filter !== undefined,
    error: list.error,
    fetching: isFetching,
    more: goesOn && !continues,
    readMore: () => {
      if (data === undefined) void list.refetch();
      else if (isError) void fetchNextPage();
      else setRequested({ name, upTo: records.length + MORE });
    },
    compared: snapshot.verdict,
  };
}

const NO_RECORDS: readonly RegisterRecord[] = [];

/** exactIn is the one exact value by which a server can filter. */
function exactIn({ choices }: ListRequest): RecordFilter | undefined {
  for (const [attribute, [value = '', ...others]] of choices)
    if (value !== '' && others.length === 0) return { attribute, value };
  return undefined;
}

/** leftFor is what the server has not answered itself. Of an earlier size it has a snapshot without filters. */
function leftFor(request: ListRequest, at: number | undefined): ListRequest {
  const choices = new Map(request.choices);
  const filter = exactIn(request);
  if (at === undefined && filter !== undefined) choices.delete(filter.attribute);
  return { ...request, choices };
}

/** useLate reports whether the copy is not coming, or takes its time; until it has `answered`. */
function useLate({ phase, entries = 0 }: CopyInSight, answered: boolean): boolean {
  const isComing =
    phase === 'reading' || phase === 'ready' || (phase === 'absent' && entries <= READ_WITHOUT_ASKING);
  const [waited, setWaited] = useState(false);
  const isWaiting = !waited && !answered;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setWaited(true), isComing ? WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [isWaiting, isComing]);
  return waited && !answered;
}

/** useSnapshot reads the server's snapshot of a size while `wanted`. What was shown is compared with the log once that has been read. A snapshot of entries has no data. */
function useSnapshot(reading: CopyInSight, at: number | undefined, wanted: boolean) {
  const session = useSession();
  const size = at ?? 0;
  const enabled = wanted && at !== undefined && at <= READ_WITHOUT_ASKING;
  const { data: snapshot } = useQuery({ ...snapshotQuery(session, size), enabled });
  const copy = copyIn(reading);
  const { data: check } = useQuery({
    ...snapshotCheckQuery(session, copy ?? NO_COPY, size),
    enabled: at !== undefined && Boolean(snapshot) && copy !== undefined && copy.size >= size,
  });
  const records = useMemo((): readonly RegisterRecord[] | undefined => {
    if (snapshot?.kind === 'records') return snapshot.records;
    return snapshot?.entries.map(({ key, entryNumber, timestamp }) => ({
      key,
      entryNumber,
      timestamp,
      items: [],
    }));
  }, [snapshot]);
  return { records, verdict: check?.verdict };
}
