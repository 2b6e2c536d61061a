import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { type NodeSource, auditPath, consistencyPath, rootAt } from '../../core/merkle-log.ts';
import type { Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import type { RegisterSource } from '../source.ts';

/** RegisterAbout is the description of a register: its source without the entries. */
export type RegisterAbout = Omit<RegisterSource, 'entries'>;

/** KeyList is a list of keys that need not be held as one: its length, and any run of it. */
export interface KeyList {
  readonly length: number;
  slice(from?: number, to?: number): readonly string[];
}

/** WritePage writes `count` members of a list from `offset` on (0-based), or as many as there are, as UTF-8. */
export type WritePage = (offset: number, count: number) => Uint8Array<ArrayBuffer>;

/**
 * RegisterLog is one register in one variant with random access: everything the endpoints need is read by number, key or hash, so that
 * a log need not be kept in memory. Positions are 0-based, entry numbers 1-based; ranges that reach past the end give what there is.
 */
export interface RegisterLog {
  readonly about: RegisterAbout;
  readonly variant: Variant;
  /** Number of entries. */
  readonly size: number;
  /** Number of different items or blobs. */
  readonly itemCount: number;
  /** The number of the entry that the `altered-…` faults touch: the latest of the key with most versions, of the first such key; 0 in an empty log. */
  readonly showcase: number;
  /** entry needs 1 <= entryNumber <= size; throws RangeError otherwise. */
  entry(entryNumber: number): Entry;
  /** item is the data with this hash, undefined if no entry names it, or it is missing. @throws NotYet where that is being found out */
  item(hash: Hash): Item | undefined;
  /** itemHashes lists hashes in the order in which entries first name them. */
  itemHashes(offset: number, count: number): readonly Hash[];
  /** keyCount is the number of records in the log's first logSize entries, 0 <= logSize <= size. */
  keyCount(logSize: number): number;
  /** keys lists keys in the order in which entries first name them. The first keyCount(n) are the keys of the first n entries. */
  keys(offset: number, count: number): readonly string[];
  /** trail lists the numbers of all entries of a key, ascending; empty for an unknown key. */
  trail(key: string): readonly number[];
  /** keysWhere lists the keys whose latest data has this value, or has it in its list, in the order of keys(); undefined for an attribute that the register does not have. */
  keysWhere(attribute: string, value: string): KeyList | undefined;
  /**
   * pages writes whole pages as JSON, in the default behaviour of the variant, if that is much cheaper than reading their members: items in the order of
   * itemHashes, records in the order of keys, as they are now. Absent in a log that is kept in memory, and in one that a fault has changed.
   */
  readonly pages?: Readonly<Record<'entries' | 'items' | 'records', WritePage>>;
  /** nodes is the Merkle tree whose leaves are written by this rule. Throws RangeError where the rule cannot write an entry of this log. */
  nodes(rule: LeafRuleId): NodeSource;
}

/** LogRecord is the latest entry of a key, now or at some log size, with its data. */
export interface LogRecord {
  readonly entry: Entry;
  readonly items: readonly Item[];
}

/** recordAt is the record of a key in the log's first logSize entries; undefined if none of them names the key, or its data is missing. */
export function recordAt(log: RegisterLog, key: string, logSize: number): LogRecord | undefined {
  const trail = log.trail(key);
  const entryNumber = trail[countUpTo(trail, logSize) - 1];
  if (entryNumber === undefined) return undefined;
  const entry = log.entry(entryNumber);
  const items = entry.itemHashes.flatMap((hash) => log.item(hash) ?? []);
  return items.length < entry.itemHashes.length ? undefined : { entry, items };
}

/** countUpTo counts the members of an ascending list that are at most `limit`, by halving. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** kept is the value that a map has for a key; one that it has not is made and kept. */
export function kept<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Proofs answers the proof endpoints; faults put another in its place. */
export interface Proofs {
  /** head is the head in the register proof. */
  head(): Checkpoint;
  /** entry is the audit path, leaf upwards; 1 <= entryNumber <= logSize <= size. */
  entry(entryNumber: number, logSize: number): readonly Hash[];
  /** consistency is the path between two sizes; 1 <= from <= to <= size. */
  consistency(from: number, to: number): readonly Hash[];
}

/** trueProofs makes every proof from the tree, which is built only for a proof. */
export function trueProofs(nodes: () => NodeSource): Proofs {
  return {
    head() {
      const tree = nodes();
      return { logSize: tree.size, rootHash: rootAt(tree, tree.size) };
    },
    entry: (entryNumber, logSize) => auditPath(nodes(), entryNumber, logSize),
    consistency: (from, to) => consistencyPath(nodes(), from, to),
  };
}
