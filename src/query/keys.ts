import type { Check } from '../core/check-result.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import type { RegisterSession } from './session.ts';

/** QueryMeta describes a query, so that nothing has to read its key. */
export interface QueryMeta extends Record<string, unknown> {
  /** The check whose result the query reports to the trust store. */
  readonly check?: Check;
  /** The entry that an entry proof is about. */
  readonly entry?: Entry;
  /** The key of the record that a record or a trail is about. */
  readonly recordKey?: string;
  /** The 0-based page of the log, and whether it is full. */
  readonly page?: number;
  readonly full?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** CHECK begins the keys of queries that report a check, after the register's id. */
export const CHECK = 'check';

/** queryKey starts every key with the register's id, so that two registers never share a cached answer. */
export function queryKey(
  session: RegisterSession,
  ...rest: readonly (string | number | null)[]
): readonly (string | number | null)[] {
  return [session.id, ...rest];
}

/** headKey is the query key of the page's head. */
export function headKey(session: RegisterSession): readonly (string | number | null)[] {
  return queryKey(session, 'head');
}

/** NO_HEAD is the head in the options of a query that is disabled until there is a head. */
export const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };

/** NO_ENTRY is the entry in the options of a query that is disabled until there is an entry. */
export const NO_ENTRY: Entry = {
  entryNumber: 0,
  indexEntryNumber: 0,
  timestamp: '',
  key: '',
  itemHashes: [],
};

/** checkOf returns the check that a query reports; undefined if it makes none. */
export function checkOf({ meta }: { readonly meta?: QueryMeta | undefined }): Check | undefined {
  return meta?.check;
}
