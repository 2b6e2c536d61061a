import { useMemo, useState } from 'react';
import { type WholeLogCopy, READ_WITHOUT_ASKING } from '../../query/copy.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { useNamedOthers } from '../../query/others-summary.ts';
import { CheckStrip } from '../../ui/check-list.tsx';
import { useAt } from '../../ui/link.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { useOthersLine } from '../shared/check-lines.tsx';
import { Download, copyWords } from '../shared/download.tsx';
import { EarlierVersion } from '../shared/earlier-version.tsx';
import { QueryFailure, ReadMissing, TryAgain } from '../shared/page-failure.tsx';
import { useSchema } from '../shared/register-facts.ts';
import { isNarrowed, type ListRequest, useListControls } from './records-address.ts';
import { columnChoices, shownColumns } from './columns.ts';
import { RecordsTable } from './records-table.tsx';
import { RecordsTools } from './records-tools.tsx';
import { ResultLine } from './result-line.tsx';
import { exactIn, filterOf, isListed, type RowRange, useRecords } from './use-records.ts';

/**
 * RecordsView lists the records: search words, filters, order and columns are all in the address. It asks a
 * copy of the whole register, read for this, and until that is complete, or if it is too long to read
 * automatically, the server's own list.
 */
export function RecordsView() {
  const at = useAt();
  const list = useListControls();
  const { request } = list;
  const whole = useWholeLog();
  const source = useSource();
  const [range, setRange] = useState<RowRange>({ start: 0, count: 50 });
  const { reading, listing, failures } = useRecords(request, at, range);
  const { copy, total, unread } = listing ?? {};
  const isFiltered = isNarrowed(request);
  // Only rows from the copy are verified with it.
  usePageChecks(
    'list',
    { 'whole-log': copy || /reading|failed/.test(reading.phase) ? whole : NOT_SHOWN },
    at,
  );
  const schema = useSchema();
  const choices = useMemo(
    () => columnChoices(listing?.attributes ?? [], schema),
    [listing?.attributes, schema],
  );
  const chosen = useMemo(() => shownColumns(choices, request.columns), [choices, request.columns]);
  const columns = useBatch(chosen, ATTRIBUTES, 'columns');
  const note = copy
    ? [
        at !== undefined && `As of entry ${formatNumber(at)}.`,
        copyWords(copy, source),
        copy.remark && `${copy.remark} The entries were put in order here.`,
      ]
        .filter(Boolean)
        .join(' ')
    : listing === undefined
      ? // It has its place.
        failures.every(({ error }) => error === null) && <span />
      : `Records as the ${SOURCE_WORDS[source].name} ${exactIn(request) ? 'filters' : 'lists'} them. Open one to check it.`;
  const found = `${copy ? countOf(total ?? 0, 'record') : 'The records'} found here`;
  return (
    <>
      <PageHead title="Records" note={note} actions={at === undefined && <EarlierVersion />} />
      {at === undefined && <OthersStrip />}
      <TryAgain />
      <ReadMissing reading={reading} />
      <RecordsTools
        list={list}
        listing={listing}
        schema={schema}
        columns={{ choices, shown: chosen }}
        isTooLarge={reading.phase === 'too-large'}
      >
        <Download
          what="records"
          filter={isFiltered || request.sort !== '' ? filterOf(request) : undefined}
          shown={isFiltered ? found : 'All records, in the order shown here'}
        />
      </RecordsTools>
      <ResultLine list={list} listing={listing} />
      {!copy && (listing !== undefined || failures.every(({ error }) => error === null)) && (
        <WholeRegisterOffer reading={reading} request={request} isListing={listing !== undefined} />
      )}
      {failures.map((query, index) => (
        <QueryFailure key={index} query={query} />
      ))}
      {isFiltered && unread !== undefined && unread > 0 && (
        <p className="quiet">
          The search leaves out {countOf(unread, 'record')}: the data could not be read or verified.
        </p>
      )}
      {listing?.partial?.isCut && (
        <p className="quiet">
          The list cannot be read further, and there may be other records: its next page is at another site,
          or was read before.
        </p>
      )}
      {total === 0 && listing?.partial === undefined && (
        <Notice title={isFiltered ? 'No matching records' : 'No records'} />
      )}
      {columns.more}
      {listing !== undefined && total !== 0 && (
        <RecordsTable
          key={JSON.stringify(columns.shown)}
          listing={listing}
          columns={columns.shown}
          list={list}
          schema={schema}
          onRange={setRange}
        />
      )}
    </>
  );
}

/** OthersStrip shows what mirrors and witnesses come to, on a page without other lines, if the reader named any. */
function OthersStrip() {
  const others = useOthersLine();
  return (
    useNamedOthers() && (
      <div className="above">
        <CheckStrip label="Mirrors and witnesses" checks={[others]} />
      </div>
    )
  );
}

/**
 * WholeRegisterOffer is above, or in place of, rows that need the whole register: it offers to read
 * that and shows the progress.
 */
function WholeRegisterOffer({
  reading,
  request,
  isListing,
}: {
  reading: WholeLogCopy;
  request: ListRequest;
  isListing: boolean;
}) {
  const at = useAt();
  const source = useSource();
  const { phase, entries = 0 } = reading;
  const isAnswered = at === undefined && isListed(request);
  const isComing = phase === 'ready' || (phase === 'absent' && entries <= READ_WITHOUT_ASKING);
  if (!isListing && (isComing || isAnswered))
    return (
      <div className="sheet padded">
        <Skeleton lines={10} label="Loading the records" />
      </div>
    );
  if (isComing) return null;
  return (
    <div className="group above">
      <ReadWholeLog reading={reading} isRetriedAbove>
        {at !== undefined
          ? `The records as they were after ${countOf(at, 'entry')} are computed from the whole register.`
          : `${isAnswered || !isListing ? '' : `Not searched, filtered or put in order: below is the list as the ${SOURCE_WORDS[source].name} gives it. `}Search, filters and order need the whole register. You can still look up one exact value.`}
      </ReadWholeLog>
    </div>
  );
}
