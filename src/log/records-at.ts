import type { AttributeValue, Item } from '../core/model.ts';
import { hasBegun } from '../core/datetime.ts';
import type { LogCopy } from './log-copy.ts';

/**
 * RecordsAt are the records at one log size. A record's ordinal is the position of its key in
 * the order of first entries.
 */
export interface RecordsAt {
  readonly at: number;
  readonly keys: readonly string[];
  /** The latest entry of each record among the first `at`. */
  readonly entries: readonly number[];
  /** The readable data of each record. */
  readonly items: readonly (readonly Item[])[];
  /** The attributes that are set, in the order of first use. */
  readonly attributes: ReadonlyMap<string, AttributeFacts>;
  /** How many records have unreadable data. */
  readonly unread: number;
}

/** AttributeFacts describe one attribute in all records. */
interface AttributeFacts {
  /** In how many records it is set. */
  set: number;
  /** Whether it equals the key in every record that has it. */
  repeatsKey: boolean;
  /** How many records have each of its values; undefined if it is not worth offering as a filter. */
  values: Map<string, number> | undefined;
}

/** KEPT is the number of log sizes cached. */
const KEPT = 3;

const recent = new WeakMap<LogCopy, { readonly seen: number; readonly list: readonly RecordsAt[] }>();

/**
 * recordsAt gathers the records as of the first `at` entries, 0 <= at <= log.size. The last few sizes are
 * cached until more data is read.
 */
export function recordsAt(log: LogCopy, at: number): RecordsAt {
  const { seen } = log;
  const last = recent.get(log);
  const list = last?.seen === seen ? last.list : [];
  const records = list.find((one) => one.at === at) ?? gather(log, at);
  recent.set(log, { seen, list: [records, ...list.filter((one) => one !== records)].slice(0, KEPT) });
  return records;
}

function gather(log: LogCopy, at: number): RecordsAt {
  const keys: string[] = [];
  const entries: number[] = [];
  const all: (readonly Item[])[] = [];
  const attributes = new Map<string, AttributeFacts>();
  let unread = 0;
  for (const key of log.keys()) {
    const latest = log.latest(key, at);
    // Keys are in the order of their first entry: no later one is in the log yet.
    if (latest === undefined) break;
    const version = log.version(latest);
    const items = version.items.filter((item) => item !== undefined);
    if (items.length < version.items.length) unread += 1;
    keys.push(key);
    entries.push(latest);
    all.push(items);
    for (const attribute of new Set(items.flatMap((item) => [...item.keys()])))
      note(attributes, attribute, membersIn(items, attribute), key);
  }
  return { at, keys, entries, items: all, attributes, unread };
}

/** MOST_VALUES is the most different values of a filter, LONGEST the longest one in UTF-16 units. */
const MOST_VALUES = 30;
const LONGEST = 80;

/** Days and months are for sorting, not for filtering. */
const DAY = /^\d{4}-\d{2}(?:-\d{2}(?:T.*)?)?$/;

function note(
  attributes: Map<string, AttributeFacts>,
  attribute: string,
  members: readonly string[],
  key: string,
): void {
  if (members.length === 0) return;
  const facts = attributes.get(attribute) ?? { set: 0, repeatsKey: true, values: new Map<string, number>() };
  attributes.set(attribute, facts);
  facts.set += 1;
  facts.repeatsKey &&= members.length === 1 && members[0] === key;
  for (const member of members) {
    facts.values?.set(member, (facts.values.get(member) ?? 0) + 1);
    if (member.length > LONGEST || DAY.test(member) || (facts.values?.size ?? 0) > MOST_VALUES)
      facts.values = undefined;
  }
}

/** membersOf lists the values of an attribute one by one: null, `""`, `[]` and empty members are not set. */
export function membersOf(value: AttributeValue | undefined): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return [value];
  return value.includes('') ? value.filter((member) => member !== '') : value;
}

/** membersIn lists those of all items of a record. */
export function membersIn(items: readonly Item[], attribute: string): readonly string[] {
  const [only] = items;
  return items.length === 1
    ? membersOf(only?.get(attribute))
    : items.flatMap((item) => membersOf(item.get(attribute)));
}

/** hasEnded reports whether the first of these end-dates has begun by `today` (`YYYY-MM-DD`). */
export function hasEnded([end]: readonly string[], today: string): boolean {
  return end !== undefined && hasBegun(end, today);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/;

/**
 * sortRecords sorts ordinals by `sort`: an attribute, `key`, `entry-number` or `entry-timestamp` (these names
 * mean the record's own, not an attribute's), descending with a leading `-`. Numbers sort as numbers, partial
 * dates as dates, other text alphabetically with embedded numbers as numbers. Unset values are last either
 * way; equal ones keep their order.
 */
export function sortRecords(log: LogCopy, records: RecordsAt, ordinals: number[], sort: string): void {
  const sign = sort.startsWith('-') ? -1 : 1;
  const name = sign < 0 ? sort.slice(1) : sort;
  const textOf = (ordinal: number): string => {
    const number = records.entries[ordinal] ?? 0;
    if (name === 'key') return records.keys[ordinal] ?? '';
    if (name === 'entry-number') return String(number);
    if (name === 'entry-timestamp') return log.entry(number).timestamp;
    return membersIn(records.items[ordinal] ?? [], name).join(', ');
  };
  const texts = new Map(ordinals.map((ordinal) => [ordinal, textOf(ordinal)]));
  const compare = comparison([...texts.values()]);
  ordinals.sort((a, b) => {
    const [one = '', other = ''] = [texts.get(a), texts.get(b)];
    if (one === other) return a - b;
    if (one === '' || other === '') return one === '' ? 1 : -1;
    return sign * compare(one, other) || a - b;
  });
}

/**
 * comparison returns the comparison for a whole column: years count as dates only if some
 * value is a day or month.
 */
function comparison(texts: readonly string[]): (one: string, other: string) => number {
  const dates = texts.some((text) => DATE.test(text) && text.includes('-'));
  const first = dates ? DATE : NUMBER;
  return (one, other) => {
    const early = first.test(one);
    if (early !== first.test(other)) return early ? -1 : 1;
    if (!early) return collator.compare(one, other);
    if (dates) return one < other ? -1 : one > other ? 1 : 0;
    return Number(one) - Number(other) || collator.compare(one, other);
  };
}
