import type { EntryLog } from './entry-list.ts';
import type { HashedItem, RegisterClient } from './client.ts';
import { type Connection, ask, demandAscending } from './connection.ts';
import { type PagedList, readPage } from './pages.ts';
import type { Entry } from '../core/model.ts';

/** logQuestions makes the client's methods for entries and items. */
export function logQuestions(
  connection: Connection,
): Pick<RegisterClient, 'entry' | 'entries' | 'item' | 'items'> {
  const { base, wire, counts } = connection;
  const log: EntryLog = { connection, address: `${base}/entries`, sendsLimit: true };
  const items: PagedList<HashedItem> = {
    base,
    address: `${base}/${wire.itemsPath}`,
    decode: (body) => wire.items(body),
    keyOf: ({ hash }) => hash,
    byIndex: false,
  };
  return {
    async entry(entryNumber, signal) {
      demandAscending(1, entryNumber);
      return readOne(connection, entryNumber, signal);
    },
    async entries(start, count, signal, remarked = () => undefined) {
      // Loaded on demand: a link to a record needs no list of entries.
      const { readEntries } = await import('./entry-list.ts');
      return readEntries({ log, signal, remarked }, start, count);
    },
    item: (hash, signal) => ask(connection, wire.itemPath(hash), (body) => wire.item(body, hash), signal),
    items: (page, signal) => readPage(connection.transport, { ...items, total: counts.items }, page, signal),
  };
}

/** readOne reads a single entry, by its own address. */
export function readOne(
  connection: Connection,
  entryNumber: number,
  signal: AbortSignal | undefined,
): Promise<Entry> {
  const { wire } = connection;
  return ask(connection, `entries/${entryNumber}`, (body) => wire.entry(body, entryNumber), signal);
}

/** inOrder sorts entries by number, without duplicates. Numbers with two different entries are left out and returned. */
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
