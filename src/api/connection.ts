import type { Entry } from '../core/model.ts';
import type { createLimit } from './pager.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';

/** Connection is a register's address, its wire shape, and what the client has learnt about its server. */
export interface Connection {
  /** Base address, without a trailing slash. */
  readonly base: string;
  readonly wire: Wire;
  readonly transport: Transport;
  /** The sizes last stated. */
  readonly counts: { entries?: number | undefined; records?: number | undefined; items?: number | undefined };
  readonly limited: ReturnType<typeof createLimit>;
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
