import { describeFailure, type FailedQuery, type Failure } from '../../query/failure.ts';
import { useIsRetrying, useRetry } from '../../query/session.ts';
import { DeclareFailure, useLacksAnswer } from '../../query/use-page-checks.ts';
import type { PageKind } from '../../trust/page-checks.ts';
import { useAt } from '../../ui/link.tsx';
import { FailureNotice, RetryButton } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';
import type { WholeLogCopy } from '../../query/copy.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/**
 * PageFailure replaces a page whose data could not be read: it declares that nothing could be checked, and
 * offers to repeat all failed requests of the register.
 */
export function PageFailure({
  query: { error, isFetching },
  failure = describeFailure(error),
  page,
}: {
  query: FailedQuery;
  /** The kind of page of an open register; absent if not known. */
  page?: PageKind;
  /** A description of the error, if more is known than the error says. */
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

/**
 * asVerdict prefixes a failed request with its meaning for the page's check, unless the
 * server does not have the data.
 */
function asVerdict(failure: Failure): Failure {
  if (failure.address === undefined || failure.notFound) return failure;
  return {
    ...failure,
    title: `Could not check: ${failure.title.replace(/^The |^This /, (word) => word.toLowerCase())}`,
  };
}

/** QueryFailure shows a failed query in place of its data, and can retry it; nothing if it did not fail. */
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

/**
 * TryAgain repeats all that failed on a page, or does `onRetry`, while something on it could not be checked for want
 * of an answer.
 */
export function TryAgain({ onRetry }: { onRetry?: (() => void) | undefined }) {
  const retry = useRetry();
  const isRetrying = useIsRetrying();
  return (
    useLacksAnswer() && (
      <p className="unprinted">
        <RetryButton onClick={onRetry ?? retry} retrying={isRetrying} />
      </p>
    )
  );
}

/** useRetryBelow returns what the button of a notice on a page does; undefined while the page's own TryAgain does it. */
export function useRetryBelow(): (() => void) | undefined {
  const retry = useRetry();
  return useLacksAnswer() ? undefined : retry;
}

/** ReadMissing offers to read the data that a copy of the register lacks; a server without a list is asked for each. */
export function ReadMissing({ reading }: { reading: WholeLogCopy }) {
  if (reading.phase !== 'ready' || reading.copy.missing === 0) return null;
  const { missing } = reading;
  return (
    <p className="unprinted above">
      <Button disabled={missing !== undefined} onClick={reading.start}>
        {missing === undefined
          ? `Read the missing ${countOf(reading.copy.missing, 'item')}`
          : `Reading the missing data: ${formatNumber(missing)} left`}
      </Button>
    </p>
  );
}
