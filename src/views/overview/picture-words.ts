import type { Verdict } from '../../core/verdict.ts';
import type { Replica } from '../../query/replica-desk.ts';
import type { GrowthPoint } from '../../replica/activity-growth.ts';
import type { Load } from '../../replica/activity-loads.ts';
import type { TimeBar, Timeline, TimeUnit } from '../../replica/activity-timeline.ts';
import type { AxisName } from '../../ui/charts/axis-labels.ts';
import { countOf, formatNumber, formatPartialDate, formatTimestamp } from '../../ui/format.ts';

/** stretchName names a stretch of the calendar: `4 Jun 2018`, `Jun 2018`, `2018`, `the 1990s`, `1900 to 1999`. */
export function stretchName(from: string, unit: TimeUnit): string {
  if (unit === 'decade') return `the ${from}s`;
  if (unit === 'century') return `${from} to ${String(Number(from) + 99).padStart(4, '0')}`;
  return formatPartialDate(from);
}

/** axisName is the short name of a stretch under its bar: months and days share their year. */
export function axisName(from: string, unit: TimeUnit): AxisName {
  if (unit === 'decade') return { whole: `${from}s`, brief: `${from}s`, within: from };
  if (unit === 'year' || unit === 'century') return { whole: from, brief: from, within: from };
  const whole = formatPartialDate(from);
  return { whole, brief: whole.replace(/ \d{4}$/, ''), within: from.slice(0, 4) };
}

/** barWords says what a bar stands for: `2018: 14 entries, 190 to 203`. */
export function barWords({ from, count, first, last }: TimeBar, unit: TimeUnit): string {
  const name = upperFirst(stretchName(from, unit));
  if (count === 0) return `${name}: no entry`;
  if (count === 1) return `${name}: 1 entry, number ${formatNumber(first)}`;
  const whole = last - first + 1 === count;
  const range = `${formatNumber(first)} ${whole ? 'to' : 'and'} ${formatNumber(last)}`;
  return `${name}: ${countOf(count, 'entry', 'entries')}, ${whole ? '' : 'between '}${range}`;
}

const UNITS: Record<TimeUnit, readonly [one: string, many: string]> = {
  day: ['day', 'days'],
  month: ['month', 'months'],
  year: ['year', 'years'],
  decade: ['decade', 'decades'],
  century: ['century', 'centuries'],
};

/** gapWords says what is left out of the picture. */
export function gapWords(stretches: number, unit: TimeUnit): string {
  return `${countOf(stretches, ...UNITS[unit])} without an entry`;
}

/** loadWords tells a load from changes: many entries within a minute were put there together. */
export function loadWords({ first, last, from, to }: Load, at: number): string {
  const count = last - first + 1;
  const when = formatTimestamp(new Date(from).toISOString());
  const time = to - from < 60_000 ? `on ${when}` : `from ${when} on, none a minute after the one before`;
  const which =
    count === at
      ? `All ${countOf(count, 'entry', 'entries')}`
      : `Entries ${formatNumber(first)} to ${formatNumber(last)}, ${formatNumber(count)} of ${formatNumber(at)},`;
  return `${which} were added at once, ${time}.`;
}

/** timelineNotes say what the picture of entries over time does not show by itself. */
export function timelineNotes(
  { unit, bars, undated, backwards }: Timeline,
  cutAbove: number | undefined,
): string[] {
  const notes: string[] = [];
  const cut = bars.filter((bar) => bar.kind === 'bar' && cutAbove !== undefined && bar.count > cutAbove);
  if (cut.length > 0)
    notes.push(
      `${cut.length === 1 ? 'One bar is' : `${formatNumber(cut.length)} bars are`} cut, with the count above: drawn whole, the others could not be seen.`,
    );
  if (bars.some((bar) => bar.kind === 'gap'))
    notes.push(`Where the line is broken, ${UNITS[unit][1]} without an entry are left out.`);
  if (undated > 0)
    notes.push(
      `${countOf(undated, 'entry has', 'entries have')} a timestamp that is no time, and ${undated === 1 ? 'is' : 'are'} not in the picture.`,
    );
  if (backwards > 0)
    notes.push(`${countOf(backwards, 'entry bears', 'entries bear')} an earlier time than the entry before.`);
  return notes;
}

/** growthWords says what was there at a log size. */
export function growthWords({ size, records, ended }: GrowthPoint): string {
  const some = ended === 0 ? '' : `, ${formatNumber(ended)} of them ended`;
  return `After entry ${formatNumber(size)}: ${countOf(records, 'record')}${some}`;
}

/** inSchemaOrder sorts by the register's own order of attributes; those it does not name come last, by name. */
export function inSchemaOrder<T extends { readonly name: string }>(
  members: readonly T[],
  schema: readonly { readonly id: string }[],
): readonly T[] {
  const places = new Map(schema.map(({ id }, index) => [id, index]));
  const placeOf = ({ name }: T): number => places.get(name) ?? schema.length;
  return members.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** pictureSource says what was counted, and what that is worth. */
export function pictureSource({ verdict, missing, size }: Replica, at: number): string {
  const counted =
    at === size
      ? `all ${countOf(size, 'entry', 'entries')}`
      : `the first ${formatNumber(at)} of ${countOf(size, 'entry', 'entries')}`;
  // Data that was sent and did not hash to its name is among it.
  const why = verdict.outcome === 'does-not-match' ? '' : ' could not be had and';
  const gaps = missing === 0 ? '' : ` The data of ${countOf(missing, 'version')}${why} is not counted.`;
  return `Counted in this browser from ${counted}. ${worth(verdict, size)}${gaps}`;
}

function worth(verdict: Verdict, size: number): string {
  if (verdict.outcome === 'holds')
    return size === 1
      ? 'It leads to the published root.'
      : `All ${formatNumber(size)} together lead to the published root.`;
  const reason = 'reason' in verdict ? verdict.reason : 'their root is not the published one';
  const not = verdict.outcome === 'does-not-match' ? 'They do not match' : 'They are not proved';
  return `${not}: ${reason}.`;
}
