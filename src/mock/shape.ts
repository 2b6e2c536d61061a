import { PROOF_IDENTIFIER } from '../conformance/endpoints.ts';
import { type Hash, formatHash } from '../core/hash.ts';
import type { Checkpoint, Entry, Item } from '../core/model.ts';
import { entryRow, flatRow, type Json, positionRow, recordRow, type Row } from '../core/rows.ts';
import type { LogRecord, MemberTexts, ServedLog } from './engine/register-log.ts';
import { row } from './http/response.ts';
import { contextSummary, registerSummary } from './summary.ts';
import type { HasSwitch } from './switches/switches.ts';

/** Shape writes domain values as one variant of the API document has them. */
export interface Shape {
  /** The columns with which tables begin. */
  readonly entryColumns: readonly string[];
  readonly recordColumns: readonly string[];
  readonly itemColumns: readonly string[];
  readonly oneItemColumns: readonly string[];
  /** spell writes a hash. */
  spell(hash: Hash): string;
  /** texts are members of lists that are written already, as these functions would. */
  readonly texts: MemberTexts | undefined;
  /** keyed writes members by their keys or hashes; in the earlier variant without them. */
  keyed(members: readonly (readonly [name: string, Json])[]): Json;
  /** alone writes a single result that lists have in this form. */
  alone(list: Json): Json;
  entry(entry: Entry, isOfRecord?: boolean): Row;
  record(record: LogRecord): Json;
  /** recordRows are a record's lines in a table. */
  recordRows(record: LogRecord): readonly Row[];
  item(hash: Hash, data: Item): Row;
  /** itemRow is an item's line in a table. */
  itemRow(hash: Hash, data: Item): Row;
  registerProof(head: Checkpoint): Row;
  entryProof(entryNumber: number, path: readonly Hash[]): Row;
  consistencyProof(path: readonly Hash[]): Row;
  summary(): Row;
}

/** createShape writes a log in its variant, in the manner of a mount. */
export function createShape(log: ServedLog, has: HasSwitch): Shape {
  const { about, variant } = log;
  const isItem = variant === 'item';
  const spell = (hash: Hash): string => formatHash(hash, variant);

  /** The API document has numbers as numbers, but in the entries of v2. */
  function integer(value: number, isText = false): Json {
    if (has('numbers-as-numbers')) return value;
    return has('numbers-as-strings') || isText ? String(value) : value;
  }

  const proof = (members: Readonly<Record<string, Json>>): Row =>
    row(isItem ? { 'proof-identifier': PROOF_IDENTIFIER, ...members } : members);

  const item = (hash: Hash, data: Item): Row => (isItem ? data : flatRow(spell(hash), data));

  const numbered = ['entry-number', 'entry-timestamp', 'key'];
  const positionColumns = isItem ? ['index-entry-number', ...numbered] : numbered;

  return {
    entryColumns: [...positionColumns, `${variant}-hash`],
    recordColumns: [...(isItem ? positionColumns : ['_id']), ...about.fields],
    itemColumns: [isItem ? 'item-hash' : '_id', ...about.fields],
    oneItemColumns: [...(isItem ? [] : ['_id']), ...about.fields],

    spell,
    texts: has('numbers-as-strings') || has('numbers-as-numbers') ? undefined : log.texts,
    keyed: (members) => (isItem ? new Map(members) : members.map(([, member]) => member)),
    alone: (list) => (isItem ? list : ((list as readonly Json[])[0] ?? null)),

    entry: (entry, isOfRecord = false) => entryRow(entry, variant, isOfRecord, integer),

    record: (record) => recordRow(record, variant, integer),
    recordRows: (record) =>
      isItem
        ? record.items.map(
            (data) => new Map<string, Json>([...data, ...positionRow(record.entry, variant, false, integer)]),
          )
        : [recordRow(record, variant)],

    item,
    itemRow: (hash, data) =>
      isItem ? new Map<string, Json>([...data, ['item-hash', spell(hash)]]) : item(hash, data),

    registerProof: ({ logSize, rootHash }) =>
      proof({ 'total-entries': integer(logSize), 'root-hash': spell(rootHash) }),
    entryProof: (entryNumber, path) =>
      isItem
        ? proof({ 'entry-number': integer(entryNumber), 'merkle-audit-path': path.map(spell) })
        : proof({ 'audit-path': path.map(spell) }),
    consistencyProof: (path) =>
      proof({ [isItem ? 'merkle-consistency-nodes' : 'audit-path']: path.map(spell) }),

    summary: () =>
      isItem ? registerSummary(log, integer) : contextSummary(log, integer, has('sparse-context')),
  };
}
