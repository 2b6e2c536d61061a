import type { RecentRegister } from '../query/site.ts';
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

const KEPT = 12;
const list = keptList('register-explorer:recent', isRecent);

/** readRecent lists the registers this browser opened, newest first. */
export function readRecent(): readonly RecentRegister[] {
  return list.read();
}

/** rememberRecent puts a register at the head of the list. */
export function rememberRecent(id: string, title: string): void {
  const others = readRecent().filter((one) => one.id !== id);
  list.write([{ id, title, openedAt: Date.now() }, ...others].slice(0, KEPT));
}

/** forgetRecent takes a register off the list. */
export function forgetRecent(id: string): void {
  list.write(readRecent().filter((one) => one.id !== id));
}

function isRecent(value: unknown): value is RecentRegister {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, openedAt } = value as Partial<Record<keyof RecentRegister, unknown>>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof openedAt === 'number' &&
    !Number.isNaN(new Date(openedAt).getTime())
  );
}
