import { type Hash, hashFromBytes, writeHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { RunningHash } from '../../core/sha256.ts';
import { utf8 } from '../../core/utf8.ts';
import { choicesOf, dataText, entryText, FIELDS, keyOfEntry, timestampOf } from './premises-data.ts';

/** Sha256 is SHA-256 of bytes, or of a text of ASCII, as 64 lowercase hexadecimal digits. Hosts bring the fastest that they have. */
export type Sha256 = (data: Uint8Array | string) => string;

/** portableSha256 runs everywhere. */
export const portableSha256: Sha256 = (data) => {
  const hash = new RunningHash();
  hash.update(typeof data === 'string' ? utf8(data) : data);
  return hash.digest();
};

/** PremisesHasher hashes entries of the premises by the default rules of one variant. The results are those of core, which takes ten times as long. */
export interface PremisesHasher {
  /** dataHash is the item or blob hash of an entry's data. */
  dataHash(entryNumber: number): Hash;
  /** leafHash is the Merkle leaf hash of an entry with this data hash. */
  leafHash(entryNumber: number, dataHash: Hash): string;
}

/** createPremisesHasher makes the hasher of a variant. */
export function createPremisesHasher(variant: Variant, sha256: Sha256): PremisesHasher {
  return variant === 'item' ? itemHasher(sha256) : blobHasher(sha256);
}

/** By the leaf rule item-json. */
function itemHasher(sha256: Sha256): PremisesHasher {
  return {
    dataHash: (entryNumber) => sha256(`{${dataText(entryNumber)}}`) as Hash,
    leafHash: (entryNumber, dataHash) => sha256(`\0${entryText('item', entryNumber, dataHash)}`),
  };
}

/** By the objecthash of a dictionary of strings, and the leaf rule blob-multihash. */
function blobHasher(sha256: Sha256): PremisesHasher {
  const parts = FIELDS.map(({ name, text, index }) => ({
    text,
    index,
    nameHash: writeHex(sha256(`u${name}`)),
    known: [] as Uint8Array[],
  })).sort((a, b) => (hashFromBytes(a.nameHash) < hashFromBytes(b.nameHash) ? -1 : 1));
  const dictionary = tagged('d', 64 * parts.length);
  const list = tagged('l', 4 * 32);
  const multihash = tagged('r', 34);
  multihash.set([0x12, 0x20], 1);
  const leaf = new Uint8Array(33);
  return {
    dataHash(entryNumber) {
      const choices = choicesOf(entryNumber);
      let end = 1;
      for (const { text, index, nameHash, known } of parts) {
        const place = index?.(choices);
        if (place !== undefined && place < 0) continue;
        dictionary.set(nameHash, end);
        if (place === undefined) writeHex(sha256(`u${text(choices)}`), dictionary, end + 32);
        else dictionary.set((known[place] ??= writeHex(sha256(`u${text(choices)}`))), end + 32);
        end += 64;
      }
      return sha256(dictionary.subarray(0, end)) as Hash;
    },
    leafHash(entryNumber, dataHash) {
      writeHex(sha256(`i${entryNumber}`), list, 1);
      writeHex(sha256(`u${keyOfEntry(entryNumber)}`), list, 33);
      writeHex(sha256(`t${timestampOf(entryNumber)}`), list, 65);
      writeHex(dataHash, multihash, 3);
      writeHex(sha256(multihash), list, 97);
      writeHex(sha256(list), leaf, 1);
      return sha256(leaf);
    },
  };
}

/** The tag of an objecthash, and room for what it is put before. */
function tagged(tag: string, length: number): Uint8Array {
  return new Uint8Array(1 + length).fill(tag.charCodeAt(0));
}

/** nodeHash joins two hashes that lie side by side in `from`, and writes the result (RFC 9162 2.1.1). */
export function nodeHash(
  sha256: Sha256,
): (from: Uint8Array, at: number, out: Uint8Array, outAt: number) => void {
  const joined = new Uint8Array(65).fill(1);
  return (from, at, out, outAt) => {
    joined.set(from.subarray(at, at + 64), 1);
    writeHex(sha256(joined), out, outAt);
  };
}

/** writeHex writes 64 hexadecimal digits as 32 bytes, and returns the target. */
export function writeHex(hex: string, out: Uint8Array = new Uint8Array(32), at = 0): Uint8Array {
  writeHash(hex as Hash, out, at);
  return out;
}
