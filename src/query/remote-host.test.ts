import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CopyHost } from '../log/copy-host.ts';
import { pieceReader } from './piece-reader.ts';
import { remoteHost, type CopyWorker } from './remote-host.ts';
import { WorkerStopped } from './failure.ts';

/** FakeWorker is a worker on a message channel. Without `offered` it is stuck: it never answers. */
class FakeWorker {
  terminated = false;
  readonly #channel = new MessageChannel();
  readonly #events = new EventTarget();

  constructor(offered?: Partial<CopyHost>) {
    this.#channel.port1.start();
    if (offered) expose(offered, this.#channel.port2);
  }

  postMessage(message: unknown, moved: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, moved);
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    const target: EventTarget = type === 'message' ? this.#channel.port1 : this.#events;
    target.addEventListener(type, listener as EventListener);
  }

  removeEventListener(type: string, listener: (event: never) => void): void {
    this.#channel.port1.removeEventListener(type, listener as EventListener);
  }

  terminate(): void {
    this.terminated = true;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }

  crash(type = 'error'): void {
    this.#events.dispatchEvent(Object.assign(new Event(type), { message: 'out of memory' }));
  }
}

const workers: FakeWorker[] = [];

function opened(offered?: Partial<CopyHost>) {
  const worker = new FakeWorker(offered);
  workers.push(worker);
  const stopped = vi.fn<(why: WorkerStopped) => void>();
  return { worker, stopped, ...remoteHost(worker as unknown as CopyWorker, stopped) };
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

  test('ends a worker that is stuck in a piece of a stream, but not one whose pieces nobody asks for', async () => {
    const pieces = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new Uint8Array([1])),
        pull: () => new Promise(() => undefined),
      },
      { highWaterMark: 0 },
    );
    const { host, worker, stopped } = opened({
      stream: () => pieceReader(pieces),
    } as unknown as Partial<CopyHost>);
    const reader = (await host.stream('csv' as never, {})).getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
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
