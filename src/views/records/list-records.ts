import type { Attribute, Item, RegisterRecord } from '../../core/model.ts';
import { hasBegun } from '../../core/moment.ts';
import type { Facet } from '../../log/facets.ts';
import type { AttributeUse, FormerValue, FoundValue } from '../../log/records.ts';
import type { ListRequest } from './records-address.ts';

/** Row is one record as the list shows it, from the copy of the register or from the server's own list. */
export interface Row {
  /** The copy of the register it comes from; undefined for the server's own list. */
  readonly copy?: string;
  readonly key: string;
  /** Not known from a server of blobs. */
  readonly entryNumber?: number;
  readonly timestamp?: string;
  readonly items: readonly Item[];
  readonly ended: boolean;
  /** How many of its items or blobs could not be read. */
  readonly missing: number;
  readonly found: readonly FoundValue[];
  readonly former?: readonly FormerValue[];
}

/** Listing is the answer to what the address asks for: `rows` are those from `start` on, of `total`. */
export interface Listing {
  readonly total: number;
  /** How many records there are in all; undefined where that is not known. */
  readonly of: number | undefined;
  readonly start: number;
  readonly rows: readonly Row[];
  /** Folded words to mark in the rows. */
  readonly terms: ReadonlySet<string>;
  readonly facets: readonly Facet[];
  readonly status: { readonly current: number; readonly ended: number };
  readonly attributes: readonly AttributeUse[];
  /** How many facets and attributes the copy has beyond these. */
  readonly leftOut?: { readonly facets: number; readonly attributes: number };
  /** Records whose data is not in the copy: how many, and the first few keys. */
  readonly unread?: { readonly count: number; readonly keys: readonly string[] };
  /** Where only the beginning of the server's list was read: how many records of it, and how many there are in all, if known. */
  readonly partial?: { readonly read: number; readonly of: number | undefined };
  /** How many records a search of former versions would find, where that is more. */
  readonly withFormer?: number;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * listRecords narrows and sorts the records that a server has listed so far, while there is no copy of the register to ask. The exact filter is left to
 * the server.
 */
export function listRecords(records: readonly RegisterRecord[], request: ListRequest): Listing {
  const today = todayUtc();
  const words = withoutAccents(request.text).split(/\s+/).filter(Boolean);
  const choices = [...request.choices].map(([attribute, chosen]) => [attribute, new Set(chosen)] as const);
  const matches = (record: RegisterRecord): boolean => {
    const text = words.length === 0 ? '' : withoutAccents([record.key, ...valuesOf(record)].join('\n'));
    return (
      words.every((word) => text.includes(word)) &&
      choices.every(([attribute, chosen]) => {
        const values = valuesOf(record, attribute);
        return values.length === 0 ? chosen.has('') : values.some((value) => chosen.has(value));
      })
    );
  };
  const status = { current: 0, ended: 0 };
  const rows: Row[] = [];
  for (const record of records) {
    const [end = ''] = valuesOf(record, 'end-date');
    const ended = hasBegun(end, today);
    const itsStatus = ended ? 'ended' : 'current';
    status[itsStatus] += 1;
    if ((request.status || itsStatus) === itsStatus && matches(record))
      rows.push({ ...record, ended, missing: 0, found: [] });
  }
  return {
    total: rows.length,
    of: undefined,
    start: 0,
    rows: sortRows(rows, request.sort),
    terms: new Set(),
    facets: [],
    status,
    attributes: attributesIn(records),
  };
}

/** todayUtc is the current day in UTC, as `YYYY-MM-DD`. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** inSchemaOrder sorts attributes as the register's schema does; those it does not name come last. */
export function inSchemaOrder(
  uses: readonly AttributeUse[],
  schema: readonly Attribute[],
): readonly AttributeUse[] {
  const place = new Map(schema.map(({ id }, index) => [id, index]));
  return uses.toSorted(
    (one, other) => (place.get(one.attribute) ?? Infinity) - (place.get(other.attribute) ?? Infinity) || 0,
  );
}

/** valuesOf lists the values of a record that are set, members of lists one by one: of one attribute, or of all. */
function valuesOf({ items }: RegisterRecord, attribute?: string): readonly string[] {
  return items
    .flatMap((item) => (attribute === undefined ? [...item.values()] : [item.get(attribute)]))
    .flatMap((value) => value ?? [])
    .filter((value) => value !== '');
}

/** Lower case without accents, so that "cote" finds "Côte". */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** sortRows sorts by an attribute, `key`, `entry-number` or `entry-timestamp`, descending with `-` before it. Rows without a value come last either way. */
function sortRows(rows: readonly Row[], sort: string): readonly Row[] {
  if (sort === '') return rows;
  const descending = sort.startsWith('-');
  const attribute = descending ? sort.slice(1) : sort;
  const own: Readonly<Record<string, (row: Row) => string>> = {
    key: ({ key }) => key,
    'entry-number': ({ entryNumber }) => String(entryNumber ?? ''),
    'entry-timestamp': ({ timestamp }) => timestamp ?? '',
  };
  const textOf = (row: Row): string =>
    Object.hasOwn(own, attribute)
      ? (own[attribute]?.(row) ?? '')
      : [row.items[0]?.get(attribute) ?? ''].flat().join(', ');
  const sorted = rows.map((row) => ({ row, text: textOf(row) }));
  sorted.sort((one, other) => {
    if (one.text === '' || other.text === '') return Number(one.text === '') - Number(other.text === '');
    return (descending ? -1 : 1) * collator.compare(one.text, other.text);
  });
  return sorted.map(({ row }) => row);
}

function attributesIn(records: readonly RegisterRecord[]): readonly AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const { key, items } of records) {
    for (const item of items) {
      for (const [attribute, value] of item) {
        if (value === null || value.length === 0) continue;
        const use = uses.get(attribute) ?? { attribute, set: 0, repeatsKey: true };
        const repeatsKey = use.repeatsKey && value === key;
        uses.set(attribute, { attribute, set: use.set + 1, repeatsKey });
      }
    }
  }
  return [...uses.values()];
}
