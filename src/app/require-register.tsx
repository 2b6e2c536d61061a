import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { clientQuery } from '../query/client-query.ts';
import { describeFailure } from '../query/failure.ts';
import { useSession } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { FailureNotice } from '../ui/notice.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { useRegister } from '../ui/register-paths.ts';

/** RequireRegister shows the failure to open a register in place of any view: a missing register is not a missing record. */
export function RequireRegister({ children }: { children: ReactNode }) {
  const register = useRegister();
  const session = useSession();
  const queries = useQueryClient();
  const client = useQuery(clientQuery(session));
  const [failed, setFailed] = useState<{ readonly id: string; readonly error: Error }>();
  if (client.isError && client.error !== failed?.error) setFailed({ id: session.id, error: client.error });
  // The failure stays on view during a retry, so that nothing jumps.
  const error = client.error ?? (client.isPending && failed?.id === session.id ? failed.error : undefined);
  if (error === undefined) return children;
  const failure = describeFailure(error);
  if (register.kind === 'bundled' && failure.notFound)
    return (
      <>
        <DeclareFailure error={error} />
        <Suspense>
          <UnknownRegister id={session.id} />
        </Suspense>
      </>
    );
  const retry = async (): Promise<void> => {
    const { isSuccess } = await client.refetch();
    if (isSuccess)
      await queries.resetQueries({
        queryKey: [session.id],
        predicate: ({ state }) => state.status === 'error',
      });
  };
  return (
    <>
      <DeclareFailure error={error} />
      <FailureNotice page failure={failure} retrying={client.isFetching} onRetry={() => void retry()} />
      {register.kind === 'remote' && (
        <Suspense>
          <MayBeFile address={register.base} />
        </Suspense>
      )}
    </>
  );
}

// Rarely shown, so fetched when it is.
const UnknownRegister = lazy(async () => ({
  default: (await import('./register-choices.tsx')).UnknownRegister,
}));

// The code that reads files is fetched when an address names one, or may.
const OpenedFile = lazy(async () => ({ default: (await import('./opened-file.tsx')).OpenedFile }));
const MayBeFile = lazy(async () => ({ default: (await import('./opened-file.tsx')).MayBeFile }));

/** RequireFile shows a register from a file only once the file is read. */
export function RequireFile({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  if (place.register.kind !== 'file') return children;
  return (
    <Suspense>
      <OpenedFile register={place.register} isComparing={place.view === 'compare'}>
        {children}
      </OpenedFile>
    </Suspense>
  );
}
