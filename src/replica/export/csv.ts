import type { AttributeValue } from '../../core/model.ts';

/** CsvManner says whether cells are written exactly, or so that no spreadsheet runs them. */
export type CsvManner = 'exact' | 'safe';

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * What spreadsheets take for the beginning of a formula: = + - @, also in their full-width forms, after a tab, a line break or blanks too. A semicolon parts cells where
 * the comma is the decimal sign, so that a member of a list may become a cell of its own.
 */
const FORMULA = /(?<=^|[;\n\r\t])(?=[ \u00A0\u3000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/g;

/** csvLine writes one line of a table, RFC 4180: cells quoted where they must be, CRLF at the end. */
export function csvLine(cells: readonly string[], manner: CsvManner): string {
  return `${cells.map((cell) => csvCell(cell, manner)).join(',')}\r\n`;
}

function csvCell(text: string, manner: CsvManner): string {
  const written = manner === 'safe' ? text.replaceAll(FORMULA, "'") : text;
  return NEEDS_QUOTES.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** cellText is a value as one cell: lists are joined with `;`, as real servers do, and a value that is not set is empty. */
export function cellText(value: AttributeValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : value.join(';');
}
