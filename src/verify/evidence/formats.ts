import * as v from 'valibot';
import { type Hash, isHash } from '../../core/hash.ts';
import { LEAF_RULE_NAMES } from '../../core/leaf-rule-names.ts';
import { KIND_WORDS } from './misbehaviour.ts';

// Every evidence file is JSON in one envelope (format, version, about, madeAt, register) plus the parts of
// its format. Hashes are 64 hexadecimal digits in lower case without a prefix. build/bundle-schema.ts writes
// the form of a bundle as JSON Schema.

// The message of a schema says what is expected, to finish the sentence "found …; expected …".
const TEXT = v.string('text');
/** HASH is the form of a hash. */
export const HASH = v.custom<Hash>(isHash, 'a hash: 64 hexadecimal digits in lower case, without a prefix');
const whole = (least: 0 | 1) => {
  const message = `a whole number from ${least} to 9007199254740991`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message));
};
const POSITION = whole(1);
/** ISO 8601 in UTC. */
const TIME = v.pipe(
  TEXT,
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/, 'a time in UTC such as 2026-11-21T12:00:00Z'),
);
const HEX = v.pipe(TEXT, v.regex(/^(?:[0-9a-f]{2})+$/, 'bytes as pairs of hexadecimal digits in lower case'));

/**
 * The length is checked before the members, so that a hostile list of millions is one
 * problem and not millions.
 */
const list = <T extends v.GenericSchema>(member: T, least: number, most: number) => {
  const message = `a list of ${least} to ${most} members`;
  return v.pipe(
    v.array(v.unknown(), message),
    v.minLength(least, message),
    v.maxLength(most, message),
    v.array(member),
  );
};
const object = <T extends v.ObjectEntries>(entries: T) => v.strictObject(entries, 'an object');
const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `one of ${values.join(', ')}`);
const LEAF_RULE = oneOf(LEAF_RULE_NAMES.map(({ id }) => id));

const HEAD = object({ logSize: POSITION, rootHash: HASH });
/** The fields of an entry as the server sent them; the timestamp is hashed, so it is never re-formatted. */
const ENTRY = object({
  entryNumber: POSITION,
  indexEntryNumber: POSITION,
  timestamp: TEXT,
  key: TEXT,
  itemHashes: list(HASH, 1, 1000),
});
/**
 * From the leaf upwards (RFC 9162 2.1.3). No proof of a log below 2^53 entries has more: one hash for each
 * level, and two in a consistency proof.
 */
const AUDIT_PATH = list(HASH, 0, 53);

/**
 * `address` is the base address of the API, without a trailing slash; `place` the first segment of the
 * register's addresses in the page that made the file.
 */
const REGISTER = object({
  address: TEXT,
  variant: v.picklist(['item', 'blob'], 'item or blob'),
  place: TEXT,
});
/** A signed note of a head (https://c2sp.org/signed-note), and the keys as lines that signed it. */
const SIGNED = object({ note: TEXT, keys: list(TEXT, 1, 100) });
const envelope = <Format extends string>(format: Format, ...versions: readonly (1 | 2 | 3)[]) => ({
  format: v.literal(format, `"${format}"`),
  version: v.picklist(versions, versions.join(' or ')),
  /** What the file is and how to check it, for people; not parsed. */
  about: v.exactOptional(TEXT),
  madeAt: TIME,
});

const VERDICT = object({
  outcome: oneOf(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.exactOptional(TEXT),
  expected: v.exactOptional(HASH),
  computed: v.exactOptional(HASH),
});

/** BLOB is a custom schema, because v.record drops attributes with names such as `__proto__`. */
export const BLOB = v.custom<Readonly<Record<string, string | readonly string[]>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string')),
  'names with texts or lists of texts',
);

/** BUNDLE is the form of a proof bundle. */
export const BUNDLE = object({
  ...envelope('register-proof-bundle', 1, 2),
  register: object({ title: TEXT, ...REGISTER.entries }),
  entry: ENTRY,
  /** Items API: the canonical JSON texts whose UTF-8 bytes were hashed, one for each hash of the entry. */
  items: v.exactOptional(list(TEXT, 1, 1000)),
  /** Blobs API: the normalised blob, without `_id`. */
  blob: v.exactOptional(BLOB),
  /** The bytes of the Merkle leaf and their rule (see LEAF_RULES). */
  leaf: object({ rule: LEAF_RULE, bytes: HEX }),
  auditPath: AUDIT_PATH,
  /**
   * The head that the proof was checked against; in version 2 the earlier size and the root
   * computed from the entry.
   */
  checkpoint: HEAD,
  /**
   * Only in version 2: the published head, and the consistency proof from the
   * checkpoint to it (RFC 9162 2.1.4).
   */
  growth: v.exactOptional(object({ head: HEAD, path: list(HASH, 0, 106) })),
  /** What witnesses signed of the published head. */
  signed: v.exactOptional(SIGNED),
  /** The verdicts that the file states. */
  verdicts: object({ data: VERDICT, entry: VERDICT }),
});

// A log may have become empty: a head of a report may have size 0.
const SEEN = object({ logSize: whole(0), rootHash: HASH, seenAt: TIME, signed: v.exactOptional(SIGNED) });

/** REPORT is the form of a misbehaviour report. */
export const REPORT = object({
  ...envelope('register-misbehaviour-report', 2, 3),
  register: REGISTER,
  kind: oneOf(Object.values(KIND_WORDS)),
  /** The head that was remembered, and when it was last seen; and the head that was published later. */
  old: object({
    ...SEEN.entries,
    /** Only in version 3: its maker imported the head from a file, and never saw it. */
    imported: v.exactOptional(v.literal(true, 'true')),
  }),
  new: SEEN,
  /**
   * What the server answered as the proof from the smaller to the larger size. Older
   * files state computed roots.
   */
  consistency: v.exactOptional(
    object({
      from: POSITION,
      to: POSITION,
      path: list(HASH, 0, 1000),
      computedFromRoot: v.exactOptional(HASH),
      computedToRoot: v.exactOptional(HASH),
    }),
  ),
  /** Where the head and the consistency proof were read. */
  addresses: object({ head: TEXT, consistency: v.exactOptional(TEXT) }),
});

const REPORTED_ENTRY = object({ entry: ENTRY, leafBytes: HEX, expected: HASH, auditPath: AUDIT_PATH });

/** AUDIT_REPORT is the form of an audit report. */
export const AUDIT_REPORT = object({
  ...envelope('register-audit-report', 2),
  register: REGISTER,
  auditedAt: TIME,
  leafRule: v.exactOptional(LEAF_RULE),
  /** The published head. */
  head: HEAD,
  /** The root computed from all entries; absent if some could not be read. */
  rebuiltRoot: v.exactOptional(HASH),
  entries: list(REPORTED_ENTRY, 0, 100),
  /** The findings, in sentences, and their number, which may be larger than the list. */
  findings: list(TEXT, 0, 100),
  findingCount: POSITION,
});

/** isReportedEntry reports whether a value is an entry of a report. */
export function isReportedEntry(value: unknown): value is ReportedEntry {
  return v.is(REPORTED_ENTRY, value);
}

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
