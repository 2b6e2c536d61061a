import type { Hash } from '../../core/hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Entry, Variant } from '../../core/model.ts';
import type { Outcome } from '../../core/verdict.ts';
import { AUDIT_PATH, CONSISTENCY_PATH, ENTRY, HASH, HEAD, LEAF_BYTES, TIME, VARIANT } from './file-parts.ts';
import type { JsonSchema } from './json-schema.ts';

/** BUNDLE_FORMAT is the `format` of a proof bundle. */
export const BUNDLE_FORMAT = 'register-proof-bundle';

/** BUNDLE_ABOUT says in the file itself what it is and how it is checked, for whoever meets it without this site. */
export const BUNDLE_ABOUT =
  'One entry of a register with its data and the proof that it is in the log with this root. Register Explorer opens it at /check; without a browser: node check-bundle.mjs FILE. That script, and proof-bundle.schema.json which describes this file, come with the site. Only data, entry, path and root are hashed: the rest is the word of whoever made the file.';

/** EARLIER_ABOUT says the same in a file about an earlier size of the log. */
export const EARLIER_ABOUT = `${BUNDLE_ABOUT} This one is about an earlier size of the log: the root in its checkpoint was computed from the entry and published by nobody. The path in growth shows that the log with that root is the beginning of the one with the root in growth.head, which the register published.`;

/**
 * ProofBundle is one entry of a register with everything that is needed to check it again without the register: a file of JSON. Hashes are 64 hexadecimal
 * digits without a prefix. It proves that the data is what the entry names and that the entry is in the log that has `checkpoint.rootHash`. It cannot prove
 * that this root is the register's: the API signs nothing, so the root has to be compared with one from elsewhere.
 */
export interface ProofBundle {
  readonly format: typeof BUNDLE_FORMAT;
  /** 2 where the log has grown beyond the size that the file is about, so that `growth` is needed; else 1. */
  readonly version: 1 | 2;
  /** What the file is and how it is checked, in words for people: see BUNDLE_ABOUT. Nothing is read from it. */
  readonly about?: string;
  /** When the file was made, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly register: BundleRegister;
  /** The fields of the entry as the server sent them; the timestamp is hashed, so it is never re-formatted. */
  readonly entry: Entry;
  /** Items (v2): the canonical JSON texts whose UTF-8 bytes were hashed, one for each hash of the entry. */
  readonly items?: readonly string[];
  /** Blobs (earlier variant): the normalised blob, without `_id`. */
  readonly blob?: Readonly<Record<string, string | readonly string[]>>;
  /** The entry as the bytes of its Merkle leaf, in hexadecimal, and the rule by which they were written (see LEAF_RULES). */
  readonly leaf: { readonly rule: LeafRuleId; readonly bytes: string };
  /** The hashes of the entry proof, from the leaf upwards (RFC 9162 2.1.3). */
  readonly auditPath: readonly Hash[];
  /** The head that the proof was checked against; in version 2 the size the file is about, and the root that the entry leads to. */
  readonly checkpoint: Checkpoint;
  /** Version 2 alone: the published head, and the consistency proof from the checkpoint to it (RFC 9162 2.1.4). */
  readonly growth?: BundleGrowth;
  /** What the page found when the file was made. It is the file's word: check again. */
  readonly verdicts: { readonly data: StatedVerdict; readonly entry: StatedVerdict };
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

/** BundleRegister says which register a bundle was taken from. */
export interface BundleRegister {
  readonly title: string;
  /** The base address of the API, without a trailing slash. */
  readonly address: string;
  readonly variant: Variant;
  /** The first segment of the register's addresses in the page that made the file. */
  readonly place: string;
}

const TEXT: JsonSchema = { type: 'string', description: 'text' };

const VERDICT: JsonSchema = {
  description: 'what the page found when the file was made',
  type: 'object',
  required: ['outcome'],
  additionalProperties: false,
  properties: {
    outcome: { enum: ['holds', 'does-not-match', 'cannot-check', 'not-checked'] },
    reason: TEXT,
    expected: HASH,
    computed: HASH,
  },
};

/** The bundles of either variant have these parts; what they have besides is in BUNDLE_SCHEMA. */
const PARTS = {
  format: { const: BUNDLE_FORMAT, description: `"${BUNDLE_FORMAT}"` },
  version: { enum: [1, 2], description: '1, or 2 for an earlier size of the log' },
  about: { type: 'string', description: 'what the file is and how it is checked, in words' },
  madeAt: TIME,
  register: {
    description: 'the register the entry was taken from: title, address, variant and place',
    type: 'object',
    required: ['title', 'address', 'variant', 'place'],
    additionalProperties: false,
    properties: {
      title: TEXT,
      address: { type: 'string', description: 'the base address of the API' },
      variant: VARIANT,
      place: {
        type: 'string',
        description: 'the first segment of the register’s addresses in the page that made the file',
      },
    },
  },
  entry: ENTRY,
  items: {
    description: 'a list of the canonical JSON texts that were hashed',
    type: 'array',
    minItems: 1,
    maxItems: 1000,
    items: { type: 'string', description: 'an item as canonical JSON, written as text' },
  },
  blob: {
    description: 'the normalised blob: names with texts or lists of texts',
    type: 'object',
    additionalProperties: { type: ['string', 'array'], items: TEXT, description: 'text or a list of texts' },
  },
  leaf: {
    description: 'the leaf rule and the bytes it writes the entry as',
    type: 'object',
    required: ['rule', 'bytes'],
    additionalProperties: false,
    properties: {
      rule: { type: 'string', description: 'the id of a leaf rule' },
      bytes: LEAF_BYTES,
    },
  },
  auditPath: AUDIT_PATH,
  checkpoint: HEAD,
  growth: {
    description: 'the published head, and the consistency proof from the checkpoint to it',
    type: 'object',
    required: ['head', 'path'],
    additionalProperties: false,
    properties: { head: HEAD, path: CONSISTENCY_PATH },
  },
  verdicts: {
    description: 'what the page found when the file was made: data and entry',
    type: 'object',
    required: ['data', 'entry'],
    additionalProperties: false,
    properties: { data: VERDICT, entry: VERDICT },
  },
} satisfies Readonly<Record<string, JsonSchema>>;

/** BUNDLE_SCHEMA describes a proof bundle. It is published as `proof-bundle.schema.json` beside the site, and bundles are read by it. */
export const BUNDLE_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Register proof bundle, versions 1 and 2',
  description: 'a proof bundle: one entry of a register with its data and its proof',
  type: 'object',
  required: [
    'format',
    'version',
    'madeAt',
    'register',
    'entry',
    'leaf',
    'auditPath',
    'checkpoint',
    'verdicts',
  ],
  additionalProperties: false,
  properties: PARTS,
  if: { properties: { register: { properties: { variant: { const: 'item' } } } } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema’s own word
  then: variantSchema('items', 'blob', ['item-json', 'item-json-2016']),
  else: variantSchema('blob', 'items', ['blob-multihash', 'blob-hex', 'blob-digest']),
};

function variantSchema(
  data: 'items' | 'blob',
  other: 'items' | 'blob',
  rules: readonly LeafRuleId[],
): JsonSchema {
  return {
    required: [data],
    properties: {
      [data]: { description: PARTS[data].description },
      [other]: false,
      leaf: { properties: { rule: { enum: rules, description: `one of ${rules.join(', ')}` } } },
    },
    // Version 2 is what a reader of version 1 must not take for one: a root that nobody published.
    if: { properties: { version: { const: 2 } } },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema’s own word
    then: { required: ['growth'], properties: { growth: { description: PARTS.growth.description } } },
    else: { properties: { growth: false } },
  };
}
