import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Entry, RegisterRecord } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery, trailQuery } from '../../query/record-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import type { RegisterId, RecordName } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolated } from '../../ui/literal.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { NoVersion, NotYet, RecordMissing } from './no-version.tsx';
import { RecordPage } from './record-page.tsx';
import { useAsked, usePresentVersion, useVersion, useVersions } from './use-version.ts';

// Two versions side by side are rarely asked for.
const CompareVersions = lazy(async () => ({
  default: (await import('./compare-versions.tsx')).CompareVersions,
}));

/** RecordView shows one record: its data, its trail, its checks and its entry proof. An address with `?version=` or `?at=` asks for an earlier state of it. */
export function RecordView({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  const { at, version, compare } = useAsked();
  const name = { register, key: recordKey };
  const isEarlier = at !== undefined || version !== undefined || compare !== undefined;
  // Asked for together with the others, so that the checks need not wait for them later.
  useQuery(headQuery(session));
  useQuery(registerQuery(session));
  return isEarlier ? <EarlierRecord name={name} /> : <PresentRecord name={name} />;
}

function PresentRecord({ name }: { name: RecordName }) {
  const session = useSession();
  const record = useQuery(recordQuery(session, name.key));
  const trail = useQuery(trailQuery(session, name.key));
  if (record.isPending) return <Skeleton lines={8} label={`Loading record ${isolated(name.key)}`} />;
  if (record.isError)
    return describeFailure(record.error).notFound ? (
      <RecordMissing record={name} />
    ) : (
      <PageFailure page="record" error={record.error} retrying={record.isFetching} />
    );
  return <PresentVersion name={name} record={record.data} trail={trail} />;
}

function PresentVersion({
  name,
  record,
  trail,
}: {
  name: RecordName;
  record: RegisterRecord;
  trail: { readonly data?: readonly Entry[] | undefined; readonly error: Error | null };
}) {
  const version = usePresentVersion(record, trail);
  return (
    <RecordPage
      name={name}
      version={version}
      trail={trail.data}
      trailError={trail.error}
      entryNumber={record.entryNumber}
    />
  );
}

/** EarlierRecord shows a record as it was: one of its versions, two of them side by side, or its state at the log size that the address asks for, which the log has reached. */
function EarlierRecord({ name }: { name: RecordName }) {
  const session = useSession();
  const { at, version, compare } = useAsked();
  const { state, trail, error, retrying } = useVersions(name.key, at);
  const failure = state === undefined && error !== null ? error : undefined;
  const isMissing = failure !== undefined && describeFailure(failure).notFound;
  const alone = useQuery({ ...recordQuery(session, name.key), enabled: isMissing });
  if (failure !== undefined) {
    if (isMissing && alone.isPending) return <Skeleton lines={8} label="Looking for the record" />;
    // A record may be there where the server has no trail of it.
    return isMissing && alone.data === undefined ? (
      <RecordMissing record={name} />
    ) : (
      <PageFailure page="record" error={failure} at={at} retrying={retrying} />
    );
  }
  if (state === undefined)
    return <Skeleton lines={8} label={`Loading the versions of ${isolated(name.key)}`} />;
  const { versions } = state;
  const shown = version === undefined ? versions.at(-1) : entryOf(version, versions);
  const other = compare === undefined ? undefined : entryOf(compare, versions);
  if (versions.length === 0) return <NotYet record={name} at={at} first={trail?.[0]} />;
  if (shown === undefined || (compare !== undefined && other === undefined))
    return <NoVersion record={name} versions={versions} trail={trail} />;
  if (other !== undefined)
    return (
      <Suspense fallback={<Skeleton lines={8} label="Loading the comparison" />}>
        <CompareVersions record={name} versions={versions} left={other} right={shown} />
      </Suspense>
    );
  return <EarlierVersion name={name} entry={shown} {...{ state, trail }} />;
}

function EarlierVersion({
  name,
  entry,
  ...versions
}: { name: RecordName; entry: Entry } & Pick<ReturnType<typeof useVersions>, 'state' | 'trail'>) {
  const version = useVersion(name.key, entry, useAsked().at);
  return <RecordPage name={name} version={version} {...versions} />;
}

function entryOf(entryNumber: number, versions: readonly Entry[]): Entry | undefined {
  return versions.find((entry) => entry.entryNumber === entryNumber);
}
