import { IDBFactory } from 'fake-indexeddb';

/** freshDatabases returns the IndexedDB of a new browser profile. */
export function freshDatabases(): IDBFactory {
  return new IDBFactory();
}

/** StorageFault is a fault of a browser's databases. */
export type StorageFault = keyof typeof FAULTS;

/**
 * brokenDatabases returns an IndexedDB with that fault, over working databases;
 * undefined if a browser has none.
 */
export function brokenDatabases(fault: StorageFault, whole: IDBFactory): IDBFactory | undefined {
  const open: ((...opening: Parameters<IDBFactory['open']>) => IDBOpenDBRequest) | undefined =
    FAULTS[fault]?.(whole);
  return open && ({ open } as IDBFactory);
}

const refusal = (name: string, message = 'refused by the test') => new DOMException(message, name);

const FAULTS = {
  'there are no databases': undefined,
  'opening throws': () => () => {
    throw refusal('SecurityError');
  },
  'opening fails': () => () => failing(refusal('UnknownError')),
  'site data is blocked': () => () =>
    failing(refusal('UnknownError', 'The user denied permission to access the database.')),
  'the disk is full when it is opened': () => () => failing(refusal('QuotaExceededError')),
  'opening never answers': () => () => new EventTarget() as IDBOpenDBRequest,
  'every write is refused for want of room': (whole: IDBFactory) =>
    changed(whole, (objects) => {
      objects.put = () => {
        throw refusal('QuotaExceededError');
      };
    }),
  'the room ends within a transaction': (whole: IDBFactory) =>
    changed(whole, (objects) => {
      const { transaction } = objects;
      const put = objects.put.bind(objects);
      objects.put = (value, key) => {
        const request = put(value, key);
        request.addEventListener('success', () => {
          Object.defineProperty(transaction, 'error', { value: refusal('QuotaExceededError') });
          transaction.abort();
        });
        return request;
      };
    }),
};

/** A request that fails a moment after it was made. */
function failing(error: DOMException): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error });
  queueMicrotask(() => request.dispatchEvent(new Event('error')));
  return request as unknown as IDBOpenDBRequest;
}

/** changed opens databases whose object stores are changed when a transaction returns them. */
function changed(whole: IDBFactory, change: (objects: IDBObjectStore) => void): IDBFactory['open'] {
  return (...opening) => {
    const request = whole.open(...opening);
    request.addEventListener('success', () => {
      const database = request.result;
      const begin = database.transaction.bind(database);
      database.transaction = (...given) => {
        const transaction = begin(...given);
        const storeOf = transaction.objectStore.bind(transaction);
        transaction.objectStore = (name) => {
          const objects = storeOf(name);
          change(objects);
          return objects;
        };
        return transaction;
      };
    });
    return request;
  };
}
