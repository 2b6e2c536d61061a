import { canonicalItemJson } from '../../core/canonical-json.ts';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import type { Behaviour } from '../call.ts';
import type { LogRecord, RegisterLog } from '../engine/register-log.ts';
import type { Json, Row } from '../http/response.ts';

/** Shape writes domain values as one variant of the API document has them. */
export interface Shape {
  readonly hashSpelling: HashSpelling;
  readonly entryColumns: readonly string[];
  readonly recordColumns: readonly string[];
  readonly itemColumns: readonly string[];
  /** entry writes an entry of a list. */
  entry(entry: Entry, behaviour: Behaviour): Row;
  /** oneEntry wraps the answer of /entries/{n}. */
  oneEntry(entry: Row): Json;
  record(record: LogRecord, behaviour: Behaviour): Json;
  /** oneRecord wraps the answer of /records/{key}. */
  oneRecord(key: string, record: Json): Json;
  records(records: readonly (readonly [key: string, record: Json])[]): Json;
  /** recordRows are a record's lines in a table. */
  recordRows(record: LogRecord): readonly Row[];
  /** item writes the answer of /items/{hash} or /blobs/{id}. */
  item(hash: Hash, item: Item): Row;
  items(items: readonly (readonly [Hash, Item])[]): Json;
  /** itemRow is an item's line in a table, which begins with its hash. */
  itemRow(hash: Hash, item: Item): Row;
  registerProof(head: Checkpoint, behaviour: Behaviour): Row;
  entryProof(entryNumber: number, path: readonly Hash[], behaviour: Behaviour): Row;
  consistencyProof(path: readonly Hash[]): Row;
  /** summary writes /register or /context. */
  summary(log: RegisterLog, head: () => Checkpoint, behaviour: Behaviour): Row;
}

/** integer writes a number as the behaviour has it; `byDocument` is how the API document has it. */
export function integer(
  value: number,
  behaviour: Behaviour,
  byDocument: 'string' | 'number' = 'number',
): Json {
  if (behaviour.numbers === 'document') return byDocument === 'string' ? String(value) : value;
  return behaviour.numbers === 'strings' ? String(value) : value;
}

/** unknownSystemEntries lists what an RSF file says under keys that mean nothing here: key and canonical JSON. The API has no place for it, and no rule against it. */
export function unknownSystemEntries({ about }: RegisterLog): readonly string[] | undefined {
  return about.unknownSystemEntries?.map(({ key, items }) =>
    [`${key}:`, ...items.map(canonicalItemJson)].join(' '),
  );
}
