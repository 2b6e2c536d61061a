import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { distinctRecords } from '../../query/distinct-records.ts';
import { recordsQuery, recordsWhereQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import type { Listing } from './listing.ts';
import { type Asked, isNarrowed } from './records-address.ts';
import { listRecords } from './records-model.ts';
import { type Reach, readsOn } from './server-reach.ts';

/** MORE is how many records are read when the reader asks for more. */
const MORE = 1_000;

/** ServerRecords is the list of records as the server tells it, page by page, narrowed here as far as it was read. */
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

/** ServerList says how much of the list is wanted. */
export interface ServerList {
  readonly wanted: boolean;
  /** How many entries the register has; undefined until that is known. */
  readonly entries: number | undefined;
  /** How many records it has, as it says itself. */
  readonly records: number | undefined;
  /** How many rows the table has come to want, from the first one on. */
  readonly reached: number;
}

/** useServerRecords reads the list while `wanted`: all of a short one; of a long one the first page, and on as the reader gets to its end or asks. The exact filter is the server's to answer; words, choices and order are applied to what was read. */
export function useServerRecords(asked: Asked, { wanted, entries, ...want }: ServerList): ServerRecords {
  const session = useSession();
  const { attribute, value } = asked;
  const filtered = value !== '';
  const all = useInfiniteQuery({ ...recordsQuery(session), enabled: wanted && !filtered });
  const where = useInfiniteQuery({
    ...recordsWhereQuery(session, attribute, value),
    enabled: wanted && filtered,
  });
  const list = filtered ? where : all;
  const records = useMemo(() => distinctRecords(list.data?.pages ?? []), [list.data]);
  const question = useDeferredValue(asked);
  const known = wanted && list.data !== undefined;
  const found = useMemo((): Listing | undefined => {
    // Nobody looks at it once there is a copy to ask.
    if (!known) return undefined;
    return listRecords(records, question);
  }, [known, records, question]);

  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const name = JSON.stringify([attribute, value]);
  const [bidden, setBidden] = useState({ name, upTo: 0 });
  const reach: Reach = {
    entries,
    read: records.length,
    reached: want.reached,
    // What was left out of the rows cannot be scrolled to.
    scrollable: found !== undefined && found.total === records.length && !isNarrowed({ ...asked, value: '' }),
    upTo: bidden.name === name ? bidden.upTo : 0,
  };
  const readOn = wanted && hasNextPage && !isFetching && !isError && readsOn(reach);
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);

  const of = filtered ? undefined : want.records;
  const listing = useMemo(
    () => (found !== undefined && hasNextPage ? { ...found, partial: { read: records.length, of } } : found),
    [found, hasNextPage, records.length, of],
  );
  return {
    listing,
    read: records.length,
    error: list.error,
    fetching: isFetching,
    more: hasNextPage && !readsOn(reach),
    readMore: () => {
      if (list.data === undefined || isError) return void (list.data ? fetchNextPage() : list.refetch());
      setBidden({ name, upTo: records.length + MORE });
    },
  };
}
