import type { PageKind } from '../../trust/page-checks.ts';
import { describeFailure, type Failure } from '../../query/failure.ts';
import { DeclareFailure } from '../../query/use-page-checks.ts';
import { useRetry } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import { FailureNotice } from '../../ui/notice.tsx';

/** PageFailure takes the place of a page whose data could not be read: it says so, declares that nothing could be checked, and offers to make all failed requests of the register again. */
export function PageFailure({
  query: { error, isFetching },
  failure = describeFailure(error),
  page,
}: {
  query: { readonly error: Error; readonly isFetching: boolean };
  /** What the page would show of a register that is open; left out where that is not known. */
  page?: PageKind;
  /** The error in words, where more is known than the error says. */
  failure?: Failure;
}) {
  const retry = useRetry();
  const at = useAt();
  return (
    <>
      <DeclareFailure error={error} page={page} at={page && at} />
      <FailureNotice
        page
        failure={page === undefined ? failure : asVerdict(failure)}
        retrying={isFetching}
        onRetry={retry}
      />
    </>
  );
}

/** asVerdict begins a failed request with what it means for the page's check; what the server does not have says so alone. */
function asVerdict(failure: Failure): Failure {
  if (failure.address === undefined || failure.notFound) return failure;
  return {
    ...failure,
    title: `Could not check: ${failure.title.replace(/^The |^This /, (word) => word.toLowerCase())}`,
  };
}

/** QueryFailure says in the place of what a query would have shown that it failed, and tries it again; nothing where it did not fail. */
export function QueryFailure({
  query: { error, isFetching, refetch },
  page = false,
}: {
  query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown };
  /** See Notice. */
  page?: boolean;
}) {
  if (error === null) return null;
  return (
    <FailureNotice
      page={page}
      failure={describeFailure(error)}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
