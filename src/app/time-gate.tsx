import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { describeFailure } from '../query/failure.ts';
import { headQuery, registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { useRetry } from '../query/use-retry.ts';
import { useSizeAtDate } from '../query/use-size-at-date.ts';
import { readDate, type AskedDate } from '../ui/at-date.ts';
import { readAt } from '../ui/at.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { beforeTitle, beforeWords } from './time-before.ts';
import { withAt } from './time-address.ts';
import { sizeAnewQuery } from './time-size-anew.ts';
import { TimeBanner } from './time-banner.tsx';
import { AboutPresent, BeforeTheLog, BeyondTheLog, NoMoment } from './time-notices.tsx';

/** Views that are about the present, or about sizes of their own; `?at=` does not change them. */
const PRESENT: ReadonlySet<RegisterPlace['view']> = new Set(['audit', 'lab', 'compare', 'api', 'changes']);

/**
 * TimeGate stands between an address with `?at=` and its view. A size that the log has had lets the view through, below a banner; any other, and a date until
 * its size is found, does not: neither is the present ever shown in the place of the past, nor the other way round.
 */
export function TimeGate({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  const { search } = useLocation();
  const asked = readAt(search);
  // The link that led to another moment may be gone with this one.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true });
    },
    [search],
  );
  if (PRESENT.has(place.view)) {
    return (
      <>
        <AboutPresent place={place} />
        {children}
      </>
    );
  }
  if (asked.kind === 'now') return children;
  return (
    <WithLogSize>
      {(now) => {
        if (asked.kind === 'at')
          return (
            <Reached at={asked.size} now={now}>
              <TimeBanner place={place} at={asked.size} now={now} />
              {children}
            </Reached>
          );
        const date = readDate(asked.text);
        if (date !== undefined) return <FindDate date={date} now={now} />;
        // More digits than any log has entries.
        if (/^[1-9]\d*$/.test(asked.text)) return <BeyondTheLog asked={asked.text} now={now} />;
        return /^0+$/.test(asked.text) ? (
          <BeforeTheLog title="A log of size 0 is empty" now={now}>
            Before its first entry a register holds nothing.
          </BeforeTheLog>
        ) : (
          <NoMoment text={asked.text} now={now} />
        );
      }}
    </WithLogSize>
  );
}

/** WithLogSize waits for the size of the log; a register without proofs has the summary's word for it. */
function WithLogSize({ children }: { children: (now: number) => ReactNode }) {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  const now = head.data?.logSize ?? (head.isError ? summary.data?.totalEntries : undefined);
  if (now !== undefined) return children(now);
  if (head.isError && !summary.isPending) {
    return (
      <>
        <DeclareFailure error={head.error} />
        <FailureNotice
          page
          failure={describeFailure(head.error)}
          retrying={head.isFetching}
          onRetry={retry}
        />
      </>
    );
  }
  return <Skeleton lines={6} label="Reading how long the log is" />;
}

/** Reached lets through what the log has reached. Before it is refused, the head is read anew: whoever made the link may have seen a newer one. Where that fails, nothing is known of such a size. */
function Reached({ at, now, children }: { at: number; now: number; children: ReactNode }) {
  const session = useSession();
  const retry = useRetry();
  const beyond = at > now;
  const anew = useQuery({ ...sizeAnewQuery(session, at), enabled: beyond });
  if (!beyond) return children;
  if (anew.isError)
    return (
      <>
        <DeclareFailure error={anew.error} />
        <FailureNotice
          page
          failure={describeFailure(anew.error)}
          retrying={anew.isFetching}
          onRetry={retry}
        />
      </>
    );
  if (anew.isPending) return <Skeleton lines={6} label="Reading how long the log is" />;
  return <BeyondTheLog asked={String(at)} now={now} />;
}

/** FindDate finds the size that a date stands for, and goes there. The date stays in the address, so that the banner can say how the size was found. */
function FindDate({ date, now }: { date: AskedDate; now: number }) {
  const location = useLocation();
  const retry = useRetry();
  const { found, error } = useSizeAtDate(date.untilMs, now);
  if (error !== null)
    return (
      <>
        <DeclareFailure error={error} />
        <FailureNotice page failure={describeFailure(error)} onRetry={retry} />
      </>
    );
  if (found === undefined)
    return <Skeleton lines={6} label={`Looking for the place of ${date.words} in the log`} />;
  if (found.size === 0) {
    return (
      <BeforeTheLog title={beforeTitle(date, found)} now={now}>
        {beforeWords(found, now)}
      </BeforeTheLog>
    );
  }
  return <Navigate replace to={withAt(location, String(found.size), date.text)} />;
}
