import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { logWorker } from '../testing/audit-world.ts';
import type { FakeWorker } from '../testing/fake-worker.ts';
import { visitMock } from '../testing/mock-session.ts';
import { createQueries } from './ask-again.ts';
import { copyIn } from './copy-controller.ts';
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

/** open shows a register that is read whole; its list of entries, or what is at `place`, is `body` while there is one. */
async function open(body: string | undefined, place = '/entries?') {
  const list = { body };
  const tamper = (path: string, honest: string) => (path.startsWith(place) ? list.body : undefined) ?? honest;
  const { session } = visitMock({ source: planet, mode: 'v2', tamper });
  const queries = createQueries();
  const head = await queries.fetchQuery(headQuery(session));
  const controller = copyControllerOf(session, queries);
  const query = new QueryObserver(queries, copyQuery(session, head.logSize, head, false));
  const phases: string[] = [];
  /** come follows the copy as a view does, until it is left. */
  const come = () => {
    const ends = [
      query.subscribe(() => undefined),
      controller.subscribe(() => void phases.push(controller.phase().phase)),
    ];
    return () => ends.forEach((end) => end());
  };
  const leave = come();
  const asked = () => session.ledger.entries().filter(({ address }) => address.includes('/entries?')).length;
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const state = () => [controller.phase().phase, asked(), query.getCurrentResult().fetchStatus];
  const missing = () => copyIn(controller.phase())?.missing;
  return { session, list, query, pass, state, phases, missing, come, leave };
}

test('a copy that was not read for want of an answer is asked for again', async () => {
  const { list, pass, state, phases } = await open('<title>Hotel Wi-Fi</title>');
  await expect.poll(state).toEqual(['failed', 1, 'idle']);
  phases.length = 0;
  await pass(3);
  await expect.poll(state).toEqual(['failed', 1, 'idle']);
  await pass(1);
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  list.body = undefined;
  await pass(7);
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  await pass(1);
  await expect.poll(state).toEqual(['ready', 3, 'idle']);
  // What failed stays on show until something is read.
  expect([...new Set(phases)]).toEqual(['failed', 'reading', 'ready']);
  expect(phases.indexOf('reading')).toBeGreaterThan(phases.lastIndexOf('failed'));
});

test('data for which there was no answer is asked for again, and what was read stays', async () => {
  const { list, query, pass, phases, missing } = await open('<title>Hotel Wi-Fi</title>', '/items/');
  const state = () => [missing(), query.getCurrentResult().status];
  await expect.poll(state).toEqual([planet.entries.length, 'error']);
  phases.length = 0;
  await pass(3);
  list.body = undefined;
  await expect.poll(state).toEqual([planet.entries.length, 'error']);
  await pass(1);
  await expect.poll(state).toEqual([0, 'success']);
  expect(new Set(phases)).toEqual(new Set(['ready']));
});

test('a copy of a malformed list is asked for again by the reader alone', async () => {
  const { list, query, pass, state } = await open('[{}]');
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  list.body = undefined;
  await pass(600);
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  await query.refetch();
  await expect.poll(state).toEqual(['ready', 3, 'idle']);
});

test('a copy that was lost twice is read again by the reader alone', async () => {
  const { query, pass, state } = await open(undefined);
  await expect.poll(state).toEqual(['ready', 1, 'idle']);
  workers[0]?.crash();
  await expect.poll(state).toEqual(['ready', 2, 'idle']);
  workers[1]?.crash();
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  // The query of a page without a copy.
  expect(await query.refetch()).toMatchObject({ isError: true });
  await pass(600);
  await expect.poll(state).toEqual(['failed', 2, 'idle']);
  await query.refetch();
  await expect.poll(state).toEqual(['ready', 3, 'idle']);
});

test('a reading that was given up as its reader came back is made again', async () => {
  const { session, pass, state, come, leave } = await open(undefined);
  // The reading ends in a wait that does not notice that it was given up.
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  const recall = session.memory.recall.bind(session.memory);
  Object.assign(session.memory, { recall: (id: string) => isAnswered.then(() => recall(id)) });
  await expect.poll(state).toEqual(['reading', 0, 'fetching']);
  leave();
  await pass(4);
  come();
  answer();
  await expect.poll(state).toEqual(['ready', 1, 'idle']);
});
