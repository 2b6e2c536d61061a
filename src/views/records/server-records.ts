import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Snapshot } from '../../api/client.ts';
import type { RegisterRecord } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { distinctRecords, recordsQuery, snapshotQuery } from '../../query/record-queries.ts';
import type { Replica } from '../../query/replica-desk.ts';
import { READ_WITHOUT_ASKING } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { type Listing, listRecords } from './list-records.ts';
import { type ListRequest, isNarrowed, withChoice } from './records-address.ts';

/** READ_AT_ONCE is how many records are read without asking; beyond it the reader decides. */
const READ_AT_ONCE = 5_000;

/** MORE is how many records are read when the reader asks for more. */
const MORE = 1_000;

/** ServerRecords is the server's own list of records, page by page, narrowed here as far as it was read. */
export interface ServerRecords {
  /** Undefined before the first page. */
  readonly listing: Listing | undefined;
  /** How many records have been read, by the server's own filter where one is asked for. */
  readonly read: number;
  readonly error: Error | null;
  readonly fetching: boolean;
  /** More can be read, and the reader has to ask for it. */
  readonly more: boolean;
  readonly readMore: () => void;
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
 * readsOn tells whether to read the next page: always at first in a register that is read whole without asking; in a larger one when the reader has
 * scrolled to the end, or asked. A search through part of a large register does not read on by itself: it could go on without end.
 */
export function readsOn({ entries, read, reached, scrollable, upTo }: Reach): boolean {
  if (read < upTo) return true;
  if (read >= READ_AT_ONCE || entries === undefined) return false;
  return entries <= READ_WITHOUT_ASKING || (scrollable && reached >= read);
}

/** useServerRecords reads the list while `wanted`. The server answers the exact filter; words, choices and order apply to what was read. */
export function useServerRecords(
  request: ListRequest,
  {
    wanted,
    entries,
    records: totalRecords,
    reached,
  }: Pick<Reach, 'entries' | 'reached'> & {
    readonly wanted: boolean;
    /** How many records the register says it has. */
    readonly records: number | undefined;
  },
): ServerRecords {
  const session = useSession();
  const { attribute, value } = request;
  const filtered = value !== '';
  const filter = filtered ? { attribute, value } : undefined;
  const list = useInfiniteQuery({ ...recordsQuery(session, filter), enabled: wanted });
  const records = useMemo(() => distinctRecords(list.data?.pages ?? []), [list.data]);
  const question = useDeferredValue(request);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const known = wanted && list.data !== undefined;
  const listing = useMemo((): Listing | undefined => {
    if (!known) return undefined;
    const found = listRecords(records, question);
    const of = filtered ? undefined : totalRecords;
    return hasNextPage ? { ...found, partial: { read: records.length, of } } : found;
  }, [known, records, question, hasNextPage, filtered, totalRecords]);

  const name = JSON.stringify([attribute, value]);
  const [requested, setRequested] = useState({ name, upTo: 0 });
  const continues = readsOn({
    entries,
    read: records.length,
    reached,
    // Rows that were filtered out cannot be scrolled to.
    scrollable: listing?.total === records.length && !isNarrowed({ ...request, value: '' }),
    upTo: requested.name === name ? requested.upTo : 0,
  });
  const readOn = wanted && hasNextPage && !isFetching && !isError && continues;
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);
  return {
    listing,
    read: records.length,
    error: list.error,
    fetching: isFetching,
    more: hasNextPage && !continues,
    readMore: () => {
      if (list.data === undefined) void list.refetch();
      else if (isError) void fetchNextPage();
      else setRequested({ name, upTo: records.length + MORE });
    },
  };
}

/** SnapshotRecords is what the server itself says the records were at an earlier size. */
export interface SnapshotRecords {
  readonly listing: Listing | undefined;
  /** How many records it has. */
  readonly of: number;
  /** The comparison with the log; undefined before the log is read, and where the snapshot was never shown. */
  readonly verdict: Verdict | undefined;
}

/**
 * useSnapshotRecords reads the server's snapshot of a size while `wanted` (registers of blobs, where the server has them). What was shown is compared with
 * the log once that has been read.
 */
export function useSnapshotRecords(
  request: ListRequest,
  at: number | undefined,
  wanted: boolean,
  replica: Replica | undefined,
): SnapshotRecords {
  const session = useSession();
  const size = at ?? 0;
  const enabled = wanted && at !== undefined && at <= READ_WITHOUT_ASKING;
  const { data } = useQuery({ ...snapshotQuery(session, size), enabled });
  const snapshot = at === undefined ? undefined : (data ?? undefined);
  const records = useMemo(() => (snapshot === undefined ? [] : recordsIn(snapshot)), [snapshot]);
  const checks: readonly ReturnType<typeof snapshotCheckQuery>[] =
    replica === undefined || replica.size < size || snapshot === undefined
      ? []
      : [snapshotCheckQuery(session, replica, size)];
  const [check] = useQueries({ queries: checks });
  const listing = useMemo(() => {
    if (!enabled || snapshot === undefined) return undefined;
    const { value, attribute, choices } = request;
    return listRecords(records, {
      ...request,
      choices: value === '' ? choices : withChoice(choices, attribute, value, true),
    });
  }, [enabled, snapshot, records, request]);
  return { listing, of: records.length, verdict: check?.data?.verdict };
}

/** recordsIn returns the records of a snapshot; one of entries has no data. */
function recordsIn(snapshot: Snapshot): readonly RegisterRecord[] {
  return snapshot.kind === 'records'
    ? snapshot.records
    : snapshot.entries.map(({ key, entryNumber, timestamp }) => ({ key, entryNumber, timestamp, items: [] }));
}
