import { CancelledError, type Query, type QueryObserverOptions } from '@tanstack/react-query';
import { isUnanswered } from '../api/retry.ts';

/** FIRST_MS is how long after its first failure a query is asked again by itself, LONGEST_MS the longest pause. */
const FIRST_MS = 4_000;
const LONGEST_MS = 300_000;

/** UNANSWERED_MS is how long after a query whose answer lacks a part, for want of an answer, it is asked again. */
export const UNANSWERED_MS = 8_000;

/** SOON_MS is the least time between two tries when a page is opened, or the network or the tab comes back. */
const SOON_MS = 2_000;

/**
 * pauseOf returns how long after its last failure a query is asked again by itself: twice as long each time.
 * Undefined for a query that did not fail, that is asked once only, or that the server answered clearly. A list
 * of which pages were read is continued by the reader.
 */
export function pauseOf({
  state,
  options,
  queryType,
}: Pick<Query, 'state' | 'queryType'> & { readonly options: { readonly retry?: unknown } }):
  | number
  | undefined {
  const { status, data, error, errorUpdateCount } = state;
  const isList = queryType === 'infinite' && data !== undefined;
  if (status !== 'error' || options.retry === false || isList || !isUnanswered(error)) return undefined;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (errorUpdateCount - 1));
}

/** isDue reports whether a query that failed for want of an answer may be asked again now. */
function isDue(query: Query): boolean {
  return pauseOf(query) !== undefined && Date.now() - query.state.errorUpdatedAt >= SOON_MS;
}

const whenDue = (query: Query): 'always' | false => isDue(query) && 'always';

/**
 * ASK_AGAIN are the options of all queries of the page: what failed for want of an answer is asked again while
 * it is on view, when a page that needs it is opened, and when the network or the tab comes back.
 */
export const ASK_AGAIN = {
  // The service worker and the direct mount answer without a network: never wait for one.
  networkMode: 'always',
  // The transport repeats requests. Only a query that waited for another one, which was cancelled with the view
  // that had asked for it, is begun again at once.
  retry: (failures, error) => error instanceof CancelledError && failures < 3,
  retryDelay: 0,
  retryOnMount: isDue,
  refetchInterval: (query) => pauseOf(query) ?? false,
  refetchOnReconnect: whenDue,
  refetchOnWindowFocus: whenDue,
} satisfies Omit<QueryObserverOptions, 'queryKey'>;
