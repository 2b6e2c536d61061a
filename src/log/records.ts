import type { Item } from '../core/model.ts';
import { foldedWords } from '../core/words.ts';
import type { LogCopy } from './log-copy.ts';
import { hasEnded, membersIn, membersOf, type RecordsAt, recordsAt, sortRecords } from './records-at.ts';
import { type RecordHit, searchText, type TextHits, textIndexOf } from './search-text.ts';

/** RecordsQuestion asks for records at a log size: which of them, in which order, and which rows. */
export interface RecordsQuestion {
  /** The log size, 0 <= at <= log.size; by default all entries. */
  readonly at?: number | undefined;
  /**
   * Words that must all be found, in any value or the key: by prefix, else within words, else with wrong
   * letters. Only its first 500 characters count.
   */
  readonly text?: string;
  /** Whether to search values that a later entry replaced, too. */
  readonly former?: boolean;
  /** Filters, all of which have to accept the record. */
  readonly where?: readonly Clause[];
  readonly status?: 'current' | 'ended';
  /** Today, `YYYY-MM-DD`: a record has ended if its end-date is not after it. */
  readonly today: string;
  /**
   * See sortRecords. By default the best matches of a text come first; without a text,
   * the order of first entries.
   */
  readonly sort?: string;
  /** The first row, 0-based, and the most rows; Infinity for all. */
  readonly from: number;
  readonly count: number;
}

/**
 * Clause accepts a record with one of the values, as a whole or in its list; `''` means that
 * the attribute is not set.
 */
interface Clause {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** RecordsAnswer is the records found. */
export interface RecordsAnswer {
  /** How many records were found. */
  readonly total: number;
  /** How many records there are at that size. */
  readonly of: number;
  /** The rows that `from` and `count` select. */
  readonly rows: readonly RecordRow[];
  /**
   * Attributes with few values, each counted among the records that the text and the other filters accept; of
   * too many, those that most records have.
   */
  readonly facets: readonly Facet[];
  /** The same for the status. */
  readonly status: { readonly current: number; readonly ended: number };
  /**
   * The attributes of the records at that size, in the order of their first use; of too many,
   * those that most records have.
   */
  readonly attributes: readonly AttributeUse[];
  /** How many facets and attributes there are beyond these. */
  readonly leftOut: { readonly facets: number; readonly attributes: number };
  /** How many records at that size have no data, so that no text and no filter finds them. */
  readonly unread: number;
  /**
   * How many records a search of former versions, too, would find; only if a text was searched without them,
   * few records were found, and this number is larger.
   */
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
  /** The current values in which the words were found. */
  readonly found: readonly FoundValue[];
  /** The same for values that a later entry replaced. */
  readonly former?: readonly FormerValue[];
}

/** FoundValue is a value of a record, or one member of a list; the attribute '' is the key. */
interface FoundValue {
  readonly attribute: string;
  readonly value: string;
}

/** FormerValue was current from the entry `from` until the entry `until` replaced it. */
interface FormerValue extends FoundValue {
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

/** Facet is an attribute with few different values, and how many records hold each. */
export interface Facet {
  readonly attribute: string;
  /**
   * Sorted by the number of all records with them, so that the order is stable while filters change. `''`
   * means "not set" and is last.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** LONGEST_TEXT is the searched part of a text, in UTF-16 units. */
const LONGEST_TEXT = 500;

/**
 * records finds records. The records of the last few sizes, one index of all words, and the last result
 * are cached with the copy.
 */
export function records(log: LogCopy, { from, count, ...question }: RecordsQuestion): RecordsAnswer {
  const { text = '', today } = question;
  const all = recordsAt(log, question.at ?? log.size);
  const { found, hits, ...facts } = resultOf(log, all, { ...question, text: text.slice(0, LONGEST_TEXT) });
  return {
    total: found.length,
    of: all.keys.length,
    rows: found
      .slice(from, from + count)
      .map((ordinal) => rowOf(log, all, ordinal, today, hits?.records.get(ordinal), hits?.terms)),
    unread: all.unread,
    ...facts,
  };
}

type RecordsFilter = Omit<RecordsQuestion, 'from' | 'count' | 'text'> & { readonly text: string };

type Result = ReturnType<typeof find>;

/** The last result for the records of a size: further rows are asked for one page after another. */
const lastResults = new WeakMap<RecordsAt, { readonly name: string; readonly result: Result }>();

function resultOf(log: LogCopy, all: RecordsAt, question: RecordsFilter): Result {
  const name = JSON.stringify(question);
  const last = lastResults.get(all);
  if (last?.name === name) return last.result;
  const result = find(log, all, question);
  lastResults.set(all, { name, result });
  return result;
}

/** FEW is the number of records found up to which former versions are searched, too. */
const FEW = 100;

/**
 * MOST_ATTRIBUTES is the most attributes in an answer, which become columns; MOST_FACETS the most facets, for
 * each of which every record is counted.
 */
const MOST_ATTRIBUTES = 500;
const MOST_FACETS = 60;

function find(log: LogCopy, all: RecordsAt, question: RecordsFilter) {
  const { text, former = false, sort = '' } = question;
  const search = (former: boolean): TextHits | undefined =>
    text === '' ? undefined : searchText(textIndexOf(log), { text, at: all.at, former });
  const hits = search(former);
  const { found, ...counted } = narrow(all, question, hits);
  if (sort !== '') sortRecords(log, all, found, sort);
  else if (hits !== undefined) {
    const scoreOf = (ordinal: number): number => hits.records.get(ordinal)?.score ?? 0;
    found.sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
  }
  const wider = hits !== undefined && !former && found.length <= FEW ? search(true) : undefined;
  const more = wider === undefined ? 0 : narrow(all, question, wider).found.length;
  const every = [...all.attributes].map(([attribute, { set, repeatsKey }]) => ({
    attribute,
    set,
    repeatsKey,
  }));
  const attributes = mostSet(every, MOST_ATTRIBUTES);
  const { facets, facetsLeftOut, status } = counted;
  return {
    found,
    hits,
    facets,
    status,
    attributes,
    leftOut: { facets: facetsLeftOut, attributes: every.length - attributes.length },
    ...(more > found.length ? { withFormer: more } : {}),
  };
}

/** mostSet returns the attributes that most records have, in their order. */
function mostSet<T extends { readonly set: number }>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const top = new Set(all.toSorted((one, other) => other.set - one.set).slice(0, most));
  return all.filter((one) => top.has(one));
}

/**
 * narrow applies text and filters to all records. A record that only one filter excludes still counts for
 * the choices of that filter.
 */
function narrow(
  all: RecordsAt,
  { where = [], today, ...question }: RecordsFilter,
  hits: TextHits | undefined,
) {
  const clauses = where.map(({ attribute, values }) => {
    // Values are equal only if their NFC forms are.
    const wanted = new Set(values.map((value) => value.normalize()));
    return {
      attribute,
      accepts: (members: readonly string[]) => members.some((one) => wanted.has(one.normalize())),
    };
  });
  const choices = choicesOf(all);
  const offered = mostSet(choices, MOST_FACETS);
  const facets = offered.map(({ attribute, values }) => ({
    attribute,
    counts: new Map(values.map((value) => [value, 0])),
  }));
  const status = { current: 0, ended: 0 };
  const found: number[] = [];
  for (const [ordinal, items] of all.items.entries()) {
    if (hits !== undefined && !hits.records.has(ordinal)) continue;
    const own = statusOf(items, today);
    const [only, another] = clauses.filter(({ attribute, accepts }) => !accepts(choicesIn(items, attribute)));
    if (only === undefined) status[own] += 1;
    if (another !== undefined || (question.status ?? own) !== own) continue;
    if (only === undefined) found.push(ordinal);
    for (const { attribute, counts } of facets)
      if (only === undefined || only.attribute === attribute)
        for (const value of new Set(choicesIn(items, attribute)))
          counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return {
    found,
    status,
    facets: facets.map(({ attribute, counts }) => ({
      attribute,
      values: [...counts].map(([value, count]) => ({ value, count })),
    })),
    facetsLeftOut: choices.length - offered.length,
  };
}

/** choicesIn lists the choices of a filter that a record has; `''` if the attribute is not set. */
function choicesIn(items: readonly Item[], attribute: string): readonly string[] {
  const members = membersIn(items, attribute);
  return members.length === 0 ? [''] : members;
}

/**
 * choicesOf lists the attributes worth offering as filters: with at least two choices, and
 * values that records share.
 */
function choicesOf({ attributes, keys }: RecordsAt) {
  return [...attributes].flatMap(([attribute, { set, values: counts = new Map<string, number>() }]) => {
    const values = [...counts]
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .map(([value]) => value);
    const held = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const all = set < keys.length ? [...values, ''] : values;
    return values.length === 0 || all.length < 2 || held < 2 * values.length
      ? []
      : [{ attribute, set, values: all }];
  });
}

function statusOf(items: readonly Item[], today: string): 'current' | 'ended' {
  return hasEnded(membersIn(items, 'end-date'), today) ? 'ended' : 'current';
}

function rowOf(
  log: LogCopy,
  all: RecordsAt,
  ordinal: number,
  today: string,
  hit: RecordHit = { score: 0, values: [] },
  words: ReadonlySet<string> = new Set(),
): RecordRow {
  const { key, entryNumber, timestamp, itemHashes } = log.entry(all.entries[ordinal] ?? 0);
  const items = all.items[ordinal] ?? [];
  const values = [...new Set(hit.values)];
  const former = values
    .filter(({ until }) => until <= all.at)
    .map(({ attribute, text, from, until }) => ({ attribute, value: text, from, until }));
  const texts = [
    key,
    ...items.flatMap((item) => [...item.values()].flatMap(membersOf)),
    ...former.map(({ value }) => value),
  ];
  return {
    key,
    entryNumber,
    timestamp,
    items,
    missing: itemHashes.length - items.length,
    ended: statusOf(items, today) === 'ended',
    terms: words.size === 0 ? [] : [...new Set(texts.flatMap(foldedWords))].filter((word) => words.has(word)),
    found: values
      .filter(({ until }) => until > all.at)
      .map(({ attribute, text }) => ({ attribute, value: text })),
    ...(former.length > 0 ? { former } : {}),
  };
}
