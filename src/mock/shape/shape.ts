import { canonicalItemJson } from '../../core/canonical-json.ts';
import type { Hash, HashSpelling } from '../../core/hash.ts';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import type { LogRecord, RegisterLog } from '../engine/register-log.ts';
import type { Json, Row } from '../http/json.ts';
import type { Manner } from '../manner.ts';

/** Shape writes domain values as one variant of the API document has them. */
export interface Shape {
  readonly hashSpelling: HashSpelling;
  readonly entryColumns: readonly string[];
  readonly recordColumns: readonly string[];
  readonly itemColumns: readonly string[];
  /** entry writes an entry of a list. */
  entry(entry: Entry, manner: Manner): Row;
  /** oneEntry wraps the answer of /entries/{n}. */
  oneEntry(entry: Row): Json;
  record(record: LogRecord, manner: Manner): Json;
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
  registerProof(head: Checkpoint, manner: Manner): Row;
  entryProof(entryNumber: number, path: readonly Hash[], manner: Manner): Row;
  consistencyProof(path: readonly Hash[]): Row;
  /** summary writes /register or /context. */
  summary(log: RegisterLog, head: () => Checkpoint, manner: Manner): Row;
}

/** integer writes a number as the manner has it; `byDocument` is how the API document has it. */
export function integer(value: number, manner: Manner, byDocument: 'string' | 'number' = 'number'): Json {
  if (manner.numbers === 'document') return byDocument === 'string' ? String(value) : value;
  return manner.numbers === 'strings' ? String(value) : value;
}

/** unknownSystemEntries lists what an RSF file says under keys that mean nothing here: key and canonical JSON. The API has no place for it, and no rule against it. */
export function unknownSystemEntries({ about }: RegisterLog): readonly string[] | undefined {
  return about.unknownSystemEntries?.map(({ key, items }) =>
    [`${key}:`, ...items.map(canonicalItemJson)].join(' '),
  );
}
