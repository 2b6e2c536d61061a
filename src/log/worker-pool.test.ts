import { describe, expect, it, vi } from 'vitest';
import { type BridgeWorker, WorkerLost } from '../verify/worker-bridge.ts';
import { createWorkerPool, WorkerTrouble } from './worker-pool.ts';

type Listener = (event: MessageEvent) => void;

/** A worker that says and does what the test wants. */
class ToldWorker implements BridgeWorker {
  readonly asked: { id: number }[] = [];
  ended = false;
  readonly #listeners = new Map<string, Listener>();

  postMessage(message: unknown): void {
    this.asked.push(message as { id: number });
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: unknown): void {
    this.#listeners.get('message')?.({ data } as MessageEvent);
  }

  crash(): void {
    this.#listeners.get('error')?.({ message: 'boom' } as unknown as MessageEvent);
  }
}

function poolOf(size: number, timeLimitMs?: number) {
  const workers: ToldWorker[] = [];
  const make = (): ToldWorker => {
    const worker = new ToldWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, pool: createWorkerPool(make, size, timeLimitMs) };
}

const job = () => ({ kind: 'items', bytes: new Uint8Array(1), variant: 'item' }) as const;

describe('a pool of workers', () => {
  it('gives a job to the worker that has least to do, and knows the hasher', async () => {
    const { pool, workers } = poolOf(2);
    const jobs = [pool.run(job()), pool.run(job()), pool.run(job())];
    expect(workers.map(({ asked }) => asked.length)).toEqual([2, 1]);
    workers[1]?.say({ id: 0, result: 'hash-wasm' });
    expect(pool.hasher()).toBe('hash-wasm');
    expect(pool.restarted()).toBe(false);
    workers[1]?.say({ id: 1, result: 'b' });
    workers[0]?.say({ id: 2, result: 'c' });
    workers[0]?.say({ id: 1, result: 'a' });
    expect(await Promise.all(jobs)).toEqual(['a', 'b', 'c']);
    pool.close();
    expect(workers.every(({ ended }) => ended)).toBe(true);
    await expect(pool.run(job())).rejects.toThrow(WorkerTrouble);
  });

  it('starts a worker anew that crashed, once', async () => {
    const { pool, workers } = poolOf(1);
    const first = pool.run(job());
    workers[0]?.crash();
    await expect(first).rejects.toThrow(WorkerLost);
    expect(workers).toHaveLength(2);
    expect(pool.restarted()).toBe(true);
    const second = pool.run(job());
    workers[1]?.crash();
    await expect(second).rejects.toThrow('A worker of the audit stopped twice: boom.');
    expect(workers).toHaveLength(2);
  });

  it('takes a worker for stuck that is silent with work to do, and lets an idle one be', async () => {
    vi.useFakeTimers();
    try {
      const { pool, workers } = poolOf(1, 1_000);
      vi.advanceTimersByTime(5_000);
      expect(workers).toHaveLength(1);
      const stuck = pool.run(job());
      vi.advanceTimersByTime(999);
      expect(workers).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await expect(stuck).rejects.toThrow('it gave no answer for 1 s');
      expect(workers[0]?.ended).toBe(true);
      expect(workers).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails for a fault in the program, and where no worker computes rightly', async () => {
    const { pool, workers } = poolOf(1);
    const asked = pool.run(job());
    workers[0]?.say({ id: 1, fault: 'undefined is not a function' });
    await expect(asked).rejects.toThrow('inside this program: undefined is not a function');
    const other = pool.run(job());
    workers[0]?.say({ id: 0, broken: 'this browser computes hashes wrongly' });
    await expect(other).rejects.toThrow('computes hashes wrongly');
    await expect(pool.run(job())).rejects.toThrow('computes hashes wrongly');
  });
});
