import { formatHash } from '../../core/hash.ts';
import type { Entry, Item, Variant } from '../../core/model.ts';
import type { LogCopy } from '../log-copy.ts';
import { cellText, type CsvManner, csvLine } from './csv.ts';
import { entryNumbersOf, type ExportAsk, positionColumns } from './export-ask.ts';
import { inPieces } from './pieces.ts';

/** BYTE_ORDER_MARK tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** writeCsv writes records with their data, or entries with the hashes they name, as a table (RFC 4180, CRLF). A record with several items has a line for each. */
export function writeCsv(log: LogCopy, ask: ExportAsk): Generator<string> {
  const manner: CsvManner = ask.form === 'csv-safe' ? 'safe' : 'exact';
  const table = ask.what === 'entries' ? entryTable(log, ask) : recordTable(log, ask);
  const mark = manner === 'safe' ? BYTE_ORDER_MARK : '';
  return inPieces(mark + csvLine(table.columns, manner), linesOf(table.rows, manner));
}

interface Table {
  readonly columns: readonly string[];
  /** The cells of each entry: one list of cells for each of its lines. */
  readonly rows: Iterable<readonly (readonly string[])[]>;
}

function* linesOf(rows: Table['rows'], manner: CsvManner): Generator<string> {
  for (const lines of rows) yield lines.map((cells) => csvLine(cells, manner)).join('');
}

function entryTable(log: LogCopy, ask: ExportAsk): Table {
  const hashColumn = log.variant === 'item' ? 'item-hash' : 'blob-hash';
  return {
    columns: [...positionColumns(log.variant), hashColumn],
    rows: mapped(entryNumbersOf(log, ask), (number) => {
      const entry = log.entry(number);
      const hashes = entry.itemHashes.map((hash) => formatHash(hash, log.variant));
      return [[...position(entry, log.variant), hashes.join(';')]];
    }),
  };
}

function recordTable(log: LogCopy, ask: ExportAsk): Table {
  const attributes = attributesOf(log, ask);
  const taken = new Set(positionColumns(log.variant));
  return {
    // An attribute that is called like a column before the data would hide it.
    columns: [...taken, ...attributes.map((name) => (taken.has(name) ? `data:${name}` : name))],
    rows: mapped(entryNumbersOf(log, ask), (number) => {
      const entry = log.entry(number);
      const before = position(entry, log.variant);
      const items: (Item | undefined)[] = entry.itemHashes.map((hash) => log.item(hash));
      return (items.length === 0 ? [undefined] : items).map((item) =>
        before.concat(attributes.map((name) => cellText(item?.get(name)))),
      );
    }),
  };
}

function position(
  { indexEntryNumber, entryNumber, timestamp, key }: Entry,
  variant: Variant,
): readonly string[] {
  const cells = [String(entryNumber), timestamp, key];
  return variant === 'item' ? [String(indexEntryNumber), ...cells] : cells;
}

/** The fields first, whether or not a record has them; then whatever else the data has, by name. */
function attributesOf(log: LogCopy, ask: ExportAsk): readonly string[] {
  const fields = new Set(ask.fields);
  const others = new Set<string>();
  for (const number of entryNumbersOf(log, ask))
    for (const hash of log.entry(number).itemHashes)
      for (const name of log.item(hash)?.keys() ?? []) if (!fields.has(name)) others.add(name);
  return [...fields, ...[...others].sort()];
}

function* mapped<T, U>(values: Iterable<T>, change: (value: T) => U): Generator<U> {
  for (const value of values) yield change(value);
}
