import type { Attribute, RegisterRecord } from '../../core/model.ts';
import { hasBegun } from '../../core/moment.ts';
import type { AttributeUse } from '../../replica/records.ts';
import type { Listing, Row } from './listing.ts';
import type { Asked } from './records-address.ts';

// What can be done with the records that a server has listed so far, while there is no copy of the register to ask.

/** textOf joins all values of a record, its key first, for searching. */
function textOf(record: RegisterRecord): string {
  const values = record.items.flatMap((item) => [...item.values()]).flatMap((value) => value ?? []);
  return plain([record.key, ...values].join('\n'));
}

/** plain lower-cases and drops accents, so that "cote" finds "Côte". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** searchRecords keeps the records in which every word of the query occurs in some value or the key. */
export function searchRecords(records: readonly RegisterRecord[], query: string): readonly RegisterRecord[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return records;
  return records.filter((record) => {
    const text = textOf(record);
    return words.every((word) => text.includes(word));
  });
}

/** chooseRecords keeps the records that hold a choice of every attribute that is asked for; `''` is "not set". */
export function chooseRecords(
  records: readonly RegisterRecord[],
  choices: Asked['choices'],
): readonly RegisterRecord[] {
  if (choices.size === 0) return records;
  const wanted = [...choices].map(([attribute, chosen]) => [attribute, new Set(chosen)] as const);
  return records.filter((record) =>
    wanted.every(([attribute, chosen]) => {
      const members = record.items
        .flatMap((item) => item.get(attribute) ?? [])
        .filter((member) => member !== '');
      return members.length === 0 ? chosen.has('') : members.some((member) => chosen.has(member));
    }),
  );
}

/** valueOf is one attribute of a record as text; lists joined. The key stands for the attribute ''. */
function valueOf(record: RegisterRecord, attribute: string): string {
  if (attribute === '') return record.key;
  if (attribute === 'entry-number') return String(record.entryNumber ?? '');
  if (attribute === 'entry-timestamp') return record.timestamp ?? '';
  const value = record.items[0]?.get(attribute);
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** sortRecords sorts by `sort`: an attribute (`key` for the key), descending with a `-` before it; '' keeps the server's order. Unset values come last. */
export function sortRecords(records: readonly RegisterRecord[], sort: string): readonly RegisterRecord[] {
  if (sort === '') return records;
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const attribute = name === 'key' ? '' : name;
  return records.toSorted((a, b) => {
    const one = valueOf(a, attribute);
    const other = valueOf(b, attribute);
    if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1;
    return (descending ? -1 : 1) * collator.compare(one, other);
  });
}

/** todayUtc is the day it is now, in UTC, as `YYYY-MM-DD`. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** ended tells whether the end-date of a record has begun by `today` (`YYYY-MM-DD`). */
export function ended(record: RegisterRecord, today: string): boolean {
  const [end] = [record.items[0]?.get('end-date') ?? ''].flat();
  return end !== undefined && hasBegun(end, today);
}

function rowOf(record: RegisterRecord, today: string): Row {
  return { ...record, ended: ended(record, today), missing: 0, found: [] };
}

/** usesIn counts the attributes of the records read so far. */
function usesIn(records: readonly RegisterRecord[]): readonly AttributeUse[] {
  const uses = new Map<string, { set: number; repeatsKey: boolean }>();
  for (const { key, items } of records) {
    for (const item of items) {
      for (const [attribute, value] of item) {
        if (value === null || value.length === 0) continue;
        const use = uses.get(attribute) ?? { set: 0, repeatsKey: true };
        uses.set(attribute, { set: use.set + 1, repeatsKey: use.repeatsKey && value === key });
      }
    }
  }
  return [...uses].map(([attribute, { set, repeatsKey }]) => ({ attribute, set, repeatsKey }));
}

const NO_TERMS: ReadonlySet<string> = new Set();

/** listRecords narrows and orders the records read so far. The exact filter is left to whoever listed them. */
export function listRecords(records: readonly RegisterRecord[], asked: Asked): Listing {
  const today = todayUtc();
  const found = chooseRecords(searchRecords(records, asked.text), asked.choices);
  const rows = sortRecords(found, asked.sort).map((record) => rowOf(record, today));
  const shown = rows.filter((row) => asked.status === '' || row.ended === (asked.status === 'ended'));
  const over = records.filter((record) => ended(record, today)).length;
  return {
    total: shown.length,
    of: undefined,
    start: 0,
    rows: shown,
    terms: NO_TERMS,
    facets: [],
    status: { current: records.length - over, ended: over },
    attributes: usesIn(records),
  };
}

/** inSchemaOrder lists attributes as the register's schema does, then those it does not name. */
export function inSchemaOrder(
  uses: readonly AttributeUse[],
  schema: readonly Attribute[],
): readonly AttributeUse[] {
  const place = new Map(schema.map(({ id }, index) => [id, index]));
  return uses.toSorted(
    (one, other) => (place.get(one.attribute) ?? Infinity) - (place.get(other.attribute) ?? Infinity) || 0,
  );
}
