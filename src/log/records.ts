import type { Item } from '../core/model.ts';
import { memoize } from '../core/memoize.ts';
import { foldedWords } from '../core/words.ts';
import { type Clause, type Facet, FacetCounter, holdsOneOf, mostSet } from './facets.ts';
import type { LogCopy } from './log-copy.ts';
import {
  cellIn,
  cellsIn,
  type Column,
  hasEnded,
  membersOf,
  orderOf,
  type RecordsAt,
  recordsAt,
} from './records-at.ts';
import { type TextIndex, textIndexOf } from './search-index.ts';
import { searchText, type TextHits } from './search-text.ts';

/** RecordsAsk asks for records at a log size: which of them, in which order, and which rows. */
export interface RecordsAsk {
  /** The log size, 0 <= at <= log.size; by default all entries. */
  readonly at?: number | undefined;
  /** Words that must all be found, in any value or the key: by prefix, else within words, else with wrong letters. Only its first 500 characters count. */
  readonly text?: string;
  /** Whether to search values that a later entry replaced, too. */
  readonly former?: boolean;
  /** Filters, all of which have to accept the record. */
  readonly where?: readonly Clause[];
  readonly status?: 'current' | 'ended';
  /** Today, `YYYY-MM-DD`: a record has ended if its end-date is not after it. */
  readonly today: string;
  /** An attribute, `key`, `entry-number` or `entry-timestamp`, with a leading `-` for descending. By default the best matches of a text come first; without a text, the order of first entries. */
  readonly sort?: string;
  /** The first row, 0-based, and the most rows; Infinity for all. */
  readonly from: number;
  readonly count: number;
}

/** RecordsAnswer is the records found. */
export interface RecordsAnswer {
  /** How many records were found. */
  readonly total: number;
  /** How many records there are at that size. */
  readonly of: number;
  /** The rows that `from` and `count` select. */
  readonly rows: readonly RecordRow[];
  /** Attributes with few values, each counted among the records that the text and the other filters accept; of too many, those that most records have. */
  readonly facets: readonly Facet[];
  /** The same for the status. */
  readonly status: { readonly current: number; readonly ended: number };
  /** The attributes of the records at that size, in the order of their first use; of too many, those that most records have. */
  readonly attributes: readonly AttributeUse[];
  /** How many facets and attributes there are beyond these. */
  readonly leftOut: { readonly facets: number; readonly attributes: number };
  /** The records at that size without data, which no text and no filter finds: their number, and the first few keys. */
  readonly unread: { readonly count: number; readonly keys: readonly string[] };
  /** How many records a search of former versions, too, would find; only if a text was searched without them, few records were found, and this number is larger. */
  readonly withFormer?: number;
}

/** RecordRow is a record with the values in which it was found. */
export interface RecordRow {
  readonly key: string;
  readonly entryNumber: number;
  /** The entry's timestamp, as sent. */
  readonly timestamp: string;
  /** Its readable data. */
  readonly items: readonly Item[];
  /** How many of its items or blobs could not be read. */
  readonly missing: number;
  readonly ended: boolean;
  /** The words of this record, folded (core/words.ts), that were found. */
  readonly terms: readonly string[];
  /** For each word searched the current value in which it was found, each value once. */
  readonly found: readonly FoundValue[];
  /** The same for values that a later entry replaced. A value equal to the words searched comes first, and is listed even if a current value was found. */
  readonly former?: readonly FormerValue[];
}

/** FoundValue is a value of a record, or one member of a list; the attribute '' is the key. */
export interface FoundValue {
  readonly attribute: string;
  readonly value: string;
}

/** FormerValue was current from the entry `from` until the entry `until` replaced it. */
export interface FormerValue extends FoundValue {
  readonly from: number;
  readonly until: number;
}

/** AttributeUse is how an attribute is used. */
export interface AttributeUse {
  readonly attribute: string;
  /** In how many records it is set. */
  readonly set: number;
  /** Whether it equals the key in every record that has it. */
  readonly repeatsKey: boolean;
}

/** LONGEST_TEXT is the searched part of a text, in UTF-16 units. */
const LONGEST_TEXT = 500;

/** records finds records. It caches with the copy: the records of the last few sizes, their orders, one index of all words, and the last few results. */
export function records(log: LogCopy, { text = '', ...asked }: RecordsAsk): RecordsAnswer {
  const ask = { ...asked, text: text.slice(0, LONGEST_TEXT) };
  const at = ask.at ?? log.size;
  const all = recordsAt(log, at);
  const result = resultOf(log, all, ask);
  const { found, hits, ...facts } = result;
  const index = hits === undefined ? undefined : textIndexOf(log, at);
  const rows = Array.from(found.subarray(ask.from, Math.min(found.length, ask.from + ask.count)), (ordinal) =>
    rowOf(log, all, ordinal, ask, index === undefined || hits === undefined ? undefined : { index, hits }),
  );
  const unread = all.unread.slice(0, UNREAD_NAMED).map((ordinal) => all.keys[ordinal] ?? '');
  return {
    total: found.length,
    of: all.keys.length,
    rows,
    unread: { count: all.unread.length, keys: unread },
    ...facts,
  };
}

/** UNREAD_NAMED is how many records without data are named. */
const UNREAD_NAMED = 5;

interface Result extends Pick<RecordsAnswer, 'facets' | 'status' | 'attributes' | 'leftOut' | 'withFormer'> {
  readonly found: Int32Array;
  readonly hits: TextHits | undefined;
}

/** FEW is the number of records found up to which former versions are searched, too. */
const FEW = 100;

/** RESULTS is the number of results that are cached for further rows. */
const RESULTS = 4;

const resultsOf = memoize<RecordsAt, Map<string, Result>>(() => new Map());

function resultOf(log: LogCopy, all: RecordsAt, ask: RecordsAsk): Result {
  const { text, former, where, status, today, sort } = ask;
  const name = JSON.stringify([text, former, where, status, today, sort]);
  const known = resultsOf(all);
  const result = known.get(name) ?? find(log, all, ask);
  known.delete(name);
  known.set(name, result);
  for (const old of known.keys()) if (known.size > RESULTS) known.delete(old);
  return result;
}

function find(log: LogCopy, all: RecordsAt, ask: RecordsAsk): Result {
  const { text = '', former = false, sort = '' } = ask;
  const search = (also: boolean): TextHits | undefined =>
    foldedWords(text).length === 0
      ? undefined
      : searchText(textIndexOf(log, all.at), all.keys.length, { text, at: all.at, former: also });
  const hits = search(former);
  const narrowed = narrow(all, ask, hits);
  const order = orderOf(all, sort, (entryNumber) => log.entry(entryNumber).timestamp);
  const found = order.filter((ordinal) => narrowed.passed[ordinal] === 1);
  if (hits !== undefined && sort === '')
    found.sort((a, b) => (hits.scores[b] ?? 0) - (hits.scores[a] ?? 0) || a - b);
  const { facets, status } = narrowed;
  const wider = hits !== undefined && !former && found.length <= FEW ? search(true) : undefined;
  const more = wider === undefined ? 0 : narrow(all, ask, wider).passed.filter(Boolean).length;
  const every = attributesOf(all);
  const attributes = mostSet(every, MOST_ATTRIBUTES);
  return {
    found,
    hits,
    facets,
    status,
    attributes,
    leftOut: { facets: narrowed.facetsLeftOut, attributes: every.length - attributes.length },
    ...(more > found.length ? { withFormer: more } : {}),
  };
}

/** narrow applies text and filters to all records. A record that only one filter excludes still counts for the choices of that filter. */
function narrow(all: RecordsAt, ask: RecordsAsk, hits: TextHits | undefined) {
  const { where = [] } = ask;
  const clauses = where.map((clause) => ({ attribute: clause.attribute, passes: holdsOneOf(all, clause) }));
  const counter = new FacetCounter(all);
  const status = { current: 0, ended: 0 };
  const passed = new Uint8Array(all.keys.length);
  for (let ordinal = 0; ordinal < passed.length; ordinal += 1) {
    if (hits !== undefined && hits.scores[ordinal] === 0) continue;
    const recordStatus = statusOf(all, ordinal, ask.today);
    const failed = clauses.filter(({ passes }) => !passes(ordinal));
    const [only] = failed;
    if (only === undefined) status[recordStatus] += 1;
    if ((ask.status ?? recordStatus) !== recordStatus) continue;
    if (only === undefined) {
      passed[ordinal] = 1;
      counter.add(ordinal);
    } else if (failed.length === 1) counter.add(ordinal, only.attribute);
  }
  return { passed, status, facets: counter.facets(), facetsLeftOut: counter.leftOut };
}

function statusOf(all: RecordsAt, ordinal: number, today: string): 'current' | 'ended' {
  return hasEnded(cellIn(all.columns.get('end-date'), ordinal), today) ? 'ended' : 'current';
}

/** MOST_ATTRIBUTES is the most attributes in an answer: they become columns to choose from. */
const MOST_ATTRIBUTES = 500;

const attributesOf = memoize((all: RecordsAt): readonly AttributeUse[] =>
  [...all.columns].map(([attribute, column]) => ({
    attribute,
    set: column.set,
    repeatsKey: repeatsKey(all, column),
  })),
);

function repeatsKey(all: RecordsAt, column: Column): boolean {
  for (const [ordinal, cell] of cellsIn(column)) if (cell !== all.keys[ordinal]) return false;
  return true;
}

function rowOf(
  log: LogCopy,
  all: RecordsAt,
  ordinal: number,
  { today }: RecordsAsk,
  search: { readonly index: TextIndex; readonly hits: TextHits } | undefined,
): RecordRow {
  const entry = log.entry(all.entries[ordinal] ?? 0);
  const items = entry.itemHashes.map((hash) => log.item(hash));
  const here = items.filter((item) => item !== undefined);
  const row = {
    key: entry.key,
    entryNumber: entry.entryNumber,
    timestamp: entry.timestamp,
    items: here,
    missing: items.length - here.length,
    ended: statusOf(all, ordinal, today) === 'ended',
  };
  if (search === undefined) return { ...row, terms: [], found: [] };
  const { found, former } = valuesFound(search.index, search.hits, ordinal, all.at);
  const cells = here.flatMap((item) => [...item.values()].flatMap((value) => membersOf(value ?? undefined)));
  const texts = [entry.key, ...cells, ...former.map(({ value }) => value)];
  const terms = [...new Set(texts.flatMap(foldedWords).filter((word) => search.hits.terms.has(word)))];
  return { ...row, terms, found, ...(former.length > 0 ? { former } : {}) };
}

function valuesFound(index: TextIndex, hits: TextHits, ordinal: number, at: number) {
  const found: FoundValue[] = [];
  const former: FormerValue[] = [];
  const best = hits.best.map((values) => values[ordinal] ?? -1);
  for (const value of new Set([...(hits.exact.get(ordinal) ?? []), ...best])) {
    if (value < 0) continue;
    const one = { attribute: index.attributeOf(value), value: index.textOf(value) };
    const until = index.untilOf(value);
    if (until > at) found.push(one);
    else former.push({ ...one, from: index.fromOf(value), until });
  }
  return { found, former };
}
