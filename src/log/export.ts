import type { Entry } from '../core/model.ts';
import { cellText, csvLine, entryRow, type Json, jsonText, positionRow, recordRow } from '../core/rows.ts';
import { isRsfTimestamp, RSF_KEY, writeRsf } from '../rsf/write-rsf.ts';
import type { LogCopy } from './log-copy.ts';
import { records, type RecordsQuestion } from './records.ts';

/** ExportPlan is the extent of an export, before it is written. */
export interface ExportPlan {
  /** The number of records or entries. */
  readonly rows: number;
  /** How many of them lack unreadable data. */
  readonly withoutData: number;
  /** Why the log cannot be written as RSF; undefined if it can, and for records. */
  readonly rsfProblem: string | undefined;
}

/** exportPlan returns the extent of an export. */
export function exportPlan(log: LogCopy, request: ExportRequest): ExportPlan {
  let rows = 0;
  let withoutData = 0;
  for (const number of entryNumbersOf(log, request)) {
    rows += 1;
    if (log.version(number).items.includes(undefined)) withoutData += 1;
  }
  return {
    rows,
    withoutData,
    rsfProblem: request.what === 'entries' ? rsfProblem(log, request.at) : undefined,
  };
}

/**
 * exported yields the file in pieces. Throws RangeError for RSF of a log without that form, or of records.
 */
export function exported(log: LogCopy, request: ExportRequest): Iterable<ExportPiece> {
  switch (request.form) {
    case 'csv':
    case 'csv-safe':
      return writeCsv(log, request);
    case 'json':
      return writeJson(log, request);
    case 'rsf': {
      const problem =
        request.what === 'entries' ? rsfProblem(log, request.at) : 'RSF holds whole logs, not records';
      if (problem !== undefined) throw new RangeError(problem);
      // No API returns system entries, which are not in the log.
      const entries = entriesOf(log, request, (entry) => entry);
      const rows = writeRsf(entries, (hash) => log.item(hash));
      return inPieces('', rows);
    }
  }
}

/** ExportContent is the content: the records at a log size, or the log up to it. */
export type ExportContent = 'records' | 'entries';

/** ExportFilter narrows and sorts records as the records question does. */
export type ExportFilter = Omit<RecordsQuestion, 'at' | 'from' | 'count'>;

/**
 * ExportForm is how it is written.
 * - csv-safe: for spreadsheets; an apostrophe before possible formulas keeps them from running.
 * - csv: every value exactly (RFC 4180).
 * - json: the API's own form of /records or /entries.
 * - rsf: Register Serialisation Format, whole logs of the item variant only.
 */
export type ExportForm = 'csv-safe' | 'csv' | 'json' | 'rsf';

/** ExportRequest describes an export from a copy. */
export interface ExportRequest {
  readonly what: ExportContent;
  readonly form: ExportForm;
  /** The log size, 0 <= at <= size. */
  readonly at: number;
  /** Only these records, in the order found; by default all, in the order of their first entries. */
  readonly filter?: ExportFilter;
  /** The register's attributes in its own order; the data's other attributes follow by name. */
  readonly fields: readonly string[];
}

/** entryNumbersOf returns the numbers of the entries to write, in order. */
function* entryNumbersOf(log: LogCopy, { what, at, filter }: ExportRequest): Generator<number> {
  if (what === 'entries') {
    for (let number = 1; number <= at; number += 1) yield number;
  } else if (filter === undefined) {
    for (const key of log.keys()) {
      const number = log.latest(key, at);
      if (number !== undefined) yield number;
    }
  } else {
    for (const row of records(log, { ...filter, at, from: 0, count: Infinity }).rows) yield row.entryNumber;
  }
}

/** ExportPiece is a piece of a file in UTF-8, of about 64 KB, and the number of rows up to its end. */
export interface ExportPiece {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

const PIECE_CHARACTERS = 65_536;

function* inPieces(head: string, written: Iterable<string>, tail = ''): Generator<ExportPiece> {
  let text = head;
  let rows = 0;
  const piece = (): ExportPiece => ({ bytes: new TextEncoder().encode(text), rows });
  for (const row of written) {
    text += row;
    rows += 1;
    if (text.length < PIECE_CHARACTERS) continue;
    yield piece();
    text = '';
  }
  text += tail;
  yield piece();
}

/**
 * The beginnings of a formula in spreadsheets: = + - @, also full-width, also after a tab, a line
 * break, blanks or characters that cannot be seen. A semicolon separates cells where the comma is the decimal sign, so that a member
 * of a list may become a cell.
 */
const FORMULA =
  /(?<=^|[;\n\r\t])(?=(?:[^\S\n\r\t]|\p{Cf}|\p{DI}|(?![\n\r\t])\p{Cc}|\u2800)*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/gu;

/** tableLine writes one line of a table, its cells exact or safe from being run as formulas. */
export function tableLine(cells: readonly string[], isSafe: boolean): string {
  return csvLine(isSafe ? cells.map((cell) => cell.replaceAll(FORMULA, "'")) : cells);
}

/** BYTE_ORDER_MARK tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** NO_ENTRY gives the names of the columns before a table's data. */
const NO_ENTRY = { indexEntryNumber: 0, entryNumber: 0, timestamp: '', key: '', itemHashes: [] };

/**
 * writeCsv writes records with their data, or entries with the hashes they name, as a table (RFC 4180, CRLF).
 * A record with several items has a line for each.
 */
function writeCsv(log: LogCopy, request: ExportRequest): Generator<ExportPiece> {
  const { variant } = log;
  const isSafe = request.form === 'csv-safe';
  const isOfRecords = request.what === 'records';
  const before = [...(isOfRecords ? positionRow : entryRow)(NO_ENTRY, variant).keys()];
  const attributes = isOfRecords ? attributesOf(log, request) : [];
  // An attribute with the name of a fixed column would hide it.
  const data = attributes.map((name) => (before.includes(name) ? `data:${name}` : name));
  const rowsOf = (entry: Entry): (Json | undefined)[][] => {
    if (!isOfRecords) return [[...entryRow(entry, variant).values()]];
    const own: (Json | undefined)[] = [...positionRow(entry, variant).values()];
    const { items } = log.version(entry.entryNumber);
    // An entry without items has a line, too.
    const lines = items.length === 0 ? [undefined] : items;
    return lines.map((item) => own.concat(attributes.map((name) => item?.get(name))));
  };
  const linesOf = (entry: Entry): string =>
    rowsOf(entry)
      .map((row) => tableLine(row.map(cellText), isSafe))
      .join('');
  const head = (isSafe ? BYTE_ORDER_MARK : '') + tableLine([...before, ...data], isSafe);
  return inPieces(head, entriesOf(log, request, linesOf));
}

/** entriesOf yields the result of `write` for each entry to export. */
function* entriesOf<T>(log: LogCopy, request: ExportRequest, write: (entry: Entry) => T): Generator<T> {
  for (const number of entryNumbersOf(log, request)) yield write(log.entry(number));
}

/** The fields first, even if no record has them; then other attributes of the data, by name. */
function attributesOf(log: LogCopy, request: ExportRequest): readonly string[] {
  const others = new Set<string>();
  for (const number of entryNumbersOf(log, request))
    for (const item of log.version(number).items) for (const name of item?.keys() ?? []) others.add(name);
  return [...new Set([...request.fields, ...[...others].sort()])];
}

/**
 * writeJson writes records or entries in the form in which the API of that variant lists them,
 * each on a line of its own.
 */
function writeJson(log: LogCopy, request: ExportRequest): Generator<ExportPiece> {
  const { variant } = log;
  const isObject = variant === 'item' && request.what === 'records';
  const [open, close] = isObject ? '{}' : '[]';
  let before = '\n';
  const rows = entriesOf(log, request, (entry) => {
    const items = entry.itemHashes.flatMap((hash) => log.item(hash) ?? []);
    const row = request.what === 'entries' ? entryRow(entry, variant) : recordRow({ entry, items }, variant);
    const text = `${before}${isObject ? `${JSON.stringify(entry.key)}:` : ''}${jsonText(row)}`;
    before = ',\n';
    return text;
  });
  return inPieces(open ?? '', rows, `\n${close}\n`);
}

/** rsfProblem returns why the log up to `at` cannot be written as RSF without loss; undefined if it can. */
function rsfProblem(log: LogCopy, at: number): string | undefined {
  if (log.variant !== 'item')
    return 'RSF identifies data by item hashes, and its root hash is that of items. A log of blobs has other hashes and another root hash, so the file could not be compared with this register.';
  for (const entry of log.upTo(at)) {
    const problem = lineProblem(log, entry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function lineProblem(log: LogCopy, entry: Entry): string | undefined {
  const { entryNumber, indexEntryNumber, key, timestamp, itemHashes } = entry;
  if (!RSF_KEY.test(key))
    return `The key of entry ${entryNumber} is not of the form that readers of RSF take.`;
  if (!isRsfTimestamp(timestamp))
    return `The timestamp of entry ${entryNumber} is not of the form that readers of RSF take.`;
  if (itemHashes.length === 0) return `Entry ${entryNumber} records no item, which RSF cannot express.`;
  if (indexEntryNumber !== entryNumber)
    return `Entry ${entryNumber} has the index entry number ${indexEntryNumber}, for which RSF has no place.`;
  if (log.version(entryNumber).items.includes(undefined))
    return `The data of entry ${entryNumber} could not be read.`;
  return undefined;
}
