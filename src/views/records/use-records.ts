import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { RegisterRecord } from '../../core/model.ts';
import { hasBegun } from '../../core/datetime.ts';
import type { AttributeUse, RecordRow, RecordsAnswer, RecordsQuestion } from '../../log/records.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-controller.ts';
import { isCopyComing, useCopy, useCopyAnswer } from '../../query/copy.ts';
import { distinctRecords, partOfRecords, type RecordFilter, recordsQuery } from './record-list-queries.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { useLate } from '../../ui/use-late.ts';
import type { ListRequest } from './records-address.ts';

/** RowRange is a range of rows, 0-based. */
export interface RowRange {
  readonly start: number;
  readonly count: number;
}

/** filterOf returns the filters of an address, without rows and log size. */
export function filterOf(request: ListRequest): Omit<RecordsQuestion, 'at' | 'from' | 'count'> {
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

/** Row is one record in the list. A server of blobs does not give a record's entry. */
export type Row = Pick<RecordRow, 'key' | 'items' | 'ended'> & Partial<RecordRow>;

/**
 * Listing is the list for an address: `rows` are those from `start` on, of `total`. Parts that need a copy of
 * the register are absent without one.
 */
export interface Listing extends Partial<Omit<RecordsAnswer, 'rows'>> {
  readonly total: number;
  readonly attributes: readonly AttributeUse[];
  readonly start: number;
  readonly rows: readonly Row[];
  /** The copy that gave the list; the server did without one. */
  readonly copy?: RegisterCopy;
  /** Only the beginning of the server's list was read: of how many, if known. */
  readonly partial?: {
    readonly of: number | undefined;
    /** It names a next page that is not requested: of another site, or read before. */
    readonly isCut?: boolean;
  };
}

/**
 * useRecords lists the records at a log size, undefined for the present: from a copy of the whole register
 * once that is read; before, or without one, from the server's own list, if that can answer.
 */
export function useRecords(request: ListRequest, at: number | undefined, range: RowRange) {
  const session = useSession();
  const reading = useCopy(session, true, at);
  const { listing, query } = useCopyRecords(copyIn(reading), request, at, range);
  const head = useHead();
  // Without a head there is no copy: lists that need one fail with it.
  const isComing = head.error === null && isCopyComing(reading);
  const isLate = useLate(isComing, WAIT_MS) || !isComing;
  // A register too large to copy is listed as far as the server lists it, and the page
  // says what was not searched.
  const isServers = at === undefined && (isListed(request) || reading.phase === 'too-large');
  const server = useServerRecords(request, isLate && listing === undefined && isServers, range);
  return { reading, listing: listing ?? server.listing, failures: [query, isServers ? server : head] };
}

/**
 * useCopyRecords asks the copy for its rows, one question at a time, then the newest, skipping those
 * typed in between. The list shown may be the answer to the previous question, never one about
 * another register or size.
 */
export function useCopyRecords(
  copy: RegisterCopy | undefined,
  request: ListRequest,
  at: number | undefined,
  { start, count }: RowRange,
) {
  const session = useSession();
  const question = { at, ...filterOf(request), from: start, count };
  const [sent, setSent] = useState(question);
  const [last, setLast] = useState<{ session: RegisterSession; at: number | undefined; listing: Listing }>();
  const query = useCopyAnswer(session, copy, 'records', sent, sent.at === at);
  const { data: answer, isFetching } = query;
  const listing = last?.session === session && last.at === at ? last.listing : undefined;
  if (copy !== undefined && sent.at === at && answer !== undefined && answer.rows !== listing?.rows)
    setLast({ session, at, listing: { ...answer, copy, start: sent.from } });
  if (!isFetching && JSON.stringify(question) !== JSON.stringify(sent)) setSent(question);
  return { listing, query };
}

/** WAIT_MS is how long the server's list waits for a copy that is almost complete, to avoid flicker. */
const WAIT_MS = 700;

/** useServerRecords reads the server's own list while it is `wanted`, as far as the reader scrolls. */
function useServerRecords(request: ListRequest, wanted: boolean, range: RowRange) {
  const session = useSession();
  const { data: summary } = useSummary();
  const filter = exactIn(request);
  const list = useInfiniteQuery({ ...recordsQuery(session, filter), enabled: wanted });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const of = filter === undefined ? summary?.totalRecords : undefined;
  const listing = useMemo(() => {
    if (!wanted || data === undefined) return undefined;
    const records = distinctRecords(data.pages);
    return listingOf(records, partOfRecords(data.pages.at(-1), hasNextPage, records.length, of));
  }, [wanted, data, hasNextPage, of]);
  const isDue = range.start + range.count >= (listing?.total ?? Infinity);
  const readsOn = wanted && isDue && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);
  const again = (): unknown => (data === undefined ? refetch() : fetchNextPage());
  return { listing, error: wanted ? error : null, isFetching, refetch: again };
}

/** listingOf lists records as a server sent them. */
export function listingOf(records: readonly RegisterRecord[], partial: Listing['partial']): Listing {
  const today = todayUtc();
  const uses = new Map<string, AttributeUse>();
  for (const record of records)
    for (const attribute of new Set(record.items.flatMap((item) => [...item.keys()]))) {
      const values = valuesOf(record, attribute);
      if (values.length === 0) continue;
      const { set, repeatsKey } = uses.get(attribute) ?? { set: 0, repeatsKey: true };
      const isKey = values.every((value) => value === record.key);
      uses.set(attribute, { attribute, set: set + 1, repeatsKey: repeatsKey && isKey });
    }
  const rows = records.map((record) => ({
    ...record,
    ended: hasBegun(valuesOf(record, 'end-date')[0] ?? '', today),
  }));
  return { total: rows.length, start: 0, rows, attributes: [...uses.values()], ...(partial && { partial }) };
}

/** valuesOf lists the values of an attribute that are set, members of lists one by one. */
export function valuesOf({ items }: Pick<Row, 'items'>, attribute: string): readonly string[] {
  return items.flatMap((item) => item.get(attribute) ?? []).filter((value) => value !== '');
}

function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** exactIn returns the exact value by which a server can filter. */
export function exactIn({ choices }: ListRequest): RecordFilter | undefined {
  const [[attribute = '', [value = '', ...others]] = ['', []], ...more] = choices;
  return value === '' || others.length > 0 || more.length > 0 ? undefined : { attribute, value };
}

/**
 * isListed reports whether a server's own list can answer: all records in its order, or
 * those with one exact value.
 */
export function isListed(request: ListRequest): boolean {
  const { text, status, sort, choices } = request;
  const isWhole = text.trim() === '' && status === '' && sort === '';
  return isWhole && (choices.size === 0 || exactIn(request) !== undefined);
}
