import { normaliseBlob } from '../../core/blob-hash.ts';
import { dataHash } from '../../core/data-hash.ts';
import type { Hash } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';
import type { Entry, Item, Variant } from '../../core/model.ts';
import type { RegisterSource, SourceEntry } from '../source.ts';
import { type AttributeIndex, indexAttributes } from './attribute-index.ts';
import type { KeyIndex } from './key-index.ts';
import { countUpTo, type RegisterLog } from './register-log.ts';

/**
 * createMemoryLog keeps a whole register in memory. Data is hashed here; a tree is built, and values are indexed, when first asked for.
 * In the earlier variant an entry has one blob: of several items it is the first, of none an empty one.
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
  { key, timestamp, items }: SourceEntry,
  entryNumber: number,
  variant: Variant,
  store: Map<Hash, Item>,
): Entry {
  const data: readonly Item[] = variant === 'item' ? items : [normaliseBlob(items[0] ?? new Map())];
  const itemHashes = data.map((item) => {
    const hash = dataHash(variant, item);
    if (!store.has(hash)) store.set(hash, item);
    return hash;
  });
  return { entryNumber, indexEntryNumber: entryNumber, timestamp, key, itemHashes };
}

function growTree(entries: readonly Entry[], id: LeafRuleId): NodeSource {
  const rule = leafRule(id);
  const tree = new MerkleLog();
  for (const entry of entries) {
    const bytes = rule.leafBytes(entry);
    if (!bytes) throw new RangeError(`entry ${entry.entryNumber} cannot be written by the leaf rule ${id}`);
    tree.append(hashLeaf(bytes));
  }
  return tree;
}
