import { type Hash, hashToBytes } from '../core/hash.ts';
import { MerkleLog } from '../core/merkle-log.ts';
import type { AttributeValue, Entry, Item } from '../core/model.ts';
import { leaf, sha256 } from './rfc-9162.ts';

/** ITEM_HASH is the hash of ITEM in the item variant (core/hashing.md). */
export const ITEM_HASH = '5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61' as Hash;

/** BLOB_HASH is the hash of ITEM in the earlier variant (core/hashing.md). */
export const BLOB_HASH = '2b90b5d4a714f5fd5f7c670067f090f972dd7be8a472965c90572699249672aa' as Hash;

/** ITEM is the data of the vectors. */
export const ITEM: Item = anItem({ foo: 'abc', bar: 'xyz' });

/** anItem makes an item from a plain object. */
export function anItem(attributes: Readonly<Record<string, AttributeValue>>): Item {
  return new Map(Object.entries(attributes));
}

/** anEntry makes entry n with the data ITEM; the given members replace the usual ones. */
export function anEntry(entryNumber: number, given: Partial<Entry> = {}): Entry {
  return {
    entryNumber,
    indexEntryNumber: entryNumber,
    key: `key-${entryNumber}`,
    timestamp: '2016-04-05T13:23:05Z',
    itemHashes: [ITEM_HASH],
    ...given,
  };
}

/** leaves makes the leaf hashes of a log whose leaf bytes are the texts leaf-1, leaf-2 and so on. */
export function leaves(count: number): Hash[] {
  return Array.from({ length: count }, (_, index) => leaf(`leaf-${index + 1}`));
}

/** logOf makes a log from leaf hashes. */
export function logOf(leafHashes: readonly Hash[]): MerkleLog {
  const log = new MerkleLog();
  for (const hash of leafHashes) log.append(hashToBytes(hash));
  return log;
}

/** flipBit returns the hash with one bit, 0 to 255, flipped. */
export function flipBit(hash: Hash, bit: number): Hash {
  const digit = Math.floor(bit / 4) % 64;
  const flipped = Number.parseInt(hash.charAt(digit), 16) ^ (2 ** (bit % 4));
  return (hash.slice(0, digit) + flipped.toString(16) + hash.slice(digit + 1)) as Hash;
}

/** replaceAt returns the list with one member replaced. */
export function replaceAt<T>(list: readonly T[], index: number, member: T): T[] {
  return list.map((old, at) => (at === index ? member : old));
}

/** NO_HASHES are texts that are not hashes. */
export const NO_HASHES: readonly Hash[] = [
  '',
  ITEM_HASH.slice(2),
  `${ITEM_HASH}00`,
  ITEM_HASH.toUpperCase(),
  `sha-256:${ITEM_HASH}`,
  `1220${ITEM_HASH}`,
  'zz'.repeat(32),
  `${ITEM_HASH}\n`,
].map((text) => text as Hash);

/** GARBAGE is the hash of nothing in any log. */
export const GARBAGE = sha256('garbage');

/** PATH_MUTATIONS change a proof of two hashes or more into another one. */
export const PATH_MUTATIONS: readonly (readonly [string, (path: readonly Hash[]) => readonly Hash[]])[] = [
  ['dropped-first', (path) => path.slice(1)],
  ['dropped-last', (path) => path.slice(0, -1)],
  ['empty', () => []],
  ['trailing-garbage', (path) => [...path, GARBAGE]],
  ['leading-garbage', (path) => [GARBAGE, ...path]],
  ['repeated-first', (path) => [path[0] as Hash, ...path]],
  ['repeated-last', (path) => [...path, path.at(-1) as Hash]],
  ['doubled', (path) => [...path, ...path]],
  ['garbage-for-first', (path) => replaceAt(path, 0, GARBAGE)],
  ['garbage-for-last', (path) => replaceAt(path, path.length - 1, GARBAGE)],
  ['swapped-order', (path) => [path[1] as Hash, path[0] as Hash, ...path.slice(2)]],
  ['reversed', (path) => [...path].reverse()],
];
