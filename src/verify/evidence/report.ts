import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Variant } from '../../core/model.ts';
import { HASH, HEAD, LOG_POSITION, TIME, VARIANT } from './file-parts.ts';
import type { JsonSchema } from './json-schema.ts';
import { KIND_WORDS, type KindWords, MISBEHAVIOUR_KINDS } from './misbehaviour-words.ts';

/** REPORT_FORMAT is the `format` of a misbehaviour report. */
export const REPORT_FORMAT = 'register-misbehaviour-report';

/**
 * MisbehaviourReport is a file of JSON with two heads of one register that do not fit together, and the proof between them. The heads are unsigned: the API
 * signs nothing, so that the report is the word of whoever made it, unless one of the heads can be seen elsewhere. Hashes are 64 hexadecimal digits.
 */
export interface MisbehaviourReport {
  readonly format: typeof REPORT_FORMAT;
  readonly version: 1;
  /** When the file was made, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly kind: KindWords;
  readonly register: { readonly address: string; readonly variant: Variant; readonly place: string };
  /** The head that was remembered, and when it was last seen. */
  readonly old: ReportHead;
  /** The head that was published later. */
  readonly new: ReportHead;
  /** What the server answered as the proof between the two sizes, and what it leads to. */
  readonly consistency?: ReportConsistency;
  /** Where the head and the consistency proof were read. */
  readonly addresses: { readonly head: string; readonly consistency?: string };
  /** What the file means and how to check it without this page: sentences, and a shell script line by line. */
  readonly check: { readonly words: readonly string[]; readonly script: readonly string[] };
}

/** ReportHead is a head with the time it was seen. */
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

const ADDRESS: JsonSchema = { type: 'string', description: 'an address' };
const LINES: JsonSchema = {
  type: 'array',
  maxItems: 2000,
  items: { type: 'string', description: 'a line of text' },
  description: 'a list of lines',
};
/** A log that was there may be gone: the later head may be of size 0. */
const SIZE: JsonSchema = {
  ...LOG_POSITION,
  minimum: 0,
  description: 'a whole number from 0 to 9007199254740991',
};
const SEEN: JsonSchema = {
  ...HEAD,
  description: 'a head: logSize, rootHash and seenAt',
  required: ['logSize', 'rootHash', 'seenAt'],
  properties: { logSize: SIZE, rootHash: HASH, seenAt: TIME },
};
const KINDS: readonly KindWords[] = MISBEHAVIOUR_KINDS.map((kind) => KIND_WORDS[kind]);

/** REPORT_SCHEMA describes a misbehaviour report; reports are read by it. */
export const REPORT_SCHEMA: JsonSchema = {
  title: 'Register misbehaviour report, version 1',
  description: 'a misbehaviour report: two heads of one register that do not fit together',
  type: 'object',
  required: ['format', 'version', 'madeAt', 'kind', 'register', 'old', 'new', 'addresses', 'check'],
  additionalProperties: false,
  properties: {
    format: { const: REPORT_FORMAT, description: `"${REPORT_FORMAT}"` },
    version: { const: 1, description: '1, the version of this description' },
    madeAt: TIME,
    kind: { enum: KINDS, description: `one of: ${KINDS.join('; ')}` },
    register: {
      description: 'the register: address, variant and place',
      type: 'object',
      required: ['address', 'variant', 'place'],
      additionalProperties: false,
      properties: { address: ADDRESS, variant: VARIANT, place: { type: 'string', description: 'text' } },
    },
    old: SEEN,
    new: SEEN,
    consistency: {
      description: 'a consistency proof: from, to and path',
      type: 'object',
      required: ['from', 'to', 'path'],
      additionalProperties: false,
      properties: {
        from: LOG_POSITION,
        to: LOG_POSITION,
        path: { type: 'array', maxItems: 1000, items: HASH, description: 'a list of hashes' },
        computedFromRoot: HASH,
        computedToRoot: HASH,
      },
    },
    addresses: {
      description: 'where the head and the consistency proof were read',
      type: 'object',
      required: ['head'],
      additionalProperties: false,
      properties: { head: ADDRESS, consistency: ADDRESS },
    },
    check: {
      description: 'how to check the file: words and script',
      type: 'object',
      required: ['words', 'script'],
      additionalProperties: false,
      properties: { words: LINES, script: LINES },
    },
  },
};
