import { itemHash } from '../core/data-hash.ts';
import { formatHash, type Hash } from '../core/hash.ts';
import { auditPath } from '../core/merkle-log.ts';
import type { Checkpoint, Entry, Item, RawPage } from '../core/model.ts';
import type { AuditOptions } from '../log/audit.ts';
import type { LogPages } from '../log/log-pages.ts';
import { startLog } from '../log/remote-log.ts';
import { logWorker, memoryStorage } from './audit-world.ts';
import { anEntry } from './builders.ts';
import { headAt, logWith } from './small-register.ts';

const encoder = new TextEncoder();

/**
 * PagedRegister is a register of the item variant of any length, with an item for each entry and a key for
 * each ten, served for an audit.
 */
export interface PagedRegister {
  readonly entries: Entry[];
  readonly items: Map<Hash, Item>;
  head(logSize?: number): Checkpoint;
  readonly pages: LogPages;
  /** The requests in order: `entries 1`, `items`, `item <hash>`, `proof 1 of 9`. */
  readonly requested: string[];
  /** The storage of its audits. */
  readonly stored: Map<string, unknown>;
  options(logSize?: number): AuditOptions;
}

/** pagedRegister makes one whose pages always have `pageLength` entries or items. */
export function pagedRegister(size: number, pageLength = 100): PagedRegister {
  const items = new Map<Hash, Item>();
  const entries = Array.from({ length: size }, (_, index) => {
    const n = index + 1;
    const item: Item = new Map([['name', `item ${n}`]]);
    const hash = itemHash(item);
    items.set(hash, item);
    return anEntry(n, { key: `key-${n % Math.ceil(size / 10)}`, itemHashes: [hash] });
  });
  const log = logWith(entries);
  const requested: string[] = [];
  const head = (logSize = size): Checkpoint => headAt(logSize, log);
  const pages: LogPages = {
    async entriesPage(start) {
      requested.push(`entries ${start}`);
      return jsonPage(entries.slice(start - 1, start - 1 + pageLength).map(writeEntry));
    },
    async entriesInOrder(start, count, _signal, remarked) {
      requested.push(`in order ${start}`);
      remarked('The list of entries is out of order.');
      return entries.slice(start - 1, start - 1 + count);
    },
    async listPage(name, ref) {
      if (name === 'records') return 'none';
      requested.push('items');
      const from = typeof ref === 'number' ? ref : 0;
      const listed = [...items].slice(from, from + pageLength);
      const page = jsonPage(
        Object.fromEntries(
          listed.map(([hash, item]) => [formatHash(hash, 'item'), Object.fromEntries(item)]),
        ),
      );
      return from + pageLength < items.size ? { ...page, next: from + pageLength } : page;
    },
    async item(hash) {
      requested.push(`item ${hash}`);
      const item = items.get(hash);
      return item ? jsonPage(Object.fromEntries(item)) : 'none';
    },
    isUnanswered: () => true,
    async entryProof(entryNumber, logSize) {
      requested.push(`proof ${entryNumber} of ${logSize}`);
      return auditPath(log, entryNumber, logSize);
    },
  };
  const storage = memoryStorage();
  return {
    entries,
    items,
    head,
    pages,
    requested,
    stored: storage.stored,
    options: (logSize) => ({
      registerId: 'paged',
      head: head(logSize),
      variant: 'item',
      leafRule: 'item-json',
      findLeafRule: async () => undefined,
      signal: new AbortController().signal,
      pages,
      storage,
      start: () => startLog(logWorker),
    }),
  };
}

/** jsonPage writes a page. */
export function jsonPage(body: unknown): RawPage {
  return { bytes: encoder.encode(JSON.stringify(body)), address: 'https://register.example/page' };
}

/** writeEntry writes an entry as the item variant does. */
function writeEntry({ entryNumber, indexEntryNumber, timestamp, key, itemHashes }: Entry): object {
  return {
    'index-entry-number': String(indexEntryNumber),
    'entry-number': String(entryNumber),
    'entry-timestamp': timestamp,
    key,
    'item-hash': itemHashes.map((hash) => formatHash(hash, 'item')),
  };
}
