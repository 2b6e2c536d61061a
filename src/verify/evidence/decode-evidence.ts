import * as v from 'valibot';
import { type Hash, isHash } from '../../core/hash.ts';
import { LEAF_RULE_NAMES } from '../../core/leaf-rule-names.ts';
import {
  AUDIT_REPORT_FORMAT,
  type AuditReport,
  BUNDLE_FORMAT,
  type MisbehaviourReport,
  type ProofBundle,
  REPORT_FORMAT,
  type ReportedEntry,
} from './formats.ts';
import { KIND_WORDS } from './misbehaviour.ts';

/**
 * Problem is one error in a file: where (a JSON path, `$` is the whole), what was found, what was expected.
 */
export interface Problem {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** Evidence is a decoded file. */
export type Evidence =
  | { readonly kind: 'bundle'; readonly file: ProofBundle }
  | { readonly kind: 'report'; readonly file: MisbehaviourReport }
  | { readonly kind: 'audit-report'; readonly file: AuditReport };

/** UnreadableFile is why a file could not be read, and what to do about it. */
export interface UnreadableFile {
  readonly kind: 'unreadable';
  readonly reason: string;
  readonly remedy: string;
  readonly problems: readonly Problem[];
}

// The message of a schema says what is expected, to finish the sentence "found …; expected …".
const TEXT = v.string('text');
const HASH = v.custom<Hash>(isHash, 'a hash: 64 hexadecimal digits in lower case, without a prefix');
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
export const REGISTER = object({
  address: TEXT,
  variant: v.picklist(['item', 'blob'], 'item or blob'),
  place: TEXT,
});
/** A signed note of a head (https://c2sp.org/signed-note), and the keys as lines that signed it. */
export const SIGNED = object({ note: TEXT, keys: list(TEXT, 1, 100) });
const envelope = <Format extends string>(format: Format, ...versions: readonly (1 | 2 | 3)[]) => ({
  format: v.literal(format, `"${format}"`),
  version: v.picklist(versions, versions.join(' or ')),
  /** What the file is and how to check it, for people; not parsed. */
  about: v.exactOptional(TEXT),
  madeAt: TIME,
});

export const VERDICT = object({
  outcome: oneOf(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.exactOptional(TEXT),
  expected: v.exactOptional(HASH),
  computed: v.exactOptional(HASH),
});

/** A custom schema, because v.record drops attributes with names such as `__proto__`. */
const BLOB = v.custom<Readonly<Record<string, string | readonly string[]>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string')),
  'names with texts or lists of texts',
);

export const BUNDLE = object({
  ...envelope(BUNDLE_FORMAT, 1, 2),
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

export const REPORT = object({
  ...envelope(REPORT_FORMAT, 2, 3),
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

export const REPORTED_ENTRY = object({ entry: ENTRY, leafBytes: HEX, expected: HASH, auditPath: AUDIT_PATH });

export const AUDIT_REPORT = object({
  ...envelope(AUDIT_REPORT_FORMAT, 2),
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

/** SHOWN_PROBLEMS is the maximum number of problems reported for one file. */
const SHOWN_PROBLEMS = 12;

const FORMATS = {
  [BUNDLE_FORMAT]: { kind: 'bundle', schema: BUNDLE, newest: 2 },
  [REPORT_FORMAT]: { kind: 'report', schema: REPORT, newest: 3 },
  [AUDIT_REPORT_FORMAT]: { kind: 'audit-report', schema: AUDIT_REPORT, newest: 2 },
} as const;

const isFormat = (format: unknown): format is keyof typeof FORMATS =>
  typeof format === 'string' && Object.hasOwn(FORMATS, format);

/**
 * decodeEvidence reads the text of an evidence file, strictly: what its format describes and
 * nothing else. It never throws.
 */
export function decodeEvidence(text: string): Evidence | UnreadableFile {
  let value: { readonly format?: unknown; readonly version?: unknown };
  try {
    value = Object(JSON.parse(text)) as typeof value;
  } catch {
    return unreadable('This is not a proof bundle or report: it is not JSON.');
  }
  const { format, version } = value;
  if (!isFormat(format)) return unreadable('This is JSON, but neither a proof bundle nor a report.');
  const { kind, schema, newest } = FORMATS[format];
  if (typeof version === 'number' && version > newest)
    return unreadable(
      `This file is of version ${version}; this page reads versions up to ${newest}.`,
      'Open it with a newer Register Explorer.',
    );
  const { success, output, issues } = v.safeParse<v.GenericSchema<unknown, Evidence['file']>>(schema, value);
  if (!success) return notAsDescribed(issues.map(problemOf));
  const problems = wrongParts(output);
  return problems.length > 0 ? notAsDescribed(problems) : ({ kind, file: output } as Evidence);
}

function notAsDescribed(problems: readonly Problem[]): UnreadableFile {
  const remedy =
    'The file may have been cut short or changed on its way. Ask its author for the original, or save it again from the register.';
  return unreadable('This file is not as its format says.', remedy, problems.slice(0, SHOWN_PROBLEMS));
}

/** part returns the problem of a part of a file that must be there and is not, or the other way round. */
function part(path: string, value: unknown, isDue: boolean): Problem[] {
  return isDue === (value !== undefined) ? [] : [{ path, ...presence(value !== undefined) }];
}

/**
 * wrongParts returns the parts of a file that contradict its variant or version. Version 2 of a bundle keeps
 * readers of version 1 from accepting a root that nobody published.
 */
function wrongParts(file: Evidence['file']): readonly Problem[] {
  if ('old' in file) return part('$.old.imported', file.old.imported, file.version === 3);
  return 'leaf' in file ? wrongPartsOfBundle(file) : [];
}

function wrongPartsOfBundle(bundle: ProofBundle): readonly Problem[] {
  const { register, items, blob, growth, version, leaf, checkpoint } = bundle;
  const { variant } = register;
  const rules = LEAF_RULE_NAMES.filter((rule) => rule.variant === variant).map(({ id }) => id);
  const problems = [
    ...part('$.items', items, variant === 'item'),
    ...part('$.blob', blob, variant === 'blob'),
    ...part('$.growth', growth, version === 2),
  ];
  if (!rules.includes(leaf.rule))
    problems.push({ path: '$.leaf.rule', found: leaf.rule, expected: `one of ${rules.join(', ')}` });
  if (growth !== undefined && checkpoint.logSize >= growth.head.logSize) {
    const expected = `more than ${checkpoint.logSize}`;
    problems.push({ path: '$.growth.head.logSize', found: String(growth.head.logSize), expected });
  }
  return problems;
}

/** presence returns the problem of a missing part, or of one that must not be there. */
function presence(isThere: boolean): Omit<Problem, 'path'> {
  return isThere
    ? { found: 'a value', expected: 'nothing of that name' }
    : { found: 'nothing', expected: 'a value' };
}

function unreadable(
  reason: string,
  remedy = 'Open a whole file that a register page saved: a proof bundle or a report. A register file (RSF) is opened on the start page.',
  problems: readonly Problem[] = [],
): UnreadableFile {
  return { kind: 'unreadable', reason, remedy, problems };
}

const LONGEST = 60;

function problemOf({ path, expected, message, received }: v.BaseIssue<unknown>): Problem {
  const steps = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const found = received.length > LONGEST ? `${received.slice(0, LONGEST)}…` : received;
  return {
    path: `$${steps.join('')}`,
    ...(path?.at(-1)?.origin === 'key' ? presence(expected === 'never') : { found, expected: message }),
  };
}
