import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { rootAtQuery } from '../../query/inclusion-queries.ts';
import { describeFailure } from '../../query/failure.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession, checkOf, NO_HEAD } from '../../query/session.ts';
import { useVerdict } from '../../query/use-page-checks.ts';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { earlierLogText, dateOrderWords, readDate } from '../../ui/earlier-size.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths, withAt } from '../../ui/register-paths.ts';
import { useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { EarlierVersion } from '../../views/shared/earlier-version.tsx';
import { useLogSize } from '../../views/shared/register-facts.ts';
import styles from './time-banner.module.css';

interface Sizes {
  /** The log size shown, and the current one. */
  readonly at: number;
  readonly now: number;
}

/**
 * TimeBanner says which earlier size of the log a page shows, with the check of that size, links to the sizes
 * beside it, and one to now. It is empty if the log has not had the size.
 */
export function TimeBanner({ at }: { at: number }) {
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
