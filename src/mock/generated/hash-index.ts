import type { Hash } from '../../core/hash.ts';

/** HashIndex finds the entry whose data has a hash. */
export interface HashIndex {
  /** note remembers a pair that was just given out: whoever got the hash will ask for it next. */
  note(hash: Hash, entryNumber: number): void;
  /** find is the entry of that hash, undefined where no entry has it. */
  find(hash: Hash): number | undefined;
}

/** NOTED is how many of the latest pairs are remembered. */
const NOTED = 50_000;

/**
 * createHashIndex finds hashes among entries 1 to size whose data is all different. A hash cannot be reckoned back to its entry: one that was not given out
 * lately makes this hash every entry, once (several seconds for a million), and keep 8 bytes for each.
 */
export function createHashIndex(size: number, hashOf: (entryNumber: number) => Hash): HashIndex {
  const noted = new Map<Hash, number>();
  let whole: ((hash: Hash) => number | undefined) | undefined;
  return {
    note(hash, entryNumber) {
      noted.set(hash, entryNumber);
      if (noted.size <= NOTED) return;
      const [oldest] = noted.keys();
      if (oldest !== undefined) noted.delete(oldest);
    },
    find(hash) {
      const known = noted.get(hash);
      if (known !== undefined) return known;
      whole ??= indexAll(size, hashOf);
      return whole(hash);
    },
  };
}

/** indexAll places every entry's number by the first 32 bits of its hash, in a table with room to spare; a find is made sure by hashing. */
function indexAll(size: number, hashOf: (entryNumber: number) => Hash): (hash: Hash) => number | undefined {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2, size * 2)));
  const table = new Uint32Array(slots);
  const place = (hash: Hash): number => Number.parseInt(hash.slice(0, 8), 16) % slots;
  for (let entryNumber = 1; entryNumber <= size; entryNumber += 1) {
    let slot = place(hashOf(entryNumber));
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = entryNumber;
  }
  return (hash) => {
    for (let slot = place(hash); ; slot = (slot + 1) % slots) {
      const entryNumber = table[slot] ?? 0;
      if (entryNumber === 0) return undefined;
      if (hashOf(entryNumber) === hash) return entryNumber;
    }
  };
}
