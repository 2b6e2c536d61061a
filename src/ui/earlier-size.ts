import { instantOf } from '../core/datetime.ts';
import { type CheckText, type CheckFinding, sentenceOf, wordsFrom } from './check-list.tsx';
import { countOf, formatNumber, formatPartialDate, formatTimestamp } from './format.ts';
import { type Source, SOURCE_WORDS } from './source.ts';

/** DateSpan is a second, minute, day, month or year in UTC, as a person writes it. */
export interface DateSpan {
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

/**
 * readDate reads `2018-04-26`, `2018-04`, `2018`, `26 April 2018`, `Apr 2018`, or a timestamp such as
 * `2018-04-26T13:54Z`; undefined for anything else, the 31st of June included.
 */
export function readDate(typed: string): DateSpan | undefined {
  const text = typed.trim();
  const exact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z?$/.exec(text);
  if (exact !== null) return timestampSpan(text, exact[1] !== undefined);
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (iso !== null) return dateOf(iso.slice(1));
  const [, day, name = '', year] = /^(?:(\d{1,2})\s+)?([a-z]{3,9})\.?\s+(\d{4})$/i.exec(text) ?? [];
  const month = MONTHS.findIndex((one) => one.startsWith(name.toLowerCase())) + 1;
  return year === undefined || month === 0 ? undefined : dateOf([year, String(month), day]);
}

/** dateOf is a year, a month or a day, by its parts in this order. */
function dateOf(partTexts: readonly (string | undefined)[]): DateSpan | undefined {
  const parts = partTexts.filter((part) => part !== undefined).map((part) => part.padStart(2, '0'));
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

/** timestampSpan is the minute, or the second, of a timestamp. */
function timestampSpan(text: string, seconds: boolean): DateSpan | undefined {
  const fromMs = instantOf(text);
  if (fromMs === undefined || !new Date(fromMs).toISOString().startsWith(text.slice(0, 16))) return undefined;
  const words = `${formatTimestamp(text)}${seconds ? text.slice(16, 19) : ''}`;
  return { text, fromMs, untilMs: fromMs + (seconds ? 999 : 59_999), words };
}

/**
 * earlierLogText describes the check that an earlier log is the beginning of the current one: everything
 * shown at that size depends on it.
 */
export function earlierLogText(
  found: CheckFinding,
  at: number,
  now: number,
  source: Source = 'server',
): CheckText {
  const { rootHash } = SOURCE_WORDS[source];
  const size = formatNumber(at);
  const log = `The log of ${countOf(at, 'entry')}`;
  const present = at === now ? 'the present log' : `the present log of ${formatNumber(now)}`;
  const unpublished = source === 'server' ? 'not published' : 'not in the file';
  return wordsFrom(found, {
    holds:
      at === now
        ? [`${log} is ${present}`, `The entry proof of entry ${size} gives the ${rootHash}.`]
        : [
            `${log} is the beginning of ${present}`,
            `The entry proof of entry ${size} gives a root hash that is ${unpublished}. A consistency proof connects it to the ${rootHash}.`,
          ],
    'does-not-match': [
      `${log} is not proved to be the beginning of ${present}`,
      `The proofs for size ${size} do not connect to the ${rootHash}. ${sentenceOf(found)}`.trim(),
    ],
    checking: [`${log}: being compared with ${present}`, 'Two proofs are being fetched and computed.'],
    'cannot-check': [`${log} could not be compared with ${present}`],
    'not-checked': [`${log} was not compared with ${present}`],
  });
}

/**
 * dateOrderWords says which timestamps a size found by its date was compared with, and whether they are in
 * order: they do not order entries.
 */
export function dateOrderWords({
  outOfOrder,
  around,
}: {
  readonly outOfOrder: number;
  /** undefined for all. */
  readonly around?: number;
}): string {
  const compared = around === undefined ? 'every timestamp' : `${countOf(around, 'timestamp')} around it`;
  const are = outOfOrder === 0 ? 'none is' : countOf(outOfOrder, 'is', 'are');
  return `Compared with ${compared}; ${are} out of order.`;
}
