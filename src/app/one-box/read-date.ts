import { countOf } from '../../ui/format.ts';
import { pathTo } from '../../ui/paths.ts';
import type { BoxContext, FoundSpan, NamedRegister } from './box-context.ts';
import { type DateSpan, readDateSpan } from './date-span.ts';
import { registersAsked } from './offers.ts';
import { type Offer, problem, toExactPath, type Understood, words } from './understood.ts';

/** readDate understands a date as the log at its end, and as the entries appended in it. Where that is in the log is looked for when it is asked for. */
export function readDate(text: string, context: BoxContext): readonly Understood[] {
  if (/^\d{1,2}([/.])\d{1,2}\1\d{4}$/.test(text))
    return [
      problem(words`Write a day as 2018-06-13: some read ${text} as day and month, some as month and day.`),
    ];
  const span = readDateSpan(text);
  if (span === undefined) return [];
  if (span === 'impossible')
    return [problem(words`${text} is written like a date, but there is no such day or time.`)];
  // A bare year is more often a number or a key.
  const sure = /^\d{4}$/.test(text) ? 1 : 2;
  const { here } = context;
  const found = here?.found.span;
  if (here !== undefined && found !== undefined && isSame(found.span, span))
    return foundOffers(here, found, sure);
  return registersAsked(context).flatMap((register) => unfoundOffers(register, span, sure));
}

function isSame(one: DateSpan, other: DateSpan): boolean {
  return one.fromMs === other.fromMs && one.untilMs === other.untilMs;
}

function unfoundOffers(register: NamedRegister, span: DateSpan, sure: Offer['sure']): readonly Offer[] {
  return [
    {
      kind: 'moment',
      sure,
      what: words`${register.title} as it was at the end of ${span.words}`,
      leads: words`The place in the log is looked for by the times of its entries.`,
      target: { kind: 'moment', register: register.id, span, as: 'size' },
    },
    {
      kind: 'entry',
      sure,
      what: words`The entries of ${span.words}`,
      leads: words`The log, from the first entry of that time.`,
      target: { kind: 'moment', register: register.id, span, as: 'entries' },
    },
  ];
}

function foundOffers(register: NamedRegister, found: FoundSpan, sure: Offer['sure']): readonly Understood[] {
  const { span, first, last } = found;
  if (last === 0) return [problem(words`The log had no entries yet at the end of ${span.words}.`)];
  const count = last - first + 1;
  const entries = pathTo({ view: 'entries', register: register.id });
  return [
    {
      kind: 'moment',
      sure,
      what: words`${register.title} as it was at the end of ${span.words}`,
      leads: words`Its first ${last} entries. Times do not order a log: this is where its entries pass that time.`,
      target: toExactPath(momentPath(register, found, 'size')),
    },
    count > 0
      ? {
          kind: 'entry',
          sure,
          what: [countOf(count, 'entry', 'entries'), ...words` of ${span.words}`],
          leads:
            count === 1 ? words`Entry ${first} of the log.` : words`Entries ${first} to ${last} of the log.`,
          target: toExactPath(momentPath(register, found, 'entries')),
        }
      : {
          kind: 'entry',
          sure,
          what: words`No entries of ${span.words}`,
          leads: words`The log, from the last entry before: ${last}.`,
          target: toExactPath(`${entries}?entry=${last}`),
        },
  ];
}

/** momentPath is where a span that was found leads: the register at the size it had then, or the log from the first entry of the span. */
export function momentPath(
  register: Pick<NamedRegister, 'id'>,
  { first, last }: Pick<FoundSpan, 'first' | 'last'>,
  as: 'size' | 'entries',
): string {
  if (as === 'size') return `${pathTo({ view: 'overview', register: register.id })}?at=${Math.max(1, last)}`;
  return `${pathTo({ view: 'entries', register: register.id })}?entry=${Math.max(1, Math.min(first, last))}`;
}
