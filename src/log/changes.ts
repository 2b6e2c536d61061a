import type { LogCopy, Version } from './log-copy.ts';

/**
 * ChangeKind is how the entries between two log sizes changed a record.
 * - added: the smaller log has no entry of its key.
 * - ended: it gained an `end-date`. Only if all its earlier data is known.
 * - changed: its data differs.
 * - touched: it has entries in between, but the same data.
 */
export type ChangeKind = 'added' | 'changed' | 'ended' | 'touched';

/** ChangesQuestion asks what the entries from+1..to changed; 0 <= from <= to <= size. */
export interface ChangesQuestion {
  readonly from: number;
  readonly to: number;
  /** The only kind to list, and the most records; by default all. Counts always cover all. */
  readonly kind?: ChangeKind | undefined;
  readonly count?: number;
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

/**
 * ChangesAnswer counts the records with entries in between, and lists the requested ones in the
 * order of their latest entry.
 */
export interface ChangesAnswer {
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly rows: readonly RecordChange[];
}

/**
 * changes returns how the entries between two sizes changed records. It needs those entries and each key's
 * latest entry before them.
 */
export function changes(log: LogCopy, { from, to, kind, count = Infinity }: ChangesQuestion): ChangesAnswer {
  const between = new Map<string, { last: number; entries: number }>();
  for (let last = from + 1; last <= to; last += 1) {
    const { key } = log.entry(last);
    const entries = (between.get(key)?.entries ?? 0) + 1;
    // Deleted first, so that the keys are in the order of their latest entry.
    between.delete(key);
    between.set(key, { last, entries });
  }
  const counts: Record<ChangeKind, number> = { added: 0, changed: 0, ended: 0, touched: 0 };
  const rows: RecordChange[] = [];
  for (const [key, { last, entries }] of between) {
    const earlier = log.latest(key, from);
    const before = earlier === undefined ? undefined : log.version(earlier);
    const after = log.version(last);
    const own = kindOf(before, after);
    counts[own] += 1;
    if (rows.length >= count || (kind ?? own) !== own) continue;
    rows.push({ key, kind: own, entries, after, ...(before && { before }) });
  }
  return { counts, rows };
}

function kindOf(before: Version | undefined, after: Version): ChangeKind {
  if (before === undefined) return 'added';
  const was = before.entry.itemHashes;
  const is = after.entry.itemHashes;
  if (was.length === is.length && was.every((hash, index) => hash === is[index])) return 'touched';
  const isWhole = !before.items.includes(undefined);
  return hasEnd(after) && isWhole && !hasEnd(before) ? 'ended' : 'changed';
}

/**
 * hasEnd reports whether some data of a version has an end-date; null, the empty text and the empty list are
 * none (api/servers.md, "Keys and values").
 */
function hasEnd({ items }: Version): boolean {
  return items.some((item) => (item?.get('end-date')?.length ?? 0) > 0);
}
