import { type Hash, hashFromBytes, writeHash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { NodeSource } from '../../core/merkle-log.ts';
import type { Variant } from '../../core/model.ts';
import { NotYet } from '../http/response.ts';
import type { KeyList, RegisterAbout, RegisterLog } from '../engine/register-log.ts';
import {
  dataOf,
  dataText,
  entryText,
  pageText,
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

/** HashIndex keeps the data hashes of a log whose data is all different, and finds the entry that has a hash. */
interface HashIndex {
  /** hashOf is the data hash of an entry, 1 <= entryNumber <= size. */
  hashOf(entryNumber: number): Hash;
  /** find is the entry whose data has this hash, undefined if none has. @throws NotYet while entries are left that have not been hashed */
  find(hash: Hash): number | undefined;
}

/** SLICE is how many entries a search hashes at a stretch: other requests are answered in between. */
const SLICE = 4_096;

/**
 * createHashIndex hashes entries 1 to size on demand. Every hash is indexed by its first 32 bits, in a table with a quarter of room to spare (38 bytes
 * an entry in all, used as entries are hashed). A hash that is not in it begins a search of all entries in the background (a few seconds for a million).
 */
function createHashIndex(size: number, compute: (entryNumber: number) => Hash): HashIndex {
  const hashes = new Uint8Array(32 * size);
  const isKnown = new Uint8Array(size);
  const slots = Math.ceil(size * 1.25) + 1;
  const table = new Uint32Array(slots);
  const slotOf = (hash: Hash): number => Number.parseInt(hash.slice(0, 8), 16) % slots;
  let searched = 0;

  function hashOf(entryNumber: number): Hash {
    const at = 32 * (entryNumber - 1);
    if (isKnown[entryNumber - 1] === 1) return hashFromBytes(hashes.subarray(at, at + 32));
    const hash = compute(entryNumber);
    writeHash(hash, hashes, at);
    isKnown[entryNumber - 1] = 1;
    let slot = slotOf(hash);
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = entryNumber;
    return hash;
  }

  function lookUp(hash: Hash): number | undefined {
    for (let slot = slotOf(hash); ; slot = (slot + 1) % slots) {
      const entryNumber = table[slot] ?? 0;
      if (entryNumber === 0) return undefined;
      if (hashOf(entryNumber) === hash) return entryNumber;
    }
  }

  function search(): void {
    for (const end = Math.min(size, searched + SLICE); searched < end; searched += 1) hashOf(searched + 1);
    if (searched < size) setTimeout(search);
  }

  return {
    hashOf,
    find(hash) {
      const known = lookUp(hash);
      if (known !== undefined || searched === size) return known;
      if (searched === 0) search();
      const found = lookUp(hash);
      if (found !== undefined || searched === size) return found;
      throw new NotYet(`This hash is being looked for: ${searched} of ${size} entries so far.`);
    },
  };
}
