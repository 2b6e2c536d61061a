import { formatHash } from './hash.ts';
import type { Entry, Item, Variant } from './model.ts';

/**
 * Json is the content of an answer or a file. Objects are Maps: they keep their order, and `__proto__` is an
 * ordinary name. A function writes its value as JSON itself.
 */
export type Json = string | number | null | readonly Json[] | Row | (() => string);

/** Row is a JSON object, and one line of a table in CSV. */
export type Row = ReadonlyMap<string, Json>;

/**
 * jsonText writes JSON without white space, properties in the order of the Map (a JavaScript object would move
 * integer-like keys to the front).
 */
export function jsonText(value: Json): string {
  if (typeof value === 'function') return value();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!(value instanceof Map)) return `[${joined(value as readonly Json[], jsonText)}]`;
  const write = ([name, member]: [string, Json]): string => `${JSON.stringify(name)}:${jsonText(member)}`;
  return `{${joined([...(value as Row)], write)}}`;
}

/** Some at a time: the pieces of thousands of texts, all kept to the end, would cost more than to write them. */
function joined<T>(members: readonly T[], write: (member: T) => string): string {
  const runs: string[] = [];
  for (let at = 0; at < members.length; at += 50) {
    const run = members.slice(at, at + 50).map(write);
    runs.push(run.join(','));
  }
  return runs.join(',');
}

/** csvLine writes one line of a table, RFC 4180: cells quoted where they must be, CRLF at the end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}

/** cellText is a value as one cell of a table: lists of texts are joined with `;`, anything deeper is JSON. */
export function cellText(value: Json = null): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const isTexts = Array.isArray(value) && value.every((member) => typeof member === 'string');
  return isTexts ? value.join(';') : jsonText(value);
}

/** WriteNumber writes a number of an entry; `isText`: the document has it as a text. */
type WriteNumber = (value: number, isText: boolean) => Json;

const asDocumented: WriteNumber = (value, isText) => (isText ? String(value) : value);

/**
 * entryRow writes an entry as the API document has it in its variant. Numbers are texts in the entries of v2,
 * but not in those of its trails (`isOfRecord`).
 */
export function entryRow(
  entry: Entry,
  variant: Variant,
  isOfRecord = false,
  write: WriteNumber = asDocumented,
): Row {
  const hashes = entry.itemHashes.map((hash) => formatHash(hash, variant));
  const isText = variant === 'item' && !isOfRecord;
  return new Map<string, Json>([
    ...positionRow(entry, variant, isText, write),
    [`${variant}-hash`, variant === 'item' ? hashes : hashes.join(';')],
  ]);
}

/** positionRow has the members that entries and records of v2 begin with; the earlier variant lacks the first. */
export function positionRow(
  { entryNumber, indexEntryNumber, timestamp, key }: Entry,
  variant: Variant,
  isText = false,
  write: WriteNumber = asDocumented,
): Row {
  const index = ['index-entry-number', write(indexEntryNumber, isText)] as const;
  return new Map<string, Json>([
    ...(variant === 'item' ? [index] : []),
    ['entry-number', write(entryNumber, isText)],
    ['entry-timestamp', timestamp],
    ['key', key],
  ]);
}

/** recordRow writes a record as the document has it: an entry with its items, or a blob below its key. */
export function recordRow(
  { entry, items }: { readonly entry: Entry; readonly items: readonly Item[] },
  variant: Variant,
  write?: WriteNumber,
): Row {
  return variant === 'item'
    ? new Map<string, Json>([...positionRow(entry, variant, false, write), ['item', items]])
    : flatRow(entry.key, items[0]);
}

/** flatRow writes a blob or its record. `_id` is not part of the data, so that an attribute of that name gives way to it. */
export function flatRow(id: string, item: Item = new Map()): Row {
  return new Map<string, Json>([['_id', id], ...item, ['_id', id]]);
}
