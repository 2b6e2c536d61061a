import type { QueryClient } from '@tanstack/react-query';
import { headQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { sizeAtDateQuery } from '../../query/size-at-date.ts';
import { type AskedDate, readDate } from '../../ui/dates.ts';
import { countOf } from '../../ui/format.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import {
  type BoxContext,
  type FoundSpan,
  type Meaning,
  type NamedRegister,
  type Offer,
  offerOf,
  problem,
  say,
} from './model.ts';
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

/** fromDate understands a date as the log at its end, and as the entries appended in it. Where that is in the log is looked for when the offer is taken. */
export function fromDate(text: string, context: BoxContext): readonly Meaning[] {
  if (/^\d{1,2}([/.])\d{1,2}\1\d{4}$/.test(text))
    return [problem(say`Write a day as 2018-06-13: ${text} can be read in two ways.`)];
  const span = readDateSpan(text);
  if (span === undefined) return [];
  if (span === 'impossible') return [problem(say`There is no such day or time: ${text}.`)];
  // A bare year is more often a number or a key.
  const sure = /^\d{4}$/.test(text) ? 1 : 2;
  const { here } = context;
  const found = here?.span;
  if (here !== undefined && found?.span.fromMs === span.fromMs && found.span.untilMs === span.untilMs)
    return foundOffers(here, found, sure);
  return registersAsked(context).flatMap(({ id, title }): readonly Offer[] => {
    const target = { kind: 'moment', register: id, span } as const;
    const [what, entries] = [
      say`${title} as it was at the end of ${span.words}`,
      `The entries of ${span.words}`,
    ];
    const detail = 'The log, from the first entry of that time.';
    return [
      {
        kind: 'moment',
        sure,
        what,
        detail: 'Looks in the log for this time.',
        target: { ...target, as: 'size' },
      },
      { kind: 'entry', sure, what: entries, detail, target: { ...target, as: 'entries' } },
    ];
  });
}

function foundOffers(
  { id, title }: NamedRegister,
  found: FoundSpan,
  sure: Offer['sure'],
): readonly Meaning[] {
  const { span, first, last } = found;
  if (last === 0) return [problem(`The log had no entries yet at the end of ${span.words}.`)];
  const count = last - first + 1;
  const entries = `${count > 0 ? countOf(count, 'entry', 'entries') : 'No entries'} of ${span.words}`;
  const where =
    count > 1
      ? say`Entries ${first} to ${last} of the log.`
      : say`Entry ${last} of the log${count === 1 ? '' : ' is the last one before'}.`;
  return [
    offerOf(
      'moment',
      sure,
      say`${title} as it was at the end of ${span.words}`,
      say`Its first ${last} entries. By timestamp: this is where its entries pass that time.`,
      momentPath(id, found, 'size'),
      true,
    ),
    offerOf('entry', sure, entries, where, momentPath(id, found, 'entries'), true),
  ];
}

/** momentPath is where a span that was found leads: the register at the size it had then, or the log from the first entry of the span, or else the last one before. */
export function momentPath(
  register: RegisterId,
  { first, last }: Pick<FoundSpan, 'first' | 'last'>,
  as: 'size' | 'entries',
): string {
  if (as === 'size') return `${pathTo({ view: 'overview', register })}?at=${Math.max(1, last)}`;
  return `${pathTo({ view: 'entries', register })}?entry=${Math.max(1, Math.min(first, last))}`;
}

/** findSpan looks for a span of time in a log: the size at its end, and the first entry that came after its beginning. Rejects where the log cannot be read. */
export async function findSpan(
  queries: QueryClient,
  session: RegisterSession,
  span: AskedDate,
): Promise<FoundSpan> {
  const { logSize } = await queries.ensureQueryData(headQuery(session));
  const sizeAt = async (untilMs: number): Promise<number> =>
    (await queries.ensureQueryData(sizeAtDateQuery(session, untilMs, logSize))).size;
  const [before, last] = await Promise.all([sizeAt(span.fromMs - 1), sizeAt(span.untilMs)]);
  return { span, first: before + 1, last };
}
