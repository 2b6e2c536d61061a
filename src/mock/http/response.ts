import { cellText, csvLine, type Json, jsonText, type Row } from '../../core/rows.ts';

/** row makes a Row of properties, leaving out those that are undefined. */
export function row(properties: Readonly<Record<string, Json | undefined>>): Row {
  const result = new Map<string, Json>();
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) result.set(name, value);
  return result;
}

/** Writes a table with a header line. */
function csvText(columns: readonly string[], rows: readonly Row[]): string {
  const names = new Set(columns);
  for (const cells of rows) for (const name of cells.keys()) names.add(name);
  const header = [...names];
  const lines = rows.map((cells) => csvLine(header.map((name) => cellText(cells.get(name)))));
  return csvLine(header) + lines.join('');
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

/** Link is one link of the Link header, to a resource of the same register. */
export interface Link {
  readonly rel: 'next' | 'previous' | 'version-history';
  /** The path below the base, percent-encoded. */
  readonly path: string;
  readonly query?: Query;
}

/** Query has query parameters in order. */
export type Query = Readonly<Record<string, string>>;

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
