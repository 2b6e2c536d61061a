/** Deadline ends work when its time is up or when its caller gives up, also work that ignores the signal it was given. */
export interface Deadline {
  /** Aborted by the caller, by the time limit, or by `end`. */
  readonly signal: AbortSignal;
  /** True once the time limit has ended the work. */
  timedOut(): boolean;
  /** Settles as `work` does, or rejects as soon as the signal is aborted. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the clock and lets go of whatever is still under way. */
  end(): void;
}

/** startDeadline starts the clock. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const giveUp = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  const aborted = new Promise<never>((_, reject) => {
    const fail = (): void => reject(controller.signal.reason as Error);
    if (controller.signal.aborted) fail();
    else controller.signal.addEventListener('abort', fail, { once: true });
  });
  aborted.catch(() => undefined);
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    race: (work) => Promise.race([work, aborted]),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
      controller.abort();
    },
  };
}
