import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { recordsQuery, recordsWhereQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import type { Listing } from './listing.ts';
import type { Asked } from './records-address.ts';
import { listRecords } from './records-model.ts';

/** READ_AT_ONCE is how many records are read without asking; beyond it the reader decides. */
const READ_AT_ONCE = 5_000;

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

/** useServerRecords reads the list while `wanted`. The exact filter is the server's to answer; words, choices and order are applied to what was read. */
export function useServerRecords(asked: Asked, wanted: boolean): ServerRecords {
  const session = useSession();
  const { attribute, value } = asked;
  const filtered = value !== '';
  const all = useInfiniteQuery({ ...recordsQuery(session), enabled: wanted && !filtered });
  const where = useInfiniteQuery({
    ...recordsWhereQuery(session, attribute, value),
    enabled: wanted && filtered,
  });
  const list = filtered ? where : all;
  const records = useMemo(() => list.data?.pages.flatMap((page) => page.values) ?? [], [list.data]);

  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const readOn = wanted && hasNextPage && !isFetching && !isError && records.length < READ_AT_ONCE;
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);

  const question = useDeferredValue(asked);
  const known = wanted && list.data !== undefined;
  const listing = useMemo((): Listing | undefined => {
    // Nobody looks at it once there is a copy to ask.
    if (!known) return undefined;
    return listRecords(records, question);
  }, [known, records, question]);
  return {
    listing,
    read: records.length,
    error: list.error,
    fetching: isFetching,
    more: hasNextPage && records.length >= READ_AT_ONCE,
    readMore: () => void (list.data ? fetchNextPage() : list.refetch()),
  };
}
