import {
  ShapeError,
  type Wire,
  type HashedItem,
  count,
  field,
  hashIn,
  isObject,
  itemOf,
  listOf,
  object,
  optionalFields,
  orNone,
  otherFields,
  refuse,
  same,
  sharedWire,
  text,
} from './wire.ts';
import type { Register, RegisterRecord } from '../core/model.ts';

const blobHash = hashIn('blob');

/** blobWire is the earlier shape of the API document: blobs. */
export const blobWire: Wire = {
  ...sharedWire('blob', {
    ofSummary: ['schema', 'statistics', 'hashing-algorithm', 'root-hash'],
    itemsPath: 'blobs',
    auditPath: 'audit-path',
    consistencyPath: 'audit-path',
    hashes: (entry) => [field(entry, 'blob-hash', blobHash)],
    proof: object,
  }),
  register,
  record: (body, key) => flatRecord(body, key),
  records,
  recordsWherePath: (attribute, value) => `records?${new URLSearchParams({ name: attribute, value })}`,
  unfiltered: 'UNSUPPORTED',
  item: (body, hash) => blob(body, same(hash, blobHash)).item,
  items: listOf((value) => blob(value)),
  consistencyProofPath: (from, to) => `proofs/consistency/${from}/${to}`,
  /**
   * The document does not show the body: servers send a list of flat records or of entries, and its example
   * is a single flat record.
   */
  snapshot(body) {
    const isOne = isObject(body);
    const list = isOne
      ? [body]
      : Array.isArray(body)
        ? body
        : refuse('a list of entries or of records', body);
    const first: unknown = list[0];
    const one = isOne && { isOne };
    return isObject(first) && Object.hasOwn(first, '_id')
      ? { kind: 'records', records: records(list), ...one }
      : { kind: 'entries', entries: blobWire.entries(list), ...one };
  },
};

function records(body: unknown): readonly RegisterRecord[] {
  const keys = new Set<string>();
  return listOf((value) => {
    const record = flatRecord(value);
    if (keys.has(record.key)) throw new ShapeError(`the key ${JSON.stringify(record.key)} appears twice`);
    keys.add(record.key);
    return record;
  })(body);
}

function flatRecord(value: unknown, key?: string): RegisterRecord {
  const found = field(object(value), '_id', key === undefined ? text : same(key, text));
  return { key: found, items: [itemOf(value, '_id')] };
}

function blob(value: unknown, hash = blobHash): HashedItem {
  return { hash: field(object(value), '_id', hash), item: itemOf(value, '_id') };
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

function register(body: unknown): Register {
  const context = object(body);
  const attribute = (value: unknown) => {
    const line = object(value);
    return {
      id: field(line, 'id', text),
      ...optionalFields(line, text, {
        datatype: 'datatype',
        cardinality: 'cardinality',
        title: 'title',
        description: 'description',
      }),
    };
  };
  return {
    variant: 'blob',
    ...optionalFields(context, text, FACTS),
    ...field(context, 'statistics', (value) =>
      optionalFields(orNone(object)(value) ?? {}, count, {
        totalEntries: 'total-entries',
        totalRecords: 'total-records',
        totalItems: 'total-blobs',
      }),
    ),
    ...optionalFields(context, blobHash, { rootHash: 'root-hash' }),
    ...optionalFields(context, hashingAlgorithm, { hashingAlgorithm: 'hashing-algorithm' }),
    ...optionalFields(context, status, { status: 'status' }),
    schema: field(context, 'schema', orNone(listOf(attribute))) ?? [],
    extra: otherFields(context, [...Object.values(FACTS), ...OBJECTS]),
  };
}

/** The codec, which some servers call `id` (servers.md). */
function hashingAlgorithm(value: unknown): string | undefined {
  const { codec, id } = optionalFields(object(value), text, { codec: 'codec', id: 'id' });
  return codec ?? id;
}

function status(value: unknown) {
  return optionalFields(object(value), text, {
    startDate: 'start-date',
    endDate: 'end-date',
    replacement: 'replacement',
    reason: 'reason',
  });
}
