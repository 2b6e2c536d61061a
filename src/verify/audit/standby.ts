import type { WorkerPool } from './worker-pool.ts';

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
