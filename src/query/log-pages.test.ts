import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Check } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import { createTrustStore } from '../trust/trust-store.ts';
import { anEntry } from '../testing/builders.ts';
import { putData } from '../testing/put-data.ts';
import { headAt } from '../testing/small-register.ts';
import type { Verdict } from '../core/verdict.ts';
import { entryCheckQuery, inclusionCheck } from './inclusion-queries.ts';
import { entriesPageQuery } from './entry-queries.ts';
import { checkedItemQuery, itemCheck } from './data-queries.ts';
import { CHECK, headKey, queryKey } from './keys.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import type { RegisterSession } from './session.ts';
import { KEPT, trimLog } from './log-pages.ts';

const head = headAt(9);
const HOLDS: Verdict = { outcome: 'holds' };

/** A register whose head is compared with what was seen before, so that what is reported to hold holds. */
function aSession(): RegisterSession {
  const trust = createTrustStore();
  trust.reportMemory(head, { verdict: HOLDS, recalled: { kind: 'first-visit' } });
  return { id: 'premises', trust } as RegisterSession;
}

const MOST = KEPT.page + KEPT.proof + KEPT.item + KEPT.trail;
function count(queries: QueryClient, session: RegisterSession, ...key: readonly string[]): number {
  return queries.getQueryCache().findAll({ queryKey: queryKey(session, ...key) }).length;
}

/** What one stand of the log leaves behind: a page, and the proofs, items and trails of its rows. */
function standAt(queries: QueryClient, session: RegisterSession, page: number): void {
  const updatedAt = page + 1;
  const report = (check: Check) => session.trust.report({ ...check, verdict: HOLDS, checkedAt: updatedAt });
  putData(queries, entriesPageQuery(session, page, 1e6), [], updatedAt);
  for (let row = 0; row < 30; row += 1) {
    const entry = anEntry(page * 100 + row + 1);
    putData(queries, entryCheckQuery(session, entry, head), { verdict: HOLDS }, updatedAt);
    report(inclusionCheck(entry, head));
    const item = hashed(entry.entryNumber);
    putData(queries, checkedItemQuery(session, item.expected), { ...item, verdict: HOLDS }, updatedAt);
    report(itemCheck(item));
    putData(queries, trailQuery(session, entry.key), [], updatedAt);
  }
}

function hashed(entryNumber: number): { expected: Hash; computed: Hash } {
  return { expected: itemOf(entryNumber), computed: itemOf(entryNumber) };
}

function itemOf(entryNumber: number): Hash {
  return String(entryNumber).padStart(64, '0') as Hash;
}

test('however long the log is scrolled, what it leaves in the cache is bounded, and the latest stays', () => {
  const queries = new QueryClient();
  const session = aSession();
  for (let page = 0; page < 150; page += 1) {
    standAt(queries, session, page);
    trimLog(queries, session);
    // The last stand is looked at once more before any of it goes.
    expect(queries.getQueryCache().getAll().length).toBeLessThanOrEqual(MOST + 1 + 3 * 30);
  }
  trimLog(queries, session);
  expect(count(queries, session, 'entries')).toBe(KEPT.page);
  expect(count(queries, session, CHECK)).toBe(KEPT.proof + KEPT.item);
  expect(queries.getQueryData(entriesPageQuery(session, 149, 1e6).queryKey)).toEqual([]);
  const [first, last] = [1, 14_930].map((n) => ({ entry: anEntry(n), item: itemCheck(hashed(n)) }));
  expect(queries.getQueryData(checkedItemQuery(session, itemOf(14_930)).queryKey)).toBeDefined();
  const verdictOf = (check: Check | undefined) => check && session.trust.verdictOf(check);
  expect(verdictOf(last && inclusionCheck(last.entry, head))).toEqual(HOLDS);
  expect(verdictOf(last?.item)).toEqual(HOLDS);
  // What the cache no longer has is no longer claimed.
  expect(verdictOf(first && inclusionCheck(first.entry, head))).toBeUndefined();
  expect(verdictOf(first?.item)).toBeUndefined();
});

test('what is on view, did not hold, failed, or is no part of a log stays', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = aSession();
  const bad = entryCheckQuery(session, anEntry(1), head);
  putData(queries, bad, { verdict: HOLDS }, 0);
  const verdict: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
  session.trust.report({ ...inclusionCheck(anEntry(1), head), verdict, checkedAt: 1 });
  // No part of a log, or of another one.
  const others = [
    { queryKey: headKey(session) },
    recordQuery(session, 'k'),
    entriesPageQuery({ ...session, id: 'elsewhere' }, 0, 1e6),
  ];
  for (const query of others) putData(queries, query, [], 0);
  const failed = checkedItemQuery(session, itemOf(1));
  await queries.prefetchQuery({ ...failed, queryFn: () => Promise.reject(new Error('no answer')) });
  const inView = { ...entriesPageQuery(session, 0, 1e6), queryFn: () => [] };
  putData(queries, inView, [], 1);
  const end = new QueryObserver(queries, inView).subscribe(() => undefined);
  for (let page = 1; page < 100; page += 1) standAt(queries, session, page);
  trimLog(queries, session);
  trimLog(queries, session);
  expect(count(queries, session, 'entries')).toBe(KEPT.page + 1);
  for (const { queryKey: key } of [bad, ...others, failed, inView])
    expect(queries.getQueryCache().find({ queryKey: key })).toBeDefined();
  end();
});

test('a request that was given up leaves no timer behind, by which the query would be kept', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const session = aSession();
  for (let page = 0; page < 200; page += 1) {
    const options = {
      ...entriesPageQuery(session, page, 1e6),
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
