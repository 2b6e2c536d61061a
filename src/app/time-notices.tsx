import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { SizeAtDate } from '../query/size-at-date.ts';
import { DeclarePage } from '../query/use-page-checks.ts';
import type { AskedDate } from '../ui/dates.ts';
import { withAt } from '../ui/at.ts';
import { buttonClass } from '../ui/button.tsx';
import { countOf, formatNumber } from '../ui/format.ts';
import { Link } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RegisterPlace } from '../ui/paths.ts';
import styles from './time-banner.module.css';

/** NoSuchMoment refuses a moment that the log of `now` entries does not have; `first`: one before its first entry. */
export function NoSuchMoment({
  title,
  now,
  first = false,
  children,
}: {
  title: string;
  now: number;
  first?: boolean;
  children: ReactNode;
}) {
  const location = useLocation();
  const words = first ? 'Show size 1, after the first entry' : `Show the largest size, ${formatNumber(now)}`;
  const ways = (
    <>
      <Link present className={buttonClass('strong')} to={withAt(location, undefined)}>
        Show the present
      </Link>
      {now > 0 && (
        <Link present className={buttonClass()} to={withAt(location, first ? '1' : String(now))}>
          {words}
        </Link>
      )}
    </>
  );
  return (
    <Notice page live title={title} actions={ways}>
      <DeclarePage page="none" />
      {children}
    </Notice>
  );
}

/** NotInLog refuses a text that is no size that the log of `now` entries has, and no date; a size that reads like a year may have been meant as that. */
export function NotInLog({ asked, now }: { asked: string; now: number }) {
  if (/^0+$/.test(asked))
    return (
      <NoSuchMoment title="A log of size 0 is empty" now={now} first>
        <p>Before its first entry a register holds nothing.</p>
      </NoSuchMoment>
    );
  if (!/^[1-9]\d*$/.test(asked))
    return (
      <NoSuchMoment title="This is no moment of the log" now={now}>
        <p>
          The address asks for the register at “
          <Literal text={asked} most={60} />
          ”. A moment is a log size from 1 to {formatNumber(now)}, or a date such as 2018-04-26.
        </p>
      </NoSuchMoment>
    );
  // More digits than any log has entries are counted.
  const size = asked.length <= 15 ? formatNumber(Number(asked)) : `of ${asked.length} digits`;
  return (
    <NoSuchMoment title={`The log has not reached size ${size}`} now={now}>
      <p>It has {countOf(now, 'entry', 'entries')} now. There is no such version yet.</p>
      <YearMeant size={asked} />
    </NoSuchMoment>
  );
}

/** ABOUT_PRESENT are the views that are about the present, or about sizes of their own, with what they are about; `?at=` does not change them. */
export const ABOUT_PRESENT: Partial<Record<RegisterPlace['view'], string>> = {
  audit: 'An audit reads the whole log as it is published now.',
  lab: 'The lab works on a copy of an entry of the log as it is published now.',
  compare: 'Roots are compared as they are published now.',
  api: 'It lists requests, whenever they were made.',
  changes: 'It is about two sizes of its own.',
};

/** AboutPresent says on a view that knows no moments that the one in the address does not change it. */
export function AboutPresent({ place }: { place: RegisterPlace }) {
  const location = useLocation();
  const at = new URLSearchParams(location.search).get('at') ?? '';
  const begins =
    place.view === 'changes' && place.from === undefined
      ? 'What changed can begin from the register at '
      : 'This page is not about the register at ';
  return (
    <aside className={styles.present} aria-label="The moment in the address">
      <p>
        {begins}
        {/^\d+$/.test(at) ? 'size ' : ''}
        <Literal text={at.slice(0, 40)} />. {ABOUT_PRESENT[place.view]} Links to other views keep that moment.
      </p>
      <Link present to={withAt(location, undefined)}>
        Back to now
      </Link>
    </aside>
  );
}

/** beforeTitle says that a date falls before the first entry of a log; only where no entry is dated otherwise does that mean that nothing was registered by then. */
export function beforeTitle({ words }: Pick<AskedDate, 'words'>, found: SizeAtDate): string {
  return found.earlierAfter === 0
    ? `Nothing was registered by the end of ${words}`
    : `The end of ${words} falls before the first entry of this log`;
}

/** beforeWords says what that rests on, for a log of `now` entries of which only those of `found.compared` may have been looked at. */
export function beforeWords({ earlierAfter, compared }: SizeAtDate, now: number): string {
  const whole = compared.first === 1 && compared.last >= now;
  if (earlierAfter === 0)
    return whole
      ? 'All entries of this log are dated later.'
      : `Its first ${countOf(compared.last, 'entry', 'entries')} are dated later; the others were not looked at one by one.`;
  const among = whole ? '' : ` of the first ${formatNumber(compared.last)}`;
  const [are, stand] = earlierAfter === 1 ? ['is', 'stands'] : ['are', 'stand'];
  return `${countOf(earlierAfter, 'entry', 'entries')}${among} ${are} not dated later, but ${stand} after more that are. Entries are not in timestamp order: no size of the log matches that date better than an empty one.`;
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
