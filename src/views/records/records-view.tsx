import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RegisterRecord } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordsQuery, recordsWhereQuery } from '../../query/record-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ended, searchRecords, sortRecords, todayUtc } from './records-model.ts';
import { RecordsTable } from './records-table.tsx';
import { RecordsTools } from './records-tools.tsx';
import styles from './records.module.css';

/** READ_AT_ONCE is how many records are read without asking; beyond it the reader decides. */
const READ_AT_ONCE = 5_000;

/** RecordsView lists the records as the server tells them: search, exact filter, sort, ended ones marked. Everything chosen is in the address. */
export function RecordsView({ register }: { register: RegisterId }) {
  const session = useSession();
  const [params, setParams] = useSearchParams();
  const [cleared, setCleared] = useState(0);
  const attribute = params.get('attribute') ?? '';
  const value = params.get('value') ?? '';
  const filtered = attribute !== '' && value !== '';
  const all = useInfiniteQuery({ ...recordsQuery(session), enabled: !filtered });
  const where = useInfiniteQuery({ ...recordsWhereQuery(session, attribute, value), enabled: filtered });
  const list = filtered ? where : all;
  const { data: summary } = useQuery(registerQuery(session));
  const records = useMemo(() => list.data?.pages.flatMap((page) => page.values) ?? [], [list.data]);

  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const more = hasNextPage && !isFetching && !isError && records.length < READ_AT_ONCE;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);

  const query = useDeferredValue(params.get('q') ?? '');
  const sort = params.get('sort') ?? '';
  const status = params.get('status') ?? '';
  const shown = useMemo(() => {
    const today = todayUtc();
    const found = searchRecords(records, query).filter(
      (record) => status === '' || ended(record, today) === (status === 'ended'),
    );
    return sortRecords(found, sort);
  }, [records, query, sort, status]);

  const change = (changes: Record<string, string>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, text] of Object.entries(changes)) {
          if (text === '') next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <PageHead
        title="Records"
        note={note(records.length, summary?.totalRecords, list.hasNextPage, filtered)}
      />
      <RecordsTools
        schema={summary?.schema ?? []}
        records={records}
        params={params}
        cleared={cleared}
        onChange={change}
      />
      {list.isError && (
        <div className={styles['failed']}>
          <FailureNotice
            failure={describeFailure(list.error)}
            retrying={list.isFetching}
            onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
          />
        </div>
      )}
      {list.isPending && <Skeleton lines={10} label="Loading the records" />}
      {list.data !== undefined && shown.length === 0 && !list.isFetching && (
        <Nothing
          records={records}
          onClear={() => {
            change({ q: '', attribute: '', value: '', status: '' });
            setCleared((count) => count + 1);
          }}
        />
      )}
      {shown.length > 0 && (
        <RecordsTable
          register={register}
          records={shown}
          schema={summary?.schema ?? []}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
      )}
      {list.isFetchingNextPage && <p className={styles['reading']}>Reading more records …</p>}
      {hasNextPage && records.length >= READ_AT_ONCE && (
        <p className={styles['reading']}>
          <Button onClick={() => void fetchNextPage()} disabled={isFetching}>
            Read more records
          </Button>
        </p>
      )}
    </>
  );
}

function note(read: number, total: number | undefined, more: boolean, filtered: boolean): string {
  if (filtered)
    return `${countOf(read, 'record')} with this value, as the server filters them. Open one to check it.`;
  const count =
    more && total !== undefined
      ? `${formatNumber(read)} of ${countOf(total, 'record')}`
      : countOf(read, 'record');
  return `${count}, as the server lists them. Open one to check it.`;
}

function Nothing({ records, onClear }: { records: readonly RegisterRecord[]; onClear: () => void }) {
  return (
    <Notice
      title={records.length === 0 ? 'No records' : 'No record fits'}
      actions={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      <p>
        {records.length === 0
          ? 'The server lists no records here.'
          : `None of the ${formatNumber(records.length)} records read so far fits what was asked.`}
      </p>
    </Notice>
  );
}
