import type { AuditHasher } from '../verify/audit-result.ts';
import { type BridgeWorker, WorkerBridge, WorkerLost } from '../verify/worker-bridge.ts';
import type { AnswerTo, Job, Jobs } from './jobs.ts';

/** WorkerTrouble says that the workers cannot do their work: none starts, one stopped for the second time, or the program is at fault. It says nothing about a register. */
export class WorkerTrouble extends Error {
  override readonly name = 'WorkerTrouble';
}

/** WorkerPool shares jobs out between workers. */
export interface WorkerPool {
  /**
   * run does a job in the worker that has least to do; the job's bytes are moved there. Rejects with WorkerTrouble, or with WorkerLost where a worker stopped and a
   * new one stands ready: the bytes went with it, so they have to be fetched again.
   */
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

/** createWorkerPool starts `size` workers. Each is restarted once if it crashes or is silent for `timeLimitMs` with work to do. */
export function createWorkerPool(
  makeWorker: () => BridgeWorker,
  size: number,
  timeLimitMs = TIME_LIMIT_MS,
): WorkerPool {
  let hasher: AuditHasher | undefined;
  let restarted = false;
  let trouble: WorkerTrouble | undefined;
  const workers: WorkerBridge<Jobs>[] = [];
  const fail = (message: string): WorkerTrouble => {
    trouble ??= new WorkerTrouble(message);
    for (const worker of workers) worker.end(trouble);
    return trouble;
  };
  const start = (place: number, mayRestart: boolean): void => {
    try {
      workers[place] = new WorkerBridge<Jobs>(makeWorker(), {
        limitMs: timeLimitMs,
        ready: (name) => void (hasher = name as AuditHasher),
        broken: (reason) => void fail(`The audit cannot compute here: ${reason}.`),
        lost(error) {
          if (!mayRestart)
            return fail(
              `A worker of the audit stopped twice: ${error.message}. Go on with the audit, or reload the page first. If it stays so, close other tabs. It says nothing about the register.`,
            );
          restarted = true;
          start(place, false);
          return error;
        },
      });
    } catch (error) {
      fail(`A worker of the audit could not be started: ${messageOf(error)}.`);
    }
  };
  for (let place = 0; place < size; place += 1) start(place, true);
  return {
    async run<J extends Job>(job: J) {
      if (trouble) throw trouble;
      const [first, ...others] = workers;
      if (!first) throw new WorkerTrouble('there are no workers');
      const least = others.reduce(
        (least, worker) => (worker.waiting < least.waiting ? worker : least),
        first,
      );
      const { buffer } = job.bytes;
      try {
        const answer: unknown = await least.call(
          job.kind,
          job,
          buffer instanceof ArrayBuffer ? [buffer] : [],
        );
        return answer as AnswerTo<J>;
      } catch (error) {
        if (error instanceof WorkerLost || error instanceof WorkerTrouble) throw error;
        throw new WorkerTrouble(`The audit failed inside this program: ${messageOf(error)}.`);
      }
    },
    hasher: () => hasher,
    size,
    restarted: () => restarted,
    failed: () => trouble !== undefined,
    close: () => void fail('the audit was ended'),
  };
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
