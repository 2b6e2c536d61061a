import type { ItemList } from '../../query/item-list-note.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { countOf, formatBytes } from '../../ui/format.ts';

/** Cost is about how much an audit asks of the server. */
export interface Cost {
  readonly requests: number;
  /** What the requests come to if the server has no list of items; missing where that is known, or makes no difference. */
  readonly unlisted?: number;
  readonly bytes: number;
}

/** ENTRIES_A_PAGE and ITEMS_A_PAGE are how many the server usually gives at once when asked for many. */
const ENTRIES_A_PAGE = 5000;
const ITEMS_A_PAGE = 100;
/** No more items than this are asked for one by one. */
const FEW_ITEMS = 50;
/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** ASK_FIRST is the longest log, in entries, that is read from somebody's server without asking the reader once more. */
const ASK_FIRST = 20_000;

/** costOf guesses what an audit of this many entries and items costs; an unknown list of items is taken to be there. */
export function costOf(entries: number, items: number, list: ItemList): Cost {
  const bytes = entries * ENTRY_BYTES + items * ITEM_BYTES;
  const pages = Math.ceil(entries / ENTRIES_A_PAGE);
  if (items <= FEW_ITEMS) return { requests: pages + items, bytes };
  const listed = pages + Math.ceil(items / ITEMS_A_PAGE);
  // Asked for the list, the server says once that there is none.
  const unlisted = pages + 1 + items;
  switch (list) {
    case 'listed':
      return { requests: listed, bytes };
    case 'unlisted':
      return { requests: unlisted, bytes };
    case 'unknown':
      return { requests: listed, unlisted, bytes };
  }
}

/** costWords says that in words: `about 4 requests and 130 kB`, and what it is where there is no list of the `nouns`. */
export function costWords({ requests, unlisted, bytes }: Cost, nouns: 'items' | 'blobs'): string {
  const words = `about ${countOf(requests, 'request')} and ${roundedBytes(bytes)}`;
  if (unlisted === undefined) return words;
  return `${words}, or about ${countOf(unlisted, 'request')} if the server has no list of ${nouns}`;
}

/** roundedBytes writes a guess with no more digits than it is worth. */
function roundedBytes(bytes: number): string {
  if (bytes < 1000) return 'under 1 kB';
  const step = 10 ** (Math.floor(Math.log10(bytes)) - 1);
  return formatBytes(Math.round(bytes / step) * step).replace(/\.0(?= )/, '');
}

/** asksFirst says whether a reader is asked once more: the log is long, and the server is not this site's own. */
export function asksFirst(register: RegisterId, entries: number): boolean {
  return register.kind === 'remote' && entries > ASK_FIRST;
}
