import { type Hash, hashFromBytes, hashToBytes, writeHash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { MerkleLog, type NodeSource } from '../../core/merkle-log.ts';
import type { Variant } from '../../core/model.ts';
import { compareDigests, textDigest } from '../../core/objecthash.ts';
import { sha256 as coreSha256 } from '../../core/sha256.ts';
import { utf8 } from '../../core/utf8.ts';
import { notYet } from '../http/response.ts';
import type { KeyList, RegisterAbout, RegisterLog } from '../engine/register-log.ts';
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
  readonly sha256?: (data: string | Uint8Array) => Hash;
  readonly roots?: BlockRoots;
}

/** BlockRoots are the root hashes of the blocks of 2^level entries by the default leaf rules, 32 bytes each, in order; of the log's whole blocks at least. */
export type BlockRoots = { readonly level: number } & Readonly<Record<Variant, Uint8Array>>;

type Sha256 = NonNullable<PremisesTools['sha256']>;

const portableSha256: Sha256 = (data) =>
  hashFromBytes(coreSha256(typeof data === 'string' ? utf8(data) : data));

const LEAF_RULE: Readonly<Record<Variant, LeafRuleId>> = { item: 'item-json', blob: 'blob-multihash' };

/** createPremisesLog makes the first `size` entries of the premises, generated on each request. Every entry has its own data. */
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
  let filtered: { readonly asked: string; readonly found: KeyList } | undefined;
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
      const asked = `${attribute}=${value}`;
      if (filtered?.asked !== asked)
        filtered = { asked, found: keysWhere((at) => text(choicesOf(at)) === value) };
      return filtered.found;
    },
    nodes(rule) {
      if (rule !== LEAF_RULE[variant])
        throw new RangeError(`the tree of this register is not written down for the leaf rule ${rule}`);
      const { leafHash } = leafRule(rule);
      return (tree ??= createTree(
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

/** The attributes of which nearly every record has a value of its own. */
const DIFFERENT: ReadonlySet<string> = new Set(['point', 'postcode', 'premises']);

/** dataHasher hashes the data of entries as core does, which takes several times as long. */
function dataHasher(variant: Variant, sha256: Sha256): (entryNumber: number) => Hash {
  if (variant === 'item') return (entryNumber) => sha256(dataText(entryNumber));
  // The objecthash of a dictionary (hashing.md, "Blob variant"), its names in the order of their hashes.
  const fields = FIELDS.map(([name, text]) => ({ name, text, nameDigest: textDigest(name) }));
  fields.sort((one, other) => compareDigests(one.nameDigest, other.nameDigest));
  const dictionary = new Uint8Array(1 + 64 * fields.length).fill('d'.charCodeAt(0), 0, 1);
  return (entryNumber) => {
    const choices = choicesOf(entryNumber);
    let end = 1;
    for (const { name, text, nameDigest } of fields) {
      const value = text(choices);
      if (value === undefined) continue;
      dictionary.set(nameDigest, end);
      // Core keeps the digests of values that recur.
      if (DIFFERENT.has(name)) writeHash(sha256(`u${value}`), dictionary, end + 32);
      else dictionary.set(textDigest(value), end + 32);
      end += 64;
    }
    return sha256(dictionary.subarray(0, end));
  };
}

/** SLICE is how many entries a search hashes at a stretch: other requests are answered in between. */
const SLICE = 4_096;

/**
 * createHashIndex hashes entries 1 to size on demand and keeps the hashes, 32 bytes an entry. `find` returns the entry whose data has a hash, undefined if none has. One
 * that was not computed yet begins a search of all entries in the background (some seconds for a million); it throws Problem 503 until all are hashed.
 */
function createHashIndex(size: number, compute: (entryNumber: number) => Hash) {
  const hashes = new Uint8Array(32 * size);
  // The first of the eight words of a hash: 0 if it is not known.
  const words = new Uint32Array(hashes.buffer);
  // The numbers of the entries whose hashes are known, by these words: a list whose members are read one by one finds each at once.
  const slots = Math.ceil(size * 1.25) + 1;
  const table = new Uint32Array(slots);
  let searched = 0;

  function hashOf(entryNumber: number): Hash {
    const at = 32 * (entryNumber - 1);
    if (words[at / 4] !== 0) return hashFromBytes(hashes.subarray(at, at + 32));
    const hash = compute(entryNumber);
    writeHash(hash, hashes, at);
    let slot = (words[at / 4] ?? 0) % slots;
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = entryNumber;
    return hash;
  }

  function lookUp(hash: Hash): number | undefined {
    const [first = 0] = new Uint32Array(hashToBytes(hash).buffer);
    for (let slot = first % slots; ; slot = (slot + 1) % slots) {
      const entryNumber = table[slot] ?? 0;
      if (entryNumber === 0 || hashOf(entryNumber) === hash) return entryNumber || undefined;
    }
  }

  function search(): void {
    for (const end = Math.min(size, searched + SLICE); searched < end; searched += 1) hashOf(searched + 1);
    if (searched < size) setTimeout(search);
  }

  function find(hash: Hash): number | undefined {
    if (searched === 0 && lookUp(hash) === undefined) search();
    const found = lookUp(hash);
    if (found !== undefined || searched === size) return found;
    throw notYet(`This hash is being looked for: ${searched} of ${size} entries so far.`);
  }

  return { hashOf, find };
}

/** BLOCKS_KEPT is how many blocks are kept with all their nodes, 64 bytes an entry. */
const BLOCKS_KEPT = 8;

/**
 * createTree gives every perfect subtree of a log of `size` entries out of its block roots and its leaf hashes. A question below the level of the blocks hashes the entries
 * of one block, if it is not kept. Without roots all whole blocks are hashed at once.
 */
function createTree(
  size: number,
  leafHash: (entryNumber: number) => Uint8Array,
  blockLevel = 13,
  roots?: Uint8Array,
): NodeSource {
  const blockSize = 2 ** blockLevel;
  const blocks = new Map<number, MerkleLog>();
  const blockAt = (block: number): MerkleLog => {
    const kept = blocks.get(block);
    if (kept) return kept;
    const first = block * blockSize;
    const made = new MerkleLog();
    for (let at = first; at < Math.min(size, first + blockSize); at += 1) made.append(leafHash(at + 1));
    const [oldest = block] = blocks.keys();
    if (blocks.size === BLOCKS_KEPT) blocks.delete(oldest);
    blocks.set(block, made);
    return made;
  };
  const above = new MerkleLog();
  for (let block = 0; (block + 1) * blockSize <= size; block += 1)
    above.append(roots?.slice(32 * block, 32 * (block + 1)) ?? blockAt(block).node(blockLevel, 0));
  return {
    size,
    node(level, index) {
      if (level >= blockLevel) return above.node(level - blockLevel, index);
      const perBlock = 2 ** (blockLevel - level);
      return blockAt(Math.floor(index / perBlock)).node(level, index % perBlock);
    },
  };
}
