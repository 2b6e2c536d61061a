import type { Hash } from './hash.ts';

/**
 * Variant names the two wire shapes of the API document by what they call the data: items (v2) or
 * blobs (the earlier variant).
 */
export type Variant = 'item' | 'blob';

/**
 * LeafRuleId names one known way of writing an entry as the bytes of its Merkle leaf. It is remembered with a
 * register, so it never changes.
 */
export type LeafRuleId = 'item-json' | 'item-json-2016' | 'blob-multihash' | 'blob-hex' | 'blob-digest';

/**
 * AttributeValue is one value of an item as it came from the server: a string, a list of strings, or null.
 * Null, `""` and `[]` all mean "not set" to a reader, but they hash differently in the item variant, so
 * they are kept apart here.
 */
export type AttributeValue = string | readonly string[] | null;

/**
 * Item is the data an entry names: attribute name to value. In the earlier variant it is the blob without
 * `_id`. A Map, because `__proto__` is a legal name.
 */
export type Item = ReadonlyMap<string, AttributeValue>;

/** Entry is one line of the log. */
export interface Entry {
  /** Position in the log, 1-based: 1 <= entryNumber <= logSize. */
  readonly entryNumber: number;
  /**
   * The `index-entry-number` of the item variant, part of its leaf bytes; equals entryNumber
   * where the server sends none.
   */
  readonly indexEntryNumber: number;
  /** The timestamp exactly as sent; it is hashed, so it is never re-formatted. */
  readonly timestamp: string;
  readonly key: string;
  /** Hashes of the data, in the order sent. Exactly one in the earlier variant. */
  readonly itemHashes: readonly Hash[];
}

/**
 * RegisterRecord is the latest entry of a key with its data. The earlier variant does
 * not give the entry number.
 */
export interface RegisterRecord {
  readonly key: string;
  readonly items: readonly Item[];
  readonly entryNumber?: number;
  readonly timestamp?: string;
}

/** Attribute is one line of a register's schema. The item variant gives only `id`. */
export interface Attribute {
  readonly id: string;
  readonly datatype?: string;
  readonly cardinality?: string;
  readonly title?: string;
  readonly description?: string;
}

/** RegisterStatus is the `status` of the context (earlier variant). */
interface RegisterStatus {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly replacement?: string;
  readonly reason?: string;
}

/**
 * Register is the summary of a register: `/register` (item variant) or `/context` (earlier
 * variant), whichever it came from.
 */
export interface Register {
  readonly variant: Variant;
  /** The short name: `register-record.register` or the context's `id`. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly domain?: string;
  readonly totalEntries?: number;
  readonly totalRecords?: number;
  readonly totalItems?: number;
  readonly lastUpdated?: string;
  /** Opaque text; may be redacted. */
  readonly custodian?: string;
  readonly registry?: string;
  readonly phase?: string;
  readonly licence?: string;
  readonly copyright?: string;
  readonly status?: RegisterStatus;
  readonly rootHash?: Hash;
  /** The name of the context's `hashing-algorithm`. */
  readonly hashingAlgorithm?: string;
  readonly schema: readonly Attribute[];
  /** Other fields of the register-record or the context as sent, for display only. */
  readonly extra: ReadonlyMap<string, AttributeValue>;
}

/** Checkpoint is the head of a log, as a register proof states it. */
export interface Checkpoint {
  readonly logSize: number;
  readonly rootHash: Hash;
}

/**
 * ForeignHead is a head that somebody else saw: its size, and the first hexadecimal digits of its root hash, at
 * least 32.
 */
export interface ForeignHead {
  readonly logSize: number;
  readonly digits: string;
}

/** PublishedHead is a head with the address that it was read from. */
export interface PublishedHead extends Checkpoint {
  readonly address: string;
}

/**
 * EntryProof is the API's entry proof: the audit path of one entry in the log of a given size, leaf
 * upwards (RFC 9162 2.1.3).
 */
export interface EntryProof {
  readonly entryNumber: number;
  readonly logSize: number;
  readonly auditPath: readonly Hash[];
}

/**
 * ConsistencyProof shows that the log of size `from` is a prefix of the log of size `to` (RFC 9162 2.1.4).
 */
export interface ConsistencyProof {
  readonly from: number;
  readonly to: number;
  readonly path: readonly Hash[];
  /** The address that it was read from; absent if not from a server. */
  readonly address?: string;
}

/** RawPage is one undecoded answer: the bytes of its body, which are moved to a worker. */
export interface RawPage {
  readonly bytes: Uint8Array;
  /** The address it was read from, for error messages. */
  readonly address: string;
}

/** Decoded is the value of a body, or a sentence that says why it breaks the API document. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };
