import type { Hash } from '../core/hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/** Cell is what a record holds for an attribute, several items taken together; undefined where it is not set (null, `""` and `[]` are not). */
export type Cell = string | readonly string[] | undefined;

/** RecordsAt are the records at one log size, attribute by attribute. A record goes by its ordinal: its place in the order in which the log first names the keys. */
export interface RecordsAt {
  readonly at: number;
  readonly keys: readonly string[];
  /** The latest entry of each record among the first `at`. */
  readonly entries: readonly number[];
  /** Per attribute a cell for each record, in the order in which attributes are first met. */
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
  /** Hashes of data that could not be had. */
  readonly gaps: readonly Hash[];
}

/** KEPT is how many sizes of a log are kept ready at once. */
const KEPT = 3;

const kept = new WeakMap<LogCopy, RecordsAt[]>();

/** recordsAt gathers the records as of the first `at` entries, 0 <= at <= log.size. The last few sizes asked for are kept. */
export function recordsAt(log: LogCopy, at: number): RecordsAt {
  const list = (kept.get(log) ?? []).filter(({ gaps }) => gaps.every((hash) => log.item(hash) === undefined));
  const known = list.find((one) => one.at === at);
  const records = known ?? gather(log, at);
  kept.set(log, [records, ...list.filter((one) => one !== records)].slice(0, KEPT));
  return records;
}

function gather(log: LogCopy, at: number): RecordsAt {
  const keys: string[] = [];
  const entries: number[] = [];
  for (const key of log.keys()) {
    const latest = log.latest(key, at);
    // Keys come in the order of their first entry: none after this one is in the log yet.
    if (latest === undefined) break;
    keys.push(key);
    entries.push(latest);
  }
  const columns = new Map<string, Cell[]>();
  const gaps: Hash[] = [];
  for (const [ordinal, number] of entries.entries()) {
    for (const hash of log.entry(number).itemHashes) {
      const item = log.item(hash);
      if (item === undefined) gaps.push(hash);
      else fill(columns, keys.length, ordinal, item);
    }
  }
  return { at, keys, entries, columns, gaps };
}

function fill(columns: Map<string, Cell[]>, count: number, ordinal: number, item: Item): void {
  for (const [attribute, value] of item) {
    const cell = cellOf(value);
    if (cell === undefined) continue;
    let column = columns.get(attribute);
    if (column === undefined) {
      column = Array.from({ length: count });
      columns.set(attribute, column);
    }
    const before = column[ordinal];
    column[ordinal] = before === undefined ? cell : [...membersOf(before), ...membersOf(cell)];
  }
}

function cellOf(value: AttributeValue): Cell {
  if (value === null || value.length === 0) return undefined;
  if (typeof value === 'string' || !value.includes('')) return value;
  const members = value.filter((member) => member !== '');
  return members.length === 0 ? undefined : members;
}

/** membersOf lists the values in a cell one by one. */
export function membersOf(cell: Cell): readonly string[] {
  if (cell === undefined) return [];
  return typeof cell === 'string' ? [cell] : cell;
}

/** hasEnded tells whether an end-date, which may be a year or a month only, is not after `today` (`YYYY-MM-DD`; wire notes, "Keys, values"). */
export function hasEnded(endDate: Cell, today: string): boolean {
  const [end] = membersOf(endDate);
  return end !== undefined && end !== '' && end <= today;
}
