import type { AttributeValue, Entry, Variant } from '../core/model.ts';
import { instantOf } from '../core/datetime.ts';
import type { LogCopy } from './log-copy.ts';
import { membersOf } from './records-at.ts';

/** ActivityQuestion asks for the activity in the first `at` entries, 0 <= at <= size. */
interface ActivityQuestion {
  readonly at: number;
}

/** ActivityAnswer is what the overview shows of the whole log. */
export interface ActivityAnswer {
  readonly at: number;
  /** Entries by their timestamps, which do not order them. */
  readonly timeline: Timeline;
  /** Every attribute of the data, by name. */
  readonly attributes: readonly AttributeActivity[];
  /** The number of records with data, the base of `filled`. */
  readonly described: number;
}

/** activity counts entries along the calendar, and the values of each attribute. */
export function activity(log: LogCopy, { at }: ActivityQuestion): ActivityAnswer {
  const moments = Array.from(log.upTo(at), ({ timestamp }) => instantOf(timestamp));
  return { at, timeline: timelineOf(moments), ...attributesAt(log, at) };
}

/** TimeUnit is the length of time of one bar. */
export type TimeUnit = 'day' | 'month' | 'year' | 'decade' | 'century';

/** TimeBar is a period of the calendar (UTC) with the entries whose timestamps lie in it. */
export interface TimeBar {
  readonly kind: 'bar';
  /**
   * Its start: `2018-06-04`, `2018-06`, `2018`; decades and centuries by their first year, `1990`, `1900`.
   */
  readonly from: string;
  readonly count: number;
  /** The smallest and the largest entry number in it; 0 where it has none. */
  readonly first: number;
  readonly last: number;
}

/** TimeGap is a run of periods without entries, left out of the chart. */
interface TimeGap {
  readonly kind: 'gap';
  readonly stretches: number;
}

/** Timeline counts entries along the calendar. */
export interface Timeline {
  readonly unit: TimeUnit;
  readonly bars: readonly (TimeBar | TimeGap)[];
  /** Entries without a valid timestamp. */
  readonly undated: number;
  /** Entries with an earlier time than the entry before them. */
  readonly backwards: number;
}

const DAY_MS = 86_400_000;
/** A longer run of empty periods is left out. */
const LONGEST_EMPTY_RUN = 4;
const MOST_BARS = 48;
/** Units, finest first, with how many periods the bulk of the entries may span. */
const UNITS: readonly (readonly [unit: TimeUnit, span: number])[] = [
  ['day', 45],
  ['month', 36],
  ['year', 40],
  ['decade', 40],
  ['century', Infinity],
];

/**
 * timelineOf counts by the finest unit that the bulk of the entries fits in: a single odd timestamp does not
 * put all others into one bar. moments[n - 1] belongs to entry n, in milliseconds since 1970.
 */
export function timelineOf(moments: readonly (number | undefined)[]): Timeline {
  const dated = moments.filter((moment) => moment !== undefined).sort((one, other) => one - other);
  const unit = unitFor(dated);
  const found = new Map<number, { count: number; first: number; last: number }>();
  let backwards = 0;
  let before = -Infinity;
  for (const [index, moment] of moments.entries()) {
    if (moment === undefined) continue;
    if (moment < before) backwards += 1;
    before = moment;
    const stretch = periodOf(moment, unit);
    const { count, first } = found.get(stretch) ?? { count: 0, first: index + 1 };
    found.set(stretch, { count: count + 1, first, last: index + 1 });
  }
  const bars = slotsFor([...found.keys()]).map((slot): TimeBar | TimeGap => {
    if (typeof slot === 'object') return slot;
    const { count, first, last } = found.get(slot) ?? { count: 0, first: 0, last: 0 };
    return { kind: 'bar', from: written(slot, unit), count, first, last };
  });
  return { unit, bars, undated: moments.length - dated.length, backwards };
}

function unitFor(dated: readonly number[]): TimeUnit {
  const margin = Math.floor(dated.length / 100);
  const [from, to] = [dated[margin], dated[dated.length - 1 - margin]];
  if (from === undefined || to === undefined) return 'year';
  const [unit] = UNITS.find(
    ([unit, span]) =>
      periodOf(to, unit) - periodOf(from, unit) < span &&
      slotsFor([...new Set(dated.map((moment) => periodOf(moment, unit)))]).length <= MOST_BARS,
  ) ?? ['century'];
  return unit;
}

const YEARS = { year: 1, decade: 10, century: 100 } as const;

/** periodOf numbers the periods of a unit along the calendar. */
function periodOf(moment: number, unit: TimeUnit): number {
  if (unit === 'day') return Math.floor(moment / DAY_MS);
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  return unit === 'month' ? year * 12 + date.getUTCMonth() : Math.floor(year / YEARS[unit]);
}

/** slotsFor lists periods in order, including empty ones except long runs. */
function slotsFor(stretches: readonly number[]): readonly (number | TimeGap)[] {
  const slots: (number | TimeGap)[] = [];
  let next: number | undefined;
  for (const stretch of stretches.toSorted((one, other) => one - other)) {
    const empty = stretch - (next ?? stretch);
    if (empty > LONGEST_EMPTY_RUN) slots.push({ kind: 'gap', stretches: empty });
    else for (let count = empty; count > 0; count -= 1) slots.push(stretch - count);
    slots.push(stretch);
    next = stretch + 1;
  }
  return slots;
}

function written(stretch: number, unit: TimeUnit): string {
  if (unit === 'day') return new Date(stretch * DAY_MS).toISOString().slice(0, 10);
  if (unit === 'month') return new Date(Date.UTC(0, stretch - 12 * 1900)).toISOString().slice(0, 7);
  return String(stretch * YEARS[unit]).padStart(4, '0');
}

/** AttributeActivity is the result of one attribute. */
export interface AttributeActivity {
  readonly name: string;
  /** Records whose latest data has a value for it. */
  filled: number;
  /** How often a later version set, changed or removed it. */
  changes: number;
  /** The latest entry that did; undefined if none. */
  lastChange: number | undefined;
}

/** attributesAt counts over the log's first `at` entries. Versions with unreadable data are not compared. */
function attributesAt(log: LogCopy, at: number): Pick<ActivityAnswer, 'attributes' | 'described'> {
  const attributes = new Map<string, AttributeActivity>();
  const of = (name: string): AttributeActivity => {
    const known = attributes.get(name) ?? { name, filled: 0, changes: 0, lastChange: undefined };
    attributes.set(name, known);
    return known;
  };
  const latest = new Map<string, AttributeTexts | undefined>();
  for (const entry of log.upTo(at)) {
    const before = latest.get(entry.key);
    const now = attributeTexts(log, entry);
    latest.set(entry.key, now);
    if (before === undefined || now === undefined) continue;
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (now.get(name) === before.get(name)) continue;
      of(name).changes += 1;
      of(name).lastChange = entry.entryNumber;
    }
  }
  const described = [...latest.values()].filter((texts) => texts !== undefined);
  for (const texts of described) for (const name of texts.keys()) of(name).filled += 1;
  const sorted = [...attributes.values()].sort(({ name: one }, { name: other }) => (one < other ? -1 : 1));
  return { attributes: sorted, described: described.length };
}

/**
 * An entry's values by attribute, as texts that are equal if the values are; undefined if
 * some data could not be read.
 */
type AttributeTexts = ReadonlyMap<string, string>;

function attributeTexts(log: LogCopy, { itemHashes }: Entry): AttributeTexts | undefined {
  const all = new Map<string, string>();
  for (const hash of itemHashes) {
    const item = log.item(hash);
    if (item === undefined) return undefined;
    for (const [name, value] of item) {
      const text = valueText(value, log.variant);
      const before = all.get(name);
      if (text !== undefined) all.set(name, before === undefined ? text : `${before},${text}`);
    }
  }
  return all;
}

/** The lists of a blob are sets: their order does not count. */
function valueText(value: AttributeValue, variant: Variant): string | undefined {
  const members = membersOf(value);
  if (members.length === 0) return undefined;
  return JSON.stringify(variant === 'blob' ? members.toSorted() : members);
}
