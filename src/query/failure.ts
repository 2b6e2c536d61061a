import { ApiError, isNotFound } from '../api/api-error.ts';
import { isUnanswered } from '../api/retry.ts';
import { isMissingCode, MISSING_CODE } from '../core/missing-code.ts';
import { IncompleteListError } from '../log/log-pages.ts';

/**
 * Failure describes an error to a reader: what failed, where, and whether trying again may
 * help. It is never a verdict.
 */
export interface Failure {
  readonly title: string;
  readonly message: string;
  /** The message without advice, if it has any. */
  readonly summary?: string;
  readonly address?: string;
  readonly notFound: boolean;
  /** Whether it failed for want of an answer; see isUnanswered. */
  readonly isUnanswered?: boolean;
  /** false if no request failed: the answers are incomplete or contradict each other. */
  readonly request?: false;
}

/** FailedQuery is what a page needs to know of a query that failed: why, and whether it is being repeated. */
export interface FailedQuery {
  readonly error: Error;
  readonly isFetching: boolean;
}

/** describeFailure describes anything thrown; unknown errors keep their own text. */
export function describeFailure(thrown: unknown): Failure {
  const error: Error & { readonly summary?: unknown } =
    thrown instanceof Error ? thrown : new Error(String(thrown));
  if (isMissingCode(error)) return { ...MISSING_CODE, notFound: false, request: false };
  const { message } = error;
  const words = { message, ...(typeof error.summary === 'string' && { summary: error.summary }) };
  if (error instanceof IncompleteListError)
    return { title: 'The list of entries is incomplete', ...words, notFound: false, request: false };
  if (error instanceof ApiError) {
    const notFound = error.code === 'HTTP_STATUS' && isNotFound(error);
    const title = notFound ? 'This register does not have this' : TITLES[error.code];
    return { title, ...words, address: error.address, notFound, isUnanswered: isUnanswered(error) };
  }
  // A worker that refuses an answer does not know its address, which the caller adds.
  const address = 'address' in error && typeof error.address === 'string' ? error.address : undefined;
  const title = `This could not be ${error.name === 'VerifierError' ? 'checked' : 'done'}`;
  return { title, ...words, ...(address !== undefined && { address }), notFound: false };
}

const TITLES: Readonly<Record<ApiError['code'], string>> = {
  NETWORK: 'The register could not be reached',
  TIMEOUT: 'The register took too long to answer',
  HTTP_STATUS: 'The server answered with an error',
  NOT_JSON: 'The answer is not JSON',
  BAD_SHAPE: 'The answer is not valid',
  UNSUPPORTED: 'This request or answer is not supported',
  TOO_LARGE: 'The answer is too large for this page',
};
