import * as v from 'valibot';
import type { Variant } from '../core/model.ts';
import { type EndpointId, PROOF_IDENTIFIER, type ResourceName } from './endpoints.ts';
import { shown } from './finding.ts';

/** Schema describes JSON. Members that the document does not name are allowed. */
export type Schema = v.GenericSchema;

/** Schemas describe one variant: the parts of answers, by the document's names, and the answers. */
interface Schemas {
  readonly parts: Readonly<Record<string, Schema>>;
  readonly answers: Readonly<Record<ResourceName, Schema>>;
}

/**
 * SchemaWrapper wraps parts that only the case about the form checks: the schema itself, or
 * one that accepts anything.
 */
type SchemaWrapper = (schema: Schema) => Schema;

const text = v.string();
const optional = v.optional(text);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));
/** In entries "a client must accept both". */
const positionInEntry = v.union([position, v.pipe(text, v.regex(/^[1-9]\d*$/))]);
const identifier = v.literal(PROOF_IDENTIFIER);
const Timestamp = v.pipe(
  text,
  v.regex(/^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/),
);
/** "Strings, or lists of strings for multi-valued attributes". */
const AttributeValue = v.union([text, v.array(text)]);

/**
 * everyMember has a schema look at members that Valibot passes over, because JavaScript gives their
 * names a meaning: to a register they are keys and attributes like any other. They are looked at
 * under their quoted names.
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
  // Valibot takes a list for a record whose names are numbers.
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [PASSED_OVER.has(name) ? `"${name}"` : name, member]),
  );
}

function entryMembers(aside: SchemaWrapper) {
  return { 'entry-number': positionInEntry, 'entry-timestamp': aside(Timestamp), key: text };
}

function itemSchemas(aside: SchemaWrapper): Schemas {
  const Hash = v.pipe(text, v.regex(/^sha-256:[0-9a-f]{64}$/));
  const Item = everyMember(v.record(text, AttributeValue));
  const Entry = v.looseObject({
    'index-entry-number': aside(v.optional(positionInEntry)),
    ...entryMembers(aside),
    'item-hash': v.array(Hash),
  });
  const Record = v.looseObject({
    'index-entry-number': aside(v.optional(position)),
    ...entryMembers(aside),
    'entry-number': position,
    item: v.array(Item),
  });
  const Register = v.looseObject({
    domain: aside(text),
    'total-entries': count,
    'total-records': count,
    'register-record': aside(
      v.looseObject({
        fields: v.optional(v.array(text)),
        registry: optional,
        text: optional,
        phase: optional,
        register: optional,
      }),
    ),
    custodian: aside(optional),
    'last-updated': aside(Timestamp),
  });
  const RegisterProof = v.looseObject({
    'proof-identifier': aside(identifier),
    'total-entries': count,
    'root-hash': Hash,
  });
  const ConsistencyProof = v.looseObject({
    'proof-identifier': aside(identifier),
    'merkle-consistency-nodes': v.array(Hash),
  });
  const EntryProof = v.looseObject({
    'proof-identifier': aside(identifier),
    'entry-number': position,
    'merkle-audit-path': v.array(Hash),
  });
  const proofs = { RegisterProof, ConsistencyProof, EntryProof };
  return {
    parts: { Hash, Timestamp, AttributeValue, Item, Entry, Record, Register, ...proofs },
    answers: {
      summary: Register,
      record: v.pipe(everyMember(v.record(text, Record)), v.entries(1)),
      records: everyMember(v.record(text, Record)),
      entry: v.pipe(v.array(Entry), v.length(1)),
      entries: v.array(Entry),
      item: Item,
      items: everyMember(v.record(Hash, Item)),
      'register-proof': RegisterProof,
      'consistency-proof': ConsistencyProof,
      'entry-proof': EntryProof,
      // Only the earlier variant has snapshots.
      snapshot: v.never(),
    },
  };
}

function blobSchemas(aside: SchemaWrapper): Schemas {
  const Hash = v.pipe(text, v.regex(/^1220[0-9a-f]{64}$/));
  const Blob = everyMember(v.objectWithRest({ _id: Hash }, AttributeValue));
  const Entry = v.looseObject({ ...entryMembers(aside), 'blob-hash': Hash });
  const Record = everyMember(v.objectWithRest({ _id: text }, AttributeValue));
  const Attribute = v.looseObject({
    id: text,
    datatype: aside(text),
    cardinality: text,
    title: aside(optional),
    description: aside(optional),
  });
  const Context = v.looseObject({
    id: aside(text),
    copyright: aside(text),
    custodian: aside(optional),
    description: aside(optional),
    'hashing-algorithm': aside(
      v.looseObject({ 'digest-length': count, 'function-type': count, codec: text }),
    ),
    licence: aside(text),
    'root-hash': Hash,
    schema: v.array(Attribute),
    statistics: v.looseObject({ 'total-entries': count, 'total-blobs': count, 'total-records': count }),
    status: aside(
      v.looseObject({
        'start-date': text,
        'end-date': optional,
        replacement: v.optional(v.pipe(text, v.url())),
        reason: optional,
      }),
    ),
    title: aside(optional),
  });
  const RegisterProof = v.looseObject({ 'total-entries': count, 'root-hash': Hash });
  const AuditPath = v.looseObject({ 'audit-path': v.array(Hash) });
  const proofs = { RegisterProof, AuditPath };
  return {
    parts: { Hash, Timestamp, AttributeValue, Blob, Entry, Record, Attribute, Context, ...proofs },
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
      // "The response body shape is not shown": a list of records or of entries is seen, and the
      // example is a single record.
      snapshot: v.union([v.array(Entry), v.array(Record), Record]),
    },
  };
}

/** SCHEMAS are as strict as the document, by variant; `answers` are those with status 200. */
export const SCHEMAS = schemasFor((schema) => schema);

const HEAD = 'total-entries (Integer, log size when issued), root-hash (Hash, root of the log when issued)';
const TRAIL = 'GET /records/{key}/entries MUST order entries by ascending entry number.';
const ENTRIES = 'GET /entries MAY be paginated. Its order MUST be ascending entry number.';

/** FORM_WORDS are the document's words on the answer of each endpoint. */
export const FORM_WORDS: Readonly<Record<Variant, Readonly<Partial<Record<EndpointId, string>>>>> = {
  item: {
    record: 'Object with one property named by the key, whose value is a Record.',
    records: 'Object whose property names are keys and values are Records.',
    trail: TRAIL,
    'records-where':
      'Same shape as the record list, restricted to records whose attribute has exactly that value.',
    entry: 'Array containing a single Entry.',
    entries: ENTRIES,
    'register-proof': `Register proof: ${HEAD}`,
    'consistency-proof': 'Consistency proof: proof-identifier, merkle-consistency-nodes (List of Hash)',
    'entry-proof': 'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash)',
    item: 'The Item object.',
    items: 'Object whose property names are item hashes and values are Items.',
    summary: 'Register object.',
  },
  blob: {
    record: 'Flat Record object.',
    records: 'Array of flat Records.',
    trail: TRAIL,
    'records-where':
      'Array of flat Records filtered by exact value. Implementing these query parameters is optional.',
    entry: 'A single Entry object, not wrapped in an array.',
    entries: ENTRIES,
    'register-proof': `Register proof: ${HEAD}`,
    'consistency-proof': 'Consistency proof: audit-path (List of Hash)',
    'entry-proof': 'Entry proof: audit-path (List of Hash)',
    item: 'The Blob object (with _id).',
    items: 'Array of Blob objects.',
    snapshot: 'The response body shape is not shown; the example resembles a single flat Record.',
    'snapshot-entry': 'An Entry (entry-number, entry-timestamp, key, blob-hash).',
    summary: 'Context object.',
  },
};

/** What cases can work with. */
const READABLE = schemasFor(() => v.optional(v.unknown()));

function schemasFor(aside: SchemaWrapper): Readonly<Record<Variant, Schemas>> {
  return { item: itemSchemas(aside), blob: blobSchemas(aside) };
}

/** isReadable reports whether cases can work with an answer. */
export function isReadable(variant: Variant, resource: ResourceName, json: unknown): boolean {
  return problemOf(READABLE[variant].answers[resource], json, true) === undefined;
}

/**
 * formProblemOf returns what is wrong with the form of an answer; undefined if nothing. An integer is "JSON
 * number in records and proofs". Of the summary the document does not say so: see summary/numbers.
 */
export function formProblemOf(variant: Variant, resource: ResourceName, json: unknown): string | undefined {
  return problemOf(SCHEMAS[variant].answers[resource], json, resource === 'summary');
}

/** summaryProblemOf is the same, with integers as JSON numbers in the summary too. */
export function summaryProblemOf(variant: Variant, json: unknown): string | undefined {
  return problemOf(SCHEMAS[variant].answers.summary, json, false);
}

/** problemOf returns the first problem. Integers may be digits where `takesDigits`. */
function problemOf(schema: Schema, json: unknown, takesDigits: boolean): string | undefined {
  const issue = v
    .safeParse(schema, json)
    .issues?.find(
      ({ expected, input }) =>
        !takesDigits ||
        expected !== 'number' ||
        typeof input !== 'string' ||
        !/^(?:0|[1-9]\d{0,15})$/.test(input),
    );
  if (issue !== undefined) {
    const place = v.getDotPath(issue);
    return `${place === null ? 'The body' : `The member ${shown(place)}`} is not as described. ${issue.message}.`;
  }
  return hasUnsafeInteger(json)
    ? 'A number is beyond 2^53-1, so that JSON readers lose its last digits.'
    : undefined;
}

function hasUnsafeInteger(json: unknown): boolean {
  if (typeof json === 'number') return !Number.isSafeInteger(json);
  return typeof json === 'object' && json !== null && Object.values(json).some(hasUnsafeInteger);
}
