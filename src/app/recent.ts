import type { RecentRegister } from '../query/site.ts';
import { keptList } from './kept-list.ts';

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
