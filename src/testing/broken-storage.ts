import { IDBFactory } from 'fake-indexeddb';

/** freshDatabases returns the IndexedDB of a new browser profile. */
export function freshDatabases(): IDBFactory {
  return new IDBFactory();
}

/** StorageFault is a fault of a browser's databases. */
export type StorageFault = keyof typeof FAULTS;

/** brokenDatabases returns an IndexedDB with that fault, over working databases. */
export function brokenDatabases(fault: StorageFault, whole: IDBFactory): IDBFactory | undefined {
  return FAULTS[fault](whole);
}

const refusal = (name: string) => new DOMException('refused by the test', name);

const FAULTS = {
  'there are no databases': () => undefined,
  'opening throws': (whole: IDBFactory) =>
    opening(whole, () => {
      throw refusal('SecurityError');
    }),
  'opening fails': (whole: IDBFactory) => opening(whole, () => failing('UnknownError')),
  'the disk is full when it is opened': (whole: IDBFactory) =>
    opening(whole, () => failing('QuotaExceededError')),
  'opening never answers': (whole: IDBFactory) => opening(whole, () => new EventTarget() as IDBOpenDBRequest),
  'every write is refused for want of room': (whole: IDBFactory) =>
    changed(whole, (objects) => {
      objects.put = () => {
        throw refusal('QuotaExceededError');
      };
    }),
  'the room ends within a transaction': (whole: IDBFactory) =>
    changed(whole, (objects) => {
      const put = objects.put.bind(objects);
      objects.put = (value, key) => {
        const request = put(value, key);
        request.addEventListener('success', () => {
          const { transaction } = objects;
          Object.defineProperty(transaction, 'error', { value: refusal('QuotaExceededError') });
          transaction.abort();
        });
        return request;
      };
    }),
} satisfies Record<string, (whole: IDBFactory) => IDBFactory | undefined>;

function opening(whole: IDBFactory, open: IDBFactory['open']): IDBFactory {
  return new Proxy(whole, {
    get: (target, name) => {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** A request that fails a moment after it was made. */
function failing(name: string): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error: refusal(name) });
  queueMicrotask(() => request.dispatchEvent(new Event('error')));
  return request as unknown as IDBOpenDBRequest;
}

/** Databases whose object stores are changed when a transaction hands them out. */
function changed(whole: IDBFactory, change: (objects: IDBObjectStore) => void): IDBFactory {
  return opening(whole, (...asked) => {
    const request = whole.open(...asked);
    request.addEventListener('success', () => {
      const database = request.result;
      const begin = database.transaction.bind(database);
      database.transaction = (...given) => {
        const transaction = begin(...given);
        const objectStore = transaction.objectStore.bind(transaction);
        transaction.objectStore = (name) => {
          const objects = objectStore(name);
          change(objects);
          return objects;
        };
        return transaction;
      };
    });
    return request;
  });
}
