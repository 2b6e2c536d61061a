import type { Hash } from '../core/hash.ts';
import type { NodeSource } from '../core/merkle-log.ts';
import type { Item } from '../core/model.ts';
import type { Trails } from './trails.ts';

/**
 * FieldDefinition is a register's definition of one of its attributes (the
 * `field:<id>` system entries of RSF).
 */
export interface FieldDefinition {
  /** The attribute's name as it is in items. */
  readonly id: string;
  /**
   * One of string, text, url, curie, datetime, timestamp, period, integer, name, boolean, hash, point,
   * polygon; others are kept as read.
   */
  readonly datatype: string;
  /** `1`: one string. `n`: a list of strings. */
  readonly cardinality: '1' | 'n';
  readonly title?: string;
  /** What the attribute means, in Markdown. */
  readonly text?: string;
  /**
   * The register whose keys are this attribute's values. For datatype `curie` the value
   * carries its own prefix instead.
   */
  readonly register?: string;
}

/**
 * SourceEntry is one line of the log as it is written down; its entry number is its position in
 * RegisterSource.entries plus one.
 */
export interface SourceEntry {
  /** Follows the key rule `[A-Za-z0-9][A-Za-z0-9-_./]*` (api/servers.md, "Keys and values"). */
  readonly key: string;
  /**
   * `YYYY-MM-DDThh:mm:ssZ`; some real ones lack the `Z`. It is hashed as it is. Timestamps need not ascend:
   * entry numbers alone order a log.
   */
  readonly timestamp: string;
  /** In the order in which the entry names their hashes; at least one, unless data is missing. */
  readonly items: readonly Item[];
  /**
   * All hashes that the entry names, if the data of some is missing: an RSF file may
   * lack items that entries use.
   */
  readonly itemHashes?: readonly Hash[] | undefined;
}

/**
 * SystemEntry is a system entry of RSF whose key means nothing here, with its items. It is shown as it is.
 */
export interface SystemEntry {
  readonly key: string;
  readonly items: readonly Item[];
}

/**
 * RegisterSource is a whole register in memory: read from an RSF file, or bundled with the mock server, which
 * serves either.
 */
export interface RegisterSource {
  /** The short name, for example `country`. */
  readonly name: string;
  /** The internet domain that the register is said to be available from. */
  readonly domain: string;
  readonly title?: string;
  /** What the register holds, in Markdown. */
  readonly text?: string;
  /** For example `beta`. */
  readonly phase?: string;
  /** The organisation that keeps the register, as a key or a name. */
  readonly registry?: string;
  /** The person in charge; opaque text, may be redacted. */
  readonly custodian?: string;
  readonly copyright?: string;
  readonly licence?: string;
  /** The date since when the register exists, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly startDate?: string;
  /** Attribute names in the register's own order; the first is the attribute that repeats the key. */
  readonly fields: readonly string[];
  /** Definitions of the fields, in any order. A file may define fewer or more than `fields` names. */
  readonly definitions: readonly FieldDefinition[];
  /** System entries with unknown keys, all of them, in their order. */
  readonly unknownSystemEntries?: readonly SystemEntry[];
  /**
   * How many of the last user entries are under no root hash that the file states: set if its last line states
   * none, so that it may have been cut short.
   */
  readonly unstated?: number;
  /** What was odd in the file that it was read from, each a clause: nothing that its root depends on. */
  readonly odd?: readonly string[];
  /** The user entries, ascending: entry n is `entries[n - 1]`. */
  readonly entries: readonly SourceEntry[];
}

/** HashedData is the data of a log, hashed as its variant does. */
export interface HashedData {
  /** How many different data there is, and its hashes in the order in which entries first name them. */
  readonly count: number;
  hashes(offset: number, count: number): readonly Hash[];
  /** named lists the hashes that an entry names, also those of missing data. */
  named(entryNumber: number): readonly Hash[];
  /** item is the data with this hash; undefined if no entry names it, or it is missing. */
  item(hash: Hash): Item | undefined;
}

/** HashedLog is the data of a log in the item variant, its keys, and its tree of the leaf rule `item-json`. */
export interface HashedLog extends HashedData {
  readonly trails: Trails;
  readonly tree: NodeSource;
}
