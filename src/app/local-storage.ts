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

/** writeStored keeps a text in localStorage, or with undefined none, and returns whether it could. It is a convenience: where storage refuses that is noted, and nothing else depends on it. */
export function writeStored(key: string, text: string | undefined, what: 'choices' | 'lists'): boolean {
  let refused: unknown;
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    refused = error;
  }
  noteUnkept(what, refused);
  return refused === undefined;
}

const RECENT_KEY = 'register-explorer:recent';
/** MOST is more registers than any family of files that is opened together. */
const MOST = 100;

let text: string | null = null;
let list: readonly RecentRegister[] = [];
let isRefused = false;

function read(): readonly RecentRegister[] {
  const stored = isRefused ? text : readStored(RECENT_KEY);
  if (stored !== text) {
    text = stored;
    list = membersOf(stored).filter(isRegister);
  }
  return list;
}

function write(next: readonly RecentRegister[]): void {
  list = next;
  text = next.length === 0 ? null : JSON.stringify(next);
  isRefused = !writeStored(RECENT_KEY, text ?? undefined, 'lists');
}

/** openedBefore are the registers this browser opened, newest first, each once. What is stored may have been written by anything on this origin; where storage is refused the list lasts as long as the page. */
export const openedBefore = {
  read,
  add: (one: RecentRegister): void => {
    if (isRegister(one)) write([one, ...read().filter(({ id }) => id !== one.id)].slice(0, MOST));
  },
  remove: (id: string): void => write(read().filter((one) => one.id !== id)),
};

function membersOf(stored: string | null): readonly unknown[] {
  try {
    const members: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(members) ? members : [];
  } catch {
    return [];
  }
}

function isRegister(value: unknown): value is RecentRegister {
  const { id, title, openedAt, entries = 0 } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof entries === 'number' &&
    typeof openedAt === 'number' &&
    !Number.isNaN(new Date(openedAt).getTime())
  );
}

const THEME_KEY = 'register-explorer:theme';

/** Theme is the reader's choice of look; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** readTheme returns the remembered choice; `system` if there is none or storage is refused. */
export function readTheme(): Theme {
  const stored = readStored(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** showTheme puts a choice on the page. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** chooseTheme puts a choice on the page and remembers it; where storage refuses it holds until the page is closed. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  writeStored(THEME_KEY, theme === 'system' ? undefined : theme, 'choices');
}
