import type { Hash } from '../core/hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { memoize } from '../core/memoize.ts';
import { hasBegun } from '../core/moment.ts';
import type { LogCopy } from './log-copy.ts';

/** Cell is what a record holds for an attribute, several items taken together; undefined if it is not set (null, `""` and `[]` are not). */
export type Cell = string | readonly string[] | undefined;

/** Column is what the records hold for one attribute, by their ordinals: a list while it is well filled, else only those that hold something. Ask cellIn. */
export interface Column {
  /** How many records hold something. */
  readonly set: number;
  readonly cells: readonly Cell[] | ReadonlyMap<number, Cell>;
}

/** RecordsAt are the records at one log size, attribute by attribute. A record goes by its ordinal: its place in the order in which the log first names the keys. */
export interface RecordsAt {
  readonly at: number;
  readonly keys: readonly string[];
  /** The latest entry of each record among the first `at`. */
  readonly entries: readonly number[];
  /** In the order in which attributes are first met. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Hashes of data that could not be read. */
  readonly gaps: readonly Hash[];
  /** The records that name such data, by ordinal. */
  readonly unread: readonly number[];
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
  const columns = new Map<string, GrowingColumn>();
  const gaps: Hash[] = [];
  const unread: number[] = [];
  for (const [ordinal, number] of entries.entries()) {
    for (const hash of log.entry(number).itemHashes) {
      const item = log.item(hash);
      if (item !== undefined) fill(columns, keys.length, ordinal, item);
      else {
        gaps.push(hash);
        if (unread.at(-1) !== ordinal) unread.push(ordinal);
      }
    }
  }
  return { at, keys, entries, columns, gaps, unread };
}

/** SPARSE: a column is a list once one record of so many holds something. A list for each of ten thousand attributes that one record each has would be too long together. */
const SPARSE = 8;

class GrowingColumn implements Column {
  readonly #count: number;
  #cells: Cell[] | Map<number, Cell> = new Map<number, Cell>();
  #set = 0;
  /** The ordinal of the last record that holds something, and its values where they are of several items. */
  #last = -1;
  #joined: string[] | undefined;

  constructor(count: number) {
    this.#count = count;
  }

  get set(): number {
    return this.#set;
  }

  get cells(): readonly Cell[] | ReadonlyMap<number, Cell> {
    return this.#cells;
  }

  /** add takes in a value of a record; records come in the order of their ordinals, each with one item after another. */
  add(ordinal: number, cell: string | readonly string[]): void {
    if (ordinal === this.#last) {
      if (this.#joined === undefined)
        this.#put(ordinal, (this.#joined = [...membersOf(cellIn(this, ordinal))]));
      for (const member of membersOf(cell)) this.#joined.push(member);
      return;
    }
    this.#last = ordinal;
    this.#joined = undefined;
    this.#set += 1;
    this.#put(ordinal, cell);
    if (!Array.isArray(this.#cells) && this.#set * SPARSE >= this.#count) {
      const cells = this.#cells as ReadonlyMap<number, Cell>;
      this.#cells = Array.from({ length: this.#count }, (_, at) => cells.get(at));
    }
  }

  #put(ordinal: number, cell: Cell): void {
    if (Array.isArray(this.#cells)) this.#cells[ordinal] = cell;
    else this.#cells.set(ordinal, cell);
  }
}

/** cellIn is what a record holds, by its ordinal; undefined for an attribute that no record has. */
export function cellIn(column: Column | undefined, ordinal: number): Cell {
  const cells = column?.cells;
  return cells instanceof Map ? cells.get(ordinal) : (cells as readonly Cell[] | undefined)?.[ordinal];
}

/** cellsIn goes through what the records hold, those that hold nothing left out, with their ordinals. */
export function* cellsIn({ cells }: Column): Iterable<readonly [number, string | readonly string[]]> {
  for (const [ordinal, cell] of cells.entries()) if (cell !== undefined) yield [ordinal, cell];
}

function fill(columns: Map<string, GrowingColumn>, count: number, ordinal: number, item: Item): void {
  for (const [attribute, value] of item) {
    const cell = cellOf(value);
    if (cell === undefined) continue;
    let column = columns.get(attribute);
    if (column === undefined) columns.set(attribute, (column = new GrowingColumn(count)));
    column.add(ordinal, cell);
  }
}

/** cellOf is a value as a record holds it: null, `""`, `[]` and empty members are not set. */
export function cellOf(value: AttributeValue): Cell {
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

/** hasEnded reports whether an end-date has begun by `today` (`YYYY-MM-DD`). */
export function hasEnded(endDate: Cell, today: string): boolean {
  const [end] = membersOf(endDate);
  return end !== undefined && hasBegun(end, today);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T.*)?)?)?$/;

const ordersOf = memoize<RecordsAt, Map<string, Int32Array>>(() => new Map());

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
  const known = ordersOf(records);
  const order = known.get(sort) ?? sorted(records, sort, timestampOf);
  known.set(sort, order);
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
