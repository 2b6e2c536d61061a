import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Variant } from '../core/model.ts';

/** Manner is how a mount speaks where servers differ. The default follows the API document. */
export interface Manner {
  /** How Link targets are written: `/registers/…`, `https://…`, `?…` (pages only), or no Link at all. */
  readonly links: 'path' | 'absolute' | 'query' | 'none';
  /** Sends a `deprecation` link before all others, with no space after the comma. */
  readonly deprecation: boolean;
  /** Keys stand in Link targets percent-encoded, or as they are. */
  readonly linkKeys: 'encoded' | 'raw';
  /**
   * `loop`: in /entries a next link points at its own page. `forget`: next and previous links lose the filter. `circle`: the last page leads to the first.
   * `back`: a next link points at the page before. `away`: at another site. `endless`: the last page has one, too, and the list begins again.
   */
  readonly nextLinks: 'true' | 'loop' | 'forget' | 'circle' | 'back' | 'away' | 'endless';
  /** Which entries a page of a log or trail has. `skip`: not its second. `repeat`: its second twice. `reverse`: from the last to the first. */
  readonly entryPages: 'true' | 'skip' | 'repeat' | 'reverse';
  /** Whether the log can be read to its end, or to nine tenths, whatever is said of its size. */
  readonly readable: 'all' | 'nine tenths';
  /** How integers are written. `document`: as strings in v2 entries, as numbers everywhere else. */
  readonly numbers: 'document' | 'strings' | 'numbers';
  readonly leafRule: LeafRuleId;
  /** Length of a page where the request does not say, 1 to 5,000. */
  readonly pageSize: number;
  /** The query parameter that carries the cursor of the item and blob lists. */
  readonly cursorName: 'cursor' | 'start';
  readonly snapshots: 'records' | 'entries';
  /** The last-but-two segment of the path of an entry proof. */
  readonly proofSegment: 'entries' | 'entry';
  readonly itemList: boolean;
  readonly summary: boolean;
  /** The context as some servers send it: `id` for `codec`, no licence, an empty status. */
  readonly sparseContext: boolean;
}

/** defaultManner is what a mount without switches does. */
export function defaultManner(variant: Variant): Manner {
  return {
    links: 'path',
    deprecation: false,
    linkKeys: 'encoded',
    nextLinks: 'true',
    entryPages: 'true',
    readable: 'all',
    numbers: 'document',
    leafRule: variant === 'item' ? 'item-json' : 'blob-multihash',
    pageSize: 100,
    cursorName: 'cursor',
    snapshots: 'records',
    proofSegment: 'entries',
    itemList: true,
    summary: true,
    sparseContext: false,
  };
}
