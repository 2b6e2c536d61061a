import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { READ_WITHOUT_ASKING, type ReplicaInSight, useReplica } from '../../query/replica.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { useSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { countOf } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { columnChoices, shownColumns } from './choose-columns.ts';
import { NothingFound } from './nothing-found.tsx';
import { ReadingWords } from './reading-words.tsx';
import type { Listing } from './listing.ts';
import { type Asked, isNarrowed } from './records-address.ts';
import { inSchemaOrder } from './records-model.ts';
import { RecordsTable } from './records-table.tsx';
import { RecordsTools } from './records-tools.tsx';
import { ResultLine } from './result-line.tsx';
import { comparedWords, serverWords, snapshotWords, sourceWords } from './source-words.ts';
import { TakeAway } from './take-away.tsx';
import { useAsked } from './use-asked.ts';
import { type RowRun, type Source, useReplicaRecords } from './use-replica-records.ts';
import { type ServerRecords, useServerRecords } from './use-server-records.ts';
import { type SnapshotRecords, useSnapshotRecords } from './use-snapshot-records.ts';
import { Unread } from './unread.tsx';
import styles from './records.module.css';

/**
 * RecordsView lists the records: words to look for, choices, order, columns, all in the address. It asks a copy of the whole register, read for this, and until
 * that is there, or where it is too long to be read unasked, the server's own list.
 */
export function RecordsView({ register }: { register: RegisterId }) {
  const session = useSession();
  const at = useAt();
  const [asked, change] = useAsked();
  const whole = useWholeLog();
  const { data: summary } = useQuery(registerQuery(session));
  const reading = useReplica(session, true, at);
  const replica = reading.phase === 'ready' ? reading.replica : undefined;
  const question = JSON.stringify([
    asked.text,
    asked.former,
    asked.attribute,
    asked.value,
    [...asked.choices],
    asked.status,
    asked.sort,
    at,
  ]);
  const [run, setRun] = useState(FIRST_RUN);
  const copied = useReplicaRecords(replica, asked, at, run);
  const fromCopy = replica !== undefined && copied.listing !== undefined && copied.source !== undefined;
  const wanted = useServerWanted(reading, fromCopy);
  const server = useServerRecords(asked, {
    wanted: wanted && at === undefined,
    entries: reading.entries,
    records: summary?.totalRecords,
    reached: run.start + run.count,
  });
  const snapshot = useSnapshotRecords(asked, at, wanted, replica);
  // Only rows that come from the copy are as good as that is.
  usePageChecks(
    'list',
    { 'whole-log': fromCopy ? whole : reading.phase === 'reading' ? undefined : NOT_SHOWN },
    at,
  );
  const listing = fromCopy ? copied.listing : (server.listing ?? snapshot.listing);

  const schema = summary?.schema ?? NO_SCHEMA;
  const uses = useMemo(() => inSchemaOrder(listing?.attributes ?? [], schema), [listing?.attributes, schema]);
  const attributes = useMemo(
    () => (uses.length > 0 ? uses.map(({ attribute }) => attribute) : schema.map(({ id }) => id)),
    [uses, schema],
  );
  const choices = useMemo(() => columnChoices(uses), [uses]);
  const allColumns = useMemo(() => shownColumns(uses, asked.columns), [uses, asked.columns]);
  const { shown: columns, more: moreColumns } = useBatch(allColumns, ATTRIBUTES, 'columns');
  return (
    <>
      <PageHead
        title="Records"
        note={
          fromCopy
            ? copiedNote(copied.source, copied.listing, snapshot)
            : listedNote(server, snapshot, at, asked)
        }
        actions={<TakeAway asked={asked} found={fromCopy ? copied.listing.total : undefined} />}
      />
      <RecordsTools
        asked={asked}
        listing={listing}
        copied={fromCopy}
        attributes={attributes}
        columns={{ choices, shown: columns }}
        onChange={change}
      />
      <ResultLine asked={asked} listing={listing} onChange={change}>
        {fromCopy || (listing === undefined && reading.phase !== 'reading') ? undefined : (
          <ReadingWords replica={reading} />
        )}
      </ResultLine>
      {!fromCopy && server.error !== null && (
        <div className={styles['failed']}>
          <FailureNotice
            failure={describeFailure(server.error)}
            retrying={server.fetching}
            onRetry={server.readMore}
          />
        </div>
      )}
      {copied.error !== null && <FailureNotice failure={describeFailure(copied.error)} />}
      {listing === undefined && server.error === null && <Waiting reading={reading} at={at} />}
      {fromCopy && isNarrowed(asked) && <Unread register={register} unread={copied.listing.unread} />}
      {listing?.total === 0 && (fromCopy || !server.fetching) && (
        <NothingFound listing={listing} asked={asked} fromCopy={fromCopy} onChange={change} />
      )}
      {moreColumns}
      {listing !== undefined && listing.total > 0 && (
        <RecordsTable
          register={register}
          listing={listing}
          question={question}
          columns={columns}
          chosen={asked.columns !== undefined}
          schema={schema}
          sort={asked.sort}
          onSort={(sort) => change({ sort })}
          onRun={setRun}
        />
      )}
      {!fromCopy && server.more && (
        <p className={styles['more']}>
          <Button onClick={server.readMore} disabled={server.fetching}>
            {server.fetching ? 'Reading …' : 'Read more records'}
          </Button>
        </p>
      )}
    </>
  );
}

function copiedNote(source: Source, { of = 0 }: Listing, { verdict }: SnapshotRecords): string {
  const words = sourceWords(source, of);
  return verdict === undefined ? words : `${words} ${comparedWords(verdict)}`;
}

function listedNote(
  server: ServerRecords,
  snapshot: SnapshotRecords,
  at: number | undefined,
  { value }: Asked,
): string | undefined {
  if (at !== undefined) return snapshot.listing && snapshotWords(snapshot.of, at);
  return server.listing && serverWords(server.read, server.listing.partial !== undefined, value !== '');
}

const NO_SCHEMA: readonly Attribute[] = [];

const FIRST_RUN: RowRun = { start: 0, count: 60 };

/** WAIT_MS is how long the server's list is held back for a copy that is about to be there: the same rows twice would only flicker. */
const WAIT_MS = 700;

/** useServerWanted tells whether the server's own list is needed: where no copy is coming, or it takes its time; until the copy has `answered`. */
function useServerWanted(reading: ReplicaInSight, answered: boolean): boolean {
  const coming =
    reading.phase === 'reading' ||
    reading.phase === 'ready' ||
    (reading.phase === 'absent' && (reading.entries === undefined || reading.entries <= READ_WITHOUT_ASKING));
  const [waited, setWaited] = useState(false);
  const waiting = !waited && !answered;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setWaited(true), coming ? WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [waiting, coming]);
  return waited && !answered;
}

/** Waiting is what stands where the rows will be. The records of an earlier size have to be worked out from the log, for which a long one is read only if asked. */
function Waiting({ reading, at }: { reading: ReplicaInSight; at: number | undefined }) {
  if (at !== undefined && reading.phase === 'failed')
    return <FailureNotice failure={reading.failure} onRetry={reading.start} />;
  if (at !== undefined && reading.phase === 'too-large') {
    return (
      <Notice title="These records cannot be worked out here">
        <p>{`The log is too long to be read whole, and so would be a list of the records as they were after ${countOf(at, 'entry', 'entries')}. Any one record can be shown as it was: look for its key, or in the log of that size.`}</p>
      </Notice>
    );
  }
  const long = reading.phase === 'absent' && (reading.entries ?? 0) > READ_WITHOUT_ASKING;
  if (at === undefined || !long) return <Skeleton lines={10} label="Loading the records" />;
  return (
    <Notice
      title="These records have to be worked out from the log"
      actions={
        <Button kind="strong" onClick={reading.start}>
          {`Read all ${countOf(reading.entries ?? 0, 'entry', 'entries')}`}
        </Button>
      }
    >
      <p>{`Nobody lists what the records were after ${countOf(at, 'entry', 'entries')}. This page can compute it once it has read the log.`}</p>
    </Notice>
  );
}
