import { isolated } from '../core/invisible.ts';
import type { Entry } from '../core/model.ts';
import { ApiError } from './api-error.ts';
import type { DecodedList, LimitedRead } from './pager.ts';
import type { Transport } from './transport.ts';
import { type Decoder, ShapeError, type Wire } from './wire.ts';

/** Connection is a register's address, its wire shape, and what the client has learnt about its server. */
export interface Connection {
  /** Base address, without a trailing slash. */
  readonly base: string;
  readonly wire: Wire;
  readonly transport: Transport;
  /** The sizes last stated. */
  readonly counts: { entries?: number | undefined; records?: number | undefined; items?: number | undefined };
  readonly limited: LimitedRead;
}

/** request reads an address below the base and decodes its answer; `fresh`: not from a cache alone. */
export function request<T>(
  { base, transport }: Connection,
  path: string,
  decode: Decoder<T>,
  signal?: AbortSignal,
  fresh = false,
): Promise<T> {
  return transport.get(`${base}/${path}`, decode, { signal, fresh });
}

/** list describes a list to the pager; `keyOf` names a member. */
export function list<T>(
  { base, transport }: Connection,
  path: string,
  decode: Decoder<readonly T[]>,
  keyOf: (value: T) => string,
  signal: AbortSignal | undefined,
  { byIndex = true, total }: Partial<DecodedList<T>> = {},
): DecodedList<T> {
  return {
    base,
    address: `${base}/${path}`,
    read: (address, finish) =>
      transport.get(address, (body, received) => finish({ values: decode(body) }, received), { signal }),
    keysOf: ({ values }) => values.map(keyOf),
    byIndex,
    total,
  };
}

/** keyOf names a record or an entry by its key. */
export function keyOf({ key }: { readonly key: string }): string {
  return key;
}

/** addressable makes a path from a key or value. Throws UNSUPPORTED for one that no address can carry. */
export function addressable({ base }: Connection, make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ApiError(error.code, `${isolated(error.message)}.`, { address: base });
  }
}

/** readEntry reads a single entry, by its own address. */
export function readEntry(
  { base, transport, wire }: Connection,
  entryNumber: number,
  signal: AbortSignal | undefined,
): Promise<Entry> {
  const address = `${base}/entries/${entryNumber}`;
  return transport.get(address, (body) => wire.entry(body, entryNumber), { signal });
}

/**
 * inOrder sorts entries by number, without duplicates. Numbers with two different entries
 * are left out and returned.
 */
export function inOrder(listed: readonly Entry[]): {
  readonly entries: readonly Entry[];
  readonly contradicted: readonly number[];
} {
  const byNumber = new Map<number, Entry>();
  const contradicted = new Set<number>();
  for (const entry of listed) {
    const other = byNumber.get(entry.entryNumber);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(entry))
      contradicted.add(entry.entryNumber);
    byNumber.set(entry.entryNumber, entry);
  }
  const entries = [...byNumber.values()]
    .filter(({ entryNumber }) => !contradicted.has(entryNumber))
    .sort((one, other) => one.entryNumber - other.entryNumber);
  return { entries, contradicted: [...contradicted] };
}
