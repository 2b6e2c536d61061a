import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Variant } from '../../core/model.ts';
import type { Outcome } from '../../core/verdict.ts';
import type { KindWords } from './misbehaviour.ts';

// Every evidence file is JSON in one envelope (format, version, about, madeAt, register) with the parts of its format beside it. Hashes are 64 hexadecimal
// digits in lower case without a prefix. `decodeEvidence` describes the same files for reading; public/proof-bundle.schema.json describes a bundle for others.

/** BUNDLE_FORMAT is the `format` of a proof bundle. */
export const BUNDLE_FORMAT = 'register-proof-bundle';

/** REPORT_FORMAT is the `format` of a misbehaviour report. */
export const REPORT_FORMAT = 'register-misbehaviour-report';

/** AUDIT_REPORT_FORMAT is the `format` of an audit report. */
export const AUDIT_REPORT_FORMAT = 'register-audit-report';

/** Envelope is what every evidence file begins with. */
interface Envelope<Format extends string> {
  readonly format: Format;
  readonly version: 1 | 2;
  /** What the file is and how it is checked, for people. Nothing is read from it. */
  readonly about?: string;
  /** When the file was made, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly register: EvidenceRegister;
}

/** EvidenceRegister says which register a file is about. */
export interface EvidenceRegister {
  /** The base address of the API, without a trailing slash. */
  readonly address: string;
  readonly variant: Variant;
  /** The first segment of the register's addresses in the page that made the file. */
  readonly place: string;
}

/**
 * ProofBundle is one entry of a register with everything that is needed to check it again without the register. It proves that the data is what the entry records
 * and that the entry is in the log that has `checkpoint.rootHash`. It cannot prove that this root is the register's: the API signs nothing. Version 2 is about an
 * earlier size of the log, whose root nobody published, so that `growth` is needed.
 */
export interface ProofBundle extends Envelope<typeof BUNDLE_FORMAT> {
  readonly register: BundleRegister;
  /** The fields of the entry as the server sent them; the timestamp is hashed, so it is never re-formatted. */
  readonly entry: Entry;
  /** Items API: the canonical JSON texts whose UTF-8 bytes were hashed, one for each hash of the entry. */
  readonly items?: readonly string[];
  /** Blobs API: the normalised blob, without `_id`. */
  readonly blob?: Readonly<Record<string, string | readonly string[]>>;
  /** The bytes of the Merkle leaf in hexadecimal, and the rule by which they were written (see LEAF_RULES). */
  readonly leaf: { readonly rule: LeafRuleId; readonly bytes: string };
  /** The hashes of the entry proof, from the leaf upwards (RFC 9162 2.1.3). */
  readonly auditPath: readonly Hash[];
  /** The head that the proof was checked against; in version 2 the size the file is about, and the root that the entry leads to. */
  readonly checkpoint: Checkpoint;
  /** Version 2 alone: the published head, and the consistency proof from the checkpoint to it (RFC 9162 2.1.4). */
  readonly growth?: BundleGrowth;
  /** What the page found when the file was made, by the word of the file. */
  readonly verdicts: { readonly data: StatedVerdict; readonly entry: StatedVerdict };
}

/** BundleRegister is the register of a bundle, with its title. */
export interface BundleRegister extends EvidenceRegister {
  readonly title: string;
}

/** BundleGrowth shows that the log of a bundle's checkpoint is the beginning of a larger one. */
export interface BundleGrowth {
  readonly head: Checkpoint;
  readonly path: readonly Hash[];
}

/** StatedVerdict is a verdict as a file states it: nothing follows from it. */
export interface StatedVerdict {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly expected?: Hash;
  readonly computed?: Hash;
}

/**
 * MisbehaviourReport holds two heads of one register that contradict each other, and the proof between them. The heads are unsigned, so that the report is the
 * word of whoever made it, unless one of the heads was seen elsewhere. Version 1 has, in place of `about`, a shell script that this page neither reads nor runs.
 */
export interface MisbehaviourReport extends Envelope<typeof REPORT_FORMAT> {
  readonly kind: KindWords;
  /** The head that was remembered, and when it was last seen. */
  readonly old: ReportHead;
  /** The head that was published later. */
  readonly new: ReportHead;
  /** What the server answered as the proof between the two sizes, and the roots it leads to. */
  readonly consistency?: ReportConsistency;
  /** Where the head and the consistency proof were read. */
  readonly addresses: { readonly head: string; readonly consistency?: string };
  readonly check?: OldInstructions;
}

/** ReportHead is a head with the time it was seen, ISO 8601 in UTC. */
export interface ReportHead extends Checkpoint {
  readonly seenAt: string;
}

/** ReportConsistency is a consistency proof from the smaller to the larger size. The computed roots are missing where it has not the one possible length. */
export interface ReportConsistency {
  readonly from: number;
  readonly to: number;
  readonly path: readonly Hash[];
  readonly computedFromRoot?: Hash;
  readonly computedToRoot?: Hash;
}

/**
 * AuditReport says what an audit found that is not as the published root commits to it. For each of `entries` it can be seen without the register that the root
 * commits to another entry in its place. Everything else in it is the word of whoever made it. Version 1 has a shell script as in MisbehaviourReport.
 */
export interface AuditReport extends Envelope<typeof AUDIT_REPORT_FORMAT> {
  /** When the audit ended, ISO 8601 in UTC. */
  readonly auditedAt: string;
  readonly leafRule?: LeafRuleId;
  /** The published head. */
  readonly head: Checkpoint;
  /** The root that all entries combine to; missing where they could not all be read. */
  readonly rebuiltRoot?: Hash;
  readonly entries: readonly ReportedEntry[];
  /** All that was found, in sentences, and how much that is: it may be more than are listed. */
  readonly findings: readonly string[];
  readonly findingCount: number;
  readonly check?: OldInstructions;
}

/** ReportedEntry is an entry as it was sent, and the leaf hash that leads by `auditPath` to the published root in its place. */
export interface ReportedEntry {
  readonly entry: Entry;
  /** The entry as the leaf rule of the report writes it, in hexadecimal. */
  readonly leafBytes: string;
  readonly expected: Hash;
  readonly auditPath: readonly Hash[];
}

/** OldInstructions are the sentences and shell commands of a report of version 1. */
interface OldInstructions {
  readonly words: readonly string[];
  readonly script: readonly string[];
}
