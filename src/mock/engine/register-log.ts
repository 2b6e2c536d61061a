import type { Hash } from '../../core/hash.ts';
import { type NodeSource, auditPath, consistencyPath, rootAt } from '../../core/merkle-log.ts';
import type { Checkpoint, Entry, Item, Variant, LeafRuleId } from '../../core/model.ts';
import { notFound } from '../http/response.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';
import { countUpTo } from '../../rsf/trails.ts';

/** RegisterAbout is the description of a register: its source without the entries. */
export type RegisterAbout = Omit<RegisterSource, 'entries'>;

/** KeyList is a list of keys that need not be held as one: its length, and any run of it. */
export interface KeyList {
  readonly length: number;
  slice(from?: number, to?: number): readonly string[];
}

/**
 * MemberTexts are a member of the list of entries; of that of items, by its position from 1;
 * and of the latest records.
 */
export interface MemberTexts {
  entry(entryNumber: number): string;
  item(position: number): string;
  record(key: string): string;
}

/**
 * RegisterLog is one register in one variant with random access: everything the endpoints need is read by
 * number, key or hash, so that a log need not be kept in memory. Positions are 0-based, entry numbers
 * 1-based; ranges that reach past the end give what there is.
 */
export interface RegisterLog {
  readonly about: RegisterAbout;
  readonly variant: Variant;
  /** Number of entries. */
  readonly size: number;
  /** Number of different items or blobs. */
  readonly itemCount: number;
  /**
   * The number of the entry that the `altered-…` faults touch: the latest of the key with most versions, of
   * the first such key; 0 in an empty log.
   */
  readonly showcase: number;
  /** entry needs 1 <= entryNumber <= size; throws RangeError otherwise. */
  entry(entryNumber: number): Entry;
  /**
   * item is the data with this hash, undefined if no entry names it, or it is missing. @throws Problem 503
   * where that is being found out
   */
  item(hash: Hash): Item | undefined;
  /** itemHashes lists hashes in the order in which entries first name them. */
  itemHashes(offset: number, count: number): readonly Hash[];
  /** keyCount is the number of records in the log's first logSize entries, 0 <= logSize <= size. */
  keyCount(logSize: number): number;
  /**
   * keys lists keys in the order in which entries first name them. The first keyCount(n) are the
   * keys of the first n entries.
   */
  keys(offset: number, count: number): readonly string[];
  /** trail lists the numbers of all entries of a key, ascending; empty for an unknown key. */
  trail(key: string): readonly number[];
  /**
   * keysWhere lists the keys whose latest data has this value, or has it in its list, in the order of keys();
   * undefined for an attribute that the register does not have.
   */
  keysWhere(attribute: string, value: string): KeyList | undefined;
  /**
   * texts writes members of lists as JSON in the default behaviour of the variant, where that is cheaper than
   * reading them. A log that a fault has changed has none.
   */
  readonly texts?: MemberTexts | undefined;
  /**
   * nodes is the Merkle tree whose leaves are written by this rule. Throws RangeError where the rule cannot
   * write an entry of this log.
   */
  nodes(rule: LeafRuleId): NodeSource;
}

/** LogRecord is the latest entry of a key, now or at some log size, with its data. */
export interface LogRecord {
  readonly entry: Entry;
  readonly items: readonly Item[];
}

/**
 * recordAt is the record of a key in the log's first logSize entries; undefined if none of them names the
 * key, or its data is missing.
 */
export function recordAt(log: RegisterLog, key: string, logSize: number): LogRecord | undefined {
  const entryNumber = latestEntry(log, key, logSize);
  if (entryNumber === undefined) return undefined;
  const entry = log.entry(entryNumber);
  const items = entry.itemHashes.flatMap((hash) => log.item(hash) ?? []);
  return items.length < entry.itemHashes.length ? undefined : { entry, items };
}

/**
 * latestEntry is the number of the latest entry of a key in the log's first logSize entries;
 * undefined if there is none.
 */
export function latestEntry(log: RegisterLog, key: string, logSize: number): number | undefined {
  const trail = log.trail(key);
  return trail[countUpTo(trail, logSize) - 1];
}

/** cached is the value that a map has for a key; one that it has not is made and kept. */
export function cached<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * ServedLog is a log as one mount shows it, with its proofs by the mount's leaf rule. Faults put other
 * members in place of the true ones.
 */
export interface ServedLog extends RegisterLog {
  /**
   * tree is built when a proof is first asked for. @throws Problem 404 if the leaf rule cannot write the log
   */
  tree(): NodeSource;
  /** head is the head in the register proof. */
  head(): Checkpoint;
  /** entryProof is the audit path, leaf upwards; 1 <= entryNumber <= logSize <= size. */
  entryProof(entryNumber: number, logSize: number): readonly Hash[];
  /** consistencyProof is the path between two sizes; 1 <= from <= to <= size. */
  consistencyProof(from: number, to: number): readonly Hash[];
}

/** serveLog adds the true proofs to a log. */
export function serveLog(log: RegisterLog, rule: LeafRuleId): ServedLog {
  const tree = (): NodeSource => {
    try {
      return log.nodes(rule);
    } catch (error) {
      if (error instanceof RangeError) throw notFound(`There are no proofs here: ${error.message}.`);
      throw error;
    }
  };
  return {
    ...log,
    tree,
    head: () => ({ logSize: log.size, rootHash: rootAt(tree(), log.size) }),
    entryProof: (entryNumber, logSize) => auditPath(tree(), entryNumber, logSize),
    consistencyProof: (from, to) => consistencyPath(tree(), from, to),
  };
}
