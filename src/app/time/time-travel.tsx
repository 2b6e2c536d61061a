import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { freshHead, headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession, queryKey } from '../../query/session.ts';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { type AtParameter, readAt, withAt } from '../../ui/register-paths.ts';
import { dateOrderWords, type DateSpan, readDate } from '../../ui/earlier-size.ts';
import type { RegisterPlace } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure } from '../../views/shared/page-failure.tsx';
import { useLogSize } from '../../views/shared/register-facts.ts';
import styles from './time-banner.module.css';
import { TimeBanner } from './time-banner.tsx';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { focusPage } from '../../ui/focus-page.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * TimeTravel wraps a view at an address with `?at=`, with the time banner. It shows the view only for a size
 * that the log has had; for any other, and for a date until its size is found, it does not: the present is
 * never shown in place of the past, nor the past in place of the present.
 */
export function TimeTravel({ view, children }: { view: RegisterPlace['view']; children: ReactNode }) {
  const { search } = useLocation();
  const parameter = readAt(search);
  const isAboutPresent = ABOUT_PRESENT.has(view);
  // The link followed to another moment may be gone.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusPage();
    },
    [search],
  );
  const refusal = useRefusal(isAboutPresent ? undefined : parameter);
  return (
    <>
      {parameter &&
        (isAboutPresent ? <AboutPresent at={parameter.text} /> : <TimeBanner at={parameter.size} />)}
      {refusal ?? children}
    </>
  );
}

/**
 * useRefusal returns the content to show in place of a view if the log has not had its size; undefined if it
 * has. Before refusing a size it rereads the head: the maker of the link may have seen a newer one. If that
 * fails, the size is unknown.
 */
function useRefusal(parameter: AtParameter | undefined): ReactNode {
  const session = useSession();
  const { present: now, failed } = useLogSize();
  const size = parameter?.size ?? 0;
  const isBeyond = now !== undefined && size > now;
  const again = useQuery({
    queryKey: queryKey(session, 'size-again', size),
    // The log size is in its head, or, if the server publishes none, in its summary.
    queryFn: async ({ client }) => {
      if (client.getQueryData(headQuery(session).queryKey)) await freshHead({ queries: client, session });
      else await client.fetchQuery({ ...registerQuery(session), staleTime: 0 });
      return true;
    },
    enabled: isBeyond,
  });
  if (parameter === undefined) return undefined;
  const query = failed ?? (isBeyond && again.isError ? again : undefined);
  if (query !== undefined) return <PageFailure query={query} />;
  if (now === undefined || (isBeyond && again.isPending))
    return <Skeleton lines={6} label="Reading how long the log is" />;
  if (size <= now) return undefined;
  const date = isBeyond ? undefined : readDate(parameter.text);
  if (date !== undefined) return <FindDate date={date} now={now} />;
  return (
    <NoSuchSize>
      The address asks for the register at “
      <Literal text={isBeyond ? formatNumber(size) : parameter.text} most={60} />
      ”. Use a log size from 1 to {formatNumber(now)}, or a date such as 2018-04-26.
    </NoSuchSize>
  );
}

/**
 * FindDate finds the size at a date and navigates there. The date stays in the address, so that the banner
 * can say how the size was found.
 */
function FindDate({ date, now }: { date: DateSpan; now: number }) {
  const location = useLocation();
  const { found, error } = useSizeAtDate(date.untilMs, now);
  if (error !== null) return <PageFailure query={{ error, isFetching: false }} />;
  if (found === undefined)
    return <Skeleton lines={6} label={`Looking for the place of ${date.words} in the log`} />;
  if (found.size > 0) return <Navigate replace to={withAt(location, String(found.size), date.text)} />;
  return (
    <NoSuchSize>
      The end of {date.words} falls before the log’s first entry. {dateOrderWords(found)}
    </NoSuchSize>
  );
}

/** NoSuchSize refuses a moment that the log does not have. */
function NoSuchSize({ children }: { children: ReactNode }) {
  const location = useLocation();
  return (
    <Notice
      page
      live
      title="There is no such version"
      actions={
        <Link present className={buttonClass('strong')} to={withAt(location, undefined)}>
          Show the present
        </Link>
      }
    >
      <DeclarePage page="none" />
      <p>{children}</p>
    </Notice>
  );
}

/** ABOUT_PRESENT are the views about the present, or about their own sizes; `?at=` does not change them. */
const ABOUT_PRESENT: ReadonlySet<string> = new Set(['audit', 'compare', 'api', 'changes']);

/** AboutPresent says on such a view that `?at=` does not change it. */
function AboutPresent({ at }: { at: string }) {
  const location = useLocation();
  return (
    <aside className={styles.banner} aria-label="The moment in the address">
      <p>
        This page is not about the register at {/^\d+$/.test(at) ? 'size ' : ''}
        <Literal text={at.slice(0, 40)} />. Links to other views keep that moment.
      </p>
      <Link present to={withAt(location, undefined)}>
        Back to now
      </Link>
    </aside>
  );
}
