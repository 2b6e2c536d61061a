import { instantOf } from '../core/moment.ts';
import { formatPartialDate, formatTimestamp } from './format.ts';

/** AskedDate is a second, minute, day, month or year in UTC, as a person writes it. */
export interface AskedDate {
  /** Its form in an address: `2018`, `2018-04`, `2018-04-26` or `2018-04-26T13:54:40Z`. */
  readonly text: string;
  /** Its first and its last millisecond, since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** For reading: `26 Apr 2018`. */
  readonly words: string;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** readDate reads `2018-04-26`, `2018-04`, `2018`, `26 April 2018`, `Apr 2018`, or a timestamp such as `2018-04-26T13:54Z`; undefined for anything else, the 31st of June included. */
export function readDate(typed: string): AskedDate | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (iso !== null) return dateOf(iso[1], iso[2], iso[3]);
  const exact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(?:Z)?$/.exec(text);
  if (exact !== null) return momentOf(text, exact[1] !== undefined);
  const spoken = /^(?:(\d{1,2})\s+)?([a-z]{3,9})\.?\s+(\d{4})$/i.exec(text);
  const month = spoken?.[2] === undefined ? 0 : monthOf(spoken[2]);
  return month === 0 ? undefined : dateOf(spoken?.[3], String(month), spoken?.[1]);
}

/** monthOf is 1 to 12 for the English name of a month, or three letters or more of it; 0 for anything else. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.startsWith(lower)) + 1;
}

function dateOf(year = '', month?: string, day?: string): AskedDate | undefined {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const fromMs = Date.parse(`${year}-${padded(m)}-${padded(d)}T00:00:00Z`);
  if (Number.isNaN(fromMs) || new Date(fromMs).getUTCDate() !== d || y < 100) return undefined;
  const next =
    day !== undefined
      ? Date.UTC(y, m - 1, d + 1)
      : month !== undefined
        ? Date.UTC(y, m, 1)
        : Date.UTC(y + 1, 0, 1);
  const text = [
    year,
    ...(month === undefined ? [] : [padded(m)]),
    ...(day === undefined ? [] : [padded(d)]),
  ].join('-');
  return { text, fromMs, untilMs: next - 1, words: formatPartialDate(text) };
}

/** momentOf is the minute, or the second, of a timestamp. */
function momentOf(text: string, seconds: boolean): AskedDate | undefined {
  const fromMs = instantOf(text);
  if (fromMs === undefined || new Date(fromMs).toISOString().slice(0, 16) !== text.slice(0, 16))
    return undefined;
  const words = `${formatTimestamp(text)}${seconds ? text.slice(16, 19) : ''}`;
  return { text, fromMs, untilMs: fromMs + (seconds ? 999 : 59_999), words };
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
