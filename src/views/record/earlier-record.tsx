import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery } from '../../query/record-queries.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { DeclareFailure } from '../../query/use-page-checks.ts';
import { useSession } from '../../query/session.ts';
import { useRetry } from '../../query/use-retry.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { NotYet, NoVersion } from './no-version.tsx';
import { RecordMissing } from './record-missing.tsx';
import { useAsked } from './use-asked.ts';
import { useVersions } from './use-versions.ts';
import { VersionView } from './version-view.tsx';
import { isolated } from '../../ui/literal.tsx';

/** EarlierRecord shows a record as it was: one of its versions, two of them side by side, or its state at the log size that the address asks for, which the log has reached. */
export function EarlierRecord({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  const retry = useRetry();
  const { at, version, compare } = useAsked();
  const { state, trail, error, retrying } = useVersions(recordKey, at);
  // Asked for together with the others, so that the checks need not wait for them later.
  useQuery(headQuery(session));
  useQuery(registerQuery(session));
  const record = { register, key: recordKey };
  const failure = state === undefined && error !== null ? describeFailure(error) : undefined;
  const alone = useQuery({ ...recordQuery(session, recordKey), enabled: failure?.notFound === true });
  if (failure !== undefined) {
    if (failure.notFound && alone.isPending) return <Skeleton lines={8} label="Looking for the record" />;
    // A record may be there where the server has no trail of it.
    return failure.notFound && alone.data === undefined ? (
      <RecordMissing register={register} recordKey={recordKey} />
    ) : (
      <>
        <DeclareFailure error={error} />
        <FailureNotice page failure={failure} retrying={retrying} onRetry={retry} />
      </>
    );
  }
  if (state === undefined)
    return <Skeleton lines={8} label={`Loading the versions of ${isolated(recordKey)}`} />;
  const { versions } = state;
  if (versions.length === 0) return <NotYet record={record} at={at} first={trail?.[0]} />;
  const shown = version === undefined ? versions.length - 1 : placeOf(version, versions);
  const other = compare === undefined ? undefined : placeOf(compare, versions);
  if (shown < 0 || (other !== undefined && other < 0))
    return <NoVersion record={record} versions={versions} trail={trail} />;
  const view = { record, state, trail, shown };
  return other === undefined ? <VersionView {...view} /> : <CompareVersions {...view} other={other} />;
}

function placeOf(entryNumber: number, versions: readonly { readonly entryNumber: number }[]): number {
  return versions.findIndex((entry) => entry.entryNumber === entryNumber);
}
