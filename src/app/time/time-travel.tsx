import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { freshHead, headQuery, registerQuery, useHead } from '../../query/register-queries.ts';
import { useSession, queryKey, checkOf, NO_HEAD } from '../../query/session.ts';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { type AtParameter, readAt, withAt, usePaths, Link } from '../../ui/link.tsx';
import { dateOrderWords, type DateSpan, readDate, earlierLogText } from '../../ui/earlier-size.ts';
import type { RegisterPlace } from '../../ui/paths.ts';
import { Skeleton, Notice } from '../../ui/notice.tsx';
import { PageFailure } from '../../views/shared/page-failure.tsx';
import { useLogSize } from '../../views/shared/register-facts.ts';
import styles from './time-travel.module.css';
import { DeclarePage, useVerdict } from '../../query/use-page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { focusPage } from '../../ui/focus-page.ts';
import { Literal } from '../../ui/literal.tsx';
import { rootAtQuery } from '../../query/inclusion-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { EarlierVersion } from '../../views/shared/earlier-version.tsx';

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
    [parameter?.text],
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
  const { found, error, isFetching } = useSizeAtDate(date.untilMs, now);
  if (error !== null) return <PageFailure query={{ error, isFetching }} />;
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
          Back to now
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

interface Sizes {
  /** The log size shown, and the current one. */
  readonly at: number;
  readonly now: number;
}

/**
 * TimeBanner says which earlier size of the log a page shows, with the check of that size, links to the sizes
 * beside it, and one to now. It is empty if the log has not had the size.
 */
function TimeBanner({ at }: { at: number }) {
  const location = useLocation();
  const { present: now, failed } = useLogSize();
  // Until the present size is known, nothing below may move.
  if (now === undefined && failed === undefined)
    return <div className={`${styles.banner} ${styles.awaited}`} />;
  if (now === undefined || !(at <= now)) return null;
  return (
    <aside className={styles.banner} aria-label="The moment shown">
      <p className={styles.title}>
        <b>{at < now ? 'The register as it was' : 'The register as it is now'}</b>{' '}
        <span className="quiet">
          at size {formatNumber(at)}
          <AfterEntry at={at} />
        </span>
      </p>
      <div className={`${styles.steps} unprinted`}>
        <StepTo size={at - 1} rel="prev" />
        <StepTo size={at < now ? at + 1 : 0} rel="next" />
      </div>
      <div className="row unprinted">
        <EarlierVersion />
        <Link present className={buttonClass()} to={withAt(location, undefined)}>
          Back to now
        </Link>
      </div>
      {at < now && <WhatItRestsOn at={at} now={now} />}
      <FoundFor at={at} now={now} />
    </aside>
  );
}

/** AfterEntry is the date of the last entry at a size, asked of the server. */
function AfterEntry({ at }: { at: number }) {
  const { data: last } = useQuery(entryQuery(useSession(), at));
  if (last === undefined) return null;
  return (
    <>
      , <Time at={last.timestamp} only="day" />
    </>
  );
}

/** StepTo links to the size before or after the one shown; disabled for 0. */
function StepTo({ size, rel }: { size: number; rel: 'prev' | 'next' }) {
  const location = useLocation();
  const isNone = size === 0;
  return (
    <Link
      present
      className={buttonClass('quiet')}
      rel={rel}
      {...(isNone && {
        'aria-disabled': true,
        title: rel === 'prev' ? 'This is the first size' : 'This is the size now',
      })}
      to={withAt(location, isNone ? undefined : String(size))}
      onClick={(event) => {
        if (isNone) event.preventDefault();
      }}
    >
      <span className="visually-hidden">
        {rel === 'prev' ? 'Back' : 'On'}
        {!isNone && ` to size ${formatNumber(size)}`}
      </span>
      <Icon name={rel === 'prev' ? 'left' : 'right'} />
    </Link>
  );
}

/**
 * WhatItRestsOn is the check that the earlier log is the beginning of the current one, at < now, with links
 * to its proof and to what changed since.
 */
function WhatItRestsOn({ at, now }: Sizes) {
  const session = useSession();
  const paths = usePaths();
  const head = useHead();
  const query = rootAtQuery(session, at, head.data ?? NO_HEAD);
  const root = useQuery({ ...query, enabled: head.data !== undefined });
  const verdict = useVerdict(root.data && checkOf(query));
  const error = head.data === undefined ? head.error : root.error;
  const failure = error === null ? undefined : describeFailure(error).message;
  const source = useSource();
  const { state, title, detail } = earlierLogText({ verdict, failure }, at, now, source);
  return (
    <div className={styles.words}>
      <details className={`bare quiet ${styles.check}`}>
        <summary data-check="consistency" data-outcome={state}>
          <CheckBadge state={state} size={20} />
          <span data-announce={state === 'checking' ? undefined : ''}>{title}</span>
        </summary>
        <p>{detail}</p>
      </details>
      <p>
        From size {formatNumber(at)} to now:{' '}
        <Link present to={paths.changes(at, now)}>
          What changed
        </Link>{' '}
        ·{' '}
        <Link present to={paths.consistency(at, now)}>
          Proof that nothing earlier changed
        </Link>
      </p>
    </div>
  );
}

/** FoundFor says how the size was found, if the address has the date. */
function FoundFor({ at, now }: Sizes) {
  const dateText = new URLSearchParams(useLocation().search).get('date');
  const date = readDate(dateText ?? '');
  const { found } = useSizeAtDate(date?.untilMs, now);
  if (date === undefined || found?.size !== at) return null;
  return (
    <p className={`quiet ${styles.found}`}>
      This is where the end of {date.words} (UTC) falls. {dateOrderWords(found)}
    </p>
  );
}
