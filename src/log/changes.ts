import type { Entry, Item } from '../core/model.ts';
import type { LogCopy } from './log-copy.ts';

/**
 * ChangeKind is how the entries between two log sizes changed a record.
 * - added: the smaller log has no entry of its key.
 * - ended: it gained an `end-date`. Only if all its earlier data is known.
 * - changed: its data differs.
 * - touched: it has entries in between, but the same data.
 */
export type ChangeKind = 'added' | 'changed' | 'ended' | 'touched';

/** ChangesAsk asks what the entries from+1..to changed; 0 <= from <= to <= size. */
export interface ChangesAsk {
  readonly from: number;
  readonly to: number;
  /** The kinds to list; by default all. Counts always cover all. */
  readonly kinds?: readonly ChangeKind[];
  /** Only the record of this key is listed. */
  readonly key?: string;
  /** The first record to list, 0-based, and how many; by default all. */
  readonly start?: number;
  readonly count?: number;
}

/** Version is an entry with its data; undefined for data that could not be read. */
export interface Version {
  readonly entry: Entry;
  readonly items: readonly (Item | undefined)[];
}

/** RecordChange is one record at both ends. */
export interface RecordChange {
  readonly key: string;
  readonly kind: ChangeKind;
  /** The record in the smaller log; absent for an added one. */
  readonly before?: Version;
  readonly after: Version;
  /** The number of entries of the key in between. */
  readonly entries: number;
}

/** ChangesAnswer counts the records with entries in between, and lists the requested ones in the order of their latest entry. */
export interface ChangesAnswer {
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** The number of records of these kinds and this key; `rows` is a part of them. */
  readonly matching: number;
  readonly rows: readonly RecordChange[];
}

/** RecordKind is a record with its kind, without data. */
interface RecordKind {
  readonly key: string;
  readonly kind: ChangeKind;
  readonly before: number | undefined;
  readonly after: number;
}

/** changes returns how the entries between two sizes changed records. It needs those entries and each key's latest entry before them. */
export function changes(log: LogCopy, ask: ChangesAsk): ChangesAnswer {
  const sorted = sortedBetween(log, ask.from, ask.to);
  const counts: Record<ChangeKind, number> = { added: 0, changed: 0, ended: 0, touched: 0 };
  for (const { kind } of sorted) counts[kind] += 1;
  const { kinds, key, start = 0, count = sorted.length } = ask;
  const matching = sorted.filter(
    (one) => (kinds === undefined || kinds.includes(one.kind)) && (key ?? one.key) === one.key,
  );
  const rows = matching.slice(start, start + count).map((one) => withData(log, one, ask));
  return { counts, matching: matching.length, rows };
}

function sortedBetween(log: LogCopy, from: number, to: number): readonly RecordKind[] {
  const list: RecordKind[] = [];
  const seen = new Set<string>();
  // Backwards, so that the latest entry of each key is first.
  for (let after = to; after > from; after -= 1) {
    const { key } = log.entry(after);
    if (seen.has(key)) continue;
    seen.add(key);
    const before = from === 0 ? undefined : log.latest(key, from);
    list.push({ key, kind: kindOf(log, before, after), before, after });
  }
  return list.reverse();
}

function kindOf(log: LogCopy, before: number | undefined, after: number): ChangeKind {
  if (before === undefined) return 'added';
  const was = log.entry(before).itemHashes;
  const is = log.entry(after).itemHashes;
  if (was.length === is.length && was.every((hash, index) => hash === is[index])) return 'touched';
  return hasEnd(log, after) && isWhole(log, before) && !hasEnd(log, before) ? 'ended' : 'changed';
}

/** isWhole reports whether all data of an entry was read. */
function isWhole(log: LogCopy, entryNumber: number): boolean {
  return log.entry(entryNumber).itemHashes.every((hash) => log.item(hash) !== undefined);
}

/** hasEnd reports whether some data of an entry has an end-date; null, the empty text and the empty list are none (wire notes, "Keys, values"). */
function hasEnd(log: LogCopy, entryNumber: number): boolean {
  return log.entry(entryNumber).itemHashes.some((hash) => (log.item(hash)?.get('end-date')?.length ?? 0) > 0);
}

function withData(
  log: LogCopy,
  { key, kind, before, after }: RecordKind,
  { from, to }: ChangesAsk,
): RecordChange {
  const version = (number: number): Version => {
    const entry = log.entry(number);
    return { entry, items: entry.itemHashes.map((hash) => log.item(hash)) };
  };
  return {
    key,
    kind,
    entries: log.trail(key).filter((number) => number > from && number <= to).length,
    after: version(after),
    ...(before === undefined ? {} : { before: version(before) }),
  };
}
