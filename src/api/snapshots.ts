import type { Entry, RegisterRecord } from '../core/model.ts';
import { ApiError } from './api-error.ts';
import { addressable, type Connection, keyOf, list, request } from './connection.ts';
import { readAllPages } from './pager.ts';
import { type Decoder, inside, pathSegment, same, ShapeError, type Snapshot, text } from './wire.ts';

/** readSnapshot reads the register at a log size; see the client. */
export async function readSnapshot(
  connection: Connection,
  logSize: number,
  signal?: AbortSignal,
): Promise<Snapshot> {
  const path = `snapshots/${logSize}`;
  const decode = snapshotDecoder(connection, path);
  let kind: Snapshot['kind'] | undefined;
  let isOne = false;
  const decodePage = (body: unknown): readonly (Entry | RegisterRecord)[] => {
    const part = decode(body);
    const values = part.kind === 'entries' ? part.entries : part.records;
    if (values.length > 0 && kind !== undefined && part.kind !== kind)
      throw new ShapeError('one page lists entries and another one records');
    kind ??= part.kind;
    isOne = part.isOne === true;
    return values;
  };
  const { values, isCut } = await readAllPages({
    ...list(connection, path, decodePage, keyOf, signal),
    // What is not a list has no further pages to guess.
    get byIndex() {
      return !isOne;
    },
  });
  const extent = { ...(isCut ? { isCut } : {}), ...(isOne && values.length === 1 ? { isOne } : {}) };
  return kind === 'records'
    ? { kind, records: values as readonly RegisterRecord[], ...extent }
    : { kind: 'entries', entries: values as readonly Entry[], ...extent };
}

/** readSnapshotEntry reads the entry that was the latest of a key at a log size; see the client. */
export async function readSnapshotEntry(
  connection: Connection,
  logSize: number,
  key: string,
  signal?: AbortSignal,
): Promise<Entry> {
  const path = addressable(connection, () => `snapshots/${logSize}/${pathSegment(key)}`);
  snapshotDecoder(connection, path);
  const decode = (body: unknown): Entry => {
    const entry = connection.wire.entry(body);
    inside(entry.key, 'key', same(key, text));
    if (entry.entryNumber <= logSize) return entry;
    throw new ShapeError(`entry ${entry.entryNumber} is beyond the log size ${logSize}`);
  };
  return request(connection, path, decode, signal);
}

function snapshotDecoder({ base, wire }: Connection, path: string): Decoder<Snapshot> {
  if (wire.snapshot !== undefined) return wire.snapshot;
  const summary = 'Registers of items (v2) have no snapshots.';
  const message = `${summary} The entries give the state at a log size.`;
  throw new ApiError('UNSUPPORTED', message, { address: `${base}/${path}`, summary });
}
