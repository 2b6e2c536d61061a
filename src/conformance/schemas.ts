import * as v from 'valibot';
import type { Variant } from '../core/model.ts';
import type { ResourceName } from './endpoints.ts';
import { PROOF_IDENTIFIER } from './parameters.ts';

/** Schema describes JSON. Members that the document does not name are allowed. */
export type Schema = v.GenericSchema;

/** Schemas describe one variant: what answers are made of, by the document's names, and the answers themselves. */
interface Schemas {
  readonly parts: Readonly<Record<string, Schema>>;
  readonly answers: Readonly<Record<ResourceName, Schema>>;
}

const integerFrom = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const position = integerFrom(1);
const count = integerFrom(0);
/** In entries "a client must accept both". */
const positionInEntry = v.union([position, v.pipe(v.string(), v.regex(/^[1-9]\d*$/))]);
const Timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/),
);

/** "Strings, or lists of strings for multi-valued attributes". */
const AttributeValue = v.union([v.string(), v.array(v.string())]);
const Attributes = everyMember(v.record(v.string(), AttributeValue));

/**
 * everyMember has a schema look at members that Valibot passes over, because JavaScript gives their names a meaning: to a register they are keys and attributes like any
 * other. They are looked at under their quoted names.
 */
function everyMember<S extends Schema>(schema: S): S {
  return {
    ...schema,
    '~run': (dataset: { readonly value: unknown }, config: v.Config<v.BaseIssue<unknown>>) =>
      schema['~run']({ ...dataset, value: withQuotedNames(dataset.value) }, config),
  };
}

const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

function withQuotedNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [PASSED_OVER.has(name) ? `"${name}"` : name, member]),
  );
}

function itemSchemas(): Schemas {
  const Hash = v.pipe(v.string(), v.regex(/^sha-256:[0-9a-f]{64}$/));
  const Entry = v.looseObject({
    'index-entry-number': v.optional(positionInEntry),
    'entry-number': positionInEntry,
    'entry-timestamp': Timestamp,
    key: v.string(),
    'item-hash': v.array(Hash),
  });
  const Record = v.looseObject({
    'index-entry-number': v.optional(position),
    'entry-number': position,
    'entry-timestamp': Timestamp,
    key: v.string(),
    item: v.array(Attributes),
  });
  const Register = v.looseObject({
    domain: v.string(),
    'total-entries': count,
    'total-records': count,
    'register-record': v.looseObject({
      fields: v.optional(v.array(v.string())),
      registry: v.optional(v.string()),
      text: v.optional(v.string()),
      phase: v.optional(v.string()),
      register: v.optional(v.string()),
    }),
    custodian: v.optional(v.string()),
    'last-updated': Timestamp,
  });
  const identifier = v.literal(PROOF_IDENTIFIER);
  const RegisterProof = v.looseObject({
    'proof-identifier': identifier,
    'total-entries': count,
    'root-hash': Hash,
  });
  const ConsistencyProof = v.looseObject({
    'proof-identifier': identifier,
    'merkle-consistency-nodes': v.array(Hash),
  });
  const EntryProof = v.looseObject({
    'proof-identifier': identifier,
    'entry-number': position,
    'merkle-audit-path': v.array(Hash),
  });
  return {
    parts: {
      Hash,
      Timestamp,
      AttributeValue,
      Item: Attributes,
      Entry,
      Record,
      Register,
      RegisterProof,
      ConsistencyProof,
      EntryProof,
    },
    answers: {
      summary: Register,
      record: v.pipe(everyMember(v.record(v.string(), Record)), v.entries(1)),
      records: everyMember(v.record(v.string(), Record)),
      entry: v.pipe(v.array(Entry), v.length(1)),
      entries: v.array(Entry),
      item: Attributes,
      items: everyMember(v.record(Hash, Attributes)),
      'register-proof': RegisterProof,
      'consistency-proof': ConsistencyProof,
      'entry-proof': EntryProof,
      // Only the earlier variant has snapshots.
      snapshot: v.never(),
    },
  };
}

function blobSchemas(): Schemas {
  const Hash = v.pipe(v.string(), v.regex(/^1220[0-9a-f]{64}$/));
  const Entry = v.looseObject({
    'entry-number': positionInEntry,
    'entry-timestamp': Timestamp,
    key: v.string(),
    'blob-hash': Hash,
  });
  const Record = everyMember(v.objectWithRest({ _id: v.string() }, AttributeValue));
  const Blob = everyMember(v.objectWithRest({ _id: Hash }, AttributeValue));
  const Attribute = v.looseObject({
    id: v.string(),
    datatype: v.string(),
    cardinality: v.string(),
    title: v.optional(v.string()),
    description: v.optional(v.string()),
  });
  const Context = v.looseObject({
    id: v.string(),
    copyright: v.string(),
    custodian: v.optional(v.string()),
    description: v.optional(v.string()),
    'hashing-algorithm': v.looseObject({
      'digest-length': count,
      'function-type': count,
      codec: v.string(),
    }),
    licence: v.string(),
    'root-hash': Hash,
    schema: v.array(Attribute),
    statistics: v.looseObject({ 'total-entries': count, 'total-blobs': count, 'total-records': count }),
    status: v.looseObject({
      'start-date': v.string(),
      'end-date': v.optional(v.string()),
      replacement: v.optional(v.pipe(v.string(), v.url())),
      reason: v.optional(v.string()),
    }),
    title: v.optional(v.string()),
  });
  const RegisterProof = v.looseObject({ 'total-entries': count, 'root-hash': Hash });
  const AuditPath = v.looseObject({ 'audit-path': v.array(Hash) });
  return {
    parts: {
      Hash,
      Timestamp,
      AttributeValue,
      Blob,
      Entry,
      Record,
      Attribute,
      Context,
      RegisterProof,
      AuditPath,
    },
    answers: {
      summary: Context,
      record: Record,
      records: v.array(Record),
      entry: Entry,
      entries: v.array(Entry),
      item: Blob,
      items: v.array(Blob),
      'register-proof': RegisterProof,
      'consistency-proof': AuditPath,
      'entry-proof': AuditPath,
      // "The response body shape is not shown": a list of records or of entries is seen, and the example is a single record.
      snapshot: v.union([v.array(Entry), v.array(Record), Record]),
    },
  };
}

/** SCHEMAS are as strict as the document, by variant; `answers` are those with status 200. */
export const SCHEMAS: Readonly<Record<Variant, Schemas>> = { item: itemSchemas(), blob: blobSchemas() };
