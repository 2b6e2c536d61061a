import type { Hash } from '../../core/hash.ts';
import { NotYet } from '../http/not-yet.ts';

/** HashIndex finds the entry whose data has a hash. */
export interface HashIndex {
  /** note remembers a pair that was just given out: whoever got the hash will ask for it next. */
  note(hash: Hash, entryNumber: number): void;
  /** find is the entry of that hash, undefined where no entry has it. @throws NotYet while entries are left that have not been looked at */
  find(hash: Hash): number | undefined;
}

/** NOTED is how many of the latest pairs are remembered at least; twice as many at most. */
const NOTED = 25_000;

/** SLICE is how many entries are hashed at a stretch: other requests are answered in between. */
const SLICE = 1_024;

/**
 * createHashIndex finds hashes among entries 1 to size whose data is all different. A hash cannot be reckoned back to its entry: the first one that was not
 * given out lately begins a search through all entries, which goes on in the background (some ten seconds for a million) and keeps 5 bytes for each.
 */
export function createHashIndex(size: number, hashOf: (entryNumber: number) => Hash): HashIndex {
  let young = new Map<Hash, number>();
  let old = new Map<Hash, number>();
  let search: Search | undefined;
  return {
    note(hash, entryNumber) {
      young.set(hash, entryNumber);
      if (young.size < NOTED) return;
      old = young;
      young = new Map();
    },
    find(hash) {
      const known = young.get(hash) ?? old.get(hash);
      if (known !== undefined) return known;
      search ??= startSearch(size, hashOf);
      const found = search.find(hash);
      if (found !== undefined || search.looked() === size) return found;
      throw new NotYet(
        `This hash is being looked for: ${search.looked()} of ${size} entries so far.`,
        search.until(hash),
      );
    },
  };
}

interface Search {
  find(hash: Hash): number | undefined;
  /** looked is how many entries have been hashed, the first ones. */
  looked(): number;
  /** until resolves when the hash has been found, or the last entry was looked at. */
  until(hash: Hash): Promise<void>;
}

/** startSearch places every entry's number by the first 32 bits of its hash, in a table with a quarter of room to spare; a find is made sure by hashing. */
function startSearch(size: number, hashOf: (entryNumber: number) => Hash): Search {
  const slots = Math.ceil(size * 1.25) + 1;
  const table = new Uint32Array(slots);
  const waiting = new Map<Hash, Set<() => void>>();
  let looked = 0;
  const place = (hash: Hash): number => Number.parseInt(hash.slice(0, 8), 16) % slots;
  const lookOn = (): void => {
    for (const end = Math.min(size, looked + SLICE); looked < end; looked += 1) {
      const hash = hashOf(looked + 1);
      let slot = place(hash);
      while (table[slot] !== 0) slot = (slot + 1) % slots;
      table[slot] = looked + 1;
      for (const tell of waiting.get(hash) ?? []) tell();
      waiting.delete(hash);
    }
    if (looked < size) return void setTimeout(lookOn);
    for (const tells of waiting.values()) for (const tell of tells) tell();
    waiting.clear();
  };
  lookOn();
  return {
    looked: () => looked,
    until: (hash) =>
      new Promise((resolve) => {
        waiting.set(hash, (waiting.get(hash) ?? new Set()).add(resolve));
      }),
    find(hash) {
      for (let slot = place(hash); ; slot = (slot + 1) % slots) {
        const entryNumber = table[slot] ?? 0;
        if (entryNumber === 0) return undefined;
        if (hashOf(entryNumber) === hash) return entryNumber;
      }
    },
  };
}
