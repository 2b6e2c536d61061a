import type { BlobHashStep } from '../core/blob-hash.ts';
import type { ConsistencyInput, ConsistencyResult } from '../core/consistency.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint, Entry, Item, Variant, LeafRuleId } from '../core/model.ts';
import type { ProofStep, Verdict } from '../core/verdict.ts';
import type { MisbehaviourKind } from './evidence/misbehaviour.ts';

/** EntryCheckRequest asks whether an entry is in the log with this head. */
export interface EntryCheckRequest {
  readonly variant: Variant;
  readonly entry: Entry;
  /** The hashes the server sent, from the leaf upwards. */
  readonly auditPath: readonly Hash[];
  readonly checkpoint: Checkpoint;
  /** The register's leaf rule if known: then no other is tried. */
  readonly leafRule?: LeafRuleId;
  /**
   * Asks whether it was in the log of an earlier size, 1 <= logSize <= checkpoint.logSize: then
   * `auditPath` is of that size.
   */
  readonly earlier?: {
    readonly logSize: number;
    /** The consistency proof from that size to the one of the head. */
    readonly path: readonly Hash[];
  };
}

/** EntryCheck is the result, with all hashed bytes. */
export interface EntryCheck {
  /**
   * holds; does-not-match: the known leaf rule gives another root, or the path has the wrong length;
   * cannot-check: no leaf rule is known and none of the variant's gives the root, or the entry is beyond the
   * log size, or cannot be written as bytes.
   */
  readonly verdict: Verdict;
  /** The value that was hashed; show this one. */
  readonly entry: Entry;
  /**
   * The size and root of the proof. At an earlier size, the root that the proof gives (the head's if it gives
   * none), which nobody published.
   */
  readonly checkpoint: Checkpoint;
  /**
   * The published head, for the proof of an earlier size; the verdict holds only if `consistency`, computed
   * from that root, gives the root of this head.
   */
  readonly head?: Checkpoint;
  readonly consistency?: ConsistencyCheck;
  /** The rule of `leafBytes`. Absent if no rule is known and none gave the root. */
  readonly leafRule?: LeafRuleId;
  /**
   * That rule in plain English (see LeafRule); for a path of the wrong length without a known rule, the one
   * tried first, marked as unconfirmed.
   */
  readonly leafRuleTitle?: string;
  /** The rules by which the entry was written and hashed, in order. */
  readonly triedRules: readonly LeafRuleId[];
  readonly leafBytes?: Uint8Array;
  readonly leafHash?: Hash;
  /** The joinings by `leafRule`, from the leaf upwards; empty without one. */
  readonly steps: readonly ProofStep[];
  readonly computedRoot?: Hash;
  /**
   * Time spent writing and hashing, in milliseconds, all tried rules included; no messages between threads.
   */
  readonly computedInMs: number;
}

/** ItemCheckRequest asks whether this data has the hash that an entry names. */
export interface ItemCheckRequest {
  readonly variant: Variant;
  readonly item: Item;
  readonly expected: Hash;
}

/** ItemCheck is the result, with the hashed text. */
export interface ItemCheck {
  readonly verdict: Verdict;
  readonly variant: Variant;
  /** Read back from the hashed text; show this one. As sent if the verdict is cannot-check. */
  readonly item: Item;
  readonly expected: Hash;
  /** Absent if the verdict is cannot-check: then no hash exists. */
  readonly computed?: Hash;
  /** The canonical JSON whose UTF-8 bytes were hashed (item variant); empty for a blob. */
  readonly hashedText: string;
  /** How the blob hash was computed (earlier variant). */
  readonly blobSteps?: readonly BlobHashStep[];
  /** Time spent writing and hashing, in milliseconds. */
  readonly computedInMs: number;
}

/** RecordDataCheckRequest asks whether the data of a record has the hashes that its entry names. */
export interface RecordDataCheckRequest {
  readonly variant: Variant;
  readonly items: readonly Item[];
  readonly entry: Entry;
}

/** RecordDataCheck is the result: one verdict for all, and one check for each item, in order. */
export interface RecordDataCheck {
  readonly verdict: Verdict;
  readonly items: readonly ItemCheck[];
}

/** ConsistencyCheckRequest asks whether the log with head `from` begins the log with head `to`. */
export type ConsistencyCheckRequest = ConsistencyInput;

/** ConsistencyCheck is the result: one proof, two ladders. */
export interface ConsistencyCheck extends ConsistencyResult, ConsistencyInput {
  /** Time spent hashing, in milliseconds. */
  readonly computedInMs: number;
}

/** HeadConsistencyCheckRequest asks whether the log with head `head` continues the remembered one. */
export interface HeadConsistencyCheckRequest {
  /** Its size is at least 1. */
  readonly remembered: Checkpoint;
  readonly head: Checkpoint;
  /** The consistency proof from the smaller to the larger of the two sizes; not needed if they are equal. */
  readonly path?: readonly Hash[];
}

/**
 * HeadFinding compares a head with the remembered one; a register must never cause `another-root`,
 * `shorter-log` or `not-a-continuation`.
 */
export type HeadFinding = 'same' | 'grown' | 'unknown' | MisbehaviourKind;

/** HeadConsistencyCheck is the result. */
export interface HeadConsistencyCheck {
  readonly verdict: Verdict;
  readonly finding: HeadFinding;
  readonly remembered: Checkpoint;
  readonly head: Checkpoint;
  /** From the smaller to the larger size; for `shorter` it says whether the log was cut or replaced. */
  readonly consistency?: ConsistencyCheck;
}

/**
 * RangeStart is the log that a run of entries continues: its last entry, whose entry proof held at that size.
 */
export interface RangeStart {
  readonly last: Entry;
  /**
   * The perfect subtrees before that entry, largest first: the hashes of its proof, which are all left
   * siblings, from the root downwards.
   */
  readonly before: readonly Hash[];
}

/** RangeCheckRequest asks whether exactly these entries lie between two logs. */
export interface RangeCheckRequest {
  /** undefined for the empty log. */
  readonly start: RangeStart | undefined;
  readonly entries: readonly Entry[];
  readonly to: Checkpoint;
  readonly leafRule: LeafRuleId;
}

/** RunCheckRequest asks whether these consecutive entries, at least one, are in the log with this head. */
export interface RunCheckRequest {
  readonly variant: Variant;
  readonly entries: readonly Entry[];
  /** The proofs of the first and the last of them, from the leaf upwards. */
  readonly firstPath: readonly Hash[];
  readonly lastPath: readonly Hash[];
  readonly checkpoint: Checkpoint;
  /** The register's leaf rule if known: then no other is tried. */
  readonly leafRule?: LeafRuleId;
}

/** RunCheck is the result, with the rule by which the entries hold. Its mismatch does not name an entry. */
export interface RunCheck {
  readonly verdict: Verdict;
  readonly leafRule?: LeafRuleId;
}
