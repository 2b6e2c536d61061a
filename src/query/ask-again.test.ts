import { environmentManager, focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '../api/api-error.ts';
import { createQueries } from './ask-again.ts';

beforeEach(() => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failure = (code: ApiErrorCode, status?: number, retryAfter?: string): ApiError =>
  new ApiError(code, 'failed', { address: 'https://r.example', status, retryAfter });

/** failing makes a query that fails so until it is mended, and lists when it was asked, in seconds. */
function failing(error: Error, options: { readonly retry?: false } = {}) {
  const queries = createQueries();
  queries.mount();
  const asked: number[] = [];
  const host = { error: error as Error | undefined, takesMs: 0 };
  const query = {
    queryKey: ['one'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      asked.push(Date.now() / 1000);
      if (host.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, host.takesMs));
      if (host.error) throw host.error;
      return 'answer';
    },
    staleTime: Infinity,
    ...options,
  };
  const open = (): (() => void) => new QueryObserver(queries, query).subscribe(() => undefined);
  return { queries, asked, host, query, open };
}

const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1000);

it.each<[string, Error]>([
  ['no answer', failure('NETWORK')],
  ['a late one', failure('TIMEOUT')],
  ['a web page', failure('NOT_JSON', 200)],
  ['a busy server', failure('HTTP_STATUS', 503)],
  ['code that is not there', new TypeError('Failed to fetch dynamically imported module: /a.js')],
  ['storage that gives no answer', new DOMException('late', 'TimeoutError')],
])('what failed by %s is asked again while it is on view, with growing pauses', async (_, error) => {
  const { asked, host, open, queries } = failing(error);
  const close = open();
  await seconds(30);
  expect(asked).toEqual([0, 4, 12, 28]);
  host.error = undefined;
  await seconds(600);
  expect(asked).toEqual([0, 4, 12, 28, 60]);
  expect(queries.getQueryData(['one'])).toBe('answer');
  close();
});

it.each<[string, Error, { readonly retry: false }?]>([
  ['was not found', failure('HTTP_STATUS', 404)],
  ['was refused', failure('HTTP_STATUS', 501)],
  ['is malformed', failure('BAD_SHAPE', 200)],
  ['is in damaged storage', new DOMException('broken', 'UnknownError')],
  ['may be asked once only', failure('NETWORK'), { retry: false }],
])('what %s is not asked again', async (_, error, options) => {
  const { asked, open } = failing(error, options);
  const close = open();
  await seconds(60);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  close();
  open()();
  await seconds(60);
  expect(asked).toEqual([0]);
});

it('the pauses are short again after an answer', async () => {
  const { asked, host, open, queries } = failing(failure('NETWORK'));
  const close = open();
  await seconds(20);
  host.error = undefined;
  await seconds(20);
  expect(queries.getQueryData(['one'])).toBe('answer');
  host.error = failure('NETWORK');
  void queries.refetchQueries();
  await seconds(13);
  expect(asked).toEqual([0, 4, 12, 28, 40, 44, 52]);
  close();
});

it('what failed is asked again when the page is opened again, at most every two seconds', async () => {
  const { asked, open } = failing(failure('NETWORK'));
  const close = open();
  await seconds(13);
  open();
  await seconds(2);
  open();
  await seconds(1);
  open();
  expect(asked).toEqual([0, 4, 12, 15]);
  close();
});

const RETURNS: readonly (readonly [string, () => void])[] = [
  ['network', () => [false, true].forEach((isOnline) => onlineManager.setOnline(isOnline))],
  ['tab', () => [false, true].forEach((isFocused) => focusManager.setFocused(isFocused))],
];

it.each(RETURNS)(
  'what failed is asked again when the %s comes back, every two seconds',
  async (_, comeBack) => {
    const { asked, open } = failing(failure('NETWORK'));
    const close = open();
    await seconds(15);
    comeBack();
    await seconds(1);
    expect(asked).toEqual([0, 4, 12, 15]);
    comeBack();
    comeBack();
    await seconds(4);
    expect(asked).toEqual([0, 4, 12, 15, 18]);
    close();
  },
);

it.each(RETURNS)(
  'nothing is asked before the server wants it, not even when the %s comes back',
  async (_, comeBack) => {
    const { asked, open } = failing(failure('HTTP_STATUS', 429, '20'));
    const close = open();
    await seconds(15);
    comeBack();
    open();
    await seconds(4);
    expect(asked).toEqual([0]);
    await seconds(1);
    expect(asked).toEqual([0, 20]);
    close();
  },
);

it('what was under way when the network came back is asked again soon', async () => {
  const { asked, host, open } = failing(failure('NETWORK'));
  const close = open();
  await seconds(40);
  // The next try takes two seconds to fail.
  host.takesMs = 2_000;
  await seconds(21);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await seconds(6);
  expect(asked).toEqual([0, 4, 12, 28, 60, 66]);
  close();
});

it('a page that was opened offline asks again when the network comes back', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { asked, open } = failing(failure('NETWORK'));
  const close = open();
  await seconds(3);
  onlineManager.setOnline(true);
  await seconds(0);
  expect(asked).toEqual([0, 3]);
  close();
});

it('a query that waits for one whose view was left begins again', async () => {
  const { queries, query, asked, host, open } = failing(failure('NETWORK'));
  host.error = undefined;
  const waiting = queries.fetchQuery({
    queryKey: ['other'],
    queryFn: () => queries.ensureQueryData(query),
  });
  // A view asks for the same, and is left before the answer.
  open()();
  await seconds(1);
  await expect(waiting).resolves.toBe('answer');
  expect(asked).toEqual([0, 0]);
});

it('what failed stays failed while it is asked again on view, and not where no page shows it', async () => {
  const { host, queries, query, open } = failing(failure('NETWORK'));
  host.takesMs = 1_000;
  const close = open();
  const state = () => {
    const { status, fetchStatus, error } = queries.getQueryState(query.queryKey) ?? {};
    return [status, fetchStatus, error === host.error];
  };
  await seconds(0.5);
  expect(state()).toEqual(['pending', 'fetching', false]);
  await seconds(1);
  expect(state()).toEqual(['error', 'idle', true]);
  await seconds(4);
  expect(state()).toEqual(['error', 'fetching', true]);
  await seconds(8);
  // The third time.
  await seconds(1);
  expect(state()).toEqual(['error', 'fetching', true]);
  close();
  await seconds(60);
  const unseen = queries.fetchQuery(query).catch(String);
  expect(state()).toEqual(['pending', 'fetching', false]);
  await seconds(1);
  await unseen;
  const again = open();
  host.error = undefined;
  await seconds(60);
  expect(queries.getQueryState(query.queryKey)).toMatchObject({ status: 'success', error: null });
  again();
});

it('a failed query that is reset is pending again', async () => {
  const { host, queries, query, open } = failing(failure('NETWORK'));
  const close = open();
  await seconds(1);
  host.takesMs = 1_000;
  void queries.resetQueries(query);
  await seconds(0.5);
  expect(queries.getQueryState(query.queryKey)).toMatchObject({ status: 'pending', error: null });
  close();
});
