import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExportRequest } from './export.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { answerCalls } from '../verify/worker-bridge.ts';
import { readExport, startLog, WorkerFailure } from './remote-log.ts';

const workers: FakeWorker[] = [];

function opened(offered?: Record<string, (request: never) => unknown>) {
  const worker = new FakeWorker(offered && ((port) => void answerCalls(offered, port)));
  workers.push(worker);
  const stopped = vi.fn<(why: WorkerFailure) => void>();
  return { worker, stopped, ...startLog(() => worker, stopped) };
}

/** Reads a file of these pieces from the worker; `stuck` never comes. */
async function exporting(pieces: readonly (string | Error)[]) {
  const left = [...pieces];
  const side = opened({
    beginExport: () => undefined,
    nextPiece() {
      const next = left.shift();
      if (next instanceof Error) throw next;
      if (next === 'stuck') return new Promise(() => undefined);
      return next;
    },
  });
  const reader = (await readExport(side.host, {} as ExportRequest)).getReader();
  return { ...side, reader, left };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
  vi.useRealTimers();
});

const silent = (promise: Promise<unknown>): Promise<unknown> => {
  promise.catch(() => undefined);
  return promise;
};

test('a result that cannot be sent rejects at once', async () => {
  const { host } = opened({ missing: () => () => undefined });
  await expect(host.missing(3)).rejects.toThrow(/clone/);
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects what waits, and what comes, after a crash', async () => {
  const { host, worker, stopped } = opened();
  const waiting = silent(host.missing(3));
  worker.crash();
  worker.crash();
  await expect(waiting).rejects.toThrow(WorkerFailure);
  await expect(host.missing(3)).rejects.toThrow(/stopped/);
  expect(stopped).toHaveBeenCalledOnce();
  expect(worker.terminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['has longer for being started', 0, 60_000],
  ['has longer for a large log', 100_000, 180_000],
])('a worker that gives no answer is ended; one %s', async (_, size, limitMs) => {
  const never = new Promise<never>(() => undefined);
  const { host, worker, stopped } = opened(
    size === 0 ? undefined : { progress: () => ({ size }), answer: () => never },
  );
  if (size > 0) await host.progress();
  const waiting = silent(host.answer('rootAt', {}));
  vi.advanceTimersByTime(limitMs - 1);
  expect(worker.terminated).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(waiting).rejects.toThrow(WorkerFailure);
  expect(stopped).toHaveBeenCalledOnce();
});

test('brings every piece of a file across as it is asked for, and an error too', async () => {
  const { reader, left } = await exporting(['one', 'two', new RangeError('no such form')]);
  expect(left).toHaveLength(3);
  expect([(await reader.read()).value, (await reader.read()).value]).toEqual(['one', 'two']);
  await expect(reader.read()).rejects.toThrow('no such form');
});

test('ends a worker that is stuck in a piece of a file, but not one whose pieces nobody asks for', async () => {
  const { reader, worker, stopped } = await exporting(['one', 'stuck']);
  await reader.read();
  vi.advanceTimersByTime(600_000);
  expect(worker.terminated).toBe(false);
  const waiting = silent(reader.read());
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(waiting).rejects.toThrow('gave no answer for 30 s');
  expect(stopped).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('ended from outside is no worker that stopped', async () => {
  const { host, stopped, end } = opened();
  const waiting = silent(host.missing(3));
  end();
  await expect(waiting).rejects.toThrow('given back');
  expect(stopped).not.toHaveBeenCalled();
});
