import * as v from 'valibot';
import { type Hash, isHash } from '../../core/hash.ts';
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
import { isTlogProof, parseTlogProof, type TlogProof } from './tlog-proof.ts';

/** Problem is one thing in a file that is not as it must be: where (a JSON path, `$` is the whole), what was found, what was expected. */
export interface Problem {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** Evidence is a file that could be read. */
export type Evidence =
  | { readonly kind: 'bundle'; readonly bundle: ProofBundle }
  | { readonly kind: 'report'; readonly report: MisbehaviourReport }
  | { readonly kind: 'audit-report'; readonly report: AuditReport }
  | { readonly kind: 'tlog-proof'; readonly proof: TlogProof };

/** Unreadable is why a file could not be read, and what to do about it. */
export interface Unreadable {
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
const TIME = v.pipe(
  TEXT,
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/, 'a time in UTC such as 2026-11-21T12:00:00Z'),
);
const HEX = v.pipe(TEXT, v.regex(/^(?:[0-9a-f]{2})+$/, 'bytes as pairs of hexadecimal digits in lower case'));
const VARIANT = v.picklist(['item', 'blob'], 'item or blob');
const ITEM_RULES = ['item-json', 'item-json-2016'] as const;
const BLOB_RULES = ['blob-multihash', 'blob-hex', 'blob-digest'] as const;

/** The length is looked at before the members, so that a hostile list of millions is one problem and not millions. */
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

const HEAD = object({ logSize: POSITION, rootHash: HASH });
const ENTRY = object({
  entryNumber: POSITION,
  indexEntryNumber: POSITION,
  timestamp: TEXT,
  key: TEXT,
  itemHashes: list(HASH, 1, 1000),
});
// No proof of a log below 2^53 entries has more: one hash for each level, and two in a consistency proof.
const AUDIT_PATH = list(HASH, 0, 53);
const CONSISTENCY_PATH = list(HASH, 0, 106);

const REGISTER = { address: TEXT, variant: VARIANT, place: TEXT };
const envelope = <Format extends string, Version extends 1 | 2>(format: Format, version: Version) => ({
  format: v.literal(format, `"${format}"`),
  version: v.literal(version, String(version)),
  about: v.exactOptional(TEXT),
  madeAt: TIME,
});

const VERDICT = object({
  outcome: oneOf(['holds', 'does-not-match', 'cannot-check', 'not-checked']),
  reason: v.exactOptional(TEXT),
  expected: v.exactOptional(HASH),
  computed: v.exactOptional(HASH),
});

const ITEMS = list(TEXT, 1, 1000);

/** A custom schema, because v.record drops attributes with names such as `__proto__`. */
const BLOB = v.custom<NonNullable<ProofBundle['blob']>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string')),
  'names with texts or lists of texts',
);

const GROWTH = object({ head: HEAD, path: CONSISTENCY_PATH });

const bundleSchema = (version: 1 | 2, variant: 'item' | 'blob') => {
  const common = {
    ...envelope(BUNDLE_FORMAT, version),
    register: object({ title: TEXT, ...REGISTER }),
    entry: ENTRY,
    leaf: object({ rule: oneOf(variant === 'item' ? ITEM_RULES : BLOB_RULES), bytes: HEX }),
    auditPath: AUDIT_PATH,
    checkpoint: HEAD,
    verdicts: object({ data: VERDICT, entry: VERDICT }),
  };
  // Version 2 is what a reader of version 1 must not take for one: a root that nobody published.
  if (variant === 'item')
    return version === 1
      ? object({ ...common, items: ITEMS })
      : object({ ...common, items: ITEMS, growth: GROWTH });
  return version === 1
    ? object({ ...common, blob: BLOB })
    : object({ ...common, blob: BLOB, growth: GROWTH });
};

/** What reports of version 1 have for people; its script is neither read nor run. */
const INSTRUCTIONS = object({ words: list(TEXT, 0, 20_000), script: list(TEXT, 0, 20_000) });
// A log that was there may be gone: a head of a report may be of size 0.
const SEEN = object({ logSize: whole(0), rootHash: HASH, seenAt: TIME });
const reportSchema = (version: 1 | 2) => {
  const report = {
    ...envelope(REPORT_FORMAT, version),
    register: object(REGISTER),
    kind: oneOf(Object.values(KIND_WORDS)),
    old: SEEN,
    new: SEEN,
    consistency: v.exactOptional(
      object({
        from: POSITION,
        to: POSITION,
        path: list(HASH, 0, 1000),
        computedFromRoot: v.exactOptional(HASH),
        computedToRoot: v.exactOptional(HASH),
      }),
    ),
    addresses: object({ head: TEXT, consistency: v.exactOptional(TEXT) }),
  };
  return version === 1 ? object({ ...report, check: INSTRUCTIONS }) : object(report);
};

const REPORTED_ENTRY = object({ entry: ENTRY, leafBytes: HEX, expected: HASH, auditPath: AUDIT_PATH });
const auditReportSchema = (version: 1 | 2) => {
  const report = {
    ...envelope(AUDIT_REPORT_FORMAT, version),
    register: object(REGISTER),
    auditedAt: TIME,
    leafRule: v.exactOptional(oneOf([...ITEM_RULES, ...BLOB_RULES])),
    head: HEAD,
    rebuiltRoot: v.exactOptional(HASH),
    entries: list(REPORTED_ENTRY, 0, 100),
    findings: list(TEXT, 0, 100),
    findingCount: POSITION,
  };
  return version === 1 ? object({ ...report, check: INSTRUCTIONS }) : object(report);
};

/** isReportedEntry says whether a value is an entry as a report holds it. */
export function isReportedEntry(value: unknown): value is ReportedEntry {
  return v.is(REPORTED_ENTRY, value);
}

/** SHOWN_PROBLEMS is how many problems of one file are told at most. */
const SHOWN_PROBLEMS = 12;

const SAVE_AGAIN =
  'The file may have been cut short or changed on its way. Ask whoever made it for the original, or save it again from the register.';

/** decodeEvidence reads the text of an evidence file, strictly: what its format describes and nothing else. It never throws. */
export function decodeEvidence(text: string): Evidence | Unreadable {
  if (isTlogProof(text)) {
    const opened = parseTlogProof(text);
    return 'proof' in opened
      ? { kind: 'tlog-proof', ...opened }
      : unreadable('This tlog-proof is not as it must be.', SAVE_AGAIN, opened.problems);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(
      `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      SAVE_AGAIN,
    );
  }
  const { format, version, register } = fieldsOf(value);
  const read = version === 2 ? 2 : 1;
  switch (format) {
    case BUNDLE_FORMAT: {
      const variant = fieldsOf(register)['variant'] === 'blob' ? 'blob' : 'item';
      return decode(value, bundleSchema(read, variant), 'proof bundle', (bundle: ProofBundle) => {
        const { checkpoint, growth } = bundle;
        if (growth === undefined || checkpoint.logSize < growth.head.logSize)
          return { kind: 'bundle', bundle };
        const expected = `more than ${checkpoint.logSize}`;
        const found = String(growth.head.logSize);
        return misshapen('proof bundle', [{ path: '$.growth.head.logSize', found, expected }]);
      });
    }
    case REPORT_FORMAT:
      return decode(value, reportSchema(read), 'misbehaviour report', (report: MisbehaviourReport) => ({
        kind: 'report',
        report,
      }));
    case AUDIT_REPORT_FORMAT:
      return decode(value, auditReportSchema(read), 'audit report', (report: AuditReport) => ({
        kind: 'audit-report',
        report,
      }));
    default:
      return unreadable(
        'This is JSON, but neither a proof bundle nor a report.',
        `Each states its format: "${BUNDLE_FORMAT}", "${REPORT_FORMAT}" or "${AUDIT_REPORT_FORMAT}". A register file (RSF) is opened on the start page.`,
      );
  }
}

function decode<T>(
  value: unknown,
  schema: v.GenericSchema<unknown, T>,
  what: string,
  of: (decoded: T) => Evidence | Unreadable,
): Evidence | Unreadable {
  const { version } = fieldsOf(value);
  if (typeof version === 'number' && version > 2)
    return unreadable(
      `This ${what} is of version ${version}; this page reads versions 1 and 2.`,
      'Open it with a newer Register Explorer.',
    );
  const result = v.safeParse(schema, value);
  return result.success ? of(result.output) : misshapen(what, result.issues.map(problemOf));
}

function misshapen(what: string, problems: readonly Problem[]): Unreadable {
  return unreadable(`This ${what} is not as it must be.`, SAVE_AGAIN, problems.slice(0, SHOWN_PROBLEMS));
}

function unreadable(reason: string, remedy: string, problems: readonly Problem[] = []): Unreadable {
  return { kind: 'unreadable', reason, remedy, problems };
}

function problemOf({ path, expected, message, input }: v.BaseIssue<unknown>): Problem {
  const last = path?.at(-1);
  const place = `$${(path ?? []).map(({ key }) => member(key)).join('')}`;
  if (last?.origin !== 'key') return { path: place, found: describe(input), expected: message };
  return expected === 'never'
    ? { path: place, found: describe(last.value), expected: 'nothing of that name' }
    : { path: place, found: 'nothing', expected: 'a value' };
}

function member(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const LONGEST = 60;

/** describe says what a value is, with the beginning of it where it is short. */
function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
