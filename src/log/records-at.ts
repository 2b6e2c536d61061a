import type { Hash } from '../core/hash.ts';
import type { AttributeValue, Item } from '../core/model.ts';
import { memoize } from '../core/memoize.ts';
import { hasBegun } from '../core/moment.ts';
import type { LogCopy } from './log-copy.ts';

/** Cell is the values of a record for an attribute, of all its items; undefined if it is not set (null, `""` and `[]` are not). */
export type Cell = string | readonly string[] | undefined;

/** Column is the cells of one attribute by record ordinal: a list if well filled, else a map. Read it with cellIn. */
export interface Column {
  /** The number of records with a value. */
  readonly set: number;
  readonly cells: readonly Cell[] | ReadonlyMap<number, Cell>;
}

/** RecordsAt are the records at one log size, attribute by attribute. A record's ordinal is the position of its key in the order of first entries. */
export interface RecordsAt {
  readonly at: number;
  readonly keys: readonly string[];
  /** The latest entry of each record among the first `at`. */
  readonly entries: readonly number[];
  /** In the order of first use. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Hashes of unreadable data. */
  readonly gaps: readonly Hash[];
  /** The records that name such data, by ordinal. */
  readonly unread: readonly number[];
}

/** KEPT is the number of log sizes cached. */
const KEPT = 3;

const kept = new WeakMap<LogCopy, RecordsAt[]>();

/** recordsAt gathers the records as of the first `at` entries, 0 <= at <= log.size. The last few sizes are cached. */
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
    // Keys are in the order of their first entry: no later one is in the log yet.
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

/** SPARSE: a column becomes a list once one record in so many has a value. Lists for ten thousand attributes of one record each would take too much memory. */
const SPARSE = 8;

class GrowingColumn implements Column {
  readonly #count: number;
  #cells: Cell[] | Map<number, Cell> = new Map<number, Cell>();
  #set = 0;
  /** The ordinal of the last record with a value, and its values if from several items. */
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

  /** add adds a value of a record; records are added in the order of their ordinals, item by item. */
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

/** cellIn returns a record's cell by its ordinal; undefined for an attribute that no record has. */
export function cellIn(column: Column | undefined, ordinal: number): Cell {
  const cells = column?.cells;
  return cells instanceof Map ? cells.get(ordinal) : (cells as readonly Cell[] | undefined)?.[ordinal];
}

/** cellsIn yields the cells that are set, with their records' ordinals. */
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

/** cellOf returns the cell of a value: null, `""`, `[]` and empty members are not set. */
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
 * a leading `-`; '' is the order of first entries. Numbers sort as numbers, partial dates as dates, other text alphabetically with embedded numbers as
 * numbers. Unset values are last either way; equal ones keep their order. Orders are cached with the records.
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
  // Unset has rank -1; typed arrays sort stably (ECMAScript 2019), so equal ranks keep the order of ordinals.
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

/** comparison returns the comparison for a whole column: years count as dates only if some value is a day or month. */
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
