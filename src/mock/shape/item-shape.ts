import { type Hash, formatHash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import type { Behaviour } from '../call.ts';
import type { RegisterLog } from '../engine/register-log.ts';
import { type Json, type Row, row } from '../http/response.ts';
import { type Shape, integer, unknownSystemEntries } from './shape.ts';

/** PROOF_IDENTIFIER is the only value that the API document lists. */
export const PROOF_IDENTIFIER = 'merkle:sha-256';

const POSITION_COLUMNS = ['index-entry-number', 'entry-number', 'entry-timestamp', 'key'] as const;

/** itemShape writes the current variant, v2. */
export const itemShape: Shape = {
  hashSpelling: 'item',
  entryColumns: [...POSITION_COLUMNS, 'item-hash'],
  recordColumns: POSITION_COLUMNS,
  itemColumns: ['item-hash'],
  entry: (entry, behaviour) =>
    new Map([...position(entry, behaviour, 'string'), ['item-hash', entry.itemHashes.map(spell)]]),
  oneEntry: (entry) => [entry],
  record: ({ entry, items }, behaviour) =>
    new Map([...position(entry, behaviour, 'number'), ['item', items]]),
  oneRecord: (key, record) => new Map([[key, record]]),
  records: (records) => new Map(records),
  recordRows: ({ entry, items }) =>
    items.map((item) => new Map<string, Json>([...item, ...position(entry, undefined, 'number')])),
  item: (_hash, item) => item,
  items: (items) => new Map(items.map(([hash, item]) => [spell(hash), item])),
  itemRow: (hash, item) => new Map<string, Json>([...item, ['item-hash', spell(hash)]]),
  registerProof: ({ logSize, rootHash }, behaviour) =>
    row({
      'proof-identifier': PROOF_IDENTIFIER,
      'total-entries': integer(logSize, behaviour),
      'root-hash': spell(rootHash),
    }),
  entryProof: (entryNumber, path, behaviour) =>
    row({
      'proof-identifier': PROOF_IDENTIFIER,
      'entry-number': integer(entryNumber, behaviour),
      'merkle-audit-path': path.map(spell),
    }),
  consistencyProof: (path) =>
    row({ 'proof-identifier': PROOF_IDENTIFIER, 'merkle-consistency-nodes': path.map(spell) }),
  summary: (log, _head, behaviour) => summary(log, behaviour),
};

function spell(hash: Hash): string {
  return formatHash(hash, 'item');
}

/** A behaviour that is absent stands for a table, where numbers are only digits. */
function position(
  entry: Entry,
  behaviour: Behaviour | undefined,
  byDocument: 'string' | 'number',
): [name: string, value: Json][] {
  const number = (value: number): Json => (behaviour ? integer(value, behaviour, byDocument) : value);
  return [
    ['index-entry-number', number(entry.indexEntryNumber)],
    ['entry-number', number(entry.entryNumber)],
    ['entry-timestamp', entry.timestamp],
    ['key', entry.key],
  ];
}

function summary(log: RegisterLog, behaviour: Behaviour): Row {
  const { about, size } = log;
  return row({
    domain: about.domain,
    'total-entries': integer(size, behaviour),
    'total-records': integer(log.keyCount(size), behaviour),
    'register-record': row({
      fields: about.fields,
      phase: about.phase,
      register: about.name,
      registry: about.registry,
      text: about.text,
      // Beyond the fields that the document lists.
      title: about.title,
      'unknown-system-entries': unknownSystemEntries(log),
    }),
    custodian: about.custodian,
    'last-updated': lastUpdated(log),
  });
}

/** The timestamp of the newest entry; entry numbers, not timestamps, order a log. An empty log has no date, and none is made up. */
function lastUpdated(log: RegisterLog): string | undefined {
  return log.size === 0 ? undefined : log.entry(log.size).timestamp;
}
