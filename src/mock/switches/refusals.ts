import { titleOf } from '../http/problem.ts';

/** RETRY_AFTER_S is how long the busy server asks to be left alone, in seconds. */
export const RETRY_AFTER_S = 120;

/** neverAnswers keeps a request open until the caller gives up. */
export async function neverAnswers({ signal }: Request): Promise<Response> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return Response.error();
}

/** tooManyRequests asks for patience in seconds (RFC 6585 section 4, RFC 9110 10.2.3). */
export async function tooManyRequests(): Promise<Response> {
  return refusal(429, String(RETRY_AFTER_S));
}

/** unavailable asks for patience by a date, as servers under maintenance do. */
export async function unavailable(): Promise<Response> {
  const until = new Date(Date.now() + RETRY_AFTER_S * 1000).toUTCString();
  return refusal(503, until);
}

/** Addresses whose next answer is true; forgotten when there are very many. */
const failed = new Set<string>();
const MOST_FAILED = 10_000;

/** failsOnce answers each address with status 500 at first, truly at the second time, and so on in turn. */
export async function failsOnce({ url }: Request): Promise<Response | undefined> {
  if (failed.delete(url)) return undefined;
  if (failed.size >= MOST_FAILED) failed.clear();
  failed.add(url);
  return refusal(500);
}

function refusal(status: number, retryAfter?: string): Response {
  const headers = new Headers({
    'content-type': 'text/plain;charset=UTF-8',
    // Pages of other origins may read only what is named here.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Link, Retry-After',
  });
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  return new Response(titleOf(status), { status, headers });
}
