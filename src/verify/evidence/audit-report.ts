import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Variant } from '../../core/model.ts';
import { AUDIT_PATH, ENTRY, HASH, HEAD, LEAF_BYTES, LOG_POSITION, TIME, VARIANT } from './file-parts.ts';
import type { JsonSchema } from './json-schema.ts';

/** AUDIT_REPORT_FORMAT is the `format` of an audit report. */
export const AUDIT_REPORT_FORMAT = 'register-audit-report';

/**
 * AuditReport is a file of JSON that says what an audit found that is not as the published root commits to it. For each entry in `entries` it can be seen without
 * the register that the root commits to another entry in its place. Everything else in it is the word of whoever made it. Hashes are 64 hexadecimal digits.
 */
export interface AuditReport {
  readonly format: typeof AUDIT_REPORT_FORMAT;
  readonly version: 1;
  /** When the file was made, and when the audit ended, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly auditedAt: string;
  readonly register: { readonly address: string; readonly variant: Variant; readonly place: string };
  readonly leafRule?: LeafRuleId;
  /** The published head. */
  readonly head: Checkpoint;
  /** The root that all entries rebuilt; missing where they could not all be read. */
  readonly rebuiltRoot?: Hash;
  readonly entries: readonly ReportedEntry[];
  /** All that was found, in sentences, and how much that is: it may be more than are listed. */
  readonly findings: readonly string[];
  readonly findingCount: number;
  /** What the file means and how to check it without this page: sentences, and a shell script line by line. */
  readonly check: { readonly words: readonly string[]; readonly script: readonly string[] };
}

/** ReportedEntry is an entry as it was sent, and the leaf hash that leads by `auditPath` to the published root in its place. */
export interface ReportedEntry {
  readonly entry: Entry;
  /** The entry as the leaf rule of the report writes it. */
  readonly leafBytes: string;
  readonly expected: Hash;
  readonly auditPath: readonly Hash[];
}

const ADDRESS: JsonSchema = { type: 'string', description: 'an address' };
const LINES: JsonSchema = {
  type: 'array',
  maxItems: 20_000,
  items: { type: 'string', description: 'a line of text' },
  description: 'a list of lines',
};
const RULES: readonly LeafRuleId[] = [
  'item-json',
  'item-json-2016',
  'blob-multihash',
  'blob-hex',
  'blob-digest',
];

/** REPORTED_ENTRY describes an entry of a report. */
export const REPORTED_ENTRY: JsonSchema = {
  description: 'entry, leafBytes, expected and auditPath',
  type: 'object',
  required: ['entry', 'leafBytes', 'expected', 'auditPath'],
  additionalProperties: false,
  properties: { entry: ENTRY, leafBytes: LEAF_BYTES, expected: HASH, auditPath: AUDIT_PATH },
};

/** AUDIT_REPORT_SCHEMA describes an audit report; reports are read by it. */
export const AUDIT_REPORT_SCHEMA: JsonSchema = {
  title: 'Register audit report, version 1',
  description: 'an audit report: what a root commits to, and what was sent',
  type: 'object',
  required: [
    'format',
    'version',
    'madeAt',
    'auditedAt',
    'register',
    'head',
    'entries',
    'findings',
    'findingCount',
    'check',
  ],
  additionalProperties: false,
  properties: {
    format: { const: AUDIT_REPORT_FORMAT, description: `"${AUDIT_REPORT_FORMAT}"` },
    version: { const: 1, description: '1, the version of this description' },
    madeAt: TIME,
    auditedAt: TIME,
    register: {
      description: 'the register: address, variant and place',
      type: 'object',
      required: ['address', 'variant', 'place'],
      additionalProperties: false,
      properties: { address: ADDRESS, variant: VARIANT, place: { type: 'string', description: 'text' } },
    },
    leafRule: { enum: RULES, description: `one of ${RULES.join(', ')}` },
    head: HEAD,
    rebuiltRoot: HASH,
    entries: {
      description: 'a list of at most 100 entries that are not under the root',
      type: 'array',
      maxItems: 100,
      items: REPORTED_ENTRY,
    },
    findings: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', description: 'a sentence' },
      description: 'a list of at most 100 sentences',
    },
    findingCount: LOG_POSITION,
    check: {
      description: 'how to check the file: words and script',
      type: 'object',
      required: ['words', 'script'],
      additionalProperties: false,
      properties: { words: LINES, script: LINES },
    },
  },
};
