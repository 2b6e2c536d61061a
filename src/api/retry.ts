import { ApiError } from './api-error.ts';
import { readRetryAfter } from '../core/http.ts';
import { untilAborted } from '../core/until-aborted.ts';
import type { RequestOptions } from './request.ts';

/**
 * The waits before the second try and so on, and the longest Retry-After that is honoured, in milliseconds;
 * with a longer one there is no retry.
 */
const USUAL = { waitsMs: [400, 1_600], longestMs: 5_000 };
const PATIENT = { waitsMs: [500, 2_000, 8_000], longestMs: 60_000 };

/** FEWER is how many times longer the waits are after a 429 whose Retry-After is missing or may not be read. */
const FEWER = 5;

/**
 * waitToRetry waits until a request that failed for the `tries`-th time may be repeated, which only one without
 * an answer may be (isUnanswered). A 500, which behind a balancer is often one server's alone, is repeated once, and so is an
 * answer that is not JSON unless no view waits; a time-out is not, because the reader has waited long enough, except once
 * if no view waits (`patient`). Waits are spread by a quarter either way, so
 * that many pages do not retry at once; `waitsMs` replaces them. Nothing is repeated with `once`. Rejects with the error, which then gives the
 * number of tries, if it may not be repeated; or with the signal's reason.
 */
export async function waitToRetry(
  error: ApiError,
  tries: number,
  { patient = false, once = false, signal }: RequestOptions,
  waitsMs: readonly number[] | undefined,
): Promise<void> {
  const usual = patient ? PATIENT : USUAL;
  const { code, status } = error;
  const isLate = code === 'TIMEOUT';
  if (once || !isUnanswered(error) || (isLate && !patient)) throw withTries(error, tries);
  const isLast = (isLate || status === 500 || (code === 'NOT_JSON' && !patient)) && tries > 1;
  const backOffMs = isLast ? undefined : (waitsMs ?? usual.waitsMs)[tries - 1];
  const retryAfterMs = retryAfterOf(error, Date.now());
  if (backOffMs === undefined || retryAfterMs > usual.longestMs) throw withTries(error, tries, retryAfterMs);
  signal?.throwIfAborted();
  const spread = (0.75 + Math.random() / 2) * (status === 429 ? FEWER : 1);
  const waitMs = retryAfterMs || backOffMs * spread;
  await untilAborted(new Promise((resolve) => setTimeout(resolve, waitMs)), signal);
}

/**
 * isUnanswered reports whether a request failed for want of an answer of the register: none came, it came too
 * late or broke off, it is not JSON (cut, or the web page of a proxy), or the server is busy or in trouble (RFC
 * 9110 15.6, RFC 6585 4). Any other failure is an answer.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status = 0 } = error;
  if (code === 'HTTP_STATUS')
    return status === 408 || status === 429 || (status >= 500 && ![501, 505].includes(status));
  return code === 'NETWORK' || code === 'TIMEOUT' || code === 'NOT_JSON';
}

/** retryAfterOf returns how long a server wants not to be asked again after a failure at `atMs`, in ms; 0 if it says nothing. */
export function retryAfterOf(error: unknown, atMs: number): number {
  return (error instanceof ApiError && readRetryAfter(error.retryAfter ?? '', atMs)) || 0;
}

function withTries(error: ApiError, tries: number, retryAfterMs = 0): ApiError {
  const tried = tries > 1 ? ` It was tried ${tries} times.` : '';
  const hint = retryAfterMs > 0 ? ` The server asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.` : '';
  return tried + hint === '' ? error : new ApiError(error.code, error.message + tried + hint, error);
}
