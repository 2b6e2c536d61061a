import type { QueryClient } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Entry, Item, RegisterRecord } from '../../core/model.ts';
import { foldWord as fold } from '../../core/words.ts';
import type { Resource } from '../../query/keys.ts';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { copyAnswer } from '../../query/copy.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { Found, KnownHash, RecordMatch, ValueMatch } from './model.ts';
import { readAssignment } from './read-value.ts';

/** MATCHES is how many records are asked for. */
const MATCHES = 8;
/** FORMER is among how many records with the words of a value its former holders are looked for. */
const FORMER = 50;
/** LONGEST is the longest text that is searched for, in characters. */
const LONGEST = 200;

/** isSearched says whether a text is looked for in copies of registers. */
export function isSearched(text: string): boolean {
  return text !== '' && text.length <= LONGEST && !/^[[{]/.test(text);
}

/** findInCopy looks a text up in the whole register as it was with `at` entries: as a key, as words, as a value of an attribute. */
export async function findInCopy(
  queries: QueryClient,
  session: RegisterSession,
  copy: RegisterCopy,
  text: string,
  at: number,
): Promise<Required<Found>> {
  const today = new Date().toISOString().slice(0, 10);
  const records = (ask: {
    text?: string;
    former?: boolean;
    count: number;
    where?: readonly { readonly attribute: string; readonly values: readonly string[] }[];
  }) => queries.ensureQueryData(copyAnswer(session, copy, 'records', { ...ask, today, at, from: 0 }));
  const [now, ever, trail] = await Promise.all([
    records({ text, count: 0 }),
    records({ text, former: true, count: MATCHES }),
    queries.ensureQueryData(copyAnswer(session, copy, 'trail', { key: text, at })),
  ]);
  const attributes = now.attributes.map(({ attribute }) => attribute);
  // A text without letters and digits has no words, and would match every record.
  const isWords = /[\p{L}\p{N}]/u.test(text);
  return {
    records: isWords ? ever.rows.map((row) => matchOf(row, text)) : [],
    whole: {
      hasKey: trail.length > 0,
      of: now.of,
      now: isWords ? now.total : 0,
      formerly: isWords ? Math.max(0, ever.total - now.total) : 0,
      missing: copy.missing,
      attributes,
      ...(await valueIn(text, attributes)),
    },
  };

  async function valueIn(typed: string, names: readonly string[]): Promise<{ readonly value?: ValueMatch }> {
    const assigned = readAssignment(typed, names);
    if (assigned?.isKnown !== true) return {};
    const { attribute, value } = assigned;
    const { total } = await records({ where: [{ attribute, values: [value] }], count: 0 });
    if (total > 0) return { value: { attribute, value, count: total, former: [] } };
    const { rows } = await records({ text: value, former: true, count: FORMER });
    const former = rows.flatMap((row) => {
      const was = row.former?.find((one) => one.attribute === attribute && fold(one.value) === fold(value));
      return was === undefined ? [] : [{ ...matchOf(row, value), because: was.value, former: true }];
    });
    return { value: { attribute, value, count: 0, former: former.slice(0, MATCHES) } };
  }
}

/** FoundRow is a record that the copy found, with the values of today and the former ones that were found. */
export interface FoundRow {
  readonly key: string;
  readonly items: readonly Item[];
  readonly found: readonly { readonly attribute: string; readonly value: string }[];
  readonly former?: readonly { readonly value: string }[];
}

/** matchOf says by which value a record was found: by one of today, or by a former one where none of today was found, or where that was the very text. */
export function matchOf({ key, items, found, former = [] }: FoundRow, text: string): RecordMatch {
  const name = items[0]?.get('name');
  const today = found.find(({ attribute }) => attribute !== '');
  const exact = former.find(({ value }) => fold(value) === fold(text));
  const was = exact ?? (today === undefined ? former[0] : undefined);
  const because = was?.value ?? today?.value;
  return {
    key,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(because === undefined ? {} : { because }),
    former: was !== undefined,
  };
}

/** Read is what this page has read of a register so far; nothing in it is proved by being there. */
export interface Read {
  readonly records: ReadonlyMap<string, ReadRecord>;
  readonly hashes: readonly KnownHash[];
}

interface ReadRecord {
  readonly name?: string;
  /** All its values, those of former versions last. */
  readonly values: readonly string[];
}

/** readOf gathers what this page has read of a register among its first `upTo` entries: out of the cache, nothing is asked for. */
export function readOf(queries: QueryClient, session: RegisterSession, upTo = Infinity): Read {
  const entries = new Map<number, Entry>();
  const records = new Map<string, ReadRecord>();
  const items = new Map<Hash, Item>();
  for (const { meta, state } of queries.getQueryCache().findAll({ queryKey: [session.id] })) {
    const resource = meta?.resource;
    if (resource === undefined || state.data === undefined) continue;
    for (const entry of entriesIn(resource, state.data))
      if (entry.entryNumber <= upTo) entries.set(entry.entryNumber, entry);
    for (const { key, items: data } of recordsIn(resource, state.data)) records.set(key, readRecord(data));
    if (resource === 'item') {
      const { expected, item } = state.data as { readonly expected: Hash; readonly item: Item };
      items.set(expected, item);
    }
  }
  const hashes: KnownHash[] = session.trust
    .publishedHeads()
    .filter(({ logSize }) => logSize <= upTo && logSize > 0)
    .map(({ logSize, rootHash }) => ({ hash: rootHash, kind: 'root', logSize }));
  const unnamed = new Set(items.keys());
  for (const entry of [...entries.values()].sort((one, other) => one.entryNumber - other.entryNumber)) {
    const former = readRecord(entry.itemHashes.flatMap((hash) => items.get(hash) ?? []));
    const now = records.get(entry.key);
    const values = [...new Set([...(now?.values ?? []), ...former.values])];
    records.set(entry.key, { ...former, ...now, values });
    for (const hash of entry.itemHashes) {
      unnamed.delete(hash);
      hashes.push({ hash, kind: 'data', entry });
    }
  }
  for (const hash of unnamed) hashes.push({ hash, kind: 'data' });
  return { records, hashes };
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

function readRecord(items: readonly Item[]): ReadRecord {
  const values = items.flatMap((item) => [...item.values()].flatMap((value) => value ?? []));
  const name = items[0]?.get('name');
  return typeof name === 'string' && name !== '' ? { name, values } : { values };
}

/** findInCache finds records by key, name or value among those that were read; the closest first. */
export function findInCache({ records }: Read, text: string): Found {
  const folded = fold(text);
  const matches: { readonly rank: number; readonly record: RecordMatch }[] = [];
  for (const [key, { name, values }] of records) {
    const record: RecordMatch = name === undefined ? { key, former: false } : { key, name, former: false };
    if (key === text || fold(key) === folded) {
      matches.push({ rank: 3, record });
      continue;
    }
    let rank = 0;
    let because = '';
    for (const value of folded.length < 2 ? [] : [name ?? '', ...values]) {
      const other = fold(value);
      const closeness = other === folded ? 3 : other.startsWith(folded) ? 2 : other.includes(folded) ? 1 : 0;
      if (closeness > rank) [rank, because] = [closeness, value];
    }
    if (rank > 0) matches.push({ rank, record: Object.assign(record, { because }) });
  }
  return { records: matches.sort((one, other) => other.rank - one.rank).map(({ record }) => record) };
}
