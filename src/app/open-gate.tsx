import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { clientQuery } from '../query/client-query.ts';
import { describeFailure } from '../query/failure.ts';
import { useSession } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';

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
