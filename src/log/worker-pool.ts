import type { AuditHasher } from '../verify/audit-result.ts';
import { type Watchdog, startWatchdog } from '../verify/worker-bridge.ts';
import type { AuditWorker } from './audit-types.ts';
import type { AnswerTo, Job } from './jobs.ts';
import type { JobCall, WorkerMessage } from './log-worker.ts';

/** JobLost says that a worker stopped with the job unfinished, and a new one stands ready: the bytes went with it, so they have to be fetched again. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** WorkerTrouble says that the workers cannot do their work: none starts, one stopped for the second time, or the program is at fault. It says nothing about a register. */
export class WorkerTrouble extends Error {
  override readonly name = 'WorkerTrouble';
}

/** WorkerPool shares jobs out between workers. */
export interface WorkerPool {
  /** run does a job in the worker that has least to do; the job's bytes are moved there. Rejects with JobLost or WorkerTrouble. */
  run<J extends Job>(job: J): Promise<AnswerTo<J>>;
  /** hasher is what the workers compute with, once one of them has said so. */
  hasher(): AuditHasher | undefined;
  /** size is how many workers there are. */
  readonly size: number;
  /** restarted says whether a worker stopped, and another one did its work again. */
  restarted(): boolean;
  /** failed says whether the workers are in trouble, or were ended. */
  failed(): boolean;
  /** close ends all workers; what is pending rejects with WorkerTrouble. */
  close(): void;
}

/** TIME_LIMIT_MS is how long a worker may be at one job, its start included. */
const TIME_LIMIT_MS = 60_000;

/** defaultWorkers is one worker for each core, two at most: more gain little, and would leave the page itself none. */
export function defaultWorkers(): number {
  return Math.min(2, Math.max(1, navigator.hardwareConcurrency || 1));
}

/** createWorkerPool starts `size` workers. Each is started anew once if it crashes or is silent for `timeLimitMs` with work to do. */
export function createWorkerPool(
  makeWorker: () => AuditWorker,
  size: number,
  timeLimitMs = TIME_LIMIT_MS,
): WorkerPool {
  let hasher: AuditHasher | undefined;
  let restarted = false;
  let trouble: WorkerTrouble | undefined;
  const workers: PooledWorker[] = [];
  const fail = (message: string): void => {
    trouble ??= new WorkerTrouble(message);
    for (const worker of workers) worker.end(trouble);
  };
  const start = (place: number, mayRestart: boolean): void => {
    try {
      workers[place] = new PooledWorker(makeWorker(), timeLimitMs, {
        hello(name) {
          hasher = name;
        },
        broken: fail,
        lost(reason) {
          if (!mayRestart)
            return fail(
              `A worker of the audit stopped twice: ${reason}. Go on with the audit, or reload the page first. If it stays so, close other tabs. It says nothing about the register.`,
            );
          restarted = true;
          workers[place]?.end(new JobLost(`a worker of the audit stopped: ${reason}`));
          start(place, false);
        },
      });
    } catch (error) {
      fail(`A worker of the audit could not be started: ${messageOf(error)}.`);
    }
  };
  for (let place = 0; place < size; place += 1) start(place, true);
  return {
    async run(job) {
      if (trouble) throw trouble;
      const [first, ...others] = workers;
      if (!first) throw new WorkerTrouble('there are no workers');
      return others
        .reduce((least, worker) => (worker.waiting < least.waiting ? worker : least), first)
        .run(job);
    },
    hasher: () => hasher,
    size,
    restarted: () => restarted,
    failed: () => trouble !== undefined,
    close: () => fail('the audit was ended'),
  };
}

interface Events {
  hello(hasher: AuditHasher): void;
  broken(message: string): void;
  lost(reason: string): void;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

class PooledWorker {
  readonly #worker: AuditWorker;
  readonly #timeLimitMs: number;
  readonly #events: Events;
  readonly #pending = new Map<number, Pending>();
  #watchdog: Watchdog | undefined;
  #lastId = 0;
  #ended = false;

  constructor(worker: AuditWorker, timeLimitMs: number, events: Events) {
    this.#worker = worker;
    this.#timeLimitMs = timeLimitMs;
    this.#events = events;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => this.#hear(data));
    const crashed = (event: Event): void =>
      this.#lose('message' in event && typeof event.message === 'string' ? event.message : 'it crashed');
    worker.addEventListener('error', crashed);
    worker.addEventListener('messageerror', crashed);
  }

  get waiting(): number {
    return this.#pending.size;
  }

  run<J extends Job>(job: J): Promise<AnswerTo<J>> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      if (this.#pending.size === 1) this.#watch();
      const { buffer } = job.bytes;
      this.#worker.postMessage(
        { id: this.#lastId, job } satisfies JobCall,
        buffer instanceof ArrayBuffer ? [buffer] : [],
      );
    });
  }

  end(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watchdog?.end();
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #hear(message: WorkerMessage): void {
    if (this.#ended) return;
    if ('hello' in message) return this.#events.hello(message.hello);
    if ('broken' in message) return this.#events.broken(`The audit cannot compute here: ${message.broken}.`);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#watch();
    if ('fault' in message)
      pending?.reject(new WorkerTrouble(`The audit failed inside this program: ${message.fault}.`));
    else pending?.resolve(message.answer as never);
  }

  #watch(): void {
    this.#watchdog?.end();
    if (this.#pending.size === 0) return;
    const seconds = this.#timeLimitMs / 1000;
    const stuck = (): void => this.#lose(`it gave no answer for ${seconds} s`);
    this.#watchdog = startWatchdog(this.#timeLimitMs, stuck, () => 1);
  }

  #lose(reason: string): void {
    if (!this.#ended) this.#events.lost(reason);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Standby has the workers of an audit started before it is begun: their start takes longer than the audit of a small log. */
export interface Standby {
  /** prepare starts workers, if none stand ready, and returns the function that ends those that were not taken. */
  prepare(): () => void;
  /** take hands over what stands ready, or starts workers now. */
  take(): WorkerPool;
}

/** createStandby keeps at most one pool ready. */
export function createStandby(make: () => WorkerPool): Standby {
  let ready: WorkerPool | undefined;
  return {
    prepare() {
      const mine = (ready ??= make());
      return () => {
        if (ready !== mine) return;
        ready = undefined;
        mine.close();
      };
    },
    take() {
      const pool = ready;
      ready = undefined;
      // What failed while nobody looked is tried once more, and then said.
      return pool === undefined || pool.failed() ? make() : pool;
    },
  };
}
