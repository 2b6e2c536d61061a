import { normaliseBlob } from '../../core/blob-hash.ts';
import { dataHash } from '../../core/data-hash.ts';
import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';
import type { Entry, Item, Variant } from '../../core/model.ts';
import { type RegisterLog, countUpTo, recordAt } from './register-log.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';

/**
 * createMemoryLog keeps a whole register in memory. Data is hashed here; a tree is built, and values are indexed, when first asked for.
 * In the earlier variant an entry has one blob: of several items it is the first, of none an empty one. Of missing data there is its hash alone.
 */
export function createMemoryLog(source: RegisterSource, variant: Variant, index: KeyIndex): RegisterLog {
  const { entries: sourceEntries, ...about } = source;
  const items = new Map<Hash, Item>();
  const entries = sourceEntries.map((entry, position) => readEntry(entry, position + 1, variant, items));
  const hashes = [...items.keys()];
  const trees = new Map<LeafRuleId, NodeSource>();
  let attributes: AttributeIndex | undefined;
  const log: RegisterLog = {
    about,
    variant,
    size: entries.length,
    itemCount: hashes.length,
    showcase: index.showcase,
    entry(entryNumber) {
      const entry = entries[entryNumber - 1];
      if (!entry) throw new RangeError(`no entry ${entryNumber} in a log of ${entries.length}`);
      return entry;
    },
    item: (hash) => items.get(hash),
    itemHashes: (offset, count) => hashes.slice(offset, offset + count),
    keyCount: (logSize) => countUpTo(index.firstEntries, logSize),
    keys: (offset, count) => index.keys.slice(offset, offset + count),
    trail: (key) => index.trails.get(key) ?? [],
    keysWhere(attribute, value) {
      attributes ??= indexAttributes(log);
      const values = attributes.get(attribute);
      return values && (values.get(value) ?? []);
    },
    nodes(rule) {
      const tree = trees.get(rule) ?? growTree(entries, rule);
      trees.set(rule, tree);
      return tree;
    },
  };
  return log;
}

function readEntry(
  { key, timestamp, items, itemHashes: named }: SourceEntry,
  entryNumber: number,
  variant: Variant,
  store: Map<Hash, Item>,
): Entry {
  const blobs = (): readonly Item[] => (named ? [] : [normaliseBlob(items[0] ?? new Map())]);
  const hashes = (variant === 'item' ? items : blobs()).map((item) => {
    const hash = dataHash(variant, item);
    if (!store.has(hash)) store.set(hash, item);
    return hash;
  });
  const itemHashes = named && variant === 'blob' ? named.slice(0, 1) : (named ?? hashes);
  return { entryNumber, indexEntryNumber: entryNumber, timestamp, key, itemHashes };
}

function growTree(entries: readonly Entry[], id: LeafRuleId): NodeSource {
  const rule = leafRule(id);
  const tree = new MerkleLog();
  for (const entry of entries) {
    const leaf = rule.leafHash(entry);
    if (!leaf) throw new RangeError(`entry ${entry.entryNumber} cannot be written by the leaf rule ${id}`);
    tree.append(leaf);
  }
  return tree;
}

/** KeyIndex has the positions of a log's keys. It needs no hashing, so that registers can be counted before they are read. */
export interface KeyIndex {
  /** All keys, in the order in which entries first name them. */
  readonly keys: readonly string[];
  /** For each of them the number of its first entry: ascending. */
  readonly firstEntries: readonly number[];
  /** Key to the numbers of its entries, ascending. */
  readonly trails: ReadonlyMap<string, readonly number[]>;
  /** See RegisterLog.showcase. */
  readonly showcase: number;
}

/** indexKeys reads a log once from end to end. */
export function indexKeys(entries: readonly SourceEntry[]): KeyIndex {
  const trails = new Map<string, number[]>();
  const firstEntries: number[] = [];
  entries.forEach(({ key }, index) => {
    const trail = trails.get(key);
    if (trail) {
      trail.push(index + 1);
      return;
    }
    trails.set(key, [index + 1]);
    firstEntries.push(index + 1);
  });
  let longest: readonly number[] = [];
  for (const trail of trails.values()) if (trail.length > longest.length) longest = trail;
  return { keys: [...trails.keys()], firstEntries, trails, showcase: longest.at(-1) ?? 0 };
}

/** AttributeIndex maps attribute and value of the latest data to keys. */
export type AttributeIndex = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** indexAttributes reads the latest data of every key. A list is found by each of its members. */
function indexAttributes(log: RegisterLog): AttributeIndex {
  const index = new Map<string, Map<string, string[]>>(log.about.fields.map((name) => [name, new Map()]));
  for (const key of log.keys(0, log.keyCount(log.size))) {
    for (const [attribute, value] of pairsOf(recordAt(log, key, log.size)?.items ?? [])) {
      const values = index.get(attribute) ?? new Map<string, string[]>();
      index.set(attribute, values);
      const keys = values.get(value) ?? [];
      values.set(value, keys);
      if (keys.at(-1) !== key) keys.push(key);
    }
  }
  return index;
}

function* pairsOf(items: readonly Item[]): Iterable<[attribute: string, value: string]> {
  for (const item of items)
    for (const [attribute, value] of item)
      for (const member of typeof value === 'string' ? [value] : (value ?? [])) yield [attribute, member];
}
