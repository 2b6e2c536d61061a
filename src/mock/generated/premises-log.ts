import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { NodeSource } from '../../core/merkle-log.ts';
import type { Variant } from '../../core/model.ts';
import type { KeyList, RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import { createHashIndex } from './hash-index.ts';
import {
  dataOf,
  firstEntryOf,
  keyOfEntry,
  keyOfRecord,
  recordOfKey,
  recordsAmong,
  timestampOf,
  updateOf,
  valueOf,
} from './premises-data.ts';
import { createPremisesHasher, portableSha256, type Sha256 } from './premises-hash.ts';
import { dataText, entryText, pageText } from './premises-text.ts';
import { type BlockRoots, premisesTree } from './premises-tree.ts';

/** PremisesTools are what a host brings: a fast hash, and the block roots of the two leaf rules that servers have by default. */
export interface PremisesTools {
  readonly sha256?: Sha256;
  readonly roots?: Readonly<Record<Variant, BlockRoots>>;
}

const LEAF_RULE: Readonly<Record<Variant, LeafRuleId>> = { item: 'item-json', blob: 'blob-multihash' };

/** createPremisesLog makes the first `size` entries of the premises, generated on each request. Every entry has its own data. */
export function createPremisesLog(
  about: RegisterAbout,
  variant: Variant,
  size: number,
  { sha256 = portableSha256, roots }: PremisesTools,
): RegisterLog {
  const records = recordsAmong(size);
  // Lists of items and records are objects in the item variant.
  const braces = variant === 'item' ? '{}' : '[]';
  const hasher = createPremisesHasher(variant, sha256);
  const index = createHashIndex(size, hasher.dataHash);
  const leafHash = (entryNumber: number): string => hasher.leafHash(entryNumber, index.hashOf(entryNumber));
  const latestOf = (record: number): number => {
    const update = updateOf(record);
    return update <= size ? update : firstEntryOf(record);
  };
  let tree: NodeSource | undefined;
  let filtered: { readonly asked: string; readonly found: KeyList } | undefined;
  return {
    about,
    variant,
    size,
    itemCount: size,
    showcase: showcaseOf(size),
    entry(entryNumber) {
      if (!Number.isSafeInteger(entryNumber) || entryNumber < 1 || entryNumber > size)
        throw new RangeError(`no entry ${entryNumber} in a log of ${size}`);
      return {
        entryNumber,
        indexEntryNumber: entryNumber,
        timestamp: timestampOf(entryNumber),
        key: keyOfEntry(entryNumber),
        itemHashes: [index.hashOf(entryNumber)],
      };
    },
    item(hash) {
      const entryNumber = index.find(hash);
      return entryNumber === undefined ? undefined : dataOf(entryNumber);
    },
    itemHashes: (offset, count) => range(offset, count, size, index.hashOf),
    keyCount: recordsAmong,
    keys: (offset, count) => range(offset, count, records, keyOfRecord),
    trail(key) {
      const record = recordOfKey(key);
      if (record === undefined || record > records) return [];
      return [firstEntryOf(record), updateOf(record)].filter((entryNumber) => entryNumber <= size);
    },
    keysWhere(attribute, value) {
      if (!about.fields.includes(attribute)) return undefined;
      const asked = JSON.stringify([attribute, value]);
      if (filtered?.asked !== asked) filtered = { asked, found: keysWhere(attribute, value) };
      return filtered.found;
    },
    nodes(rule) {
      if (rule !== LEAF_RULE[variant])
        throw new RangeError(`the tree of this register is not written down for the leaf rule ${rule}`);
      return (tree ??= premisesTree(size, leafHash, sha256, roots?.[variant]));
    },
    pages: {
      entries: (offset, count) =>
        pageText('[]', offset, Math.min(count, size - offset), (entryNumber) =>
          entryText(variant, entryNumber, index.hashOf(entryNumber)),
        ),
      items: (offset, count) =>
        pageText(braces, offset, Math.min(count, size - offset), (entryNumber) => {
          const hash = index.hashOf(entryNumber);
          return variant === 'item'
            ? `"sha-256:${hash}":{${dataText(entryNumber)}}`
            : `{"_id":"1220${hash}",${dataText(entryNumber)}}`;
        }),
      records: (offset, count) =>
        pageText(braces, offset, Math.min(count, records - offset), (record) => {
          const number = latestOf(record);
          const key = keyOfRecord(record);
          return variant === 'item'
            ? `"${key}":{"index-entry-number":${number},"entry-number":${number},"entry-timestamp":"${timestampOf(number)}","key":"${key}","item":[{${dataText(number)}}]}`
            : `{"_id":"${key}",${dataText(number)}}`;
        }),
    },
  };

  /** keysWhere scans every record: there is no index of values. Record numbers take 4 bytes each. */
  function keysWhere(attribute: string, value: string): KeyList {
    const found: number[] = [];
    for (let record = 1; record <= records; record += 1)
      if (valueOf(latestOf(record), attribute) === value) found.push(record);
    const numbers = Uint32Array.from(found);
    return {
      length: numbers.length,
      slice: (from, to) => Array.from(numbers.subarray(from, to), keyOfRecord),
    };
  }
}

/** The members offset + 1 to offset + count of a list that begins at 1 and ends at `last`. */
function range<T>(offset: number, count: number, last: number, make: (number: number) => T): T[] {
  return Array.from({ length: Math.max(0, Math.min(count, last - offset)) }, (_, at) =>
    make(offset + at + 1),
  );
}

/** showcaseOf is the last update of the log: a version with one before it. */
export function showcaseOf(size: number): number {
  return Math.max(1, Math.floor(size / 5) * 5);
}
