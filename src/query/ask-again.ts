import {
  CancelledError,
  focusManager,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { isUnanswered, retryAfterOf } from '../api/retry.ts';
import { isMissingCode } from '../core/missing-code.ts';
import { refusalOf } from '../trust/storage-refusals.ts';

/** FIRST_MS is how long after its first failure a query is asked again by itself, LONGEST_MS the longest pause. */
const FIRST_MS = 4_000;
const LONGEST_MS = 300_000;

/** A_DAY_MS is the longest time that a server can have a page wait. */
const A_DAY_MS = 86_400_000;

/** UNANSWERED_MS is how long after a query whose answer lacks a part, for want of an answer, it is asked again. */
export const UNANSWERED_MS = 8_000;

/**
 * SOON_MS is the least time between two tries when a page is opened, or the network or the tab comes back: the pause
 * after no failure in a row.
 */
const SOON_MS = FIRST_MS / 2;

/**
 * pauseOf returns how long after its last failure a query is asked again by itself: twice as long after each failure
 * in a row, and not before the server wants it (Retry-After). Undefined for a query that did not fail, that is asked
 * once only, or that the server answered clearly. A list of which pages were read is continued by the reader.
 */
export function pauseOf(query: PausedQuery): number | undefined {
  return leastPauseOf(query, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failuresOf(query) - 1)));
}

type Counted = { readonly state: { readonly errorUpdateCount: number } };

/** How many failures of a query do not count any more. */
const forgotten = new WeakMap<object, number>();

/** failuresOf returns how often a query failed in a row, since the reader or the network last came back to it. */
export function failuresOf(query: Counted): number {
  return query.state.errorUpdateCount - (forgotten.get(query) ?? 0);
}

function forgetFailures(query: Counted): void {
  forgotten.set(query, query.state.errorUpdateCount);
}

/** beginAnew forgets the failures of queries, so that their pauses are short again. */
export function beginAnew(queries: readonly Query[]): void {
  for (const query of queries) {
    forgetFailures(query);
    // Its observers ask for the pause.
    query.setState({});
  }
}

type PausedQuery = Pick<Query, 'state' | 'queryType'> & { readonly options: { readonly retry?: unknown } };

/** leastPauseOf is `pauseMs`, or longer if the server wants it; undefined for a query that is not asked again. */
function leastPauseOf({ state, options, queryType }: PausedQuery, pauseMs: number): number | undefined {
  const { status, data, error, errorUpdatedAt } = state;
  const isList = queryType === 'infinite' && data !== undefined;
  if (
    status !== 'error' ||
    options.retry === false ||
    isList ||
    !(isUnanswered(error) || isMissingCode(error) || refusalOf(error) === 'silent')
  )
    return undefined;
  return Math.max(pauseMs, Math.min(retryAfterOf(error, errorUpdatedAt), A_DAY_MS));
}

/** isDue reports whether a query that failed for want of an answer may be asked again now. */
function isDue(query: Query): boolean {
  return Date.now() - query.state.errorUpdatedAt >= (leastPauseOf(query, SOON_MS) ?? Infinity);
}

/**
 * ASK_AGAIN are the options of all queries of the page: what failed for want of an answer is asked again while
 * it is on view, and when a page that needs it is opened.
 */
const ASK_AGAIN = {
  // The service worker and the direct mount answer without a network: never wait for one.
  networkMode: 'always',
  // The transport repeats requests. Only a query that waited for another one, which was cancelled with the view
  // that had asked for it, is begun again at once.
  retry: (failures, error) => error instanceof CancelledError && failures < 3,
  retryDelay: 0,
  retryOnMount: isDue,
  refetchInterval: (query) => pauseOf(query) ?? false,
  // createQueries does both.
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} satisfies Omit<QueryObserverOptions, 'queryKey'>;

/**
 * createQueries makes the cache of the page, which asks again for what failed and is on view when the network or the
 * tab comes back: at once, or within SOON_MS if it was tried just now. Its pauses are then short again.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => forgetFailures(query),
    }),
    // Maps are not structurally shared; sharing the rest would only cost time.
    defaultOptions: { queries: { ...ASK_AGAIN, structuralSharing: false } },
  });
  keepFailures(queries.getQueryCache());
  onlineManager.setOnline(navigator.onLine);
  const comeBack = (isBack: boolean): void => {
    if (!isBack) return;
    // What is not due yet is asked after SOON_MS, or when the server wants it.
    const mayReset = (query: Query) =>
      failuresOf(query) > 0 && (leastPauseOf(query, SOON_MS) ?? SOON_MS) === SOON_MS;
    beginAnew(queries.getQueryCache().findAll({ type: 'active', predicate: mayReset }));
    void queries.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  };
  onlineManager.subscribe(comeBack);
  focusManager.subscribe(comeBack);
  return queries;
}

/**
 * keepFailures lets a query that is asked again while it is on view keep its failure until there is an answer: React
 * Query makes it pending, so that its message, and the button in it, would come and go.
 */
function keepFailures(cache: QueryCache): void {
  const failures = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const failure = failures.get(query);
    if (action.type === 'fetch' && failure !== undefined && query.isActive())
      query.setState({ status: 'error', error: failure });
    else if (query.state.error !== null) failures.set(query, query.state.error);
    else failures.delete(query);
  });
}
