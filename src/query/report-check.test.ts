import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError, statusError } from '../api/api-error.ts';
import type { Check } from '../core/check-result.ts';
import type { CannotCheck, Verdict } from '../core/verdict.ts';
import { finding, HOLDS, LATER } from '../testing/trust-builders.ts';
import { TrustStore } from '../trust/trust-store.ts';
import { ensureChecked, failed, reportCheck, reportFailure } from './report-check.ts';

const check: Check = { kind: 'data', subject: 'it' };
const dead = new ApiError('NETWORK', 'no answer', { address: 'https://r.example/item' });
const { signal } = new AbortController();

function begun() {
  const trust = new TrustStore();
  const stop = new AbortController();
  const found = vi.fn(async (): Promise<{ verdict: Verdict; more: number }> => ({ verdict: HOLDS, more: 7 }));
  const make = () => reportCheck(trust, check, stop.signal, found);
  return { trust, stop, found, make, known: () => trust.verdictOf(check) };
}

test('a check that fails is one that could not be made, and rejects all the same; it stays so until it is made', async () => {
  const { trust, make, known, found } = begun();
  for (const error of [dead, new Error('a bug'), 'no error at all']) {
    found.mockRejectedValueOnce(error);
    await expect(make()).rejects.toBe(error);
    expect(known()).toMatchObject({ outcome: 'cannot-check', code: 'request-failed' });
  }
  expect(failed(dead)).toMatchObject({ reason: expect.stringMatching(/\w/) });
  // One line has room for what failed, not for advice.
  const answer = { status: 404, headers: new Headers() };
  const made = failed(statusError('https://r.example/item', answer, '')) as CannotCheck;
  expect(made.reason.startsWith(made.summary ?? 'none')).toBe(true);
  reportFailure(trust, check, dead, signal);
  const making = make();
  expect(known()).toEqual(failed(dead));
  await making;
  expect(known()).toEqual(HOLDS);
});

test('what the caller gave up is not reported, and takes nothing away', async () => {
  for (const before of [HOLDS, undefined]) {
    const { make, known, found, stop } = begun();
    if (before) await make();
    stop.abort();
    found.mockRejectedValue(before ? stop.signal.reason : dead);
    await expect(make()).rejects.toBe(stop.signal.reason);
    expect(known()).toEqual(before);
  }
});

test('the facts of a check say what it was made against, and when', async () => {
  const trust = new TrustStore();
  const inclusion: Check = { kind: 'inclusion', subject: 'it', head: { ...LATER, logSize: 9 } };
  trust.reportMemory(LATER, finding(HOLDS));
  const facts = () => ({ head: LATER, checkedAt: 5 });
  await reportCheck(trust, inclusion, signal, async () => ({ verdict: HOLDS }), facts);
  expect(trust.verdictOf(inclusion)).toBeUndefined();
  expect(trust.verdictOf({ ...inclusion, head: LATER })).toEqual(HOLDS);
  expect(trust.seenHead()).toEqual({ ...LATER, seenAtMs: 5 });
});

test('a check that is made again is waited for by a query that rests on it', async () => {
  const queries = new QueryClient();
  const asked: ((value: number) => void)[] = [];
  const inner = { queryKey: ['check'], queryFn: () => new Promise<number>((resolve) => asked.push(resolve)) };
  const outer = queries.fetchQuery({ queryKey: ['outer'], queryFn: () => ensureChecked(queries, inner) });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await queries.cancelQueries({ queryKey: inner.queryKey });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.(7);
  expect(await outer).toBe(7);
});
