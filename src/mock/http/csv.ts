import { type Json, jsonText, type Row } from './json.ts';

/** Table is an answer in tabular form. */
export interface Table {
  /** The columns that come first, in this order, whether or not a row has them; the other names of the rows follow as they appear. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const NEEDS_QUOTES = /[",\r\n]/;

/** csvText writes a table as RFC 4180 with a header line and CRLF after every line; lists are joined with `;`, anything deeper is a cell of JSON. */
export function csvText({ columns, rows }: Table): string {
  const names = new Set(columns);
  for (const cells of rows) for (const name of cells.keys()) names.add(name);
  const header = [...names];
  const lines = [header, ...rows.map((cells) => header.map((name) => cellText(cells.get(name) ?? null)))];
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return jsonText(value);
  const members = value as readonly Json[];
  return members.every((member) => typeof member === 'string') ? members.join(';') : jsonText(members);
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
