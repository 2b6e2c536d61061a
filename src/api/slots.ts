/** Slots lets a limited number of users in at a time, first come, first served. */
export interface Slots {
  /** take waits for a free slot and returns the function that gives it back. Rejects with the signal's reason if aborted while waiting. */
  take(signal?: AbortSignal): Promise<() => void>;
}

/** createSlots makes `limit` free slots, limit >= 1. */
export function createSlots(limit: number): Slots {
  let free = limit;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  const once = (): (() => void) => {
    let given = false;
    return () => {
      if (!given) release();
      given = true;
    };
  };
  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        if (free > 0) {
          free--;
          return resolve(once());
        }
        const abort = (): void => {
          waiting.delete(enter);
          reject(signal?.reason as Error);
        };
        const enter = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', abort);
          resolve(once());
        };
        waiting.add(enter);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
