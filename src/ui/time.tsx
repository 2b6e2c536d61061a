import type { Item } from '../core/model.ts';
import { hasBegun, instantOf } from '../core/datetime.ts';
import { formatDay, formatPartialDate, formatTimestamp } from './format.ts';
import { Literal } from './literal.tsx';

/**
 * Time shows a register's timestamp in UTC, with the text as sent in its title and the
 * machine form in `dateTime`.
 */
export function Time({ at, only }: { at: string; only?: 'day' }) {
  const instant = instantOf(at);
  const shown = only === 'day' ? formatDay(at) : formatTimestamp(at);
  if (instant === undefined) return <Literal text={at} />;
  return (
    <time dateTime={new Date(instant).toISOString()} title={`${at} (UTC, as sent)`}>
      {shown}
    </time>
  );
}

/** PartialDate shows a `datetime` value, which may be only a year or a month. */
export function PartialDate({ value }: { value: string }) {
  const machine = /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) || instantOf(value) !== undefined;
  return machine ? (
    <time dateTime={value} title={value}>
      {formatPartialDate(value)}
    </time>
  ) : (
    <Literal text={value} />
  );
}

/** Instant shows a moment of this browser's own clock, in milliseconds since 1970, as UTC. */
export function Instant({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso} (UTC, by the clock of this device)`}>
      {formatTimestamp(iso)}
    </time>
  );
}

/** EndedMark shows when a record has ended, if its end-date has begun. */
export function EndedMark({ item }: { item: Item | undefined }) {
  const end = item?.get('end-date');
  if (typeof end !== 'string' || !hasEnded(end)) return null;
  return (
    <span className="tag sand">
      ended <PartialDate value={end} />
    </span>
  );
}

function hasEnded(endDate: string): boolean {
  return hasBegun(endDate, new Date().toISOString());
}
