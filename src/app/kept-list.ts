import { noteUnkept } from '../verify/unkept.ts';

/** KeptList is a short list of conveniences that this browser keeps for one kind of thing. Storage that is refused or spoilt is an empty list. */
export interface KeptList<T> {
  read(): readonly T[];
  write(list: readonly T[]): void;
}

/** keptList is the list under a key of localStorage; what is no T by `isOne` is left out. */
export function keptList<T>(key: string, isOne: (value: unknown) => value is T): KeptList<T> {
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
        return Array.isArray(stored) ? stored.filter(isOne) : [];
      } catch {
        return [];
      }
    },
    write(list) {
      try {
        if (list.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(list));
        noteUnkept('lists', undefined);
      } catch (error) {
        // The list is a convenience and nothing else depends on it.
        noteUnkept('lists', error);
      }
    },
  };
}
