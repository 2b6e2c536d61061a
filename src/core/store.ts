/** Store is an observable value; `get` and `subscribe` fit React's useSyncExternalStore. */
export interface Store<T> {
  readonly get: () => T;
  /** set changes the value and calls every listener, even if the value is the same. */
  readonly set: (value: T) => void;
  /** subscribe calls the listener after every change; returns the function to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** createStore makes a store that holds `value`. */
export function createStore<T>(value: T): Store<T> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      // One listener may subscribe twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
