/**
 * workThrough does tasks, at most `limit` at a time, until none is under way and `next` has none to give: it is asked again after each that is done.
 * After a failure no task is begun; when those under way have ended, it rejects with the first error.
 */
export async function workThrough<T>(
  next: () => T | undefined,
  limit: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const begin = (task: T): void => {
    const own: Promise<void> = work(task)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(own));
    running.add(own);
  };
  for (;;) {
    while (errors.length === 0 && running.size < limit) {
      const task = next();
      if (task === undefined) break;
      begin(task);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (errors.length > 0) throw errors[0];
}

/** Breather lets the page breathe: its `pause` waits for the next turn of the event loop where the last one is longer ago than a few milliseconds. */
export class Breather {
  #since = performance.now();

  /** due says whether the work since the last turn has been long enough. */
  due(): boolean {
    return performance.now() - this.#since > 8;
  }

  /** pause waits for a turn. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#since = performance.now();
  }
}
