import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entry } from '../core/model.ts';
import { ENTRIES_PER_PAGE, entriesPageQuery, listRemarkQuery } from './entry-queries.ts';
import { useSession } from './session.ts';
import { trimLog } from './trim-log.ts';

/** LogStretch is the rows of the log on view, 0-based, `end` excluded, and how they are moving (ui/scroller). */
export interface LogStretch {
  readonly start: number;
  readonly end: number;
  readonly heading: -1 | 0 | 1;
  readonly hurried: boolean;
}

/** LogPages is what is there of a stretch of the log. */
export interface LogPages {
  /** The entry of a row of the stretch, 0-based; undefined before its page was read. */
  readonly entryAt: (row: number) => Entry | undefined;
  /** Whether the request for the page of a row came to its end without the entry: it failed, or the server sent fewer. False again while it is made anew. */
  readonly isUnread: (row: number) => boolean;
  /** What was wrong with the order of the list, in a sentence: the entries were put in order, and those that it lacked read one by one. */
  readonly remark: string | undefined;
  /** A page that could not be read, if there is one. */
  readonly failed: UseQueryResult<readonly Entry[]> | undefined;
}

/** AHEAD is how many rows before they come into view their page is asked for, in the direction of the scroll. */
const AHEAD = 40;

/** useLogPages reads the pages of a stretch of the log of `logSize` entries. Pages that are flown past are not asked for, those asked for and left are given up, and only the latest are kept. */
export function useLogPages(
  { start, end, heading, hurried }: LogStretch,
  logSize: number,
  resting: boolean,
): LogPages {
  const session = useSession();
  const queries = useQueryClient();
  const { data: remark } = useQuery(listRemarkQuery(session));
  const from = Math.max(0, heading < 0 ? start - AHEAD : start);
  const to = Math.min(logSize, heading > 0 ? end + AHEAD : end);
  const first = Math.floor(from / ENTRIES_PER_PAGE);
  const last = Math.floor(Math.max(from, to - 1) / ENTRIES_PER_PAGE);
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({
      ...entriesPageQuery(session, first + index, logSize),
      enabled: !hurried,
    })),
  });
  useEffect(() => trimLog(queries, session), [queries, session, first, last, resting]);
  const pageOf = (row: number) => pages[Math.floor(row / ENTRIES_PER_PAGE) - first];
  const entryAt = (row: number) => pageOf(row)?.data?.[row % ENTRIES_PER_PAGE];
  return {
    entryAt,
    remark,
    isUnread: (row) => pageOf(row)?.isPending === false && entryAt(row) === undefined,
    failed: pages.find((page) => page.isError),
  };
}
