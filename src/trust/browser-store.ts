/**
 * BrowserStore runs work in a transaction on one object store of IndexedDB; it has the form of idb-keyval's
 * UseStore, so that its functions take it.
 */
type BrowserStore = <T>(
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => T | PromiseLike<T>,
) => Promise<T>;

/**
 * OPEN_LIMIT_MS is how long a database may take to open: one that another page is deleting or upgrading, or
 * on a broken disk, never opens.
 */
const OPEN_LIMIT_MS = 3_000;
/** STUCK_LIMIT_MS is how long to wait for storage that once gave no answer, until it gives one. */
const STUCK_LIMIT_MS = 100;
const WAKING_MS = 50;

/**
 * browserStore returns the store of that name in the database of that name, opened on first use. Rejects if
 * the browser refuses, and with a TimeoutError if it does not answer: opening has three seconds, work in a
 * transaction `limitMs`. A connection that the browser has closed is opened again. Work is aborted if the page is
 * left in the middle of it, and done again when the page is shown again.
 */
export function browserStore(name: string, store: string, limitMs = OPEN_LIMIT_MS): BrowserStore {
  let opening: Promise<IDBDatabase> | undefined;
  let isStuck = false;
  const forget = (): void => (opening = undefined);
  const running = new Set<IDBTransaction>();
  const left = new WeakSet<IDBTransaction>();
  let timesLeft = 0;
  let untilShown: Promise<void> | undefined;
  let showAgain: (() => void) | undefined;
  // If a page is left in the middle of a transaction, WebKit keeps the database locked for every page until the
  // browser is closed (seen in WebKitGTK 2.50; WebKit bug 324094 has it for workers). A worker has no such event.
  globalThis.addEventListener?.('pagehide', () => {
    timesLeft += 1;
    untilShown ??= new Promise((resolve) => (showAgain = resolve));
    for (const transaction of running) leave(transaction);
  });
  globalThis.addEventListener?.('pageshow', () => {
    untilShown = undefined;
    showAgain?.();
  });
  const leave = (transaction: IDBTransaction): void => {
    try {
      transaction.abort();
      left.add(transaction);
    } catch (error) {
      // One that is being committed ends by itself.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const within = <T>(limit: number, work: T | PromiseLike<T>, stuckLimit: number): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const late = (): void => {
        isStuck = true;
        reject(new DOMException('storage gives no answer', 'TimeoutError'));
      };
      // After a laptop wakes up, timers fire before the events they limit: the second
      // one lets these come first.
      let timer = setTimeout(() => (timer = setTimeout(late, WAKING_MS)), isStuck ? stuckLimit : limit);
      Promise.resolve(work)
        .finally(() => {
          clearTimeout(timer);
          isStuck = false;
        })
        .then(resolve, reject);
    });
  const track = (transaction: IDBTransaction): IDBTransaction => {
    running.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => running.delete(transaction));
    if (untilShown !== undefined) leave(transaction);
    return transaction;
  };
  const started = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    if (untilShown !== undefined) return untilShown.then(() => started(mode));
    opening ??= open(name, store, track, forget);
    return track((await within(OPEN_LIMIT_MS, opening, STUCK_LIMIT_MS)).transaction(store, mode));
  };
  const run: BrowserStore = async (mode, work) => {
    const timesBefore = timesLeft;
    let transaction: IDBTransaction | undefined;
    try {
      transaction = await started(mode).catch((error: unknown) => {
        // The browser may have closed the connection silently. If not, the second try fails like the first.
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        forget();
        return started(mode);
      });
      // A missed write would be lost; a missed read can be repeated.
      const stuckLimit = mode === 'readwrite' ? limitMs : STUCK_LIMIT_MS;
      return await within(limitMs, work(transaction.objectStore(store)), stuckLimit);
    } catch (error) {
      const isLeft = transaction === undefined ? timesLeft > timesBefore : left.has(transaction);
      if (!isLeft) throw error;
      return run(mode, work);
    }
  };
  return run;
}

/** answered resolves with the result of an IndexedDB request. */
export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refuses')));
  });
}

async function open(
  name: string,
  store: string,
  track: (transaction: IDBTransaction) => void,
  gone: () => void,
): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(store);
      if (request.transaction !== null) track(request.transaction);
    });
    const database = await answered(request);
    database.addEventListener('close', gone);
    // Another page deletes or upgrades it and waits for this one.
    database.addEventListener('versionchange', () => {
      database.close();
      gone();
    });
    return database;
  } catch (error) {
    gone();
    throw error;
  }
}
