import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { logWorker } from '../testing/audit-world.ts';
import type { FakeWorker } from '../testing/fake-worker.ts';
import { visitMock } from '../testing/mock-session.ts';
import { createQueries } from './ask-again.ts';
import { copyControllerOf, copyQuery } from './copy.ts';
import { headQuery } from './register-queries.ts';

const workers: FakeWorker[] = [];

beforeEach(() => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('Worker', function startWorker(): FakeWorker {
    workers.push(logWorker());
    return workers.at(-1) ?? expect.unreachable();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  workers.length = 0;
});

/** open shows a register that is read whole; its list of entries is `body` while there is one. */
async function open(body: string | undefined) {
  const list = { body };
  const tamper = (path: string, honest: string) =>
    (path.startsWith('/entries?') ? list.body : undefined) ?? honest;
  const { session } = visitMock({ source: planet, mode: 'v2', tamper });
  const queries = createQueries();
  const head = await queries.fetchQuery(headQuery(session));
  const controller = copyControllerOf(session, queries);
  const query = new QueryObserver(queries, copyQuery(session, head.logSize, head, false));
  query.subscribe(() => undefined);
  controller.subscribe(() => undefined);
  const asked = () => session.ledger.entries().filter(({ address }) => address.includes('/entries?')).length;
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const becomes = async (phase: string, requests = asked()) => {
    await expect.poll(() => [controller.phase().phase, asked()]).toEqual([phase, requests]);
    await expect.poll(() => query.getCurrentResult().fetchStatus).toBe('idle');
  };
  return { list, query, asked, pass, becomes };
}

test('a copy that was not read for want of an answer is asked for again', async () => {
  const { list, pass, becomes } = await open('<title>Hotel Wi-Fi</title>');
  await becomes('failed', 1);
  await pass(3);
  await becomes('failed', 1);
  await pass(1);
  await becomes('failed', 2);
  list.body = undefined;
  await pass(7);
  await becomes('failed', 2);
  await pass(1);
  await becomes('ready', 3);
});

test('a copy of a malformed list is asked for again by the reader alone', async () => {
  const { list, query, pass, becomes } = await open('[{}]');
  await becomes('failed', 2);
  list.body = undefined;
  await pass(600);
  await becomes('failed', 2);
  await query.refetch();
  await becomes('ready', 3);
});

test('a copy that was lost twice is read again by the reader alone', async () => {
  const { query, pass, becomes } = await open(undefined);
  await becomes('ready', 1);
  workers[0]?.crash();
  await becomes('ready', 2);
  workers[1]?.crash();
  await becomes('failed', 2);
  // The query of a page without a copy.
  expect(await query.refetch()).toMatchObject({ isError: true });
  await pass(600);
  await becomes('failed', 2);
  await query.refetch();
  await becomes('ready', 3);
});
