import type { Entry, RegisterRecord } from '../core/model.ts';
import { ApiError } from './api-error.ts';
import { addressable, ask, type Connection, demandAscending } from './connection.ts';
import { ShapeError } from './decode.ts';
import { readAllPages } from './read-pages.ts';
import { demandKey } from './records.ts';
import type { RegisterClient, Snapshot } from './register-client.ts';
import { pathSegment } from './wire.ts';

/** snapshotQuestions answers what a client is asked about snapshots, which the earlier variant alone has. */
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
      const list = {
        base,
        address,
        decode(body: unknown): readonly (Entry | RegisterRecord)[] {
          const part = decode(body);
          const values = part.kind === 'entries' ? part.entries : part.records;
          if (values.length > 0 && kind !== undefined && part.kind !== kind)
            throw new ShapeError('$', 'one page lists entries and another one records');
          kind ??= part.kind;
          return values;
        },
        keyOf: ({ key }: Entry | RegisterRecord) => key,
        byIndex: true,
      };
      const values = await readAllPages<Entry | RegisterRecord>(transport, list, signal);
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
        demandKey(entry, key, '$');
        if (entry.entryNumber > logSize)
          throw new ShapeError(
            '$["entry-number"]',
            `entry ${entry.entryNumber} is beyond the log size ${logSize}`,
          );
        return entry;
      };
      return ask(connection, path, decode, { signal });
    },
  };
}
