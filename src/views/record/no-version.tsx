import type { ReactNode } from 'react';
import { DeclareMissing, useMissingRecord } from '../../query/use-whole-log.ts';
import { buttonClass } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { type Selection, useAsked } from './use-record.ts';

/** NoVersion says why there is nothing to show at an address of a record: no such record, none at that size yet, or no such version; and leads to what there is. */
export function NoVersion({ record, selection }: { record: RecordName; selection: Selection }) {
  const { at } = useAsked();
  if (selection.kind === 'missing') return <RecordMissing record={record} />;
  return (
    <>
      <DeclareMissing at={at} />
      {selection.kind === 'not-yet' && <NotYet record={record} first={selection.first} />}
      {selection.kind === 'no-version' && <OtherVersion record={record} {...selection} />}
    </>
  );
}

function NotYet({
  record,
  first,
}: { record: RecordName } & Pick<Extract<Selection, { kind: 'not-yet' }>, 'first'>) {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  if (at === undefined || first === undefined)
    return (
      <Notice page live title={`No version of “${isolated(record.key)}” was sent`}>
        <p>
          Its list of versions is empty. Reload the page, or check every entry for versions that were left
          out.
        </p>
      </Notice>
    );
  const born = formatNumber(first.entryNumber);
  return (
    <Notice
      page
      live
      title={`${isolated(record.key)} was not there yet at size ${formatNumber(at)}`}
      actions={
        <>
          <Link className={buttonClass('strong')} to={versionPath(record, { at: first.entryNumber })}>
            As it was first, at size {born}
          </Link>
          <Link className={buttonClass()} present to={versionPath(record, {})}>
            As it is now
          </Link>
        </>
      }
    >
      <p>
        The first entry with this key is{' '}
        <Link present to={paths.entry(first.entryNumber)}>
          entry {born}
        </Link>
        , of <Time at={first.timestamp} only="day" />, as {statedBy}. To be sure that none came before,{' '}
        <Link present to={paths.view('audit')}>
          check every entry
        </Link>
        .
      </p>
    </Notice>
  );
}

function OtherVersion({
  record,
  versions,
  trail,
}: { record: RecordName } & Extract<Selection, { kind: 'no-version' }>) {
  const { at, version = Number.NaN } = useAsked();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isNumber = !Number.isNaN(version);
  const isLater = trail.some(({ entryNumber }) => entryNumber === version);
  const number = formatNumber(version);
  const title = isLater
    ? `Entry ${number} was not there yet at size ${formatNumber(at ?? 0)}`
    : isNumber
      ? `Entry ${number} is no version of ${isolated(record.key)}`
      : 'The version in this address is not an entry number';
  return (
    <Notice
      page
      live
      title={title}
      actions={
        <>
          <Link className={buttonClass('strong')} to={versionPath(record, {})}>
            {`All versions of ${isolated(record.key)}`}
          </Link>
          {isLater && (
            <Link className={buttonClass()} present to={versionPath(record, { version })}>
              As the register is now
            </Link>
          )}
        </>
      }
    >
      <p>
        {isNumber ? (
          <>
            There are {countOf(versions.length, 'version')} of this record
            {at !== undefined && ` up to entry ${formatNumber(at)}`}, the newest from entry{' '}
            {formatNumber(versions.at(-1)?.entryNumber ?? 0)}, as {statedBy}.
          </>
        ) : (
          <>
            Give the number of the version’s entry, in digits: <code>?version=12</code>.
          </>
        )}
      </p>
    </Notice>
  );
}

function RecordMissing({ record: { key } }: { record: RecordName }): ReactNode {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isInLog = useMissingRecord(key, at);
  return (
    <Notice
      page
      live
      title={`No record with the key “${isolated(key)}”`}
      actions={
        <>
          <Link className={buttonClass('strong')} to={paths.records({ q: key })}>
            Search the records for “{isolated(key)}”
          </Link>
          <Link className={buttonClass()} to={paths.view('records')}>
            All records
          </Link>
        </>
      }
    >
      <p>
        There is no such record, as {statedBy}
        {isInLog
          ? ', but the log that this page read has entries of this key. The two disagree, and may be of different ages: reload the page.'
          : '. Keys are exact: capital letters, hyphens and zeros at the front count.'}
      </p>
    </Notice>
  );
}
