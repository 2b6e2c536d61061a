import { useQueries } from '@tanstack/react-query';
import { recordQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import { useMissingRecord } from '../../query/use-whole-log.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { NotThere } from '../shared/not-there.tsx';
import type { Selection } from './select-version.ts';
import { useVersionQuery } from './use-record.ts';

type MissingVersion = Extract<Selection, { kind: 'missing' | 'no-version' }>;

/** NoVersion says why there is nothing to show at an address of a record, and links to what exists. */
export function NoVersion({ name, selection }: { name: RecordName; selection: MissingVersion }) {
  return selection.kind === 'missing' ? (
    <RecordMissing recordKey={name.key} />
  ) : (
    <OtherVersion name={name} {...selection} />
  );
}

/** useOtherCase returns the key of a record that differs from a key in capital letters alone. */
function useOtherCase(key: string): string | undefined {
  const session = useSession();
  const [upper, lower] = [key.toUpperCase(), key.toLowerCase()];
  const others = [...new Set([upper, lower, upper.slice(0, 1) + lower.slice(1)])].filter(
    (other) => other !== key,
  );
  const records = useQueries({
    queries: others.map((other) => ({ ...recordQuery(session, other), retry: false })),
  });
  return others.find((_, index) => records[index]?.data !== undefined);
}

/** RecordMissing says that there is no such record, and offers the one in other letters. */
function RecordMissing({ recordKey }: { recordKey: string }) {
  const { at } = useVersionQuery();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const isInLog = useMissingRecord(recordKey, at);
  const other = useOtherCase(recordKey);
  const key = isolated(recordKey);
  return (
    <NotThere
      isDeclared
      title={other === undefined ? `No record ${key}` : `No record ${key}. Did you mean ${isolated(other)}?`}
      ways={[
        ...(other === undefined ? [] : [[`Open ${isolated(other)}`, paths.record(other)] as const]),
        [`Search the records for “${key}”`, paths.records({ q: recordKey })],
        ['All records', paths.view('records')],
      ]}
    >
      <p>
        There is no such record, as {statedBy}
        {isInLog
          ? ', but the log that this page read has entries of this key. The two answers may be of different ages: reload the page.'
          : '. Keys are exact: capital letters, hyphens and zeros at the front count.'}
      </p>
    </NotThere>
  );
}

/** OtherVersion says that the record has no such version, or none yet at that size. */
function OtherVersion({
  name,
  versions,
  trail,
}: { name: RecordName } & Extract<MissingVersion, { kind: 'no-version' }>) {
  const { at, version } = useVersionQuery();
  const paths = usePaths();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const key = isolated(name.key);
  const isLater = trail.some(
    ({ entryNumber }) => entryNumber > (at ?? Infinity) && entryNumber === (version ?? entryNumber),
  );
  const [first] = trail;
  const what = version === undefined ? key : `Entry ${formatNumber(version)}`;
  return (
    <NotThere
      title={
        isLater ? `${what} was not there yet at size ${formatNumber(at ?? 0)}` : `No such version of ${key}`
      }
      ways={[
        isLater
          ? ['As the register is now', versionPath(name, { version }), 'present']
          : [`All versions of ${key}`, versionPath(name, {})],
        ...(first
          ? [['As it was first', versionPath(name, { at: first.entryNumber }), 'present'] as const]
          : []),
      ]}
    >
      <p>
        This record has {countOf(versions.length, 'version')}
        {at !== undefined && ` up to entry ${formatNumber(at)}`}
        {first && (
          <>
            ; the first is{' '}
            <Link present to={paths.entry(first.entryNumber)}>
              entry {formatNumber(first.entryNumber)}
            </Link>
            , of <Time at={first.timestamp} only="day" />
          </>
        )}
        , as {statedBy}.
      </p>
    </NotThere>
  );
}
