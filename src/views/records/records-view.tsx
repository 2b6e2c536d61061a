import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { READ_WITHOUT_ASKING, type ReplicaInSight, useReplica } from '../../query/replica.ts';
import { useSession } from '../../query/session.ts';
import { useExport } from '../../query/use-export.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';
import { columnChoices, shownColumns } from './columns.ts';
import { filterOf, type RowRange, useCopyRecords } from './copy-records.ts';
import { inSchemaOrder, type Listing } from './list-records.ts';
import {
  type ListRequest,
  type RequestChange,
  CLEARED,
  isNarrowed,
  useListRequest,
} from './records-address.ts';
import { RecordsTable } from './records-table.tsx';
import { RecordsTools } from './records-tools.tsx';
import { ResultLine } from './result-line.tsx';
import { type ServerRecords, useServerRecords, useSnapshotRecords } from './server-records.ts';
import { copyNote, serverNote, snapshotNote } from './source-note.ts';
import styles from './records.module.css';

/** WAIT_MS is how long the server's list is held back for a copy that is about to be there: the same rows twice would only flicker. */
const WAIT_MS = 700;

const NO_SCHEMA: readonly Attribute[] = [];

/**
 * RecordsView lists the records: words to look for, choices, order, columns, all in the address. It asks a copy of the whole register, read for this, and until
 * that is there, or where it is too long to be read unasked, the server's own list.
 */
export function RecordsView({ register }: { register: RegisterId }) {
  const session = useSession();
  const at = useAt();
  const [request, change] = useListRequest();
  const whole = useWholeLog();
  const { data: summary } = useQuery(registerQuery(session));
  const reading = useReplica(session, true, at);
  const replica = reading.phase === 'ready' ? reading.replica : undefined;
  const [range, setRange] = useState<RowRange>({ start: 0, count: 60 });
  const { found: copied, error: copyError } = useCopyRecords(replica, request, at, range);
  const isCopied = copied !== undefined;
  const wanted = useServerWanted(reading, isCopied);
  const server = useServerRecords(request, {
    wanted: wanted && at === undefined,
    entries: reading.entries,
    records: summary?.totalRecords,
    reached: range.start + range.count,
  });
  const snapshot = useSnapshotRecords(request, at, wanted, replica);
  // Only rows that come from the copy are as good as it is.
  usePageChecks(
    'list',
    { 'whole-log': isCopied ? whole : reading.phase === 'reading' ? undefined : NOT_SHOWN },
    at,
  );
  const listing = copied?.listing ?? server.listing ?? snapshot.listing;

  const schema = summary?.schema ?? NO_SCHEMA;
  const uses = useMemo(() => inSchemaOrder(listing?.attributes ?? [], schema), [listing?.attributes, schema]);
  const choices = useMemo(() => columnChoices(uses), [uses]);
  const allColumns = useMemo(() => shownColumns(choices, request.columns), [choices, request.columns]);
  const { shown: columns, more: moreColumns } = useBatch(allColumns, ATTRIBUTES, 'columns');
  const attributes = uses.length > 0 ? uses.map(({ attribute }) => attribute) : schema.map(({ id }) => id);
  const note = isCopied
    ? copyNote(copied.source, copied.listing.of ?? 0, snapshot.verdict)
    : at === undefined
      ? server.listing && serverNote(server, request.value !== '')
      : snapshot.listing && snapshotNote(snapshot.of, at);
  return (
    <>
      <PageHead
        title="Records"
        note={note}
        actions={<SaveRecords request={request} found={copied?.listing.total} />}
      />
      <RecordsTools
        request={request}
        listing={listing}
        copied={isCopied}
        attributes={attributes}
        columns={{ choices, shown: columns }}
        onChange={change}
      />
      <ResultLine
        request={request}
        listing={listing}
        reading={isCopied || (listing === undefined && reading.phase !== 'reading') ? undefined : reading}
        onChange={change}
      />
      {!isCopied && server.error !== null && (
        <div className={styles['failed']}>
          <FailureNotice
            failure={describeFailure(server.error)}
            retrying={server.fetching}
            onRetry={server.readMore}
          />
        </div>
      )}
      {copyError !== null && <FailureNotice failure={describeFailure(copyError)} />}
      {listing === undefined && server.error === null && <Waiting reading={reading} at={at} />}
      {isCopied && isNarrowed(request) && <Unread register={register} unread={copied.listing.unread} />}
      {listing?.total === 0 && (isCopied || !server.fetching) && (
        <NothingFound listing={listing} request={request} isCopied={isCopied} onChange={change} />
      )}
      {moreColumns}
      {listing !== undefined && listing.total > 0 && (
        <RecordsTable
          register={register}
          listing={listing}
          question={JSON.stringify([filterOf(request), at])}
          columns={columns}
          chosen={request.columns !== undefined}
          schema={schema}
          sort={request.sort}
          onSort={(sort) => change({ sort })}
          onRange={setRange}
        />
      )}
      {!isCopied && <ReadMore server={server} />}
    </>
  );
}

/** useServerWanted tells whether the server's own list is needed: where no copy is coming, or it takes its time; until the copy has `answered`. */
function useServerWanted(reading: ReplicaInSight, answered: boolean): boolean {
  const isComing =
    reading.phase === 'reading' ||
    reading.phase === 'ready' ||
    (reading.phase === 'absent' && (reading.entries ?? 0) <= READ_WITHOUT_ASKING);
  const [waited, setWaited] = useState(false);
  const isWaiting = !waited && !answered;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setWaited(true), isComing ? WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [isWaiting, isComing]);
  return waited && !answered;
}

/** SaveRecords saves the records that are shown, or all. `found` is how many were found; undefined until that is known. */
function SaveRecords({ request, found }: { request: ListRequest; found: number | undefined }) {
  const [open, setOpen] = useState(false);
  const narrowed = isNarrowed(request);
  const filter = narrowed || request.sort !== '' ? filterOf(request) : undefined;
  const desk = useExport({ open, at: useAt(), what: 'records', filter });
  const shown = narrowed
    ? `${found === undefined ? 'The records' : countOf(found, 'record')} found here`
    : 'All records, in the order shown here';
  return (
    <TakeCopy desk={desk} onOpen={() => setOpen(true)} shown={filter === undefined ? undefined : shown} />
  );
}

/** Waiting stands where the rows will be. The records of an earlier size are computed from the log; a long one is read only on demand. */
function Waiting({ reading, at }: { reading: ReplicaInSight; at: number | undefined }): ReactNode {
  if (at !== undefined && reading.phase === 'failed')
    return <FailureNotice failure={reading.failure} onRetry={reading.start} />;
  if (at !== undefined && reading.phase === 'too-large')
    return (
      <Notice title="These records cannot be computed here">
        <p>{`The log is too long to read whole, so the records after ${countOf(at, 'entry', 'entries')} cannot be listed. A single record can be shown as it was then: search for its key, or find it in the log of that size.`}</p>
      </Notice>
    );
  const long = reading.phase === 'absent' && (reading.entries ?? 0) > READ_WITHOUT_ASKING;
  if (at === undefined || !long) return <Skeleton lines={10} label="Loading the records" />;
  return (
    <Notice
      title="These records are computed from the log"
      actions={
        <Button kind="strong" onClick={reading.start}>
          {`Read all ${countOf(reading.entries ?? 0, 'entry', 'entries')}`}
        </Button>
      }
    >
      <p>{`The server does not list the records as they were after ${countOf(at, 'entry', 'entries')}. This page can compute them once it has read the log.`}</p>
    </Notice>
  );
}

/** NothingFound is a list without rows: an empty register, or no match; former versions that match are offered. */
function NothingFound({
  listing: { of, partial, withFormer = 0 },
  request,
  isCopied,
  onChange,
}: {
  listing: Listing;
  request: ListRequest;
  isCopied: boolean;
  onChange: (change: RequestChange) => void;
}) {
  if (!isNarrowed(request))
    return (
      <Notice title="No records">
        <p>{isCopied ? 'The log has no entries here.' : 'The server lists no records here.'}</p>
      </Notice>
    );
  return (
    <Notice
      title={partial === undefined ? 'No matching records' : 'No matching records so far'}
      actions={
        <>
          {withFormer > 0 && (
            <Button kind="strong" onClick={() => onChange({ former: true })}>
              Search former versions, too
            </Button>
          )}
          <Button onClick={() => onChange(CLEARED)}>Clear search and filters</Button>
        </>
      }
    >
      <p>
        {`None of ${of === undefined ? 'the records read so far' : `the ${formatNumber(of)} records`} match.`}
        {partial !== undefined && ' There are more: read on below, or ask the server for an exact value.'}
        {withFormer > 0 && ` ${countOf(withFormer, 'record')} matched in a former version.`}
      </p>
    </Notice>
  );
}

/** Unread names the records that no search finds, because their data was not sent, or has another hash; nothing where there are none. */
function Unread({ register, unread }: { register: RegisterId; unread: Listing['unread'] }) {
  if (unread === undefined || unread.count === 0) return null;
  const more = unread.count - unread.keys.length;
  return (
    <p className={styles['note']}>
      {`The data of ${countOf(unread.count, 'record')} could not be read or verified, so no search finds it: `}
      {unread.keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <Link to={pathTo({ view: 'record', register, key })}>
            <Literal text={key} />
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${formatNumber(more)} more`}.
    </p>
  );
}

function ReadMore({ server: { more, fetching, readMore } }: { server: ServerRecords }) {
  if (!more) return null;
  return (
    <p className={styles['more']}>
      <Button onClick={readMore} disabled={fetching}>
        {fetching ? 'Reading …' : 'Read more records'}
      </Button>
    </p>
  );
}
