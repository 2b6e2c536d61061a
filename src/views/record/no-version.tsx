import { useMissingRecord } from '../../query/use-whole-log.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { NotThere } from '../shared/not-there.tsx';
import { type Selection, useAsked } from './use-record.ts';

type Of<Kind extends Selection['kind']> = { readonly record: RecordName } & Extract<
  Selection,
  { kind: Kind }
>;

/** NoVersion says why there is nothing to show at an address of a record: no such record, none at that size yet, or no such version; and leads to what there is. */
export function NoVersion(selected: Of<'missing' | 'not-yet' | 'no-version'>) {
  switch (selected.kind) {
    case 'missing':
      return <RecordMissing {...selected} />;
    case 'not-yet':
      return <NotYet {...selected} />;
    case 'no-version':
      return <OtherVersion {...selected} />;
  }
}

function RecordMissing({ record: { key } }: Of<'missing'>) {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isInLog = useMissingRecord(key, at);
  return (
    <NotThere
      isDeclared
      title={`No record with the key “${isolated(key)}”`}
      ways={[
        [`Search the records for “${isolated(key)}”`, paths.records({ q: key })],
        ['All records', paths.view('records')],
      ]}
    >
      <p>
        There is no such record, as {statedBy}
        {isInLog
          ? ', but the log that this page read has entries of this key. The two disagree, and may be of different ages: reload the page.'
          : '. Keys are exact: capital letters, hyphens and zeros at the front count.'}
      </p>
    </NotThere>
  );
}

function NotYet({ record, first }: Of<'not-yet'>) {
  const { at } = useAsked();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  if (at === undefined || first === undefined)
    return (
      <NotThere title={`No version of “${isolated(record.key)}” was sent`}>
        <p>
          Its list of versions is empty. Reload the page, or check every entry for versions that were left
          out.
        </p>
      </NotThere>
    );
  const { entryNumber, timestamp } = first;
  const born = formatNumber(entryNumber);
  return (
    <NotThere
      title={`${isolated(record.key)} was not there yet at size ${formatNumber(at)}`}
      ways={[
        [`As it was first, at size ${born}`, versionPath(record, { at: entryNumber })],
        ['As it is now', versionPath(record, {}), 'present'],
      ]}
    >
      <p>
        The first entry with this key is{' '}
        <Link present to={paths.entry(entryNumber)}>
          entry {born}
        </Link>
        , of <Time at={timestamp} only="day" />, as {statedBy}. To be sure that none came before,{' '}
        <Link present to={paths.view('audit')}>
          check every entry
        </Link>
        .
      </p>
    </NotThere>
  );
}

function OtherVersion({ record, versions, trail }: Of<'no-version'>) {
  const { at, version } = useAsked();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isLater = trail.some(({ entryNumber }) => entryNumber === version);
  return (
    <NotThere
      title={
        isLater
          ? `Entry ${formatNumber(version ?? 0)} was not there yet at size ${formatNumber(at ?? 0)}`
          : `No such version of ${isolated(record.key)}`
      }
      ways={[
        [`All versions of ${isolated(record.key)}`, versionPath(record, {})],
        ...(isLater
          ? [['As the register is now', versionPath(record, { version }), 'present'] as const]
          : []),
      ]}
    >
      <p>
        There are {countOf(versions.length, 'version')} of this record
        {at !== undefined && ` up to entry ${formatNumber(at)}`}, the newest from entry{' '}
        {formatNumber(versions.at(-1)?.entryNumber ?? 0)}, as {statedBy}. An address names one by the number
        of its entry: <code>?version=12</code>.
      </p>
    </NotThere>
  );
}
