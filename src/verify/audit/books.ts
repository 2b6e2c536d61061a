import { MOST_ROOM } from './grow.ts';
import { hashWords, ItemTable } from './item-table.ts';
import type { EntriesDigest } from './job-types.ts';
import { KeyTable } from './key-table.ts';
import { Breather } from './work-through.ts';

/** Noted is what is kept of each entry besides its place in the tree: the hashes and the key that it names. */
export type Noted = Pick<EntriesDigest, 'from' | 'count' | 'hashes' | 'hashEnds' | 'keys' | 'keyEnds'>;

/** AT_ONCE is how many entries or hashes are entered before the clock is looked at: one entry may name as many hashes as a page has room for. */
const AT_ONCE = 500;

/** Books say which items the entries name, and which entry is the newest of each key. */
export class Books {
  readonly items: ItemTable;
  readonly trail: KeyTable;

  /** The books expect so many further entries. An earlier trail is gone on with. */
  constructor(expected: number, trail?: KeyTable) {
    const room = Math.min(expected, MOST_ROOM);
    this.items = new ItemTable(room);
    this.trail = trail ?? new KeyTable(room);
  }

  /** enter notes entries, in ascending order from one call to the next. */
  async enter({ from, count, hashes, hashEnds, keys, keyEnds }: Noted): Promise<void> {
    const breather = new Breather();
    const words = hashWords(hashes);
    let hash = 0;
    let key = 0;
    let done = 0;
    const breathe = async (): Promise<void> => {
      if (breather.due()) await breather.pause();
    };
    for (let index = 0; index < count; index += 1) {
      const hashEnd = hashEnds[index] as number;
      for (; hash < hashEnd; hash += 1) {
        this.items.name(words, 8 * hash, from + index);
        if ((done += 1) % AT_ONCE === 0) await breathe();
      }
      const keyEnd = keyEnds[index] as number;
      this.trail.note(keys, key, keyEnd, from + index);
      key = keyEnd;
      if ((done += 1) % AT_ONCE === 0) await breathe();
    }
  }

  /** see notes data of these hashes, 32 bytes each. */
  async see(hashes: Uint8Array): Promise<void> {
    const breather = new Breather();
    const words = hashWords(hashes);
    for (let at = 0; at < words.length; at += 8) {
      this.items.see(words, at);
      if (at % (8 * AT_ONCE) === 0 && breather.due()) await breather.pause();
    }
  }
}
