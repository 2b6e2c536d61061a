import type { RecentRegister } from '../query/site.ts';

const KEY = 'register-explorer:recent';
const KEPT = 12;

/** readRecent lists the registers this browser opened, newest first. Storage that is refused or spoilt is an empty list. */
export function readRecent(): readonly RecentRegister[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** rememberRecent puts a register at the head of the list. */
export function rememberRecent(id: string, title: string): void {
  write([{ id, title, openedAt: Date.now() }, ...readRecent().filter((one) => one.id !== id)].slice(0, KEPT));
}

/** forgetRecent takes a register off the list. */
export function forgetRecent(id: string): void {
  write(readRecent().filter((one) => one.id !== id));
}

function write(list: readonly RecentRegister[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is full or refused: the list is a convenience and nothing else depends on it.
  }
}

function isRecent(value: unknown): value is RecentRegister {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, openedAt } = value as Partial<Record<keyof RecentRegister, unknown>>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof openedAt === 'number' &&
    Number.isFinite(openedAt)
  );
}
