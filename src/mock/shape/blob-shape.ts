import { type Hash, formatHash } from '../../core/hash.ts';
import type { Checkpoint, Item } from '../../core/model.ts';
import type { Behaviour } from '../call.ts';
import type { RegisterLog } from '../engine/register-log.ts';
import { type Json, type Row, row } from '../http/response.ts';
import { type Shape, integer, unknownSystemEntries } from './shape.ts';
import type { FieldDefinition } from '../source.ts';

/** blobShape writes the earlier variant. */
export const blobShape: Shape = {
  hashSpelling: 'blob',
  entryColumns: ['entry-number', 'entry-timestamp', 'key', 'blob-hash'],
  recordColumns: ['_id'],
  itemColumns: ['_id'],
  entry: ({ entryNumber, timestamp, key, itemHashes }, behaviour) =>
    row({
      'entry-number': integer(entryNumber, behaviour),
      'entry-timestamp': timestamp,
      key,
      'blob-hash': itemHashes.map(spell).join(';'),
    }),
  oneEntry: (entry) => entry,
  record: ({ entry, items }) => flat(entry.key, items[0]),
  oneRecord: (_key, record) => record,
  records: (records) => records.map(([, record]) => record),
  recordRows: ({ entry, items }) => [flat(entry.key, items[0])],
  item: (hash, item) => flat(spell(hash), item),
  items: (items) => items.map(([hash, item]) => flat(spell(hash), item)),
  itemRow: (hash, item) => flat(spell(hash), item),
  registerProof: ({ logSize, rootHash }, behaviour) =>
    row({ 'total-entries': integer(logSize, behaviour), 'root-hash': spell(rootHash) }),
  entryProof: (_entryNumber, path) => row({ 'audit-path': path.map(spell) }),
  consistencyProof: (path) => row({ 'audit-path': path.map(spell) }),
  summary: context,
};

function spell(hash: Hash): string {
  return formatHash(hash, 'blob');
}

/** `_id` is not part of the data, so an attribute of that name gives way to it. */
function flat(id: string, item: Item = new Map()): Row {
  return new Map<string, Json>([['_id', id], ...item, ['_id', id]]);
}

function context(log: RegisterLog, head: () => Checkpoint, behaviour: Behaviour): Row {
  const { about, size } = log;
  const sparse = behaviour.sparseContext;
  return row({
    id: about.name,
    copyright: about.copyright ?? '',
    custodian: about.custodian,
    description: about.text,
    'hashing-algorithm': row({
      'digest-length': integer(32, behaviour),
      'function-type': integer(18, behaviour),
      [sparse ? 'id' : 'codec']: 'sha2-256',
    }),
    licence: sparse ? undefined : (about.licence ?? ''),
    'root-hash': spell(head().rootHash),
    schema: schemaOf(about.fields, about.definitions),
    statistics: row({
      'total-entries': integer(size, behaviour),
      'total-blobs': integer(log.itemCount, behaviour),
      'total-records': integer(log.keyCount(size), behaviour),
    }),
    status: sparse ? row({}) : row({ 'start-date': about.startDate ?? startOf(log) }),
    title: about.title,
    // Beyond the fields that the document lists.
    'unknown-system-entries': unknownSystemEntries(log),
  });
}

/** The year and month of the first entry, for a register that does not say when it began. An empty log has no date, and none is made up. */
function startOf(log: RegisterLog): string | undefined {
  return log.size === 0 ? undefined : log.entry(1).timestamp.slice(0, 7);
}

function schemaOf(fields: readonly string[], definitions: readonly FieldDefinition[]): readonly Row[] {
  const known = new Map(definitions.map((definition) => [definition.id, definition]));
  return fields.map((id) => {
    const { datatype = 'string', cardinality = '1', title, text } = known.get(id) ?? {};
    return row({ id, datatype, cardinality, title, description: text });
  });
}
