import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CHECK, queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';
import { PAGES_KEPT, ROWS_KEPT, trimLog } from './trim-log.ts';

const session = { id: 'premises' } as RegisterSession;
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
    expect(queries.getQueryCache().getAll().length).toBeLessThanOrEqual(PAGES_KEPT + 3 * ROWS_KEPT);
  }
  expect(count(queries, 'entries')).toBe(PAGES_KEPT);
  expect(count(queries, CHECK, 'entry')).toBe(ROWS_KEPT);
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
