import { isolated } from '../core/invisible.ts';
import { instantOf, isRealDatetime } from '../core/datetime.ts';

const plurals = new Intl.PluralRules('en-GB');
const integers = new Intl.NumberFormat('en-GB');
const MONTH = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const months = new Intl.DateTimeFormat('en-GB', MONTH);
const days = new Intl.DateTimeFormat('en-GB', { ...MONTH, day: 'numeric' });
const MINUTE = { ...MONTH, day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
const minutes = new Intl.DateTimeFormat('en-GB', MINUTE);

/** formatNumber writes an integer with thousands separators. */
export function formatNumber(value: number): string {
  return integers.format(value);
}

/** countOf writes a number with its noun in the right form: `1 entry`, `1,204 entries`, `2 items`. */
export function countOf(
  value: number,
  one: string,
  many = one.replace(/(y?)$/, (y) => (y ? 'ies' : 's')),
): string {
  return `${formatNumber(value)} ${plurals.select(value) === 'one' ? one : many}`;
}

/** listWords writes a list for reading: `a, b and c`. */
export function listWords(things: Iterable<string>): string {
  return new Intl.ListFormat('en-GB').format(things);
}

/** capital writes a text with its first letter as a capital. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** inSentence makes a sentence the end of another: without full stop, and with a capital only for a name. */
export function inSentence(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

/**
 * formatTimestamp writes a register's timestamp, or a time in milliseconds, for reading, in UTC: `29 Mar
 * 2017, 14:22`; anything else is shown as sent.
 */
export function formatTimestamp(timestamp: string | number, format = minutes): string {
  const time = instantOf(timestamp);
  return time === undefined ? isolated(String(timestamp)) : format.format(time);
}

/** formatClock writes a time in milliseconds as the minute of today, or with its day, in UTC: `14:05 UTC`. */
export function formatClock(timeMs: number): string {
  const isToday = formatDay(timeMs) === formatDay(Date.now());
  return `${isToday ? new Date(timeMs).toISOString().slice(11, 16) : formatTimestamp(timeMs)} UTC`;
}

/** formatDay writes only the day of a timestamp, in UTC: `29 Mar 2017`. */
export function formatDay(timestamp: string | number): string {
  return formatTimestamp(timestamp, days);
}

/**
 * formatPartialDate writes the `datetime` datatype, which may be partial: `1990`, `Oct 1990`, `3
 * Oct 1990`, or with a time.
 */
export function formatPartialDate(text: string): string {
  if (!/^\d{4}-\d{2}(?:-\d{2})?$/.test(text)) return formatTimestamp(text);
  return isRealDatetime(text) ? (text.length > 7 ? days : months).format(new Date(text)) : text;
}

/** formatBytes writes a size: `412 B`, `3.4 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** formatMilliseconds writes a measured time: `under 0.1 ms`, `0.3 ms`, `41 ms`, `1.2 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 0.1) return 'under 0.1 ms';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
