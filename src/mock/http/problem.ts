import { type Json, jsonText, row } from './json.ts';

/** Problem is an answer that is an error. The API document names none; they are written as RFC 9457 problem details. */
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

/** notFound is for a path that names nothing. */
export function notFound(detail: string): Problem {
  return new Problem(404, detail);
}

/** problemResponse writes any thrown value as `application/problem+json`; what is not a Problem is a bug of this program and gets status 500. */
export function problemResponse(thrown: unknown): Response {
  const problem =
    thrown instanceof Problem ? thrown : new Problem(500, 'The mock server has a fault of its own.');
  const title = titleOf(problem.status);
  const body = row({
    type: 'about:blank',
    title,
    status: problem.status,
    detail: problem.message,
    ...problem.members,
  });
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (problem.status === 405) headers['allow'] = ALLOWED_METHODS;
  if (problem.status === 503) headers['retry-after'] = RETRY_AFTER_SECONDS;
  return new Response(jsonText(body), { status: problem.status, headers });
}

const RETRY_AFTER_SECONDS = '5';

/** titleOf is the short name of a status. */
export function titleOf(status: number): string {
  return TITLES[status] ?? 'Error';
}

/** ALLOWED_METHODS is the Allow header: nothing can be changed. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** quoted shows a value of the request in a message, shortened to 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
