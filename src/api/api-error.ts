import { parseJson, TOO_DEEP } from '../core/parse-json.ts';
import { type ShapeError, isObject } from './wire.ts';
import { isolated } from '../core/invisible.ts';

/**
 * ApiErrorCode is the closed set of ways in which a request can fail. None of them says anything
 * about what a register holds.
 * - NETWORK: no answer (server down, wrong address, CORS, mixed content).
 * - TIMEOUT: headers and body were not complete within the time limit.
 * - HTTP_STATUS: an answer with a status other than 2xx; see `status`.
 * - NOT_JSON: a 2xx answer that is not JSON (HTML, plain text, empty, truncated, not UTF-8).
 * - BAD_SHAPE: JSON that breaks the API document or contradicts the request.
 * - UNSUPPORTED: a request this API or this server cannot answer, or an answer this client refuses to use.
 * - TOO_LARGE: more bytes or pages than the client will read.
 */
export type ApiErrorCode =
  | 'NETWORK'
  | 'TIMEOUT'
  | 'HTTP_STATUS'
  | 'NOT_JSON'
  | 'BAD_SHAPE'
  | 'UNSUPPORTED'
  | 'TOO_LARGE';

/** ApiErrorDetails is what an ApiError carries in addition to its code and message. */
interface ApiErrorDetails {
  /** The absolute address requested (for UNSUPPORTED, not sent). */
  readonly address: string;
  readonly status?: number | undefined;
  /** The Retry-After header as sent, where this page may read it. */
  readonly retryAfter?: string | undefined;
  readonly cause?: unknown;
  /** The message without advice, if it has any. */
  readonly summary?: string | undefined;
}

/**
 * ApiError is any failure between a request and a decoded answer. Its message is plain English and says what
 * to do; a server's words in it are safe to show (`isolated`).
 * A request aborted by its caller is not an ApiError: it rejects with the reason of the signal.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly address: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly summary: string;

  constructor(
    code: ApiErrorCode,
    message: string,
    { address, status, retryAfter, cause, summary = message }: ApiErrorDetails,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.address = address;
    this.status = status;
    this.retryAfter = retryAfter;
    this.summary = summary;
  }
}

/** isNotFound reports whether the server answered that there is nothing at the address (404 or 410). */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

const WORDS_LIMIT = 300;

/**
 * serverWords returns the server's own explanation of a failure, to be shown as text only: from problem+json
 * (RFC 9457), the title of an HTML page, or a plain text.
 */
function serverWords(body: string): string | undefined {
  const json = parseJson(body);
  const { title, detail, message }: Record<string, unknown> = !json.ok
    ? { detail: isHtml(body) ? /<title[^<>]*>([^<]*)/i.exec(body)?.[1] : body }
    : isObject(json.value)
      ? json.value
      : {};
  return [detail, message, title].map(tidy).find((words) => words !== undefined);
}

/** Whether a text begins like an HTML (or XML) page, whatever its type claims. */
function isHtml(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text);
}

function tidy(words: unknown): string | undefined {
  if (typeof words !== 'string') return undefined;
  const line = words
    .slice(0, 4 * WORDS_LIMIT)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  return isolated(line.length > WORDS_LIMIT ? `${line.slice(0, WORDS_LIMIT)}…` : line);
}

/** networkError returns the error for a request without an answer. */
export function networkError(address: string, cause: unknown): ApiError {
  // What this page serves itself, without a host, says why it does not.
  if (cause instanceof Error && (cause.name === 'WorkerFailure' || cause.name === 'FileNotOpened'))
    return new ApiError('NETWORK', cause.message, { address, cause });
  const { host, protocol } = new URL(address);
  const mixed = protocol === 'http:' && globalThis.location?.protocol === 'https:';
  const hint = mixed
    ? ' This page came over https, so the browser may also block plain http: try the address with https.'
    : '';
  const summary = `No answer from ${host}.`;
  return new ApiError(
    'NETWORK',
    `${summary} Check the address and your connection. If it opens in a tab of its own, the server keeps other sites' ` +
      `pages from reading it (CORS).${hint}`,
    { address, cause, summary },
  );
}

/** statusError returns the error for a status other than 2xx, with the explanation in the body. */
export function statusError(
  address: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
): ApiError {
  const retryAfter = headers.get('retry-after') ?? undefined;
  const words = serverWords(body);
  const [summary, advice] = statusMeaning(status);
  const message = `${summary} ${advice}${words === undefined ? '' : ` The server says: “${words}”.`}`;
  return new ApiError('HTTP_STATUS', message, { address, status, retryAfter, summary });
}

function statusMeaning(status: number): readonly [summary: string, advice: string] {
  const check = 'Check the key, number or address.';
  if (status === 404 || status === 410) return [`There is nothing at this address (${status}).`, check];
  if (status === 401 || status === 403)
    return [`The server does not give this to everyone (${status}).`, 'Ask the register’s operator.'];
  if (status === 429) return ['The server asks for fewer requests (429).', 'Wait a minute, then try again.'];
  if (status >= 500) return [`The server failed (${status}).`, 'Try again later.'];
  return [`The server rejects the request (${status}).`, check];
}

/**
 * notJsonError returns the error for a 2xx answer that is not JSON, or too deep; see
 * ParsedJson for `problem`.
 */
export function notJsonError(address: string, status: number, body: string, problem: string): ApiError {
  if (problem === TOO_DEEP) {
    const summary = `In the answer, ${problem}.`;
    return new ApiError('TOO_LARGE', `${summary} Tell the register’s operator.`, {
      address,
      status,
      summary,
    });
  }
  const title = isHtml(body) ? serverWords(body) : undefined;
  const what =
    body.trim() === ''
      ? 'is empty'
      : isHtml(body)
        ? `is a web page${title === undefined ? '' : ` (“${title}”)`}, not JSON`
        : `is not JSON: ${problem}. It begins “${isolated(body.slice(0, 90))}”`;
  const summary = `The answer ${what}.`;
  return new ApiError('NOT_JSON', `${summary} Check the address, or try again.`, {
    address,
    status,
    summary,
  });
}

/** shapeError returns the error for a fault in a body, with its address. */
export function shapeError(address: string, status: number, { code, message, path }: ShapeError): ApiError {
  const found = isolated(message);
  if (code !== 'BAD_SHAPE') return new ApiError(code, `${found}.`, { address, status });
  const summary = `The server's answer is not what the API document says: ${found} (at ${isolated(path)}).`;
  const advice = 'Try again. If that does not help, tell the register’s operator.';
  return new ApiError(code, `${summary} ${advice}`, { address, status, summary });
}
