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
 * transaction `limitMs`. A connection that the browser has closed is opened again.
 */
export function browserStore(name: string, store: string, limitMs = OPEN_LIMIT_MS): BrowserStore {
  let opening: Promise<IDBDatabase> | undefined;
  let isStuck = false;
  const forget = (): void => (opening = undefined);
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
  const opened = (): Promise<IDBDatabase> =>
    within(OPEN_LIMIT_MS, (opening ??= open(name, store, forget)), STUCK_LIMIT_MS);
  return async (mode, work) => {
    let transaction: IDBTransaction;
    try {
      transaction = (await opened()).transaction(store, mode);
    } catch (error) {
      // The browser may have closed the connection silently. If not, the second try fails like the first.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      forget();
      transaction = (await opened()).transaction(store, mode);
    }
    // A missed write would be lost; a missed read can be repeated.
    const stuckLimit = mode === 'readwrite' ? limitMs : STUCK_LIMIT_MS;
    return within(limitMs, work(transaction.objectStore(store)), stuckLimit);
  };
}

/** answered resolves with the result of an IndexedDB request. */
export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refuses')));
  });
}

async function open(name: string, store: string, gone: () => void): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
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
