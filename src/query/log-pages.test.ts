import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import { anEntry } from '../testing/builders.ts';
import { finding, HEAD, HOLDS, MISMATCH } from '../testing/trust-builders.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import { checkedItemQuery, itemCheck } from './data-queries.ts';
import { entriesPageQuery } from './entry-queries.ts';
import { entryCheckQuery, inclusionCheck } from './inclusion-queries.ts';
import { CHECK, headKey, queryKey, type QueryMeta } from './keys.ts';
import { KEPT, trimLog } from './log-pages.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';

const SIZE = 1e6;
const ROWS = 30;
const MOST = KEPT.page + KEPT.proof + KEPT.item + KEPT.trail;

const itemOf = (entryNumber: number): { expected: Hash; computed: Hash } => {
  const hash = String(entryNumber).padStart(64, '0') as Hash;
  return { expected: hash, computed: hash };
};

/** putData caches data like the query with these options: with its meta, which setQueryData omits. */
function putData(
  queries: QueryClient,
  { queryKey, meta }: { readonly queryKey: QueryKey; readonly meta?: QueryMeta | undefined },
  data: unknown,
  updatedAt?: number,
): void {
  queries
    .getQueryCache()
    .build(queries, { queryKey, ...(meta && { meta }) })
    .setData(data, { manual: true, ...(updatedAt !== undefined && { updatedAt }) });
}

/** A register whose head is compared with the remembered root, so that reported checks hold. */
function open() {
  const trust = createTrustStore();
  trust.reportMemory(HEAD, finding(HOLDS));
  const session = { id: 'premises', trust } as RegisterSession;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const pageAt = (page: number) => entriesPageQuery(session, page, SIZE);
  return {
    queries,
    session,
    pageAt,
    trim: () => trimLog(queries, session),
    all: () => queries.getQueryCache().getAll().length,
    count: (...key: readonly string[]) =>
      queries.getQueryCache().findAll({ queryKey: queryKey(session, ...key) }).length,
    /** The cached queries of one scroll position: a page, and the proofs, items and trails of its rows. */
    standAt(page: number): void {
      const updatedAt = page + 1;
      const report = (check: Check) => trust.report({ ...check, verdict: HOLDS, checkedAt: updatedAt });
      putData(queries, pageAt(page), [], updatedAt);
      for (let row = 1; row <= ROWS; row += 1) {
        const entry = anEntry(page * 100 + row);
        putData(queries, entryCheckQuery(session, entry, HEAD), { verdict: HOLDS }, updatedAt);
        report(inclusionCheck(entry, HEAD));
        const item = itemOf(entry.entryNumber);
        putData(queries, checkedItemQuery(session, item.expected), { ...item, verdict: HOLDS }, updatedAt);
        report(itemCheck(item));
        putData(queries, trailQuery(session, entry.key), [], updatedAt);
      }
    },
  };
}

test('however long the log is scrolled, what it leaves in the cache is bounded, and the latest stays', () => {
  const { queries, session, pageAt, trim, all, count, standAt } = open();
  const last = 1.5 * KEPT.page;
  for (let page = 0; page <= last; page += 1) {
    standAt(page);
    trim();
    // Queries are removed only on the second call.
    expect(all()).toBeLessThanOrEqual(MOST + 1 + 3 * ROWS);
  }
  trim();
  expect(count('entries')).toBe(KEPT.page);
  expect(count(CHECK)).toBe(KEPT.proof + KEPT.item);
  expect(queries.getQueryData(pageAt(last).queryKey)).toEqual([]);
  const newest = last * 100 + ROWS;
  expect(queries.getQueryData(checkedItemQuery(session, itemOf(newest).expected).queryKey)).toBeDefined();
  // Checks no longer cached are withdrawn.
  for (const [number, verdict] of [
    [newest, HOLDS],
    [1, undefined],
  ] as const) {
    expect(session.trust.verdictOf(inclusionCheck(anEntry(number), HEAD))).toEqual(verdict);
    expect(session.trust.verdictOf(itemCheck(itemOf(number)))).toEqual(verdict);
  }
});

test('what is on view, did not hold, failed, or is no part of a log stays', async () => {
  const { queries, session, pageAt, trim, count, standAt } = open();
  const bad = entryCheckQuery(session, anEntry(1), HEAD);
  session.trust.report({ ...inclusionCheck(anEntry(1), HEAD), verdict: MISMATCH, checkedAt: 1 });
  putData(queries, bad, { verdict: HOLDS }, 0);
  // Not of a log, or of another one.
  const elsewhere = entriesPageQuery({ ...session, id: 'elsewhere' }, 0, SIZE);
  const others = [{ queryKey: headKey(session) }, recordQuery(session, 'k'), elsewhere];
  for (const query of others) putData(queries, query, [], 0);
  const failed = checkedItemQuery(session, itemOf(1).expected);
  await queries.prefetchQuery({ ...failed, queryFn: () => Promise.reject(new Error('no answer')) });
  const inView = { ...pageAt(0), queryFn: () => [] };
  putData(queries, inView, [], 1);
  const end = new QueryObserver(queries, inView).subscribe(() => undefined);
  for (let page = 1; page < 1.5 * KEPT.page; page += 1) standAt(page);
  trim();
  trim();
  expect(count('entries')).toBe(KEPT.page + 1);
  for (const { queryKey: key } of [bad, ...others, failed, inView])
    expect(queries.getQueryCache().find({ queryKey: key })).toBeDefined();
  end();
});

test('a request that was given up leaves no timer behind, by which the query would be kept', async () => {
  vi.useFakeTimers();
  const { queries, pageAt, trim, all } = open();
  const never = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
  for (let page = 0; page < 2 * KEPT.page; page += 1) {
    const options = { ...pageAt(page), queryFn: never, retry: false, gcTime: 50_000 };
    const leave = new QueryObserver(queries, options).subscribe(() => undefined);
    leave();
    trim();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(all()).toBeLessThanOrEqual(KEPT.page + 1);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(KEPT.page + 2);
  vi.useRealTimers();
});
