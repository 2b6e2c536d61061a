import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsDragging } from '../query/drag.ts';
import { rootAtQuery } from '../query/inclusion-queries.ts';
import { entryQuery } from '../query/entry-queries.ts';
import { describeFailure } from '../query/failure.ts';
import { checkOf, NO_HEAD } from '../query/keys.ts';
import { headQuery, registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { useVerdict } from '../query/use-page-checks.ts';
import { useSizeAtDate } from '../query/size-at-date.ts';
import { useTimeDrag } from '../query/use-time-drag.ts';
import { readAt, withAt } from '../ui/at.ts';
import { readDate } from '../ui/dates.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CheckBadge } from '../ui/check-badge.tsx';
import { countOf, formatNumber, formatPartialDate } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { momentCheckText, MomentForm, placeOfDateWords } from '../ui/moment-form.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { usePaths } from '../ui/register-paths.ts';
import { Scrubber } from '../ui/scrubber.tsx';
import { sourceOf } from '../ui/source.ts';
import { Time } from '../ui/time.tsx';
import styles from './time-banner.module.css';

interface Sizes {
  /** The log size shown, and the current one. */
  readonly at: number;
  readonly now: number;
}

/** useLogSize returns the current log size, for a register without proofs that of the summary. `error` is why neither could be read. */
export function useLogSize(): { readonly now: number | undefined; readonly error: Error | null } {
  const session = useSession();
  const head = useQuery(headQuery(session));
  const summary = useQuery(registerQuery(session));
  const now = head.data?.logSize ?? (head.isError ? summary.data?.totalEntries : undefined);
  return { now, error: now === undefined && !summary.isPending ? head.error : null };
}

/** TimeBanner drags the register through time. For an earlier size it shows the check of that size, and a link to now; it is empty if the log has not had the size in the address. */
export function TimeBanner({ place }: { place: RegisterPlace }) {
  const asked = readAt(useLocation().search);
  const { now } = useLogSize();
  const at = asked.kind === 'at' ? asked.size : undefined;
  if (now === undefined)
    return asked.kind === 'now' ? <div className={`${styles.banner} ${styles.now}`} /> : null;
  if (asked.kind === 'malformed' || (at ?? 1) > now || (at === undefined && now <= 1)) return null;
  return <Moment place={place} at={at} now={now} />;
}

function Moment({ place, at, now }: { place: RegisterPlace; at: number | undefined; now: number }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const chooser = useId();
  const { pathname } = location;
  const { size, times, versions, onlyVersions, move, rest } = useTimeDrag({
    at,
    now,
    pathname,
    visit: location.key,
    searchAt: (to) => withAt(location, String(to)).slice(pathname.length),
    recordKey: place.view === 'record' ? place.key : undefined,
    go: (to, isFirst) => void navigate(withAt(location, String(to)), { replace: !isFirst }),
  });
  const time = times?.[size - 1] ?? NaN;
  const day = Number.isNaN(time) ? '' : formatPartialDate(new Date(time).toISOString().slice(0, 10));
  const stops = onlyVersions ? (versions ?? []) : undefined;
  const back = stops === undefined ? size - 1 : stops.findLast((stop) => stop < size);
  const on = stops === undefined ? size + 1 : stops.find((stop) => stop > size);
  return (
    <aside
      className={`${styles.banner} ${at === undefined ? `${styles.now} unprinted` : ''}`}
      aria-label="The moment shown"
    >
      <p className={styles.title}>
        <b>{at === undefined ? 'View an earlier version' : 'The register as it was'}</b>{' '}
        <span className="quiet">
          {at === undefined ? countOf(size, 'entry') : `at size ${formatNumber(at)}`}
          {at === undefined || day !== '' ? day && `, ${day}` : <AfterEntry at={at} />}
        </span>
      </p>
      {now > 1 && (
        <div className={styles.track}>
          <StepTo size={back} rel="prev" />
          <Scrubber
            size={size}
            largest={now}
            times={times}
            marks={versions}
            onlyMarks={onlyVersions}
            spoken={`${formatNumber(size)} of ${countOf(now, 'entry')}${day && `, ${day}`}`}
            onMove={move}
            onRelease={rest}
          />
          <StepTo size={on !== undefined && on <= now ? on : undefined} rel="next" />
        </div>
      )}
      <div className={`${styles.ways} unprinted`}>
        <Button aria-expanded={choosing} aria-controls={chooser} onClick={() => setChoosing(!choosing)}>
          Enter a date <Icon name="down" size={15} />
        </Button>
      </div>
      {at !== undefined && (
        <div className={styles.words}>
          <WhatItRestsOn at={at} now={now} />
          <Between at={at} now={now} />
          <FoundFor at={at} now={now} />
          <Link present className={`${buttonClass('quiet')} unprinted`} to={withAt(location, undefined)}>
            Back to now
          </Link>
        </div>
      )}
      <div id={chooser} className={styles.chooser} hidden={!choosing}>
        {choosing && (
          <MomentForm
            largest={now}
            {...(at !== undefined && { size: at })}
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

/** StepTo links to the size before or after the one shown; disabled at either end. */
function StepTo({ size, rel }: { size: number | undefined; rel: 'prev' | 'next' }) {
  const location = useLocation();
  const isNone = size === undefined || size < 1;
  return (
    <Link
      present
      className={buttonClass('quiet')}
      rel={rel}
      aria-disabled={isNone || undefined}
      to={withAt(location, isNone ? undefined : String(size))}
      onClick={(event) => {
        if (isNone) event.preventDefault();
      }}
    >
      <span className="visually-hidden">
        {rel === 'prev' ? 'Back' : 'On'}
        {!isNone && ` to size ${formatNumber(size)}`}
      </span>
      <span aria-hidden="true">{rel === 'prev' ? '‹' : '›'}</span>
    </Link>
  );
}

/** Between links to the proof and the changes between the size shown and the previous one, at first the present. */
function Between({ at, now }: Sizes) {
  const { changes, consistency } = usePaths();
  const isDragging = useIsDragging();
  const [shown, setShown] = useState({ at: now, before: now });
  if (!isDragging && shown.at !== at) setShown({ at, before: shown.at });
  const other = shown.before === at || isDragging ? now : shown.before;
  if (other === at) return null;
  const [from, to] = [Math.min(at, other), Math.max(at, other)];
  return (
    <p>
      From size {formatNumber(from)} to {to === now ? 'now' : formatNumber(to)}:{' '}
      <Link present to={changes(from, to)}>
        What changed
      </Link>{' '}
      ·{' '}
      <Link present to={consistency(from, to)}>
        Proof that nothing earlier changed
      </Link>
    </p>
  );
}

/** WhatItRestsOn is the check that the earlier log is the beginning of the current one. */
function WhatItRestsOn({ at, now }: Sizes) {
  const session = useSession();
  const paths = usePaths();
  const isDragging = useIsDragging();
  const head = useQuery(headQuery(session));
  const asked = rootAtQuery(session, at, head.data ?? NO_HEAD);
  const root = useQuery({ ...asked, enabled: head.data !== undefined });
  const verdict = useVerdict(root.data && checkOf(asked));
  const error = head.data === undefined ? head.error : root.error;
  const failure = error === null ? undefined : describeFailure(error).message;
  const { state, title, detail } = momentCheckText({ verdict, failure }, at, now, sourceOf(paths.register));
  return (
    <details className={`bare quiet ${styles.check}`}>
      <summary data-check="consistency" data-outcome={state}>
        <CheckBadge state={state} size={20} />
        <span aria-live={isDragging ? 'off' : 'polite'}>{title}</span>
      </summary>
      <p>
        {detail} {at < now && <Link to={paths.consistency(at, now)}>See the consistency proof</Link>}
      </p>
    </details>
  );
}

/** FoundFor says how the size was found, if the address has the date. */
function FoundFor({ at, now }: Sizes) {
  const asked = new URLSearchParams(useLocation().search).get('date');
  const date = readDate(asked ?? '');
  const { found } = useSizeAtDate(date?.untilMs, now);
  if (date === undefined || found?.size !== at) return null;
  return (
    <p className={styles.found}>
      This is where the end of {date.words} (UTC) falls. {placeOfDateWords(found)}
    </p>
  );
}
