import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planet } from '../mock/registers/planet.ts';
import { logWorker, settled } from '../testing/audit-world.ts';
import type { FakeWorker } from '../testing/fake-worker.ts';
import { visitMock } from '../testing/mock-session.ts';
import { copyControllerOf, noteLeft } from './copy.ts';
import { copyCheck, copyIn } from './copy-controller.ts';
import { entryQuery } from './record-queries.ts';
import { entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheck } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';
import { checkOf } from './session.ts';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const running = new Set<FakeWorker>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Worker', function startWorker(): FakeWorker {
    const worker = logWorker();
    running.add(worker);
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      running.delete(worker);
      terminate();
    };
    return worker;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** open shows a register that is read whole and whose last entry is proved. */
async function open(name: string, mode: string) {
  const { session } = visitMock({ source: { ...planet, name }, mode });
  const head = await queries.fetchQuery(headQuery(session));
  const controller = copyControllerOf(session, queries);
  const entry = await queries.fetchQuery(entryQuery(session, head.logSize));
  const proof = entryCheckQuery(session, entry, head);
  const checks = [copyCheck(head), checkOf(proof) ?? expect.unreachable()];
  const show = async (): Promise<() => void> => {
    const end = new QueryObserver(queries, headQuery(session)).subscribe(() => undefined);
    const unfollow = controller.subscribe(() => undefined);
    void controller.read(head.logSize, head);
    await Promise.all([settled(controller), queries.ensureQueryData(proof)]);
    return () => {
      unfollow();
      end();
      noteLeft(queries, session);
    };
  };
  return {
    trust: session.trust,
    head,
    show,
    outcomes: () => checks.map((check) => session.trust.verdictOf(check)?.outcome),
    has: () => copyIn(controller.phase()) !== undefined,
    requests: () => session.ledger.entries().length,
  };
}

async function pass(seconds: number): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

test('a register that was left for a minute gives back what it read, all but the last two', async () => {
  const opened = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => open(`planet-${n}`, n % 2 ? 'v2' : 'earlier')),
  );
  const kept = () => opened.flatMap(({ has }, index) => (has() ? [index + 1] : []));
  const leave = [];
  for (const { show } of opened) leave.push(await show());
  for (const end of leave.slice(0, 5)) end();
  await pass(50);
  expect([kept(), running.size]).toEqual([[1, 2, 3, 4, 5, 6], 6]);
  await pass(20);
  expect([kept(), running.size]).toEqual([[4, 5, 6], 3]);
  for (const { trust, head, outcomes, requests, has } of opened) {
    expect(requests() > 0).toBe(has());
    expect(outcomes()).toEqual(has() ? ['holds', 'holds'] : [undefined, undefined]);
    // What the header, memory and alarms need.
    expect([trust.heads.current(), trust.seenHead(), trust.heads.published()]).toMatchObject([
      head,
      head,
      [head],
    ]);
    const first = { outcome: 'not-checked', code: 'first-visit' };
    expect([trust.memoryOf(head)?.verdict, trust.verdictOf(memoryCheck(head))]).toMatchObject([first, first]);
  }
  // Opened again, one is read and checked again; those on view stay.
  const [first, , , fourth] = opened;
  await first?.show();
  await fourth?.show();
  expect(first?.outcomes()).toEqual(['holds', 'holds']);
  leave[5]?.();
  await pass(300);
  expect([kept(), running.size]).toEqual([[1, 4, 5, 6], 4]);
});
