import { ApiError } from './api-error.ts';
import type { RegisterClient, Snapshot } from './client.ts';
import { type Connection, addressable, ask, demandAscending } from './connection.ts';
import { inOrder } from './entries.ts';
import { type PagedList, readAllPages, readPage } from './pages.ts';
import { ShapeError, type Wire, at, demandSame, pathSegment } from './wire.ts';
import type { Entry, RegisterRecord } from '../core/model.ts';

/** recordQuestions makes the client's methods for records. */
export function recordQuestions(
  connection: Connection,
): Pick<RegisterClient, 'records' | 'recordsWhere' | 'record' | 'trail'> {
  const { base, wire, transport, counts } = connection;
  const list = (path: string, decode: Wire['records']): PagedList<RegisterRecord> => ({
    base,
    address: `${base}/${path}`,
    decode,
    keyOf: (record) => record.key,
    byIndex: true,
  });
  return {
    records: (page, signal) =>
      readPage(transport, { ...list('records', wire.records), total: counts.records }, page, signal),
    async recordsWhere(attribute, value, page, signal) {
      const path = addressable(connection, () => wire.recordsWherePath(attribute, value));
      const decode: Wire['records'] = (body) => demandFiltered(wire, wire.records(body), attribute, value);
      return readPage(transport, list(path, decode), page, signal);
    },
    async record(key, signal) {
      const path = addressable(connection, () => `records/${pathSegment(key)}`);
      return ask(connection, path, (body) => wire.record(body, key), signal);
    },
    async trail(key, signal) {
      const path = addressable(connection, () => `records/${pathSegment(key)}/entries`);
      const list = trailList(connection, path, key);
      const { entries, contradicted } = inOrder(await readAllPages(transport, list, signal));
      if (contradicted.length > 0)
        throw new ApiError('BAD_SHAPE', `The version history has two different entries ${contradicted[0]}.`, {
          address: list.address,
        });
      return entries;
    },
  };
}

function trailList({ base, wire }: Connection, path: string, key: string): PagedList<Entry> {
  return {
    base,
    address: `${base}/${path}`,
    decode(body) {
      const entries = wire.entries(body);
      for (const [index, entry] of entries.entries()) demandSame(entry.key, key, at(at('$', index), 'key'));
      return entries;
    },
    keyOf: (entry) => String(entry.entryNumber),
    byIndex: false,
  };
}

/** A server need not filter (earlier variant) and may send all records, which must not pass for a filtered list. */
function demandFiltered(
  wire: Wire,
  records: readonly RegisterRecord[],
  attribute: string,
  value: string,
): readonly RegisterRecord[] {
  const wanted = value.normalize();
  const same = (text: string): boolean => text.normalize() === wanted;
  for (const { key, items } of records) {
    const values = items.flatMap((item) => item.get(attribute) ?? []);
    if (!values.some(same))
      throw new ShapeError(
        '$',
        `The server does not filter by ${attribute}: it sent the record ${JSON.stringify(key)} too`,
        wire.unfiltered,
      );
  }
  return records;
}

/** snapshotQuestions makes the client's methods for snapshots, which only the earlier variant has. */
export function snapshotQuestions(
  connection: Connection,
): Pick<RegisterClient, 'snapshot' | 'snapshotEntry'> {
  const { base, wire, transport } = connection;
  const decoder = (address: string): ((body: unknown) => Snapshot) => {
    if (wire.snapshot !== undefined) return wire.snapshot;
    const message =
      'Registers of items (v2) have no snapshots. The state at a log size has to be worked out from the entries.';
    throw new ApiError('UNSUPPORTED', message, { address });
  };
  return {
    async snapshot(logSize, signal) {
      demandAscending(0, logSize);
      const address = `${base}/snapshots/${logSize}`;
      const decode = decoder(address);
      let kind: Snapshot['kind'] | undefined;
      const list: PagedList<Entry | RegisterRecord> = {
        base,
        address,
        decode(body) {
          const part = decode(body);
          const values = part.kind === 'entries' ? part.entries : part.records;
          if (values.length > 0 && kind !== undefined && part.kind !== kind)
            throw new ShapeError('$', 'one page lists entries and another one records');
          kind ??= part.kind;
          return values;
        },
        keyOf: ({ key }) => key,
        byIndex: true,
      };
      const values = await readAllPages(transport, list, signal);
      return kind === 'records'
        ? { kind, records: values as readonly RegisterRecord[] }
        : { kind: 'entries', entries: values as readonly Entry[] };
    },
    async snapshotEntry(logSize, key, signal) {
      demandAscending(1, logSize);
      const path = addressable(connection, () => `snapshots/${logSize}/${pathSegment(key)}`);
      decoder(`${base}/${path}`);
      const decode = (body: unknown): Entry => {
        const entry = wire.entry(body);
        demandSame(entry.key, key, '$.key');
        if (entry.entryNumber <= logSize) return entry;
        const problem = `entry ${entry.entryNumber} is beyond the log size ${logSize}`;
        throw new ShapeError('$["entry-number"]', problem);
      };
      return ask(connection, path, decode, signal);
    },
  };
}
