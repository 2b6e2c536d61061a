import { type Hash, parseHash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Item, Variant } from '../../core/model.ts';
import type {
  EntryCheck,
  EntryCheckRequest,
  RecordDataCheck,
  RecordDataCheckRequest,
} from '../../verify/protocol.ts';

/** Original is what the register sent about one entry. Nothing in the lab changes it. */
export interface Original {
  readonly variant: Variant;
  readonly items: readonly Item[];
  readonly entry: Entry;
  /** The hashes of the entry proof, from the leaf upwards. */
  readonly auditPath: readonly Hash[];
  /** The head that the register publishes. */
  readonly checkpoint: Checkpoint;
  /** The register's leaf rule, where it is known: the copy is hashed by the same. */
  readonly leafRule?: LeafRuleId | undefined;
}

/** CopyHash is a hash of the copy as it stands in its field, which may be no hash at all. */
export interface CopyHash {
  /** Stays with the hash wherever it is moved; for a hash of the original its place there, counted from 1. */
  readonly id: number;
  readonly text: string;
}

/** CopyField names the plain fields of a copy. */
export type CopyField = 'entryNumber' | 'timestamp' | 'key' | 'logSize' | 'rootHash';

/** Copy is the state of the lab: everything that was sent, as texts that may be changed in any way. */
export interface Copy extends Readonly<Record<CopyField, string>> {
  readonly items: readonly Item[];
  readonly itemHashes: readonly CopyHash[];
  readonly auditPath: readonly CopyHash[];
  /** The id of the next hash that is added. */
  readonly nextId: number;
}

/** CopyChecks is what the worker found about a copy. */
export interface CopyChecks {
  readonly data: RecordDataCheck;
  readonly entry: EntryCheck;
}

/** copyOf makes the copy with which the lab begins. */
export function copyOf({ items, entry, auditPath, checkpoint }: Original): Copy {
  return {
    items,
    entryNumber: String(entry.entryNumber),
    timestamp: entry.timestamp,
    key: entry.key,
    itemHashes: entry.itemHashes.map(numbered),
    auditPath: auditPath.map(numbered),
    logSize: String(checkpoint.logSize),
    rootHash: checkpoint.rootHash,
    nextId: auditPath.length + 1,
  };
}

function numbered(text: Hash, index: number): CopyHash {
  return { id: index + 1, text };
}

/** sameCopy tells whether two copies hold the same, letter for letter. */
export function sameCopy(one: Copy, other: Copy): boolean {
  return one === other || copyText(one) === copyText(other);
}

/** copyText writes a copy as text: equal texts, equal copies. */
export function copyText(copy: Copy): string {
  const items = copy.items.map((item) => [...item]);
  // Which number the next hash will have is no part of what the copy says.
  return JSON.stringify({ ...copy, items, nextId: 0 });
}

/** wholeNumber reads digits as a number; NaN for anything else and beyond 2^53-1, which the verifier refuses in words. */
export function wholeNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** readHash reads a hash in any spelling: bare, `sha-256:` or `1220`; undefined for anything else. */
export function readHash(text: string): Hash | undefined {
  return parseHash(text, 'bare') ?? parseHash(text, 'item') ?? parseHash(text, 'blob');
}

/**
 * checkRequests puts a copy into the requests of the checks. What is no hash or no number goes to the verifier as it is: its doors look at everything, and
 * it is the verifier that says "cannot check".
 */
export function checkRequests(
  { variant, entry, leafRule }: Original,
  copy: Copy,
): { readonly data: RecordDataCheckRequest; readonly entry: EntryCheckRequest } {
  const number = wholeNumber(copy.entryNumber);
  const changed: Entry = {
    entryNumber: number,
    // One field of the copy stands for both numbers: they differ only where the register sent them so.
    indexEntryNumber: number === entry.entryNumber ? entry.indexEntryNumber : number,
    timestamp: copy.timestamp,
    key: copy.key,
    itemHashes: copy.itemHashes.map(asHash),
  };
  const checkpoint = {
    logSize: wholeNumber(copy.logSize),
    rootHash: asHash({ text: copy.rootHash }),
  };
  const rule = leafRule === undefined ? {} : { leafRule };
  return {
    data: { variant, items: copy.items, entry: changed },
    entry: { variant, entry: changed, auditPath: copy.auditPath.map(asHash), checkpoint, ...rule },
  };
}

function asHash({ text }: Pick<CopyHash, 'text'>): Hash {
  return readHash(text) ?? (text as Hash);
}
