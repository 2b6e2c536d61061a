import { dataHash } from '../../core/data-hash.ts';
import { normaliseBlob } from '../../core/blob-hash.ts';
import type { Hash } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { NodeSource } from '../../core/merkle-log.ts';
import type { Entry, Item, Variant } from '../../core/model.ts';
import type { KeyList, RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import { blockTree } from './block-tree.ts';
import { createHashIndex } from './hash-index.ts';
import {
  dataOf,
  firstEntryOf,
  keyOfRecord,
  recordOfEntry,
  recordOfKey,
  recordsAmong,
  timestampOf,
  updateOf,
  valueOf,
} from './premises-data.ts';

/** BlockRoots are the roots of the whole blocks of a generated log (block-tree.ts), for the leaf rules under which they were reckoned. */
export type BlockRoots = Partial<Readonly<Record<LeafRuleId, Uint8Array>>>;

/**
 * createGeneratedLog makes the first `size` entries of the premises, none of which is kept: whatever is asked for is made anew. Every entry's data is its
 * own. Its tree is there for the leaf rules that have block roots; nodes throws RangeError for others.
 */
export function createGeneratedLog(
  about: RegisterAbout,
  variant: Variant,
  size: number,
  roots: BlockRoots,
): RegisterLog {
  const records = recordsAmong(size);
  const data = (entryNumber: number): Item =>
    variant === 'item' ? dataOf(entryNumber) : normaliseBlob(dataOf(entryNumber));
  const hashOf = (entryNumber: number): Hash => dataHash(variant, data(entryNumber));
  const index = createHashIndex(size, hashOf);
  const make = (entryNumber: number): Entry => ({
    entryNumber,
    indexEntryNumber: entryNumber,
    timestamp: timestampOf(entryNumber),
    key: keyOfRecord(recordOfEntry(entryNumber).record),
    itemHashes: [hashOf(entryNumber)],
  });
  const entry = (entryNumber: number): Entry => {
    if (!Number.isSafeInteger(entryNumber) || entryNumber < 1 || entryNumber > size)
      throw new RangeError(`no entry ${entryNumber} in a log of ${size}`);
    const made = make(entryNumber);
    for (const hash of made.itemHashes) index.note(hash, entryNumber);
    return made;
  };
  const trees = new Map<LeafRuleId, NodeSource>();
  let filtered: { readonly asked: string; readonly found: KeyList } | undefined;
  const keys = (offset: number, count: number): string[] =>
    Array.from({ length: Math.max(0, Math.min(count, records - offset)) }, (_, at) =>
      keyOfRecord(offset + at + 1),
    );
  return {
    about,
    variant,
    size,
    itemCount: size,
    showcase: showcaseOf(size),
    entry,
    item(hash) {
      const entryNumber = index.find(hash);
      return entryNumber === undefined ? undefined : data(entryNumber);
    },
    itemHashes: (offset, count) =>
      Array.from(
        { length: Math.max(0, Math.min(count, size - offset)) },
        (_, at) => entry(offset + at + 1).itemHashes[0] as Hash,
      ),
    keyCount: recordsAmong,
    keys,
    trail(key) {
      const record = recordOfKey(key);
      if (record === undefined || record > records) return [];
      return [firstEntryOf(record), updateOf(record)].filter((entryNumber) => entryNumber <= size);
    },
    keysWhere(attribute, value) {
      if (!about.fields.includes(attribute)) return undefined;
      const asked = JSON.stringify([attribute, value]);
      filtered = filtered?.asked === asked ? filtered : { asked, found: keysWith(size, attribute, value) };
      return filtered.found;
    },
    nodes(rule) {
      const known = trees.get(rule);
      if (known) return known;
      const tree = treeOf(rule, size, roots, make);
      trees.set(rule, tree);
      return tree;
    },
  };
}

/** keysWith looks at this attribute of every record: nothing says where a value stands. Their numbers take 4 bytes each. */
function keysWith(size: number, attribute: string, value: string): KeyList {
  const found: number[] = [];
  for (let record = 1; record <= recordsAmong(size); record += 1) {
    const update = updateOf(record);
    if (valueOf(update <= size ? update : firstEntryOf(record), attribute) === value) found.push(record);
  }
  const records = Uint32Array.from(found);
  return {
    length: records.length,
    slice: (from, to) => Array.from(records.subarray(from, to), keyOfRecord),
  };
}

/** leafHashOf is the leaf hash of an entry under a rule. @throws RangeError where the rule cannot write it */
export function leafHashOf(rule: LeafRuleId, entry: Entry): Uint8Array {
  const bytes = leafRule(rule).leafBytes(entry);
  if (!bytes) throw new RangeError(`entry ${entry.entryNumber} cannot be written by the leaf rule ${rule}`);
  return hashLeaf(bytes);
}

function treeOf(
  rule: LeafRuleId,
  size: number,
  roots: BlockRoots,
  entry: (entryNumber: number) => Entry,
): NodeSource {
  const known = roots[rule];
  if (known === undefined)
    throw new RangeError(`the tree of this register is not written down for the leaf rule ${rule}`);
  return blockTree(size, known, (entryNumber) => leafHashOf(rule, entry(entryNumber)));
}

/** showcaseOf is the last update of the log: a version with one before it. */
export function showcaseOf(size: number): number {
  return Math.max(1, Math.floor(size / 5) * 5);
}
