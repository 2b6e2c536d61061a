import type { RegisterRecord } from '../../core/model.ts';
import { hasBegun } from '../../core/moment.ts';
import type { AttributeUse, RecordRow, RecordsAnswer } from '../../log/records.ts';
import type { ListRequest } from './records-address.ts';

/** Row is one record as the list shows it. A server of blobs does not say which entry a record is of. */
export type Row = Pick<RecordRow, 'key' | 'items' | 'ended'> & Partial<RecordRow>;

/** Listing is the answer to what the address asks for: `rows` are those from `start` on, of `total`. What only a copy of the register knows is missing without one. */
export interface Listing extends Partial<Omit<RecordsAnswer, 'rows'>> {
  readonly total: number;
  readonly attributes: readonly AttributeUse[];
  readonly start: number;
  readonly rows: readonly Row[];
  /** Where only the beginning of the server's list was read: how many records of it, and how many there are in all, if known. */
  readonly partial?: { readonly read: number; readonly of: number | undefined };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** listRecords narrows and sorts the records that a server has listed so far, while there is no copy of the register to ask. */
export function listRecords(records: readonly RegisterRecord[], request: ListRequest): Listing {
  const today = todayUtc();
  const words = withoutAccents(request.text).split(/\s+/).filter(Boolean);
  const matches = (record: Row): boolean => {
    const text = words.length === 0 ? '' : withoutAccents([record.key, ...valuesOf(record)].join('\n'));
    return (
      (request.status || statusOf(record)) === statusOf(record) &&
      words.every((word) => text.includes(word)) &&
      [...request.choices].every(([attribute, chosen]) => {
        const values = valuesOf(record, attribute);
        return values.length === 0 ? chosen.includes('') : values.some((value) => chosen.includes(value));
      })
    );
  };
  const rows = records
    .map((record) => ({ ...record, ended: hasBegun(valuesOf(record, 'end-date')[0] ?? '', today) }))
    .filter(matches);
  return {
    total: rows.length,
    start: 0,
    rows: sortRows(rows, request.sort),
    attributes: attributesIn(records),
  };
}

/** todayUtc is the current day in UTC, as `YYYY-MM-DD`. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

function statusOf({ ended }: Row): 'current' | 'ended' {
  return ended ? 'ended' : 'current';
}

/** valuesOf lists the values of a record that are set, members of lists one by one: of one attribute, or of all. */
function valuesOf({ items }: Pick<Row, 'items'>, attribute?: string): readonly string[] {
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
  const attribute = sort.replace(/^-/, '');
  const textOf = (row: Row): string => {
    if (attribute === 'key') return row.key;
    if (attribute === 'entry-number') return String(row.entryNumber ?? '');
    if (attribute === 'entry-timestamp') return row.timestamp ?? '';
    return [row.items[0]?.get(attribute) ?? ''].flat().join(', ');
  };
  return rows
    .map((row) => ({ row, text: textOf(row) }))
    .toSorted((one, other) => {
      if (one.text === '' || other.text === '') return Number(one.text === '') - Number(other.text === '');
      return (sort.startsWith('-') ? -1 : 1) * collator.compare(one.text, other.text);
    })
    .map(({ row }) => row);
}

function attributesIn(records: readonly RegisterRecord[]): readonly AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const { key, items } of records) {
    for (const [attribute, value] of items.flatMap((item) => Array.from(item))) {
      if (value === null || value.length === 0) continue;
      const { set, repeatsKey } = uses.get(attribute) ?? { set: 0, repeatsKey: true };
      uses.set(attribute, { attribute, set: set + 1, repeatsKey: repeatsKey && value === key });
    }
  }
  return [...uses.values()];
}
