import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-desk.ts';
import { READ_WITHOUT_ASKING, type CopyInSight, useCopy } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { useExport } from '../../query/use-export.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePaths, useRegister } from '../../ui/register-paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { columnChoices, shownColumns } from './columns.ts';
import type { Listing } from './list-records.ts';
import { type AskedList, CLEARED, isNarrowed, type ListRequest, useAskedList } from './records-address.ts';
import { RecordsTable } from './records-table.tsx';
import { RecordsTools } from './records-tools.tsx';
import { ResultLine } from './result-line.tsx';
import { filterOf, type ServerRecords, useCopyRecords, useServerRecords } from './use-records.ts';
import type { RowRange } from './row-window.ts';
import styles from './records.module.css';

const NO_SCHEMA: readonly Attribute[] = [];

/**
 * RecordsView lists the records: words to look for, choices, order, columns, all in the address. It asks a copy of the whole register, read for this, and until
 * that is there, or where it is too long to be read unasked, the server's own list.
 */
export function RecordsView() {
  const session = useSession();
  const at = useAt();
  const asked = useAskedList();
  const { request, change } = asked;
  const whole = useWholeLog();
  const { data: summary } = useQuery(registerQuery(session));
  const reading = useCopy(session, true, at);
  const [range, setRange] = useState<RowRange>({ start: 0, count: 60 });
  const copy = useCopyRecords(copyIn(reading), request, at, range);
  const copied = copy.found;
  const server = useServerRecords(request, reading, at, {
    answered: copied !== undefined,
    reached: range.start + range.count,
  });
  // Only rows that come from the copy are as good as it is.
  usePageChecks(
    'list',
    { 'whole-log': copied ? whole : reading.phase === 'reading' ? undefined : NOT_SHOWN },
    at,
  );
  const listing = copied?.listing ?? server.listing;
  const schema = summary?.schema ?? NO_SCHEMA;
  const choices = useMemo(
    () => columnChoices(listing?.attributes ?? [], schema),
    [listing?.attributes, schema],
  );
  const chosen = useMemo(() => shownColumns(choices, request.columns), [choices, request.columns]);
  const { shown: columns, more: moreColumns } = useBatch(chosen, ATTRIBUTES, 'columns');
  const source = useRegister().kind === 'file' ? 'file' : 'server';
  return (
    <>
      <PageHead
        title="Records"
        note={
          copied
            ? copyNote(copied.copy, at, copied.listing.of ?? 0, server.compared, source)
            : listing && serverNote(server, at, source)
        }
        actions={<SaveRecords request={request} found={copied?.listing.total} />}
      />
      <RecordsTools
        asked={asked}
        listing={listing}
        copied={copied !== undefined}
        schema={schema}
        columns={{ choices, shown: chosen }}
      />
      <ResultLine
        asked={asked}
        listing={listing}
        reading={copied || (listing === undefined && reading.phase !== 'reading') ? undefined : reading}
      />
      {!copied && server.error !== null && (
        <div className={styles.failed}>
          <QueryFailure
            query={{ error: server.error, isFetching: server.fetching, refetch: server.readMore }}
          />
        </div>
      )}
      <QueryFailure query={copy.query} />
      {listing === undefined && server.error === null && <Waiting reading={reading} at={at} />}
      {isNarrowed(request) && <Unread unread={copied?.listing.unread} />}
      {listing?.total === 0 && (copied || !server.fetching) && (
        <NothingFound
          listing={listing}
          asked={asked}
          empty={copied ? 'The log has no entries here.' : `The ${source} lists no records here.`}
        />
      )}
      {moreColumns}
      {listing !== undefined && listing.total > 0 && (
        <RecordsTable
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
      {!copied && server.more && (
        <p className={styles.more}>
          <Button onClick={server.readMore} disabled={server.fetching}>
            {server.fetching ? 'Reading …' : 'Read more records'}
          </Button>
        </p>
      )}
    </>
  );
}

type SourceName = 'server' | 'file';

/** copyNote says where the records come from and what was verified; `compared` is what the server's own snapshot, shown before, was worth. */
export function copyNote(
  { verdict, size, missing, remark }: Omit<RegisterCopy, 'id' | 'head'>,
  at: number | undefined,
  of: number,
  compared: Verdict | undefined,
  source: SourceName,
): string {
  const isMismatch = verdict.outcome === 'does-not-match';
  const entries = size === 1 ? 'its only entry' : `all ${formatNumber(size)} entries`;
  const root = source === 'file' ? 'the root hash stated in the file' : 'the published root hash';
  const reason = because(verdict);
  const worth = isMismatch
    ? `and ${reason === '' ? `their root hash does not match ${root}` : 'they do not match'}`
    : 'not verified';
  return [
    `${countOf(of, 'record')}${at === undefined ? '' : ` as of entry ${formatNumber(at)}`}.`,
    verdict.outcome === 'holds'
      ? `Computed here from ${entries}, which give ${root}.`
      : `Computed from ${entries} as the ${source === 'file' ? 'file has' : 'server sent'} them, ${worth}${reason}.`,
    // Data that was sent and did not hash to its name is among what is missing.
    missing > 0 &&
      `The data of ${countOf(missing, 'version')} ${isMismatch ? 'is left out' : 'could not be read'}.`,
    remark !== undefined && `${remark} The entries were put in order here.`,
    compared && `The server's own snapshot ${SNAPSHOT[compared.outcome]}${because(compared)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const SNAPSHOT: Readonly<Record<Verdict['outcome'], string>> = {
  holds: 'lists the same',
  'does-not-match': 'does not match the log',
  'cannot-check': 'could not be checked',
  'not-checked': 'could not be checked',
};

function because(verdict: Verdict): string {
  return 'reason' in verdict ? `: ${verdict.reason}` : '';
}

/** serverNote says that the list is the server's while the register has not been read whole; how many, where all of them were read. */
export function serverNote(
  { read, filters, listing }: Pick<ServerRecords, 'read' | 'filters' | 'listing'>,
  at: number | undefined,
  source: SourceName,
): string {
  const count = countOf(read, 'record');
  if (at !== undefined)
    return `${count} as of entry ${formatNumber(at)}, as the ${source}'s own snapshot lists them. Not checked against the log yet.`;
  const isAll = listing?.partial === undefined;
  const words = filters
    ? `${isAll ? count : 'Records'} with this value, as the ${source} filters them.`
    : `${isAll ? `${count}, as` : 'As'} the ${source} lists them.`;
  return `${words} Open one to check it.`;
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
function Waiting({ reading, at }: { reading: CopyInSight; at: number | undefined }): ReactNode {
  const { phase, entries = 0, start } = reading;
  const isComing = phase === 'reading' || (phase === 'absent' && entries <= READ_WITHOUT_ASKING);
  if (at === undefined || isComing || phase === 'ready')
    return <Skeleton lines={10} label="Loading the records" />;
  return (
    <ReadWhole reading={reading} entries={entries} onStart={start}>
      {`The server does not list the records as they were after ${countOf(at, 'entry')}. This page can compute them once it has read the whole register. A single record can be shown as it was then: search for its key.`}
    </ReadWhole>
  );
}

/** NothingFound is a list without rows: an empty register, or no match; former versions that match are offered. */
function NothingFound({
  listing: { of, partial, withFormer = 0 },
  asked: { request, change },
  empty,
}: {
  listing: Listing;
  asked: AskedList;
  /** What to say of a register without records. */
  empty: string;
}) {
  if (!isNarrowed(request))
    return (
      <Notice title="No records">
        <p>{empty}</p>
      </Notice>
    );
  return (
    <Notice
      title={partial === undefined ? 'No matching records' : 'No matching records so far'}
      actions={
        <>
          {withFormer > 0 && (
            <Button kind="strong" onClick={() => change({ former: true })}>
              Search former versions, too
            </Button>
          )}
          <Button onClick={() => change(CLEARED)}>Clear search and filters</Button>
        </>
      }
    >
      <p>
        {`None of ${of === undefined ? 'the records read so far' : `the ${formatNumber(of)} records`} match.`}
        {partial !== undefined && ' There are more: read on below, or ask for an exact value.'}
        {withFormer > 0 && ` ${countOf(withFormer, 'record')} matched in a former version.`}
      </p>
    </Notice>
  );
}

/** Unread names the records that no search finds, because their data was not sent, or has another hash; nothing if there are none. */
function Unread({ unread }: { unread: Listing['unread'] }) {
  const paths = usePaths();
  if (unread === undefined || unread.count === 0) return null;
  const more = unread.count - unread.keys.length;
  return (
    <p className="quiet">
      {`The data of ${countOf(unread.count, 'record')} could not be read or verified, so no search finds it: `}
      {unread.keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ', '}
          <Link to={paths.record(key)}>
            <Literal text={key} />
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${formatNumber(more)} more`}.
    </p>
  );
}
