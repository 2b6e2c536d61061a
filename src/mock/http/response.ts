import type { Link } from '../paging.ts';

/**
 * Json is the content of an answer. Objects are Maps: they keep their order, and `__proto__` is an ordinary
 * name. A function writes its value as JSON itself.
 */
export type Json = string | number | null | readonly Json[] | Row | (() => string);

/** Row is a JSON object, and one line of a table in CSV. */
export type Row = ReadonlyMap<string, Json>;

/** row makes a Row of properties, leaving out those that are undefined. */
export function row(properties: Readonly<Record<string, Json | undefined>>): Row {
  const result = new Map<string, Json>();
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) result.set(name, value);
  return result;
}

/**
 * Writes JSON without white space, properties in the order of the Map (a JavaScript object would move
 * integer-like keys to the front).
 */
function jsonText(value: Json): string {
  if (typeof value === 'function') return value();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!(value instanceof Map)) return `[${joined(value as readonly Json[], jsonText)}]`;
  const write = ([name, member]: [string, Json]): string => `${JSON.stringify(name)}:${jsonText(member)}`;
  return `{${joined([...(value as Row)], write)}}`;
}

/**
 * Some at a time: the pieces of thousands of texts, all kept to the end, would cost more than to write them.
 */
function joined<T>(members: readonly T[], write: (member: T) => string): string {
  const runs: string[] = [];
  for (let at = 0; at < members.length; at += 50)
    runs.push(
      members
        .slice(at, at + 50)
        .map(write)
        .join(','),
    );
  return runs.join(',');
}

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes a table as RFC 4180 with a header line and CRLF after every line; lists are joined with `;`,
 * anything deeper is a cell of JSON.
 */
function csvText(columns: readonly string[], rows: readonly Row[]): string {
  const names = new Set(columns);
  for (const cells of rows) for (const name of cells.keys()) names.add(name);
  const header = [...names];
  const lines = [header, ...rows.map((cells) => header.map((name) => cellText(cells.get(name) ?? null)))];
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function cellText(value: Json): string {
  if (typeof value !== 'object') return String(value);
  if (value === null) return '';
  const isTexts = Array.isArray(value) && value.every((member) => typeof member === 'string');
  return isTexts ? value.join(';') : jsonText(value);
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Problem is an answer that is an error. The API document names none; they are written as
 * RFC 9457 problem details.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** The HTTP status, 400 to 499, or 503. */
  readonly status: number;
  /** Further members of the problem object. */
  readonly members: Readonly<Record<string, Json>>;

  constructor(status: number, detail: string, members: Readonly<Record<string, Json>> = {}) {
    super(detail);
    this.status = status;
    this.members = members;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** badRequest is for a value that is malformed or out of range. */
export function badRequest(detail: string): Problem {
  return new Problem(400, detail);
}

/** notFound is for a path that names nothing; further members list what there is. */
export function notFound(detail: string, members?: Problem['members']): Problem {
  return new Problem(404, detail, members);
}

/** notYet is for an answer that is being worked out (with Retry-After). */
export function notYet(detail: string): Problem {
  return new Problem(503, detail);
}

/** Format is a form in which an answer is available. */
export type Format = 'json' | 'csv';

/** Answer is the answer of a resource in both forms; only the requested one is computed. */
export interface Answer {
  readonly json: () => Json;
  readonly rows: () => readonly Row[];
  /**
   * The columns that come first in a table, whether or not a row has them; the other names of the
   * rows follow as they appear.
   */
  readonly columns?: readonly string[];
  readonly links?: readonly Link[];
}

/** CROSS_ORIGIN lets pages of any origin read an answer, its Link header included. */
export const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Link, Retry-After',
};

/**
 * answerResponse writes an answer in one of its forms, with its exact content type. @throws Problem 406
 * if there is none to choose
 */
export function answerResponse(
  { json, rows, columns = [] }: Answer,
  format: Format | undefined,
  link?: string,
): Response {
  if (!format) throw new Problem(406, 'This resource is available as application/json and text/csv.');
  const [type, body] =
    format === 'csv'
      ? ['text/csv;charset=UTF-8', csvText(columns, rows())]
      : ['application/json', jsonText(json())];
  const headers = { ...CROSS_ORIGIN, 'content-type': type, vary: 'Accept', ...(link && { link }) };
  return new Response(body, { headers });
}

/** ALLOWED_METHODS is the Allow header: nothing can be changed. */
const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/**
 * problemResponse writes any thrown value as `application/problem+json`; anything but a Problem is a bug of
 * this program and gets status 500.
 */
export function problemResponse(thrown: unknown): Response {
  const known =
    thrown instanceof Problem ? thrown : new Problem(500, 'The mock server has a fault of its own.');
  const { status, message: detail, members } = known;
  const body = row({ type: 'about:blank', title: titleOf(status), status, detail, ...members });
  const headers = {
    ...CROSS_ORIGIN,
    'content-type': 'application/problem+json',
    ...(status === 405 && { allow: ALLOWED_METHODS }),
    ...(status === 503 && { 'retry-after': '5' }),
  };
  return new Response(jsonText(body), { status, headers });
}

/** titleOf is the short name of a status. */
export function titleOf(status: number): string {
  return TITLES[status] ?? 'Error';
}

/** quoted shows a value of the request in a message, shortened to 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** preflight answers OPTIONS: any read request is allowed. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CROSS_ORIGIN,
      allow: ALLOWED_METHODS,
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
}
