import type * as v from 'valibot';
import type {
  AUDIT_REPORT,
  BUNDLE,
  REGISTER,
  REPORT,
  REPORTED_ENTRY,
  SIGNED,
  VERDICT,
} from './decode-evidence.ts';

// Every evidence file is JSON in one envelope (format, version, about, madeAt, register) plus the parts of
// its format. Hashes are 64 hexadecimal digits in lower case without a prefix. The forms are in
// decode-evidence.ts; public/proof-bundle.schema.json describes a bundle for others.

/** BUNDLE_FORMAT is the `format` of a proof bundle. */
export const BUNDLE_FORMAT = 'register-proof-bundle';

/** REPORT_FORMAT is the `format` of a misbehaviour report. */
export const REPORT_FORMAT = 'register-misbehaviour-report';

/** AUDIT_REPORT_FORMAT is the `format` of an audit report. */
export const AUDIT_REPORT_FORMAT = 'register-audit-report';

type ReadOnly<T> = T extends string | number | undefined ? T : { readonly [K in keyof T]: ReadOnly<T[K]> };
type Of<Form extends v.GenericSchema> = ReadOnly<v.InferOutput<Form>>;

/**
 * ProofBundle is one entry of a register with everything that is needed to check it again without the
 * register. It proves that the data is what the entry records and that the entry is in the log with
 * `checkpoint.rootHash`. It cannot prove that this root is the register's: the API signs nothing. Version 2
 * is about an earlier size of the log, whose root nobody published, so that `growth` is needed.
 */
export type ProofBundle = Of<typeof BUNDLE>;

/** SignedCheckpoint is a head signed by witnesses. */
export type SignedCheckpoint = Of<typeof SIGNED>;

/** StatedVerdict is a verdict stated in a file: it proves nothing. */
export type StatedVerdict = Of<typeof VERDICT>;

/**
 * MisbehaviourReport holds two heads of one register that contradict each other, and the proof between
 * them. The heads are unsigned, so that the report is the word of the person who made it, unless one of the
 * heads was seen elsewhere.
 */
export type MisbehaviourReport = Of<typeof REPORT>;

/**
 * AuditReport lists differences between a log and its published root. For each of `entries` anyone can
 * check without the register that the root commits to another entry in its place. Everything else in it
 * is the word of its maker.
 */
export type AuditReport = Of<typeof AUDIT_REPORT>;

/**
 * ReportedEntry is an entry as sent, and the leaf hash that gives the published root by
 * `auditPath` in its place.
 */
export type ReportedEntry = Of<typeof REPORTED_ENTRY>;

/** EvidenceRegister is the register that a file is about. */
export type EvidenceRegister = Of<typeof REGISTER>;
