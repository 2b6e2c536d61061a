import { ask, type Connection, demandAscending } from './connection.ts';
import type { EntryLog } from './read-entries.ts';
import { type PagedList, readPage } from './read-pages.ts';
import type { HashedItem, RegisterClient } from './register-client.ts';

/** logQuestions answers what a client is asked about entries and items. */
export function logQuestions(
  connection: Connection,
): Pick<RegisterClient, 'entry' | 'entries' | 'item' | 'items'> {
  const { base, wire, transport, heard } = connection;
  const readOne: EntryLog['one'] = (entryNumber, signal) =>
    ask(connection, `entries/${entryNumber}`, (body) => wire.entry(body, entryNumber), { signal });
  const log: EntryLog = {
    address: `${base}/entries`,
    decode: (body) => wire.entries(body),
    one: readOne,
    total: () => heard.entries,
    sendsLimit: true,
  };
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
      return readOne(entryNumber, signal);
    },
    // Not part of a first view: the code comes when it is asked for.
    async entries(start, count, signal, remarked) {
      const { readEntries } = await import('./read-entries.ts');
      return readEntries(transport, log, start, count, signal, remarked);
    },
    item: (hash, signal) => ask(connection, wire.itemPath(hash), (body) => wire.item(body, hash), { signal }),
    items: (page, signal) => readPage(transport, { ...items, total: heard.items }, page, signal),
  };
}
