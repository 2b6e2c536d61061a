/** Lock runs work while no other tab runs work of the same name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** WAIT_MS is how long a lock is waited for: a tab that the browser has frozen may never give one back. */
const WAIT_MS = 5_000;

/**
 * webLock uses Web Locks. Where they are missing (a page served without https) or refused, or where nobody gives the lock back, the work is done without: the
 * transaction of the storage alone keeps writers apart then. Rejects as the work does.
 */
export const webLock: Lock = (name, work) =>
  new Promise((resolve, reject) => {
    let isBegun = false;
    const begin = (): Promise<void> => {
      isBegun = true;
      return work().then(resolve, reject);
    };
    const withoutLock = (): void => {
      if (!isBegun) void begin();
    };
    try {
      navigator.locks.request(name, { signal: AbortSignal.timeout(WAIT_MS) }, begin).catch(withoutLock);
    } catch {
      withoutLock();
    }
  });
