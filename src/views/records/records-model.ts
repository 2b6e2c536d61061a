import type { RegisterRecord } from '../../core/model.ts';

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

/** valueOf is one attribute of a record as text; lists joined. The key stands for the attribute ''. */
export function valueOf(record: RegisterRecord, attribute: string): string {
  if (attribute === '') return record.key;
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

/** ended tells whether the end-date of a record, which may be a year or a month only, is not after `today` (`YYYY-MM-DD`; wire notes, "Keys, values"). */
export function ended(record: RegisterRecord, today: string): boolean {
  const end = valueOf(record, 'end-date');
  return end !== '' && end <= today;
}
