import { type Hash, hashFromBytes, hashToBytes, writeHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { compareDigests, textDigest } from '../../core/objecthash.ts';
import { sha256 as coreSha256 } from '../../core/sha256.ts';
import { utf8 } from '../../core/utf8.ts';
import { notYet } from '../http/response.ts';
import { choicesOf, dataText, FIELDS } from './premises-data.ts';

/** Sha256 hashes bytes, or the UTF-8 of a text. */
export type Sha256 = (data: string | Uint8Array) => Hash;

/** portableSha256 is that of core. */
export const portableSha256: Sha256 = (data) =>
  hashFromBytes(coreSha256(typeof data === 'string' ? utf8(data) : data));

/** The attributes of which nearly every record has a value of its own. */
const DIFFERENT: ReadonlySet<string> = new Set(['point', 'postcode', 'premises']);

/** dataHasher hashes the data of entries as core does, which takes several times as long. */
export function dataHasher(variant: Variant, sha256: Sha256): (entryNumber: number) => Hash {
  if (variant === 'item') return (entryNumber) => sha256(dataText(entryNumber));
  // The objecthash of a dictionary (core/hashing.md, "Blobs"), its names in the order of their hashes.
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
 * createHashIndex hashes entries 1 to size on demand and keeps the hashes, 32 bytes an entry. `find` returns
 * the entry whose data has a hash, undefined if none has. One that was not computed yet begins a search of
 * all entries in the background (some seconds for a million); it throws Problem 503 until all are hashed.
 */
export function createHashIndex(size: number, compute: (entryNumber: number) => Hash) {
  const hashes = new Uint8Array(32 * size);
  // The first of the eight words of a hash: 0 if it is not known.
  const words = new Uint32Array(hashes.buffer);
  // The numbers of the entries whose hashes are known, by these words: a list whose members are read one
  // by one finds each at once.
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
