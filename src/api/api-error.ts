/**
 * ApiErrorCode is the closed set of ways in which a request can fail. None of them says anything about what a register holds.
 * - NETWORK: no answer at all (server down, wrong address, CORS, mixed content).
 * - TIMEOUT: headers and body were not complete within the time limit.
 * - HTTP_STATUS: an answer with a status other than 2xx; see `status`.
 * - NOT_JSON: a 2xx answer that is not JSON (HTML, plain text, empty, truncated, not UTF-8).
 * - BAD_SHAPE: JSON that breaks the API document or contradicts the question; see `path`.
 * - UNSUPPORTED: a question this API or this server cannot answer, or an answer this client refuses to use.
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
export interface ApiErrorDetails {
  /** The absolute address that was asked (or would have been, for UNSUPPORTED). */
  readonly address: string;
  readonly status?: number | undefined;
  /** Where in the body, as a JSON path: `$[3]["item-hash"][0]`. Only with BAD_SHAPE and UNSUPPORTED. */
  readonly path?: string | undefined;
  /** The `title` of problem+json, or the title of an HTML page: the server's own words, to be shown as text only. */
  readonly title?: string | undefined;
  /** The `detail` of problem+json, or the start of a plain text: the server's own words, to be shown as text only. */
  readonly detail?: string | undefined;
  /** The Retry-After header as sent, where this page may read it. */
  readonly retryAfter?: string | undefined;
  readonly cause?: unknown;
}

/**
 * ApiError is any trouble between asking and having an answer in the domain's types. Its message is plain English and says what to do; words of a server in it are
 * fit to be shown as they are (`isolated`).
 * A request aborted by its caller is not an ApiError: it rejects with the reason of the signal.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly address: string;
  readonly status: number | undefined;
  readonly path: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfter: string | undefined;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.address = details.address;
    this.status = details.status;
    this.path = details.path;
    this.title = details.title;
    this.detail = details.detail;
    this.retryAfter = details.retryAfter;
  }
}

/** isNotFound says whether the server itself said that there is nothing at the address (404 or 410). */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}
