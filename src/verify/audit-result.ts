import type { Hash } from '../core/hash.ts';
import type { Checkpoint, Entry, Variant, LeafRuleId } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';

/**
 * AuditFinding is one difference between the log read and the published root.
 * - root: the entries give another root, and no entry could be located; `text` says why.
 * - entry: this entry is not in the published log (expected and computed are leaf hashes).
 * - item: data sent as `itemHash` has the hash `computed`; `entries` name it.
 * - item-missing: entries name `itemHash`, and the server answers that it has no such item.
 * - unreadable: an entry or item without bytes to hash (half a surrogate pair, or the
 *   leaf rule cannot write it).
 */
export interface AuditFinding {
  readonly kind: 'root' | 'entry' | 'item' | 'item-missing' | 'unreadable';
  readonly entryNumber?: number;
  readonly itemHash?: Hash;
  /** The first entries that name the item, ascending. */
  readonly entries?: readonly number[];
  readonly expected?: Hash;
  readonly computed?: Hash;
  /** For an item, the data sent, as canonical JSON, cut to some thousand characters. */
  readonly sent?: string;
  /**
   * For an entry, evidence that needs no server; absent if the server did not send the entry again unchanged.
   */
  readonly evidence?: EntryEvidence;
  /** One plain sentence. */
  readonly text: string;
}

/** EntryEvidence is an entry as sent, and the path from the expected leaf hash to the published root. */
interface EntryEvidence {
  readonly entry: Entry;
  /** The entry as the leaf rule writes it, in hexadecimal digits. */
  readonly leafBytes: string;
  /** From the leaf upwards. */
  readonly auditPath: readonly Hash[];
}

/** STORAGE_WAIT_MS is how long the end of an audit waits for storage before it is reported. */
export const STORAGE_WAIT_MS = 5_000;

/** MOST_FINDINGS is the most findings in a result. */
export const MOST_FINDINGS = 20;

/** AuditHasher is the hash implementation used. */
export type AuditHasher = 'hash-wasm' | '@noble/hashes';

/** AuditResult is the result of an audit. It is plain JSON. */
export interface AuditResult {
  /**
   * holds: the root is equal, entries are numbered 1 to N without a gap, and data was seen for every
   * hash that an entry names.
   * does-not-match: at least one finding of kind root, entry or item. cannot-check: nothing differs, but
   * something could not be checked (no leaf rule, missing or unreadable data). A request that failed never
   * ends here: the audit is then in state 'failed'.
   */
  readonly verdict: Verdict;
  readonly head: Checkpoint;
  readonly variant: Variant;
  /** Absent if none was found. */
  readonly leafRule?: LeafRuleId;
  /** The root computed from the entries; absent if some could not be read. */
  readonly computedRoot?: Hash;
  /** At most MOST_FINDINGS; `findingCount` counts all. */
  readonly findings: readonly AuditFinding[];
  readonly findingCount: number;
  /**
   * Sentences about faults of the server that were worked around and do not change
   * the verdict: the first few.
   */
  readonly remarks: readonly string[];
  /** Entries under the rebuilt root. */
  readonly entries: number;
  /** Different items checked in this run, and all that its entries name. */
  readonly items: number;
  readonly itemsNamed: number;
  /** The last entry read by an earlier audit that this one continued; 0 if it read all. */
  readonly continuedFrom: number;
  readonly hasher: AuditHasher;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
}
