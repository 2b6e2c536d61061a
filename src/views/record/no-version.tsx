import type { Entry } from '../../core/model.ts';
import { DeclareMissing, useMissingRecord } from '../../query/use-whole-log.ts';
import { useAt } from '../../ui/at.ts';
import { buttonClass } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { useAsked } from './use-version.ts';

/** NotYet says that a record was not there yet at a log size, and at which entry it first appears. */
export function NotYet({
  record,
  at,
  first,
}: {
  record: RecordName;
  at: number | undefined;
  first: Entry | undefined;
}) {
  const { statedBy } = SOURCE_WORDS[useSource()];
  if (at === undefined || first === undefined)
    return (
      <Notice page live title={`No version of “${isolated(record.key)}” was sent`}>
        <DeclareMissing at={at} />
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
      <DeclareMissing at={at} />
      <p>
        The first entry with this key is{' '}
        <Link
          present
          to={pathTo({
            view: 'entry',
            register: record.register,
            entryNumber: String(first.entryNumber),
          })}
        >
          entry {born}
        </Link>
        , of <Time at={first.timestamp} only="day" />, as {statedBy}. To be sure that none came before,{' '}
        <Link present to={pathTo({ view: 'audit', register: record.register })}>
          check every entry
        </Link>
        .
      </p>
    </Notice>
  );
}

/** NoVersion says that an address asks for a version that the record does not have at the size it is shown at, and leads to those it has. */
export function NoVersion({
  record,
  versions,
  trail,
}: {
  record: RecordName;
  versions: readonly Entry[];
  trail: readonly Entry[] | undefined;
}) {
  const { at, version, compare } = useAsked();
  const has = (list: readonly Entry[], number: number) => list.some((entry) => entry.entryNumber === number);
  const missing = [version, compare].find((number) => number !== undefined && !has(versions, number)) ?? NaN;
  const later = trail !== undefined && has(trail, missing);
  const number = Number.isNaN(missing) ? undefined : formatNumber(missing);
  const { statedBy } = SOURCE_WORDS[useSource()];
  return (
    <Notice
      page
      live
      title={
        number === undefined
          ? 'The version in this address is not an entry number'
          : later
            ? `Entry ${number} was not there yet at size ${formatNumber(at ?? 0)}`
            : `Entry ${number} is no version of ${isolated(record.key)}`
      }
      actions={
        <>
          <Link className={buttonClass('strong')} to={versionPath(record, {})}>
            {`All versions of ${isolated(record.key)}`}
          </Link>
          {later && (
            <Link className={buttonClass()} present to={versionPath(record, { version, compare })}>
              As the register is now
            </Link>
          )}
        </>
      }
    >
      <DeclareMissing at={at} />
      <p>
        {number === undefined ? (
          <>
            Give the number of the version’s entry, in digits: <code>?version=12</code>, and{' '}
            <code>&amp;compare=7</code> for the one beside it.
          </>
        ) : (
          <>
            There are {countOf(versions.length, 'version')} of this record
            {at !== undefined && ` up to entry ${formatNumber(at)}`}, the newest from entry{' '}
            {formatNumber(versions.at(-1)?.entryNumber ?? 0)}, as {statedBy}.
          </>
        )}
      </p>
    </Notice>
  );
}

/** RecordMissing says that a key names no record here, and offers to look for it among those there are. */
export function RecordMissing({ record: { register, key } }: { record: RecordName }) {
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isInLog = useMissingRecord(key, useAt());
  return (
    <Notice
      page
      title={`No record with the key “${isolated(key)}”`}
      live
      actions={
        <>
          <Link
            className={buttonClass('strong')}
            to={`${pathTo({ view: 'records', register })}?q=${encodeURIComponent(key)}`}
          >
            Search the records for “{isolated(key)}”
          </Link>
          <Link className={buttonClass()} to={pathTo({ view: 'records', register })}>
            All records
          </Link>
        </>
      }
    >
      <p>
        {isInLog
          ? `There is no such record as ${statedBy}, but the log that this page read has entries of this key. The two disagree, and may be of different ages: reload the page.`
          : `There is no such record, as ${statedBy}. Keys are exact: capital letters, hyphens and zeros at the front count.`}
      </p>
    </Notice>
  );
}
