import type { RegisterId } from '../../ui/paths.ts';
import { countOf, formatBytes } from '../../ui/format.ts';

/** Cost is about how much an audit asks of the server. */
export interface Cost {
  readonly requests: number;
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

/** costOf guesses what an audit of this many entries and items costs. */
export function costOf(entries: number, items: number): Cost {
  return {
    requests:
      Math.ceil(entries / ENTRIES_A_PAGE) + (items <= FEW_ITEMS ? items : Math.ceil(items / ITEMS_A_PAGE)),
    bytes: entries * ENTRY_BYTES + items * ITEM_BYTES,
  };
}

/** costWords says that in words: `about 4 requests, 130 kB`. */
export function costWords({ requests, bytes }: Cost): string {
  return `about ${countOf(requests, 'request')} and ${roundedBytes(bytes)}`;
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
