import type { Hash } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Variant } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';

/**
 * AuditFinding is one thing that is not as the root commits to it.
 * - root: the entries rebuild another root, and no entry could be named; `text` says why not.
 * - entry: this entry is not the one under the published root (expected and computed are leaf hashes).
 * - item: the data listed or sent under `itemHash` hashes to `computed`; `entries` name it.
 * - item-missing: entries name `itemHash`, and the server answers that it has no such item.
 * - unreadable: an entry or item that has no bytes to hash (half a surrogate pair, no room in the leaf rule).
 */
export interface AuditFinding {
  readonly kind: 'root' | 'entry' | 'item' | 'item-missing' | 'unreadable';
  readonly entryNumber?: number;
  readonly itemHash?: Hash;
  /** The entries that name the item, ascending; the first of them. */
  readonly entries?: readonly number[];
  readonly expected?: Hash;
  readonly computed?: Hash;
  /** For an item, the data that came, as canonical JSON: some thousand characters of it at most. */
  readonly sent?: string;
  /** For an entry, what shows it without the register; missing if the server did not send the entry once more as it was. */
  readonly evidence?: EntryEvidence;
  /** One plain sentence. */
  readonly text: string;
}

/** EntryEvidence is an entry as it was sent, and the path that leads from the leaf hash that was expected in its place to the published root. */
export interface EntryEvidence {
  readonly entry: Entry;
  /** The entry as the leaf rule writes it, in hexadecimal digits. */
  readonly leafBytes: string;
  /** From the leaf upwards. */
  readonly auditPath: readonly Hash[];
}

/** MOST_FINDINGS is how many findings a result holds. */
export const MOST_FINDINGS = 20;

/** AuditHasher says what computed the hashes. */
export type AuditHasher = 'hash-wasm' | '@noble/hashes';

/** AuditResult is the result of an audit. It is plain JSON. */
export interface AuditResult {
  /**
   * holds: the root is equal, the numbering is 1 to N without a gap, and every item that an entry names was seen with data of that hash.
   * does-not-match: at least one finding of kind root, entry or item. cannot-check: nothing differs, but something could not be looked at (no
   * leaf rule, missing or unreadable data). A request that failed never ends here: the audit is then in state 'failed'.
   */
  readonly verdict: Verdict;
  readonly head: Checkpoint;
  readonly variant: Variant;
  /** Missing where none was found. */
  readonly leafRule?: LeafRuleId;
  /** The root rebuilt from the entries; missing if they could not all be read. */
  readonly computedRoot?: Hash;
  /** At most MOST_FINDINGS; `findingCount` counts all. */
  readonly findings: readonly AuditFinding[];
  readonly findingCount: number;
  /** What the server did that was read another way, and does not change the verdict, in sentences: a few of them. Missing in results of earlier versions. */
  readonly remarks?: readonly string[];
  /** Entries under the rebuilt root. */
  readonly entries: number;
  /** Different items checked in this run, and all that its entries name. */
  readonly items: number;
  readonly itemsNamed: number;
  /** Entries up to this one were read by an earlier audit, which this one went on from; 0 where it read all. */
  readonly continuedFrom: number;
  readonly hasher: AuditHasher;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
}
