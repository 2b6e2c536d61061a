import { cellIn, membersOf, type RecordsAt } from './records-at.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/;

const orders = new WeakMap<RecordsAt, Map<string, Int32Array>>();

/**
 * orderOf sorts all records by `sort`: an attribute, `key`, `entry-number` or `entry-timestamp` (these names mean the record's own, not an attribute's), descending with
 * `-` before it; '' is the order in which the log first names the keys. Numbers go as numbers, partial dates as dates, other text by the alphabet with numbers in it as
 * numbers. What is not set comes last either way; what is equal keeps its order. Orders are kept with the records.
 */
export function orderOf(
  records: RecordsAt,
  sort: string,
  timestampOf: (entryNumber: number) => string,
): Int32Array {
  let known = orders.get(records);
  if (known === undefined) orders.set(records, (known = new Map()));
  let order = known.get(sort);
  if (order === undefined) known.set(sort, (order = sorted(records, sort, timestampOf)));
  return order;
}

function sorted(records: RecordsAt, sort: string, timestampOf: (entryNumber: number) => string): Int32Array {
  const all = Int32Array.from(records.keys, (_, ordinal) => ordinal);
  if (sort === '') return all;
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const ranks = ranksOf(records, name, timestampOf);
  const sign = descending ? -1 : 1;
  // Unset has rank -1; typed arrays are sorted stably (ECMAScript 2019), and the ordinal settles what is equal.
  return all.sort((a, b) => {
    const one = ranks[a] ?? -1;
    const other = ranks[b] ?? -1;
    if (one === other) return a - b;
    if (one < 0 || other < 0) return other - one;
    return sign * (one - other);
  });
}

function ranksOf(
  records: RecordsAt,
  name: string,
  timestampOf: (entryNumber: number) => string,
): ArrayLike<number> {
  if (name === 'entry-number') return records.entries;
  const texts = textsOf(records, name, timestampOf);
  const different = [...new Set(texts)].filter((text) => text !== '').sort(comparison(texts));
  const compare = comparison(texts);
  const rank = new Map<string, number>();
  let next = 0;
  for (const [index, text] of different.entries()) {
    const before = different[index - 1];
    if (before !== undefined && compare(before, text) !== 0) next += 1;
    rank.set(text, next);
  }
  return texts.map((text) => rank.get(text) ?? -1);
}

function textsOf(
  records: RecordsAt,
  name: string,
  timestampOf: (entryNumber: number) => string,
): readonly string[] {
  if (name === 'key') return records.keys;
  if (name === 'entry-timestamp') return records.entries.map(timestampOf);
  const column = records.columns.get(name);
  return Array.from(records.keys, (_, ordinal) => membersOf(cellIn(column, ordinal)).join(', '));
}

/** comparison fits a whole column: only where some value has the form of a dated day or month are years dates and no numbers. */
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
