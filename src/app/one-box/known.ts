import type { QueryClient } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Entry, Item, RegisterRecord } from '../../core/model.ts';
import type { Resource } from '../../query/keys.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { Known, KnownHash, KnownRecord } from './box-context.ts';

/** knownOf gathers what this page has read of a register among its first `upTo` entries: out of the cache, nothing is asked for. */
export function knownOf(queries: QueryClient, session: RegisterSession, upTo = Infinity): Known {
  const entries = new Map<number, Entry>();
  const records = new Map<string, KnownRecord>();
  const items = new Map<Hash, Item>();
  for (const { meta, state } of queries.getQueryCache().findAll({ queryKey: [session.id] })) {
    const resource = meta?.resource;
    if (resource === undefined || state.data === undefined) continue;
    for (const entry of entriesIn(resource, state.data))
      if (entry.entryNumber <= upTo) entries.set(entry.entryNumber, entry);
    for (const record of recordsIn(resource, state.data))
      records.set(record.key, knownRecord(record.key, record.items));
    if (resource === 'item') {
      const { expected, item } = state.data as { readonly expected: Hash; readonly item: Item };
      items.set(expected, item);
    }
  }
  for (const entry of [...entries.values()].sort((one, other) => one.entryNumber - other.entryNumber)) {
    const data = entry.itemHashes.flatMap((hash) => items.get(hash) ?? []);
    if (!records.has(entry.key) || data.length > 0)
      records.set(entry.key, merged(records.get(entry.key), entry.key, data));
  }
  return { records, entries, hashes: [...rootsOf(session, upTo), ...dataHashes(entries, items)] };
}

function entriesIn(resource: Resource, data: unknown): readonly Entry[] {
  if (resource === 'entry') return [data as Entry];
  return resource === 'page' || resource === 'trail' || resource === 'entries'
    ? (data as readonly Entry[])
    : [];
}

function recordsIn(resource: Resource, data: unknown): readonly RegisterRecord[] {
  if (resource === 'record') return [data as RegisterRecord];
  if (resource !== 'records') return [];
  const { pages } = data as { readonly pages: readonly { readonly values: readonly RegisterRecord[] }[] };
  return pages.flatMap(({ values }) => values);
}

function knownRecord(key: string, items: readonly Item[]): KnownRecord {
  const values = items.flatMap((item) => [...item.values()].flatMap((value) => value ?? []));
  const name = items[0]?.get('name');
  return typeof name === 'string' && name !== '' ? { key, name, values } : { key, values };
}

/** What a record says now comes first; former data adds values to be found by. */
function merged(before: KnownRecord | undefined, key: string, former: readonly Item[]): KnownRecord {
  const added = knownRecord(key, former);
  if (before === undefined) return added;
  return { ...added, ...before, values: [...new Set([...before.values, ...added.values])] };
}

function dataHashes(
  entries: ReadonlyMap<number, Entry>,
  items: ReadonlyMap<Hash, Item>,
): readonly KnownHash[] {
  const named = new Set<Hash>();
  const known: KnownHash[] = [];
  for (const entry of entries.values()) {
    for (const hash of entry.itemHashes) {
      named.add(hash);
      known.push({ hash, kind: 'data', entry });
    }
  }
  for (const hash of items.keys()) if (!named.has(hash)) known.push({ hash, kind: 'data' });
  return known;
}

/** The roots that the server published in this visit. */
function rootsOf({ trust }: RegisterSession, upTo: number): readonly KnownHash[] {
  return trust
    .publishedHeads()
    .filter(({ logSize }) => logSize <= upTo && logSize > 0)
    .map(({ logSize, rootHash }) => ({ hash: rootHash, kind: 'root', logSize }));
}
