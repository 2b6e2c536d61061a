import { leafRule } from '../../core/leaf-rules.ts';
import type { NodeSource } from '../../core/merkle-log.ts';
import type { Variant, LeafRuleId } from '../../core/model.ts';
import type { KeyList, RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import { type BlockRoots, createBlockTree } from './block-tree.ts';
import { createHashIndex, dataHasher, portableSha256, type Sha256 } from './data-hashes.ts';
import {
  choicesOf,
  dataOf,
  dataText,
  FIELDS,
  firstEntryOf,
  keyOfEntry,
  keyOfRecord,
  recordOfKey,
  recordsAmong,
  timestampOf,
  updateOf,
} from './premises-data.ts';

/** PremisesTools are what a host brings. */
export interface PremisesTools {
  /** A faster SHA-256 than core's, for the data. */
  readonly sha256?: Sha256;
  readonly roots?: BlockRoots;
}

const LEAF_RULE: Readonly<Record<Variant, LeafRuleId>> = { item: 'item-json', blob: 'blob-multihash' };

/**
 * createPremisesLog makes the first `size` entries of the premises, generated on each request.
 * Every entry has its own data.
 */
export function createPremisesLog(
  about: RegisterAbout,
  variant: Variant,
  size: number,
  { sha256 = portableSha256, roots }: PremisesTools,
): RegisterLog {
  const records = recordsAmong(size);
  const { hashOf, find } = createHashIndex(size, dataHasher(variant, sha256));
  const entry: RegisterLog['entry'] = (entryNumber) => {
    if (!Number.isSafeInteger(entryNumber) || entryNumber < 1 || entryNumber > size)
      throw new RangeError(`no entry ${entryNumber} in a log of ${size}`);
    return {
      entryNumber,
      indexEntryNumber: entryNumber,
      timestamp: timestampOf(entryNumber),
      key: keyOfEntry(entryNumber),
      itemHashes: [hashOf(entryNumber)],
    };
  };
  const trail = (key: string): number[] => {
    const record = recordOfKey(key);
    if (record === undefined || record > records) return [];
    return [firstEntryOf(record), updateOf(record)].filter((entryNumber) => entryNumber <= size);
  };
  let tree: NodeSource | undefined;
  let filtered: { readonly filter: string; readonly found: KeyList } | undefined;
  return {
    about,
    variant,
    size,
    itemCount: size,
    showcase: showcaseOf(size),
    entry,
    item(hash) {
      const entryNumber = find(hash);
      return entryNumber === undefined ? undefined : dataOf(entryNumber);
    },
    itemHashes: (offset, count) => range(offset, count, size, hashOf),
    keyCount: recordsAmong,
    keys: (offset, count) => range(offset, count, records, keyOfRecord),
    trail,
    keysWhere(attribute, value) {
      const text = FIELDS.find(([name]) => name === attribute)?.[1];
      if (text === undefined) return undefined;
      const filter = `${attribute}=${value}`;
      if (filtered?.filter !== filter)
        filtered = { filter, found: keysWhere((at) => text(choicesOf(at)) === value) };
      return filtered.found;
    },
    nodes(rule) {
      if (rule !== LEAF_RULE[variant])
        throw new RangeError(`the tree of this register is not written down for the leaf rule ${rule}`);
      const { leafHash } = leafRule(rule);
      return (tree ??= createBlockTree(
        size,
        (number) => leafHash(entry(number)) ?? new Uint8Array(),
        roots?.level,
        roots?.[variant],
      ));
    },
    texts: {
      entry(entryNumber) {
        const rest = `"entry-timestamp":"${timestampOf(entryNumber)}","key":"${keyOfEntry(entryNumber)}"`;
        return variant === 'item'
          ? `{"index-entry-number":"${entryNumber}","entry-number":"${entryNumber}",${rest},"item-hash":["sha-256:${hashOf(entryNumber)}"]}`
          : `{"entry-number":${entryNumber},${rest},"blob-hash":"1220${hashOf(entryNumber)}"}`;
      },
      item(position) {
        const data = dataText(position);
        return variant === 'item' ? data : `{"_id":"1220${hashOf(position)}",${data.slice(1)}`;
      },
      record(key) {
        const number = trail(key).at(-1) ?? 0;
        const data = dataText(number);
        return variant === 'item'
          ? `{"index-entry-number":${number},"entry-number":${number},"entry-timestamp":"${timestampOf(number)}","key":"${key}","item":[${data}]}`
          : `{"_id":"${key}",${data.slice(1)}`;
      },
    },
  };

  /** keysWhere scans every record: there is no index of values. Record numbers take 4 bytes each. */
  function keysWhere(isFound: (entryNumber: number) => boolean): KeyList {
    const found: number[] = [];
    for (let record = 1; record <= records; record += 1) {
      const update = updateOf(record);
      if (isFound(update <= size ? update : firstEntryOf(record))) found.push(record);
    }
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
