import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Variant } from '../core/model.ts';
import type { Proofs, RegisterLog } from './engine/register-log.ts';
import type { Format } from './http/request.ts';
import type { Json, Table } from './http/response.ts';
import type { Shape } from './shape.ts';

/** View is a register as one mount shows it. Faults are functions from View to View. */
export interface View {
  readonly log: RegisterLog;
  readonly proofs: Proofs;
}

/** Call is one request to one resource of a register. */
export interface Call extends View {
  readonly behaviour: Behaviour;
  readonly shape: Shape;
  /** For example `https://host:1234`. */
  readonly origin: string;
  /** The path of the mount as it was asked for, percent-encoded: `/registers/country/v2`. */
  readonly base: string;
  /** The path below the base as it was asked for, percent-encoded, suffix included. */
  readonly askedPath: string;
  /** The path below the base, percent-encoded, without a suffix that asks for a form: what is routed. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The form to answer in; undefined if the Accept header admits none. */
  readonly format: Format | undefined;
}

/** Answer is the answer of a resource in both forms; only the requested one is computed. */
export interface Answer {
  readonly json: () => Json;
  readonly table: () => Table;
  /** The text of `json` as UTF-8, if that is cheaper. */
  readonly jsonBytes?: (() => Uint8Array<ArrayBuffer>) | undefined;
  readonly links?: readonly Link[];
}

/** Link is one link of the Link header, to a resource of the same register. */
export interface Link {
  readonly rel: 'next' | 'previous' | 'version-history';
  /** The path below the base, percent-encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
}

/** Behaviour is how a mount answers where servers differ. The default follows the API document. */
export interface Behaviour {
  /** How Link targets are written: `/registers/…`, `https://…`, `?…` (pages only), or no Link at all. */
  readonly links: 'path' | 'absolute' | 'query' | 'none';
  /** Sends a `deprecation` link before all others, with no space after the comma. */
  readonly deprecation: boolean;
  /** Keys in Link targets are percent-encoded, or raw. */
  readonly linkKeys: 'encoded' | 'raw';
  /**
   * `loop`: in /entries a next link points at its own page. `forget`: next and previous links lose the filter. `circle`: the last page leads to the first.
   * `back`: a next link points at the page before. `away`: at another site. `endless`: the last page has one, too, and the list begins again.
   */
  readonly nextLinks: 'true' | 'loop' | 'forget' | 'circle' | 'back' | 'away' | 'endless';
  /** Which entries a page of a log or trail has. `skip`: not its second. `repeat`: its second twice. `reverse`: from the last to the first. */
  readonly entryPages: 'true' | 'skip' | 'repeat' | 'reverse';
  /** Whether the log can be read to its end, or to nine tenths, at the same stated size. */
  readonly readable: 'all' | 'nine tenths';
  /** How integers are written. `document`: as strings in v2 entries, as numbers everywhere else. */
  readonly numbers: 'document' | 'strings' | 'numbers';
  readonly leafRule: LeafRuleId;
  /** The default page length, 1 to 5,000. */
  readonly pageSize: number;
  /** Length of a page of the item or blob list. No request can say it, so that reading the whole list takes as many requests as there are pages. */
  readonly itemPageSize: number;
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

/** defaultBehaviour is the behaviour of a mount without switches. */
export function defaultBehaviour(variant: Variant): Behaviour {
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
    itemPageSize: 5000,
    cursorName: 'cursor',
    snapshots: 'records',
    proofSegment: 'entries',
    itemList: true,
    summary: true,
    sparseContext: false,
  };
}
