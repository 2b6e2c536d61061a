import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { CHECK, queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';
import { KEPT, trimLog } from './trim-log.ts';

const session = { id: 'premises' } as RegisterSession;
const MOST = KEPT.page + KEPT.proof + KEPT.item + KEPT.trail;
const holds = { verdict: { outcome: 'holds' } };

function count(queries: QueryClient, ...key: readonly string[]): number {
  return queries.getQueryCache().findAll({ queryKey: queryKey(session, ...key) }).length;
}

/** What one stand of the log leaves behind: a page, and the proofs, items and trails of its rows. */
function standAt(queries: QueryClient, page: number): void {
  const updatedAt = page + 1;
  queries.setQueryData(queryKey(session, 'entries', page * 100 + 1, 100), [], { updatedAt });
  for (let row = 0; row < 30; row += 1) {
    const name = `${page}-${row}`;
    queries.setQueryData(queryKey(session, CHECK, 'entry', name), holds, { updatedAt });
    queries.setQueryData(queryKey(session, CHECK, 'item', name), holds, { updatedAt });
    queries.setQueryData(queryKey(session, 'trail', name), [], { updatedAt });
  }
}

test('however long the log is scrolled, what it leaves in the cache is bounded, and the latest stays', () => {
  const queries = new QueryClient();
  for (let page = 0; page < 500; page += 1) {
    standAt(queries, page);
    trimLog(queries, session);
    // The last stand is looked at once more before any of it goes.
    expect(queries.getQueryCache().getAll().length).toBeLessThanOrEqual(MOST + 1 + 3 * 30);
  }
  trimLog(queries, session);
  expect(count(queries, 'entries')).toBe(KEPT.page);
  expect(count(queries, CHECK, 'entry')).toBe(KEPT.proof);
  expect(queries.getQueryData(queryKey(session, 'entries', 49_901, 100))).toEqual([]);
  expect(queries.getQueryData(queryKey(session, CHECK, 'item', '499-29'))).toEqual(holds);
});

test('what is on view, did not hold, failed, or is no part of a log stays', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const bad = { verdict: { outcome: 'does-not-match' } };
  queries.setQueryData(queryKey(session, CHECK, 'entry', 'bad'), bad, { updatedAt: 0 });
  queries.setQueryData(queryKey(session, 'head'), {}, { updatedAt: 0 });
  queries.setQueryData(['elsewhere', 'entries', 1, 100], [], { updatedAt: 0 });
  const failed = { queryKey: queryKey(session, CHECK, 'item', 'failed') };
  await queries.prefetchQuery({ ...failed, queryFn: () => Promise.reject(new Error('no answer')) });
  const inView = { queryKey: queryKey(session, 'entries', 1, 100), queryFn: () => [], staleTime: Infinity };
  queries.setQueryData(inView.queryKey, [], { updatedAt: 1 });
  const end = new QueryObserver(queries, inView).subscribe(() => undefined);
  for (let page = 1; page < 100; page += 1) standAt(queries, page);
  trimLog(queries, session);
  trimLog(queries, session);
  expect(count(queries, 'entries')).toBe(KEPT.page + 1);
  for (const key of [
    queryKey(session, CHECK, 'entry', 'bad'),
    queryKey(session, 'head'),
    ['elsewhere', 'entries', 1, 100],
    failed.queryKey,
    inView.queryKey,
  ])
    expect(queries.getQueryCache().find({ queryKey: key })).toBeDefined();
  end();
});

test('a request that was given up leaves no timer behind, by which the query would be kept', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  for (let page = 0; page < 200; page += 1) {
    const options = {
      queryKey: queryKey(session, 'entries', page * 100 + 1, 100),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('given up'))),
        ),
      retry: false,
      gcTime: 50_000,
    };
    const leave = new QueryObserver(queries, options).subscribe(() => undefined);
    leave();
    trimLog(queries, session);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(queries.getQueryCache().getAll().length).toBeLessThanOrEqual(KEPT.page + 1);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(KEPT.page + 2);
  vi.useRealTimers();
});
