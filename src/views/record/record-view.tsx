import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery, trailQuery } from '../../query/record-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { DeclareFailure } from '../../query/use-page-checks.ts';
import { useRetry } from '../../query/use-retry.ts';
import { useSession } from '../../query/session.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RecordBody } from './record-body.tsx';
import { isolated } from '../../ui/literal.tsx';

// What the first view of a record that is there does not need is fetched when it is shown.
const RecordMissing = lazy(async () => ({ default: (await import('./record-missing.tsx')).RecordMissing }));

const EarlierRecord = lazy(async () => ({ default: (await import('./earlier-record.tsx')).EarlierRecord }));

/** RecordView shows one record: its data, its trail, its checks and its entry proof. An address with `?version=` or `?at=` asks for an earlier state of it. */
export function RecordView(name: { register: RegisterId; recordKey: string }) {
  const { search } = useLocation();
  return /[?&](at|version)=/.test(search) ? <EarlierRecord {...name} /> : <PresentRecord {...name} />;
}

function PresentRecord({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  const retry = useRetry();
  const record = useQuery(recordQuery(session, recordKey));
  const trail = useQuery(trailQuery(session, recordKey));
  // Asked for together with the others, so that the checks need not wait for them later.
  useQuery(headQuery(session));
  useQuery(registerQuery(session));
  if (record.isPending) return <Skeleton lines={8} label={`Loading record ${isolated(recordKey)}`} />;
  if (record.isError) {
    const failure = describeFailure(record.error);
    return failure.notFound ? (
      <Suspense>
        <RecordMissing register={register} recordKey={recordKey} />
      </Suspense>
    ) : (
      <>
        <DeclareFailure error={record.error} />
        <FailureNotice page failure={failure} retrying={record.isFetching} onRetry={retry} />
      </>
    );
  }
  return <RecordBody register={register} record={record.data} trail={trail} />;
}
