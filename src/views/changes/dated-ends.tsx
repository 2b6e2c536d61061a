import { Navigate } from 'react-router';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/use-retry.ts';
import { DeclareFailure } from '../../query/use-page-checks.ts';
import { useSizeAtDate } from '../../query/use-size-at-date.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { End } from './read-ends.ts';

/** DatedEnds goes on to the two sizes that an address stands for which names a date in the place of one, or two. */
export function DatedEnds({
  register,
  from,
  to,
  logSize,
}: {
  register: RegisterId;
  from: End;
  to: End;
  logSize: number;
}) {
  const retry = useRetry();
  const one = useSizeAtDate(typeof from === 'number' ? undefined : from.untilMs, logSize);
  const other = useSizeAtDate(typeof to === 'number' ? undefined : to.untilMs, logSize);
  const error = one.error ?? other.error;
  if (error !== null)
    return (
      <>
        <DeclareFailure error={error} />
        <FailureNotice page failure={describeFailure(error)} onRetry={retry} />
      </>
    );
  const [begin, end] = [
    typeof from === 'number' ? from : one.found?.size,
    typeof to === 'number' ? to : other.found?.size,
  ];
  if (begin === undefined || end === undefined)
    return <Skeleton lines={6} label="Looking for the place of these dates in the log" />;
  return (
    <Navigate replace to={pathTo({ view: 'changes', register, from: String(begin), to: String(end) })} />
  );
}
