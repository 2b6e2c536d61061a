import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rootAtQuery } from '../query/inclusion-queries.ts';
import { entryQuery } from '../query/entry-queries.ts';
import { describeFailure } from '../query/failure.ts';
import { checkOf, NO_HEAD } from '../query/keys.ts';
import { headQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { useCopyShows } from '../query/use-whole-log.ts';
import { useVerdict } from '../query/use-page-checks.ts';
import { useSizeAtDate } from '../query/size-at-date.ts';
import { readDate } from '../ui/dates.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CheckBadge } from '../ui/check-badge.tsx';
import { formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { momentCheckWords, MomentForm, placeOfDateWords } from '../ui/moment-form.tsx';
import { pathTo } from '../ui/paths.ts';
import { usePaths } from '../ui/register-paths.ts';
import { sourceOf } from '../ui/source.ts';
import { Time } from '../ui/time.tsx';
import styles from './time-banner.module.css';

interface Sizes {
  /** The log size shown, and the one that the log has now. */
  readonly at: number;
  readonly now: number;
}

/** TimeBanner says on every view at which size the register is shown, and what that rests on; it leads back to now, one change on or back, and to any other moment. */
export function TimeBanner({ at, now }: Sizes) {
  const location = useLocation();
  const navigate = useNavigate();
  const { register } = usePaths();
  const { data: last } = useQuery(entryQuery(useSession(), at));
  const [choosing, setChoosing] = useState(false);
  const chooser = useId();
  const isPast = at < now;
  return (
    <aside className={styles.banner} aria-label="The moment shown">
      <div className={styles.words}>
        <p className={styles.title}>
          The register as it was at size <b>{formatNumber(at)}</b>
          {last !== undefined && (
            <>
              , after the entry of <Time at={last.timestamp} only="day" />
            </>
          )}
          .{' '}
          {isPast
            ? 'What came later is left out.'
            : 'Nothing came later yet; the address keeps this size when the log grows.'}
        </p>
        <WhatItRestsOn at={at} now={now} />
        <FoundFor at={at} now={now} />
      </div>
      <div className={styles.ways}>
        <Link present className={buttonClass('strong')} to={withAt(location, undefined)}>
          Back to now
        </Link>
        <nav className={styles.steps} aria-label="Other moments">
          {at > 1 && (
            <Link className={buttonClass()} rel="prev" to={withAt(location, String(at - 1))}>
              <span className="visually-hidden">One entry back, to size </span>
              <span aria-hidden="true">‹ </span>
              {formatNumber(at - 1)}
            </Link>
          )}
          {isPast && (
            <Link className={buttonClass()} rel="next" to={withAt(location, String(at + 1))}>
              <span className="visually-hidden">One entry on, to size </span>
              {formatNumber(at + 1)}
              <span aria-hidden="true"> ›</span>
            </Link>
          )}
        </nav>
        <Button aria-expanded={choosing} aria-controls={chooser} onClick={() => setChoosing(!choosing)}>
          Another moment <Icon name="down" size={15} />
        </Button>
        {isPast && (
          <Link
            present
            className={styles.since ?? ''}
            to={pathTo({ view: 'changes', register, from: String(at), to: String(now) })}
          >
            What changed since then
          </Link>
        )}
      </div>
      <div id={chooser} className={styles.chooser} hidden={!choosing}>
        {choosing && (
          <MomentForm
            largest={now}
            size={at}
            onGo={(moment) => {
              setChoosing(false);
              void navigate(withAt(location, moment));
            }}
          />
        )}
      </div>
    </aside>
  );
}

/** WhatItRestsOn is the check that the earlier log is the beginning of the present one. */
function WhatItRestsOn({ at, now }: Sizes) {
  const session = useSession();
  const paths = usePaths();
  const head = useQuery(headQuery(session));
  const asked = rootAtQuery(session, at, head.data ?? NO_HEAD);
  const root = useQuery({ ...asked, enabled: head.data !== undefined });
  const verdict = useVerdict(root.data && checkOf(asked));
  const copyShows = useCopyShows(verdict, [root.data]);
  const error = head.data === undefined ? head.error : root.error;
  const failure = error === null ? undefined : describeFailure(error).message;
  const { state, title, detail } = momentCheckWords(
    { verdict, failure },
    at,
    now,
    copyShows,
    sourceOf(paths.register),
  );
  return (
    <details className={styles.check}>
      <summary data-check="consistency" data-outcome={state}>
        <CheckBadge state={state} size={20} />
        <span aria-live="polite">{title}</span>
      </summary>
      <p>
        {detail} {at < now && <Link to={paths.consistency(at, now)}>See the consistency proof</Link>}
      </p>
    </details>
  );
}

/** FoundFor says how the size was found, where the address tells the date it was found for; else it offers the year that the size reads like. */
function FoundFor({ at, now }: Sizes) {
  const asked = new URLSearchParams(useLocation().search).get('date');
  const date = readDate(asked ?? '');
  const { found } = useSizeAtDate(date?.untilMs, now);
  if (asked === null) return <YearMeant size={String(at)} />;
  if (date === undefined || found?.size !== at) return null;
  return (
    <p className={styles.found}>
      This is where the end of {date.words} (UTC) falls. {placeOfDateWords(found)}
    </p>
  );
}

/** withAt is the current address at another moment: `at` is a log size or a date; undefined is the present. `date` is the one that the size was found for. */
export function withAt(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  at: string | undefined,
  date?: string,
): string {
  const params = new URLSearchParams(search);
  // Where a list stood belongs to the moment it was read at.
  for (const name of ['at', 'date', 'entry']) params.delete(name);
  if (at !== undefined) params.set('at', at);
  if (date !== undefined) params.set('date', date);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}

/** FIRST_YEAR is from which on a number of four digits reads like a year: registers' entries are of this century or the last. */
const FIRST_YEAR = 1900;

/** endOfYearMeant is the last day of the year that a log size reads like, as it travels in an address: `2012-12-31`. Undefined where it reads like none, or like one to come. */
export function endOfYearMeant(size: string, now: Date): string | undefined {
  const year = /^\d{4}$/.test(size) ? Number(size) : 0;
  return year >= FIRST_YEAR && year <= now.getUTCFullYear() ? `${size}-12-31` : undefined;
}

/** YearMeant offers the end of a year where a log size reads like one: in an address a number is a size. */
export function YearMeant({ size }: { size: string }) {
  const location = useLocation();
  const [now] = useState(() => new Date());
  const day = endOfYearMeant(size, now);
  if (day === undefined) return null;
  return (
    <p className={styles.found}>
      {size} is read as a log size. For the year:{' '}
      <Link present to={withAt(location, day)}>
        the register at the end of {size}
      </Link>
    </p>
  );
}
