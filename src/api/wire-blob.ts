import type { HashedItem, Snapshot } from './client.ts';
import {
  type JsonObject,
  type JsonPath,
  ShapeError,
  type Wire,
  type WireLists,
  asHash,
  asItem,
  asObject,
  at,
  decodeEntries,
  demandSame,
  expected,
  extraFields,
  field,
  isObject,
  listOfObjects,
  optional,
  optionalInteger,
  optionalText,
  sharedWire,
  textField,
} from './wire.ts';
import { type Hash, formatHash } from '../core/hash.ts';
import type { Attribute, Register, RegisterRecord, RegisterStatus } from '../core/model.ts';

/** blobLists are the decoders of blobWire that read a whole log. */
export const blobLists: WireLists = {
  entries: (body) => decodeEntries(body, blobHashes),
  records,
  item(body, hash) {
    const found = blob(asObject(body, '$'), '$');
    demandSame(formatHash(found.hash, 'blob'), formatHash(hash, 'blob'), '$._id');
    return found.item;
  },
  items: (body) => listOfObjects(body, '$').map(([value, path]) => blob(value, path)),
};

/** blobWire is the earlier shape of the API document: blobs. */
export const blobWire: Wire = {
  ...blobLists,
  .../* @__PURE__ */ sharedWire('blob', {
    ofSummary: ['schema', 'statistics', 'hashing-algorithm', 'root-hash'],
    itemsPath: 'blobs',
    auditPath: 'audit-path',
    consistencyPath: 'audit-path',
    hashes: blobHashes,
    proof: (body) => asObject(body, '$'),
  }),
  register,
  record(body, key) {
    const record = flatRecord(asObject(body, '$'), '$');
    demandSame(record.key, key, '$._id');
    return record;
  },
  recordsWherePath: (attribute, value) => `records?${new URLSearchParams({ name: attribute, value })}`,
  unfiltered: 'UNSUPPORTED',
  consistencyProofPath: (from, to) => `proofs/consistency/${from}/${to}`,
  snapshot,
};

function blobHashes(entry: JsonObject, path: JsonPath): readonly Hash[] {
  return [asHash(field(entry, 'blob-hash'), 'blob', at(path, 'blob-hash'))];
}

function records(body: unknown): readonly RegisterRecord[] {
  const found = listOfObjects(body, '$').map(([value, path]) => flatRecord(value, path));
  const keys = new Set<string>();
  for (const [index, { key }] of found.entries()) {
    if (keys.has(key)) throw new ShapeError(at('$', index), `the key ${JSON.stringify(key)} comes twice`);
    keys.add(key);
  }
  return found;
}

/** The document does not show the body: servers send a list of flat records or of entries, and its example is a single flat record. */
function snapshot(body: unknown): Snapshot {
  const list = Array.isArray(body) ? body : isObject(body) ? [body] : undefined;
  if (list === undefined) throw expected('a list of entries or of records', body, '$');
  const first: unknown = list[0];
  if (isObject(first) && Object.hasOwn(first, '_id')) return { kind: 'records', records: records(list) };
  return { kind: 'entries', entries: blobLists.entries(list) };
}

function flatRecord(value: JsonObject, path: JsonPath): RegisterRecord {
  return { key: textField(value, '_id', path), items: [asItem(value, path, '_id')] };
}

function blob(value: JsonObject, path: JsonPath): HashedItem {
  return { hash: asHash(field(value, '_id'), 'blob', at(path, '_id')), item: asItem(value, path, '_id') };
}

/** Fields of the context that have a place of their own in the domain's Register. */
const FACTS = {
  name: 'id',
  title: 'title',
  description: 'description',
  custodian: 'custodian',
  licence: 'licence',
  copyright: 'copyright',
};
const OBJECTS = ['hashing-algorithm', 'root-hash', 'schema', 'statistics', 'status'];
const PLACED = new Set([...Object.values(FACTS), ...OBJECTS]);

function register(body: unknown): Register {
  const context = asObject(body, '$');
  const counts = asObject(field(context, 'statistics') ?? {}, '$.statistics');
  return {
    variant: 'blob',
    ...optional(optionalText, context, '$', FACTS),
    ...optional(optionalInteger, counts, '$.statistics', {
      totalEntries: 'total-entries',
      totalRecords: 'total-records',
      totalItems: 'total-blobs',
    }),
    ...optional(rootHash, context, '$', { rootHash: 'root-hash' }),
    ...optional(hashingAlgorithm, context, '$', { hashingAlgorithm: 'hashing-algorithm' }),
    ...optional(status, context, '$', { status: 'status' }),
    schema: listOfObjects(field(context, 'schema') ?? [], '$.schema').map(attribute),
    extra: extraFields(context, PLACED),
  };
}

function attribute([line, path]: readonly [JsonObject, JsonPath]): Attribute {
  return {
    id: textField(line, 'id', path),
    ...optional(optionalText, line, path, {
      datatype: 'datatype',
      cardinality: 'cardinality',
      title: 'title',
      description: 'description',
    }),
  };
}

function rootHash(context: JsonObject, name: string, path: JsonPath): Hash | undefined {
  const value = field(context, name) ?? undefined;
  return value === undefined ? undefined : asHash(value, 'blob', at(path, name));
}

function optionalObject(object: JsonObject, name: string, path: JsonPath): JsonObject | undefined {
  const value = field(object, name) ?? undefined;
  return value === undefined ? undefined : asObject(value, at(path, name));
}

/** The codec, which some servers call `id` (wire notes). */
function hashingAlgorithm(context: JsonObject, name: string, path: JsonPath): string | undefined {
  const object = optionalObject(context, name, path);
  if (object === undefined) return undefined;
  const own = at(path, name);
  for (const number of ['function-type', 'digest-length']) optionalInteger(object, number, own);
  return optionalText(object, 'codec', own) ?? optionalText(object, 'id', own);
}

function status(context: JsonObject, name: string, path: JsonPath): RegisterStatus | undefined {
  const object = optionalObject(context, name, path);
  return (
    object &&
    optional(optionalText, object, at(path, name), {
      startDate: 'start-date',
      endDate: 'end-date',
      replacement: 'replacement',
      reason: 'reason',
    })
  );
}
