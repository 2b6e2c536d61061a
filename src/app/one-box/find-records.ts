import type { QueryClient } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Entry, Item, RegisterRecord } from '../../core/model.ts';
import { foldWord as fold } from '../../core/words.ts';
import type { AskOf } from '../../log/questions.ts';
import type { Resource } from '../../query/keys.ts';
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { copyAnswer } from '../../query/copy.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { Found, KnownHash, RecordMatch, WholeAnswer } from './model.ts';
import { abbreviatedDigits } from './read-hash.ts';
import { readAssignment } from './read-value.ts';

/** MATCHES is how many records, and how many entries with an abbreviated hash, are asked for. */
const MATCHES = 8;
/** FORMER is among how many records with the words of a value its former holders are looked for. */
const FORMER = 50;
/** LONGEST is the longest text that is searched for, in characters. */
const LONGEST = 200;

/** isSearched says whether a text is looked for in copies of registers. */
export function isSearched(text: string): boolean {
  return text !== '' && text.length <= LONGEST && !/^[[{]/.test(text);
}

/** FoundInCopy is what a copy of the whole register says of a text. */
interface FoundInCopy extends Found {
  readonly whole: WholeAnswer;
  readonly hashes: readonly KnownHash[];
}

/** findInCopy looks a text up in the whole register as it was with `at` entries: as a key, as words, as a value of an attribute, as an abbreviated hash. */
export async function findInCopy(
  queries: QueryClient,
  session: RegisterSession,
  copy: RegisterCopy,
  text: string,
  at: number,
): Promise<FoundInCopy> {
  const today = new Date().toISOString().slice(0, 10);
  const records = (ask: Omit<AskOf<'records'>, 'at' | 'today' | 'from'>) =>
    queries.ensureQueryData(copyAnswer(session, copy, 'records', { ...ask, today, at, from: 0 }));
  const digits = abbreviatedDigits(text);
  const [now, ever, trail, entries] = await Promise.all([
    records({ text, count: 0 }),
    records({ text, former: true, count: MATCHES }),
    queries.ensureQueryData(copyAnswer(session, copy, 'trail', { key: text, at })),
    digits && queries.ensureQueryData(copyAnswer(session, copy, 'hashes', { ...digits, at, count: MATCHES })),
  ]);
  const attributes = now.attributes.map(({ attribute }) => attribute);
  // A text without letters and digits has no words, and would match every record.
  const isWords = /[\p{L}\p{N}]/u.test(text);
  return {
    records: isWords ? ever.rows.map((row) => matchOf(row, text)) : [],
    hashes: (entries ?? []).flatMap((entry) => entry.itemHashes.map((hash) => ({ hash, entry }))),
    whole: {
      hasKey: trail.length > 0,
      of: now.of,
      now: isWords ? now.total : 0,
      formerly: isWords ? Math.max(0, ever.total - now.total) : 0,
      missing: copy.missing,
      attributes,
      value: await valueIn(),
    },
  };

  async function valueIn(): Promise<WholeAnswer['value']> {
    const { attribute, value, isKnown } = readAssignment(text, attributes) ?? { isKnown: false };
    if (!isKnown || attribute === undefined || value === undefined) return undefined;
    const { total } = await records({ where: [{ attribute, values: [value] }], count: 0 });
    if (total > 0) return { count: total, former: [] };
    const { rows } = await records({ text: value, former: true, count: FORMER });
    const former = rows.flatMap((row) => {
      const was = row.former?.find((one) => one.attribute === attribute && fold(one.value) === fold(value));
      return was === undefined ? [] : [{ ...matchOf(row, value), because: was.value, former: true }];
    });
    return { count: 0, former: former.slice(0, MATCHES) };
  }
}

/** FoundRow is a record that the copy found, with the values of today and the former ones that were found. */
interface FoundRow {
  readonly key: string;
  readonly items: readonly Item[];
  readonly found: readonly { readonly attribute: string; readonly value: string }[];
  readonly former?: readonly { readonly value: string }[];
}

/** matchOf says by which value a record was found: by one of today, or by a former one where none of today was found, or where that was the very text. */
export function matchOf({ key, items, found, former = [] }: FoundRow, text: string): RecordMatch {
  const today = found.find(({ attribute }) => attribute !== '');
  const exact = former.find(({ value }) => fold(value) === fold(text));
  const was = exact ?? (today === undefined ? former[0] : undefined);
  return { key, name: nameOf(items), because: (was ?? today)?.value, former: was !== undefined };
}

function nameOf([item]: readonly Item[]): string | undefined {
  const name = item?.get('name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Read is what this page has read of a register so far; nothing in it is proved by being there. */
export interface Read {
  readonly records: ReadonlyMap<string, ReadRecord>;
  readonly hashes: readonly KnownHash[];
}

interface ReadRecord {
  readonly name?: string | undefined;
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
    .map(({ logSize, rootHash }) => ({ hash: rootHash, rootOf: logSize }));
  const unnamed = new Set(items.keys());
  for (const entry of [...entries.values()].sort((one, other) => one.entryNumber - other.entryNumber)) {
    const former = readRecord(entry.itemHashes.flatMap((hash) => items.get(hash) ?? []));
    const now = records.get(entry.key);
    const values = [...new Set([...(now?.values ?? []), ...former.values])];
    records.set(entry.key, { name: now?.name ?? former.name, values });
    for (const hash of entry.itemHashes) {
      unnamed.delete(hash);
      hashes.push({ hash, entry });
    }
  }
  for (const hash of unnamed) hashes.push({ hash });
  return { records, hashes };
}

function entriesIn(resource: Resource, data: unknown): readonly Entry[] {
  if (resource === 'entry') return [data as Entry];
  return ['page', 'trail', 'entries'].includes(resource) ? (data as readonly Entry[]) : [];
}

function recordsIn(resource: Resource, data: unknown): readonly RegisterRecord[] {
  if (resource === 'record') return [data as RegisterRecord];
  if (resource !== 'records') return [];
  const { pages } = data as { readonly pages: readonly { readonly values: readonly RegisterRecord[] }[] };
  return pages.flatMap(({ values }) => values);
}

function readRecord(items: readonly Item[]): ReadRecord {
  const values = items.flatMap((item) => [...item.values()].flatMap((value) => value ?? []));
  return { name: nameOf(items), values };
}

/** findInCache finds records by key, name or value among those that were read; the closest first. */
export function findInCache({ records }: Pick<Read, 'records'>, text: string): Found {
  const folded = fold(text);
  const matches = [...records].flatMap(([key, { name, values }]) => {
    if (fold(key) === folded) return [{ rank: 3, record: { key, name } }];
    let best = { rank: 0, record: { key, name, because: '' } };
    for (const because of folded.length < 2 ? [] : [name ?? '', ...values]) {
      const rank = closeness(fold(because), folded);
      if (rank > best.rank) best = { rank, record: { key, name, because } };
    }
    return best.rank > 0 ? [best] : [];
  });
  return { records: matches.sort((one, other) => other.rank - one.rank).map(({ record }) => record) };
}

/** closeness is 3 where a value is the text, 2 where it begins with it, 1 where it holds it, else 0. */
function closeness(value: string, text: string): number {
  if (value === text) return 3;
  return value.startsWith(text) ? 2 : Number(value.includes(text));
}
