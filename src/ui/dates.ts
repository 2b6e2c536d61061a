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
  const exact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z?$/.exec(text);
  if (exact !== null) return momentOf(text, exact[1] !== undefined);
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (iso !== null) return dateOf(iso.slice(1));
  const [, day, name = '', year] = /^(?:(\d{1,2})\s+)?([a-z]{3,9})\.?\s+(\d{4})$/i.exec(text) ?? [];
  const month = MONTHS.findIndex((one) => one.startsWith(name.toLowerCase())) + 1;
  return year === undefined || month === 0 ? undefined : dateOf([year, String(month), day]);
}

/** dateOf is a year, a month or a day, by its parts in this order. */
function dateOf(given: readonly (string | undefined)[]): AskedDate | undefined {
  const parts = given.filter((part) => part !== undefined).map((part) => part.padStart(2, '0'));
  const [year = 0, month = 1, day = 1] = parts.map(Number);
  const fromMs = Date.UTC(year, month - 1, day);
  const text = parts.join('-');
  // Engines read 31 April as a day in May, and a year before 100 as one of the last century.
  if (!new Date(fromMs).toISOString().startsWith(text)) return undefined;
  const next = [Date.UTC(year + 1, 0), Date.UTC(year, month), Date.UTC(year, month - 1, day + 1)][
    parts.length - 1
  ];
  return { text, fromMs, untilMs: (next ?? NaN) - 1, words: formatPartialDate(text) };
}

/** momentOf is the minute, or the second, of a timestamp. */
function momentOf(text: string, seconds: boolean): AskedDate | undefined {
  const fromMs = instantOf(text);
  if (fromMs === undefined || !new Date(fromMs).toISOString().startsWith(text.slice(0, 16))) return undefined;
  const words = `${formatTimestamp(text)}${seconds ? text.slice(16, 19) : ''}`;
  return { text, fromMs, untilMs: fromMs + (seconds ? 999 : 59_999), words };
}
