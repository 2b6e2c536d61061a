import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Checkpoint } from '../core/model.ts';
import { rootAtQuery } from '../query/inclusion-queries.ts';
import { entryQuery } from '../query/entry-queries.ts';
import { describeFailure } from '../query/failure.ts';
import { checkOf } from '../query/keys.ts';
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
import { pathTo, type RegisterPlace } from '../ui/paths.ts';
import { Time } from '../ui/time.tsx';
import styles from './time-banner.module.css';

/** TimeBanner says on every view at which size the register is shown, and what that rests on; it leads back to now, one change on or back, and to any other moment. */
export function TimeBanner({ place, at, now }: { place: RegisterPlace; at: number; now: number }) {
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const { data: last } = useQuery(entryQuery(session, at));
  const [choosing, setChoosing] = useState(false);
  const chooser = useId();
  return (
    <aside className={styles['banner']} aria-label="The moment shown">
      <div className={styles['words']}>
        <p className={styles['title']}>
          The register as it was at size <b>{formatNumber(at)}</b>
          {last !== undefined && (
            <>
              , after the entry of <Time at={last.timestamp} only="day" />
            </>
          )}
          .{' '}
          {at < now
            ? 'What came later is left out.'
            : 'Nothing came later yet; the address keeps this size when the log grows.'}
        </p>
        <WhatItRestsOn place={place} at={at} now={now} />
        <FoundFor at={at} now={now} />
        {!new URLSearchParams(location.search).has('date') && <YearMeant size={String(at)} />}
      </div>
      <div className={styles['ways']}>
        <Link present className={buttonClass('strong')} to={withAt(location, undefined)}>
          Back to now
        </Link>
        <nav className={styles['steps']} aria-label="Other moments">
          {at > 1 && (
            <Link className={buttonClass()} rel="prev" to={withAt(location, String(at - 1))}>
              <span className="visually-hidden">One entry back, to size </span>
              <span aria-hidden="true">‹ </span>
              {formatNumber(at - 1)}
            </Link>
          )}
          {at < now && (
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
        {at < now && (
          <Link
            present
            className={styles['since'] ?? ''}
            to={pathTo({ view: 'changes', register: place.register, from: String(at), to: String(now) })}
          >
            What changed since then
          </Link>
        )}
      </div>
      <div id={chooser} className={styles['chooser']} hidden={!choosing}>
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
function WhatItRestsOn({ place, at, now }: { place: RegisterPlace; at: number; now: number }) {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const root = useQuery({
    ...rootAtQuery(session, at, head.data ?? NO_HEAD),
    enabled: head.data !== undefined,
  });
  const check = checkOf(rootAtQuery(session, at, head.data ?? NO_HEAD));
  const verdict = useVerdict(root.data && check);
  const copyShows = useCopyShows(verdict, [root.data]);
  const error = head.data === undefined ? head.error : root.error;
  const words = momentCheckWords(
    {
      verdict,
      failure: error === null ? undefined : describeFailure(error).message,
    },
    at,
    now,
    copyShows,
  );
  return (
    <details className={styles['check']}>
      <summary data-check="consistency" data-outcome={words.state}>
        <CheckBadge state={words.state} size={20} />
        <span aria-live="polite">{words.title}</span>
      </summary>
      <p>
        {words.detail}{' '}
        {at < now && (
          <Link
            to={pathTo({
              view: 'consistency-proof',
              register: place.register,
              from: String(at),
              to: String(now),
            })}
          >
            See the consistency proof
          </Link>
        )}
      </p>
    </details>
  );
}

/** FoundFor says how the size was found, where the address tells the date it was found for. */
function FoundFor({ at, now }: { at: number; now: number }) {
  const date = readDate(new URLSearchParams(useLocation().search).get('date') ?? '');
  const { found } = useSizeAtDate(date?.untilMs, now);
  if (date === undefined || found === undefined || found.size !== at) return null;
  return (
    <p className={styles['found']}>
      This is where the end of {date.words} (UTC) falls. {placeOfDateWords(found)}
    </p>
  );
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };

/** withAt is the address at hand at another moment: `at` is a log size or a date; undefined is the present. `date` is the one that the size was found for. */
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
    <p className={styles['found']}>
      {size} is read as a log size. For the year:{' '}
      <Link present to={withAt(location, day)}>
        the register at the end of {size}
      </Link>
    </p>
  );
}
