import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsDragging } from '../query/drag.ts';
import { rootAtQuery } from '../query/inclusion-queries.ts';
import { describeFailure } from '../query/failure.ts';
import { entryQuery, trailQuery } from '../query/record-queries.ts';
import { useHead } from '../query/register-queries.ts';
import { useSession, checkOf, NO_HEAD } from '../query/session.ts';
import { useVerdict } from '../query/use-page-checks.ts';
import { useSizeAtDate } from '../query/size-at-date.ts';
import { TextForm } from '../ui/text-form.tsx';
import { earlierLogText, dateOrderWords, readDate } from '../ui/earlier-size.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CheckBadge } from '../ui/check-badge.tsx';
import { countOf, formatNumber, formatPartialDate } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import { usePaths, readAt, withAt } from '../ui/register-paths.ts';
import { Scrubber } from '../ui/scrubber.tsx';
import { sourceOf } from '../ui/source.ts';
import { Time } from '../ui/time.tsx';
import { useLogSize } from '../views/shared/use-log-size.ts';
import styles from './time-banner.module.css';
import { useTimeDrag } from './use-time-drag.ts';

interface Sizes {
  /** The log size shown, and the current one. */
  readonly at: number;
  readonly now: number;
}

/**
 * TimeBanner drags the register through time. For an earlier size it shows the check of that size, and a link
 * to now; it is empty if the log has not had the size in the address.
 */
export function TimeBanner({ place }: { place: RegisterPlace }) {
  const parameter = readAt(useLocation().search);
  const { present: now } = useLogSize();
  if (now === undefined) return parameter ? null : <div className={`${styles.banner} ${styles.now}`} />;
  if (parameter ? !(parameter.size <= now) : now <= 1) return null;
  return <TimeMachine place={place} at={parameter?.size} now={now} />;
}

function TimeMachine({ place, at, now }: { place: RegisterPlace; at: number | undefined; now: number }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const chooser = useId();
  const { size, times, move, rest } = useTimeDrag({ at, now });
  const recordKey = place.view === 'record' ? place.key : undefined;
  const { data: trail } = useQuery({
    ...trailQuery(useSession(), recordKey ?? ''),
    enabled: recordKey !== undefined,
  });
  const time = times?.[size - 1] ?? NaN;
  const day = Number.isNaN(time) ? '' : formatPartialDate(new Date(time).toISOString().slice(0, 10));
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
          <StepTo size={size - 1} rel="prev" />
          <Scrubber
            size={size}
            largest={now}
            times={times}
            marks={trail?.map(({ entryNumber }) => entryNumber).filter((version) => version <= now)}
            spoken={`${formatNumber(size)} of ${countOf(now, 'entry')}${day && `, ${day}`}`}
            onMove={move}
            onRelease={rest}
          />
          <StepTo size={size < now ? size + 1 : 0} rel="next" />
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
          <FoundFor at={at} now={now} />
          <Link present className={`${buttonClass('quiet')} unprinted`} to={withAt(location, undefined)}>
            Back to now
          </Link>
        </div>
      )}
      <div id={chooser} className={styles.chooser} hidden={!choosing}>
        {choosing && (
          <SizeOrDayForm
            largest={now}
            onGo={(moment) => {
              setChoosing(false);
              void navigate(withAt(location, moment));
              // There may be no form at that moment.
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
    </aside>
  );
}

/**
 * SizeOrDayForm asks for a moment of the log. `onGo` receives a value for `?at=`: a size from 1 to `largest`,
 * or a day such as `2018-04-26`, which means its end.
 */
function SizeOrDayForm({ largest, onGo }: { largest: number; onGo: (at: string) => void }) {
  return (
    <div className="row">
      <TextForm
        label="Log size"
        button="Go"
        inputMode="numeric"
        size={8}
        onText={(typed) => {
          const digits = typed.replaceAll(/[\s,]/g, '');
          const size = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
          if (size < 1 || size > largest)
            return `A log size is a whole number from 1 to ${formatNumber(largest)}.`;
          onGo(String(size));
          return undefined;
        }}
      />
      <TextForm
        label="End of day (UTC)"
        button="Go"
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        onText={(typed) => {
          const date = readDate(typed);
          if (date === undefined) return 'A date has a year, a month and a day.';
          onGo(date.text);
          return undefined;
        }}
      />
    </div>
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

/**
 * WhatItRestsOn is the check that the earlier log is the beginning of the current one, with links to its
 * proof and to what changed since.
 */
function WhatItRestsOn({ at, now }: Sizes) {
  const session = useSession();
  const paths = usePaths();
  const isDragging = useIsDragging();
  const head = useHead();
  const query = rootAtQuery(session, at, head.data ?? NO_HEAD);
  const root = useQuery({ ...query, enabled: head.data !== undefined });
  const verdict = useVerdict(root.data && checkOf(query));
  const error = head.data === undefined ? head.error : root.error;
  const failure = error === null ? undefined : describeFailure(error).message;
  const { state, title, detail } = earlierLogText({ verdict, failure }, at, now, sourceOf(paths.register));
  return (
    <>
      <details className={`bare quiet ${styles.check}`}>
        <summary data-check="consistency" data-outcome={state}>
          <CheckBadge state={state} size={20} />
          <span aria-live={isDragging ? 'off' : 'polite'}>{title}</span>
        </summary>
        <p>{detail}</p>
      </details>
      {at < now && (
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
      )}
    </>
  );
}

/** FoundFor says how the size was found, if the address has the date. */
function FoundFor({ at, now }: Sizes) {
  const dateText = new URLSearchParams(useLocation().search).get('date');
  const date = readDate(dateText ?? '');
  const { found } = useSizeAtDate(date?.untilMs, now);
  if (date === undefined || found?.size !== at) return null;
  return (
    <p className={styles.found}>
      This is where the end of {date.words} (UTC) falls. {dateOrderWords(found)}
    </p>
  );
}
