import { type Hash, hashFromBytes, writeHash } from '../../core/hash.ts';
import { NotYet } from '../http/response.ts';

/** HashIndex keeps the data hashes of a log whose data is all different, and finds the entry that has a hash. */
export interface HashIndex {
  /** hashOf is the data hash of an entry, 1 <= entryNumber <= size. */
  hashOf(entryNumber: number): Hash;
  /** find is the entry whose data has this hash, undefined if none has. @throws NotYet while entries are left that have not been hashed */
  find(hash: Hash): number | undefined;
}

interface Chunk {
  readonly hashes: Uint8Array;
  readonly isKnown: Uint8Array;
}

/** CHUNK is how many hashes are kept or dropped together; CHUNKS_KEPT of them have 32 MB: those of a million entries. */
const CHUNK = 4_096;
const CHUNKS_KEPT = 256;

/** SLICE is how many entries a search hashes at a stretch: other requests are answered in between. */
const SLICE = 1_024;

/**
 * createHashIndex hashes entries 1 to size on demand. Every hash is indexed by its first 32 bits, in a table with a quarter of room to spare (5 bytes
 * an entry). A hash that is not in it begins a search of all entries in the background (a few seconds for a million).
 */
export function createHashIndex(size: number, compute: (entryNumber: number) => Hash): HashIndex {
  const chunks = new Map<number, Chunk>();
  const slots = Math.ceil(size * 1.25) + 1;
  let table: Uint32Array | undefined;
  const waiting = new Map<Hash, Set<() => void>>();
  let searched = 0;
  let isSearching = false;

  function hashOf(entryNumber: number): Hash {
    const number = Math.floor((entryNumber - 1) / CHUNK);
    const index = (entryNumber - 1) % CHUNK;
    const { hashes, isKnown } = chunks.get(number) ?? addChunk(number);
    if (isKnown[index] === 1) return hashFromBytes(hashes.subarray(32 * index, 32 * index + 32));
    const hash = compute(entryNumber);
    writeHash(hash, hashes, 32 * index);
    isKnown[index] = 1;
    place(hash, entryNumber);
    return hash;
  }

  function addChunk(number: number): Chunk {
    const chunk = { hashes: new Uint8Array(32 * CHUNK), isKnown: new Uint8Array(CHUNK) };
    chunks.set(number, chunk);
    const [oldest] = chunks.keys();
    if (chunks.size > CHUNKS_KEPT && oldest !== undefined) chunks.delete(oldest);
    return chunk;
  }

  function place(hash: Hash, entryNumber: number): void {
    table ??= new Uint32Array(slots);
    let slot = slotOf(hash);
    while (table[slot] !== 0 && table[slot] !== entryNumber) slot = (slot + 1) % slots;
    table[slot] = entryNumber;
  }

  function slotOf(hash: Hash): number {
    return Number.parseInt(hash.slice(0, 8), 16) % slots;
  }

  function search(): void {
    for (const end = Math.min(size, searched + SLICE); searched < end; searched += 1) {
      const hash = hashOf(searched + 1);
      for (const resolve of waiting.get(hash) ?? []) resolve();
      waiting.delete(hash);
    }
    if (searched < size) return void setTimeout(search);
    for (const resolves of waiting.values()) for (const resolve of resolves) resolve();
    waiting.clear();
  }

  return {
    hashOf,
    find(hash) {
      for (let slot = slotOf(hash); ; slot = (slot + 1) % slots) {
        const entryNumber = table?.[slot] ?? 0;
        if (entryNumber === 0) break;
        if (hashOf(entryNumber) === hash) return entryNumber;
      }
      if (!isSearching) {
        isSearching = true;
        search();
        return this.find(hash);
      }
      if (searched === size) return undefined;
      throw new NotYet(
        `This hash is being looked for: ${searched} of ${size} entries so far.`,
        new Promise((resolve) => {
          waiting.set(hash, (waiting.get(hash) ?? new Set()).add(resolve));
        }),
      );
    },
  };
}
