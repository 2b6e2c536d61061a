import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { queryKey } from '../query/keys.ts';
import { freshHead, headQuery, registerQuery } from '../query/register-queries.ts';
import { type RegisterSession, useSession } from '../query/session.ts';
import { useCountsAt } from '../query/use-whole-log.ts';
import { useSizeAtDate } from '../query/size-at-date.ts';
import { type AskedAt, readAt, TimeBarContext, useAt, withAt } from '../ui/at.ts';
import { type AskedDate, readDate } from '../ui/dates.ts';
import type { RegisterPlace } from '../ui/paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { PageFailure } from '../views/shared/page-failure.tsx';
import styles from './frame.module.css';
import { TimeBanner, useLogSize } from './time-banner.tsx';
import {
  ABOUT_PRESENT,
  AboutPresent,
  beforeTitle,
  beforeWords,
  NoSuchMoment,
  NotInLog,
} from './time-notices.tsx';

/**
 * TimeGate stands between an address with `?at=` and its view, with the banner that drags through time. A size that the log has had lets the view through; any other, and a date until its size is found,
 * does not: neither is the present ever shown in the place of the past, nor the other way round.
 */
export function TimeGate({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  const { search } = useLocation();
  const asked = readAt(search);
  const isAboutPresent = place.view in ABOUT_PRESENT;
  // The link that led to another moment may be gone with this one.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true });
    },
    [search],
  );
  const refusal = useRefusal(isAboutPresent ? NOW : asked);
  const bar = <TimeBanner place={place} />;
  // What these two are about comes first.
  if ((place.view === 'overview' || place.view === 'records') && refusal === undefined)
    return <TimeBarContext value={bar}>{children}</TimeBarContext>;
  return (
    <>
      {isAboutPresent ? asked.kind !== 'now' && <AboutPresent place={place} /> : bar}
      {refusal ?? children}
    </>
  );
}

const NOW = { kind: 'now' } as const;

/**
 * useRefusal is what is shown in the place of a view of a moment that the log has not had; undefined for one that it has. Before a size is refused, the head is read
 * again: whoever made the link may have seen a newer one. Where that fails, nothing is known of such a size.
 */
function useRefusal(asked: AskedAt): ReactNode {
  const session = useSession();
  const { now, error } = useLogSize();
  const size = asked.kind === 'at' ? asked.size : 0;
  const isBeyond = now !== undefined && size > now;
  const again = useQuery({ ...sizeAnewQuery(session, size), enabled: isBeyond });
  if (asked.kind === 'now') return undefined;
  const failure = error ?? (isBeyond ? again.error : null);
  if (failure !== null) return <PageFailure error={failure} retrying={again.isFetching} />;
  if (now === undefined || (isBeyond && again.isPending))
    return <Skeleton lines={6} label="Reading how long the log is" />;
  if (asked.kind === 'at') return isBeyond ? <NotInLog asked={String(size)} now={now} /> : undefined;
  const date = readDate(asked.text);
  return date === undefined ? <NotInLog asked={asked.text} now={now} /> : <FindDate date={date} now={now} />;
}

/** FindDate finds the size that a date stands for, and goes there. The date stays in the address, so that the banner can say how the size was found. */
function FindDate({ date, now }: { date: AskedDate; now: number }) {
  const location = useLocation();
  const { found, error } = useSizeAtDate(date.untilMs, now);
  if (error !== null) return <PageFailure error={error} />;
  if (found === undefined)
    return <Skeleton lines={6} label={`Looking for the place of ${date.words} in the log`} />;
  if (found.size === 0)
    return (
      <NoSuchMoment title={beforeTitle(date, found)} now={now} first>
        <p>{beforeWords(found, now)}</p>
      </NoSuchMoment>
    );
  return <Navigate replace to={withAt(location, String(found.size), date.text)} />;
}

/**
 * sizeAnewQuery reads again how long the log is, once for a size that it has not reached: by its head, or where the server publishes none, by its summary. Rejects
 * where that cannot be read; what was known before stays.
 */
export function sizeAnewQuery(session: RegisterSession, at: number) {
  return queryOptions({
    queryKey: queryKey(session, 'size-anew', at),
    queryFn: async ({ client }) => {
      const published = client.getQueryData(headQuery(session).queryKey) !== undefined;
      if (published) await freshHead({ queries: client, session });
      else await client.fetchQuery({ ...registerQuery(session), staleTime: 0 });
      return true;
    },
    retry: false,
  });
}

/** TimeCount is the number of records, entries or items at the size that the address asks for, where it is known; a dash stands for records that were not counted. */
export function TimeCount({
  of,
  children,
}: {
  of: 'records' | 'entries' | 'items';
  children: (count: number | undefined) => ReactNode;
}) {
  const session = useSession();
  const at = useAt() ?? 0;
  const { data: head } = useQuery(headQuery(session));
  const counts = useCountsAt(at);
  if (at === 0 || head === undefined || at > head.logSize) return null;
  if (of === 'records' && counts === undefined)
    return (
      <span className={styles.count} title="Not counted at this size: the log has not been read here">
        <span aria-hidden="true">–</span>
      </span>
    );
  return children(of === 'entries' ? at : counts?.[of]);
}
