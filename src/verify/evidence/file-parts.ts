import type { JsonSchema } from './json-schema.ts';

// The parts that the kinds of evidence file are described with.

/** HASH describes a SHA-256 hash. */
export const HASH: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'a hash: 64 hexadecimal digits in lower case, without a prefix',
};

/** LOG_POSITION describes an entry number, or the size of a log that is not empty. */
export const LOG_POSITION: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a whole number from 1 to 9007199254740991',
};

/** TIME describes a moment. */
export const TIME: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{3})?Z$',
  description: 'a time in UTC such as 2026-11-21T12:00:00Z',
};

/** VARIANT describes which of the two shapes of the API a register speaks. */
export const VARIANT: JsonSchema = {
  enum: ['item', 'blob'],
  description: 'item or blob',
};

/** HEAD describes the head of a log that is not empty. */
export const HEAD: JsonSchema = {
  description: 'the head of a log: logSize and rootHash',
  type: 'object',
  required: ['logSize', 'rootHash'],
  additionalProperties: false,
  properties: { logSize: LOG_POSITION, rootHash: HASH },
};

/** LEAF_BYTES describes the bytes of a leaf. */
export const LEAF_BYTES: JsonSchema = {
  type: 'string',
  pattern: '^(?:[0-9a-f]{2})+$',
  description: 'bytes as pairs of hexadecimal digits in lower case',
};

/** ENTRY describes an entry as the server sent it. */
export const ENTRY: JsonSchema = {
  description: 'the entry as the server sent it',
  type: 'object',
  required: ['entryNumber', 'indexEntryNumber', 'timestamp', 'key', 'itemHashes'],
  additionalProperties: false,
  properties: {
    entryNumber: LOG_POSITION,
    indexEntryNumber: LOG_POSITION,
    timestamp: { type: 'string', description: 'the timestamp exactly as sent' },
    key: { type: 'string', description: 'the key' },
    itemHashes: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: HASH,
      description: 'a list of 1 to 1,000 hashes',
    },
  },
};

/** AUDIT_PATH describes the hashes that lead from a leaf to the root of its log. */
export const AUDIT_PATH: JsonSchema = {
  type: 'array',
  maxItems: 53,
  items: HASH,
  description: 'a list of at most 53 hashes, from the leaf upwards',
};

/** CONSISTENCY_PATH describes the hashes of a consistency proof: at most two for each level. */
export const CONSISTENCY_PATH: JsonSchema = {
  type: 'array',
  maxItems: 106,
  items: HASH,
  description: 'a list of at most 106 hashes, as RFC 9162 2.1.4 orders them',
};

/** isoTime writes milliseconds since 1970 as TIME describes. Throws RangeError for what is no moment of the years 0 to 9999. */
export function isoTime(ms: number): string {
  const text = new Date(ms).toISOString();
  if (text.length !== 24) throw new RangeError(`${ms} is no moment of the years 0 to 9999`);
  return text;
}

/** hexOf writes bytes as hexadecimal digits in lower case. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
