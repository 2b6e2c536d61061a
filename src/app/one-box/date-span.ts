import { readDate } from '../../ui/at-date.ts';

/** DateSpan is a year, a month, a day, a minute or a second in UTC: its first and its last millisecond, since 1970, and it in words. */
export interface DateSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly words: string;
}

const DATE_LIKE = /^\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?)?$/i;
const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*Z?$/i;

/** LONGEST is the longest text that is looked at, in UTF-16 units: no date is longer, and whatever is pasted comes here. */
const LONGEST = 60;

/** A register's entries are of this century or the last; other numbers of four digits are no years. */
const YEARS = { first: 1900, last: 2199 };

/**
 * readDateSpan reads a date as registers and this page write it: `2012`, `2012-10`, `2012-10-03`, `2012-10-03T14:22:00Z`, `3 Oct 2012, 14:22`. Times are UTC.
 * Undefined for anything else; `impossible` where it is written like a date, and there is none like it.
 */
export function readDateSpan(text: string): DateSpan | 'impossible' | undefined {
  if (text.length > LONGEST) return undefined;
  const date = readDate(text);
  if (date !== undefined) {
    const year = Number(date.text.slice(0, 4));
    const isYear = date.text.length > 4 || (year >= YEARS.first && year <= YEARS.last);
    return isYear ? { fromMs: date.fromMs, untilMs: date.untilMs, words: date.words } : undefined;
  }
  return withTime(text) ?? (DATE_LIKE.test(text) ? 'impossible' : undefined);
}

function withTime(text: string): DateSpan | undefined {
  const clockAt = text.indexOf(':') - 2;
  const [, hours = '', minutes = '', seconds] = CLOCK.exec(text.slice(Math.max(0, clockAt))) ?? [];
  if (hours === '' || !/[\sT]/i.test(text.charAt(clockAt - 1))) return undefined;
  const day = readDate(text.slice(0, clockAt - 1).replace(/,?\s*$/, ''));
  if (day === undefined || day.untilMs - day.fromMs >= DAY_MS) return undefined;
  const [hour, minute, second] = [hours, minutes, seconds ?? '0'].map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fromMs = day.fromMs + ((hour * 60 + minute) * 60 + second) * 1000;
  const length = seconds === undefined ? 60_000 : 1000;
  const clock = [hours, minutes, ...(seconds === undefined ? [] : [seconds])].join(':');
  return { fromMs, untilMs: fromMs + length - 1, words: `${day.words}, ${clock}` };
}

const DAY_MS = 86_400_000;
