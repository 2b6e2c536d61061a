import type { RecentRegister } from '../query/site.ts';
import { noteUnkept } from '../verify/unkept.ts';

/** readStored is a text of localStorage; null if there is none, or storage is refused. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** writeStored keeps a text in localStorage, or with undefined none. It is a convenience: where storage refuses that is noted, and nothing else depends on it. */
export function writeStored(key: string, text: string | undefined, what: 'choices' | 'lists'): void {
  let refused: unknown;
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    refused = error;
  }
  noteUnkept(what, refused);
}

/** keptList is a short list of conveniences under a key of localStorage. What is no T by `isOne` is left out; storage that is refused or spoilt is an empty list. */
export function keptList<T>(key: string, isOne: (value: unknown) => value is T) {
  return {
    read(): readonly T[] {
      try {
        const stored: unknown = JSON.parse(readStored(key) ?? '[]');
        return Array.isArray(stored) ? stored.filter(isOne) : [];
      } catch {
        return [];
      }
    },
    write: (list: readonly T[]): void =>
      writeStored(key, list.length === 0 ? undefined : JSON.stringify(list), 'lists'),
  };
}

/** KEPT is how many are remembered: more than any family of files that is opened together. */
const KEPT = 100;
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
