import { type Hash, hashFromBytes, writeHash } from '../../core/hash.ts';
import { NotYet } from '../http/response.ts';

/** HashIndex keeps the data hashes of a log whose data is all different, and finds the entry that has a hash. */
export interface HashIndex {
  /** hashOf is the data hash of an entry, 1 <= entryNumber <= size. */
  hashOf(entryNumber: number): Hash;
  /** find is the entry whose data has this hash, undefined if none has. @throws NotYet while entries are left that have not been hashed */
  find(hash: Hash): number | undefined;
}

/** SLICE is how many entries a search hashes at a stretch: other requests are answered in between. */
const SLICE = 4_096;

/**
 * createHashIndex hashes entries 1 to size on demand. Every hash is indexed by its first 32 bits, in a table with a quarter of room to spare (38 bytes
 * an entry in all, used as entries are hashed). Each search for a hash that is not in it hashes some more entries (all of a million in a few seconds).
 */
export function createHashIndex(size: number, compute: (entryNumber: number) => Hash): HashIndex {
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

  return {
    hashOf,
    find(hash) {
      let found = lookUp(hash);
      if (found !== undefined || searched === size) return found;
      for (const end = Math.min(size, searched + SLICE); searched < end; searched += 1) hashOf(searched + 1);
      found = lookUp(hash);
      if (found !== undefined || searched === size) return found;
      throw new NotYet(`This hash is being looked for: ${searched} of ${size} entries so far.`);
    },
  };
}
