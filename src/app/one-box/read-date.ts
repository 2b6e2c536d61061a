import { type AskedDate, readDate } from '../../ui/dates.ts';
import { type BoxContext, type Meaning, offerOf, problem, say } from './model.ts';
import { registersAsked } from './offers.ts';

const DATE_LIKE = /^\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?)?$/i;
const DAY_AND_TIME = /^(\S.*?),?[T\s]\s*(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?\s*Z?$/i;

/** LONGEST is the longest text that is looked at, in UTF-16 units: no date is longer, and whatever is pasted comes here. */
const LONGEST = 60;

/**
 * readDateSpan reads a date as registers and this page write it: `2012`, `2012-10`, `2012-10-03`, `2012-10-03T14:22:00Z`, `3 Oct 2012, 14:22`. Times are UTC;
 * a year is one from 1900 to 2199. Undefined for anything else; `impossible` where it is written like a date, and there is none like it.
 */
export function readDateSpan(text: string): AskedDate | 'impossible' | undefined {
  if (text.length > LONGEST) return undefined;
  const [, day = '', time = ''] = DAY_AND_TIME.exec(text) ?? [];
  const date = readDate(time === '' ? text : `${readDate(day)?.text}T${time}Z`);
  if (date === undefined) return DATE_LIKE.test(text) ? 'impossible' : undefined;
  return /^\d{4}$/.test(date.text) && !/^(?:19|20|21)/.test(date.text) ? undefined : date;
}

/** fromDate understands a date as the log at its end, whose size is found there, and as the entries from its beginning on, which are looked for when the offer is taken. */
export function fromDate(text: string, context: BoxContext): readonly Meaning[] {
  if (/^\d{1,2}([/.])\d{1,2}\1\d{4}$/.test(text))
    return [problem(say`Write a day as 2018-06-13: ${text} can be read in two ways.`)];
  const span = readDateSpan(text);
  if (span === undefined) return [];
  if (span === 'impossible') return [problem(say`There is no such day or time: ${text}.`)];
  // A bare year is more often a number or a key.
  const sure = /^\d{4}$/.test(text) ? 1 : 2;
  return registersAsked(context).flatMap(({ register: { id, title }, paths }): readonly Meaning[] => {
    const what = say`${title} as it was at the end of ${span.words}`;
    const path = `${paths.view('overview')}?${new URLSearchParams({ at: yearEnd(span) })}`;
    const target = { kind: 'moment', register: id, span } as const;
    const detail = 'The log, from the first entry of that time.';
    return [
      offerOf('moment', sure, what, 'By timestamp: where its entries pass that time.', path, true),
      { kind: 'entry', sure, what: `The entries of ${span.words}`, detail, target },
    ];
  });
}

/** yearEnd is a date as `?at=` takes it: a number alone is a log size there. */
function yearEnd({ text }: AskedDate): string {
  return /^\d{4}$/.test(text) ? `${text}-12-31` : text;
}
