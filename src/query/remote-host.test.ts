import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CopyHost } from '../log/copy-host.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { answerCalls } from '../verify/worker-bridge.ts';
import { WorkerStopped } from './failure.ts';
import { hostCalls, remoteHost } from './remote-host.ts';

const workers: FakeWorker[] = [];

function opened(offered?: Partial<CopyHost>) {
  const worker = new FakeWorker(
    offered && ((port) => void answerCalls(hostCalls(offered as CopyHost), port)),
  );
  workers.push(worker);
  const stopped = vi.fn<(why: WorkerStopped) => void>();
  return { worker, stopped, ...remoteHost(worker, stopped) };
}

/** Reads a stream of these pieces from the worker; `stuck` never comes. */
async function streaming(pieces: readonly (string | Error)[]) {
  const left = [...pieces];
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const next = left.shift();
        if (next instanceof Error) throw next;
        if (next === 'stuck') return new Promise(() => undefined);
        if (next === undefined) return controller.close();
        controller.enqueue(new TextEncoder().encode(next));
      },
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  const side = opened({ stream: () => stream });
  const reader = (await side.host.stream('csv' as never, {})).getReader();
  return { ...side, reader, left, isCancelled: () => isCancelled };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
  vi.useRealTimers();
});

const taken = (size: number) => ({ ok: true, size, missing: 0, listed: 0 }) as const;

describe('remoteHost', () => {
  test('asks the host in the worker, and watches nothing afterwards', async () => {
    const { host } = opened({ missing: () => [] });
    expect(await host.missing(3)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(['error', 'messageerror'])('rejects what waits, and what comes, after %s', async (type) => {
    const { host, worker, stopped } = opened();
    const waiting = host.missing(3);
    waiting.catch(() => undefined);
    worker.crash(type);
    worker.crash(type);
    await expect(waiting).rejects.toThrow(WorkerStopped);
    await expect(host.missing(3)).rejects.toThrow(/stopped/);
    expect(stopped).toHaveBeenCalledOnce();
    expect(worker.terminated).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends a worker that gives no answer; one that is being started has longer', async () => {
    const { host, worker, stopped } = opened();
    const waiting = host.missing(3);
    waiting.catch(() => undefined);
    vi.advanceTimersByTime(59_999);
    expect(worker.terminated).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(waiting).rejects.toThrow('gave no answer for 30 s');
    expect(stopped).toHaveBeenCalledOnce();
  });

  test('gives a large copy longer', async () => {
    const never = new Promise<never>(() => undefined);
    const { host, worker } = opened({
      addEntries: () => taken(100_000),
      ask: () => never,
    });
    await host.addEntries(new Uint8Array(1), 100_000);
    const waiting = host.ask('rootAt', {});
    waiting.catch(() => undefined);
    vi.advanceTimersByTime(179_999);
    expect(worker.terminated).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(waiting).rejects.toThrow(WorkerStopped);
  });

  test('brings every piece of a stream across as it is asked for, empty ones too', async () => {
    const { reader, left } = await streaming(['one', '', 'two']);
    expect(left).toHaveLength(3);
    const read: string[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read())
      read.push(new TextDecoder().decode(next.value));
    expect(read).toEqual(['one', '', 'two']);
  });

  test('brings an error across, and a stop', async () => {
    const failing = await streaming(['one', new RangeError('no such form')]);
    await failing.reader.read();
    await expect(failing.reader.read()).rejects.toThrow('no such form');
    const stopped = await streaming(['one', 'two']);
    await stopped.reader.read();
    await stopped.reader.cancel();
    expect(stopped.isCancelled()).toBe(true);
  });

  test('ends a worker that is stuck in a piece of a stream, but not one whose pieces nobody asks for', async () => {
    const { reader, worker, stopped } = await streaming(['one', 'stuck']);
    await reader.read();
    vi.advanceTimersByTime(600_000);
    expect(worker.terminated).toBe(false);
    const waiting = reader.read();
    waiting.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(waiting).rejects.toThrow('gave no answer for 30 s');
    expect(stopped).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('broken off from outside is no worker that stopped', async () => {
    const { host, stopped, breakOff } = opened();
    const waiting = host.missing(3);
    waiting.catch(() => undefined);
    breakOff(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(stopped).not.toHaveBeenCalled();
  });
});
