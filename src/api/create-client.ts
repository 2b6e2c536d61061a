import type { Register } from '../core/model.ts';
import { ask, type Connection } from './connection.ts';
import { logQuestions } from './log.ts';
import { proofQuestions } from './proofs.ts';
import { recordQuestions } from './records.ts';
import type { RegisterClient } from './register-client.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';

/** SummaryState says what opening found of the summary: read, there but not readable, or not there at all. */
export type SummaryState = { readonly register: Register; readonly at: number } | 'broken' | 'absent';

/** createRegisterClient makes the client of the register at `base` (no trailing slash), which speaks the shape of `wire`. */
export function createRegisterClient(
  base: string,
  wire: Wire,
  transport: Transport,
  summary: SummaryState,
): RegisterClient {
  const opened = typeof summary === 'object' ? summary : undefined;
  const heard: Connection['heard'] = {};
  const hear = ({ totalEntries, totalRecords, totalItems }: Register): void => {
    heard.entries = totalEntries ?? heard.entries;
    heard.records = totalRecords ?? heard.records;
    heard.items = totalItems ?? heard.items;
  };
  if (opened !== undefined) hear(opened.register);
  const connection: Connection = { base, wire, transport, heard };
  return {
    base,
    variant: wire.variant,
    ...(opened && { opened }),
    async register(signal) {
      if (summary === 'absent') return { variant: wire.variant, schema: [], extra: new Map() };
      const register = await ask(connection, wire.summaryPath, (body) => wire.register(body), {
        signal,
        fresh: true,
      });
      hear(register);
      return register;
    },
    ...recordQuestions(connection),
    ...logQuestions(connection),
    ...proofQuestions(connection),
    // Not part of a first view: the code comes when it is asked for.
    snapshot: async (...question) =>
      (await import('./snapshots.ts')).snapshotQuestions(connection).snapshot(...question),
    snapshotEntry: async (...question) =>
      (await import('./snapshots.ts')).snapshotQuestions(connection).snapshotEntry(...question),
  };
}
