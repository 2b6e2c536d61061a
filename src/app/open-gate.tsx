import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { clientQuery } from '../query/client-query.ts';
import { describeFailure } from '../query/failure.ts';
import { useSession } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { FailureNotice } from '../ui/notice.tsx';
import type { RegisterId } from '../ui/paths.ts';

/** OpenGate shows a register that cannot be opened as that, whatever was asked of it: a missing register is not a missing record. */
export function OpenGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const queries = useQueryClient();
  const client = useQuery(clientQuery(session));
  const [failed, setFailed] = useState<{ readonly id: string; readonly error: Error }>();
  if (client.isError && client.error !== failed?.error) setFailed({ id: session.id, error: client.error });
  // While it is tried again the failure stays in sight: nothing jumps.
  const error = client.error ?? (client.isPending && failed?.id === session.id ? failed.error : undefined);
  if (error === undefined) return children;
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
      <FailureNotice
        page
        failure={describeFailure(error)}
        retrying={client.isFetching}
        onRetry={() => void retry()}
      />
    </>
  );
}

// The code that reads files is fetched when an address names one.
const OpenedFile = lazy(async () => ({ default: (await import('./opened-file.tsx')).OpenedFile }));

/** FileGate lets a register that is a file be shown only once the file is read. */
export function FileGate({ register, children }: { register: RegisterId; children: ReactNode }) {
  if (register.kind !== 'file') return children;
  return (
    <Suspense>
      <OpenedFile file={register.file}>{children}</OpenedFile>
    </Suspense>
  );
}
