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
import { RecordPage } from './record-page.tsx';
import { useAsked, usePresentVersion } from './use-version.ts';

// What a link to a record as it is now does not show.
const EarlierRecord = lazy(async () => ({ default: (await import('./earlier-record.tsx')).EarlierRecord }));
const RecordMissing = lazy(async () => ({ default: (await import('./no-version.tsx')).RecordMissing }));

/** RecordView shows one record: its data, its trail, its checks and its entry proof. An address with `?version=` or `?at=` asks for an earlier state of it. */
export function RecordView({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  const { at, version, compare } = useAsked();
  const name = { register, key: recordKey };
  const isEarlier = at !== undefined || version !== undefined || compare !== undefined;
  // Asked for together with the others, so that the checks need not wait for them later.
  useQuery(headQuery(session));
  useQuery(registerQuery(session));
  return (
    <Suspense fallback={<Skeleton lines={8} label={`Loading record ${isolated(recordKey)}`} />}>
      {isEarlier ? <EarlierRecord name={name} /> : <PresentRecord name={name} />}
    </Suspense>
  );
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
