import type { RecentRegister } from '../query/site-context.ts';
import { noteRefusedStorage } from '../trust/storage-refusals.ts';

/** What localStorage refused, which lasts as long as the page. */
const refused = new Map<string, string | null>();

/** readStored returns a text of localStorage, or the one that it refused; null if there is none. */
export function readStored(key: string): string | null {
  const value = refused.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * writeStored stores a text in localStorage, or with null removes it. If that is refused, it is recorded, and
 * the text lasts as long as the page.
 */
export function writeStored(key: string, text: string | null, what: 'choices' | 'lists'): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    refused.delete(key);
    noteRefusedStorage(what, undefined);
  } catch (error) {
    refused.set(key, text);
    noteRefusedStorage(what, error);
  }
}

/** hasVisited reports whether this site stored anything in this browser before. */
export function hasVisited(): boolean {
  try {
    return localStorage.length > 0;
  } catch {
    return false;
  }
}

const OPENED_KEY = 'register-explorer:recent';

/** OPENED_AT_MOST is more than any family of files that is opened together. */
const OPENED_AT_MOST = 100;

function isOpened(value: unknown): value is RecentRegister {
  if (typeof value !== 'object' || value === null) return false;
  const {
    id,
    title,
    name = '',
    openedAt,
    entries = 0,
  }: Partial<Record<keyof RecentRegister, unknown>> = value;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof name === 'string' &&
    typeof entries === 'number' &&
    typeof openedAt === 'number' &&
    !Number.isNaN(new Date(openedAt).getTime())
  );
}

let readText: string | null = null;
let readList: readonly RecentRegister[] = [];

function readOpened(): readonly RecentRegister[] {
  const stored = readStored(OPENED_KEY);
  if (stored !== readText) {
    readText = stored;
    readList = membersOf(stored).filter(isOpened);
  }
  return readList;
}

function membersOf(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function writeOpened(next: readonly RecentRegister[]): void {
  writeStored(OPENED_KEY, next.length === 0 ? null : JSON.stringify(next), 'lists');
}

const openedWithout = (id: string) => readOpened().filter((other) => other.id !== id);

/**
 * openedBefore are the registers this browser opened, the latest first, each once. Members of other forms
 * are left out.
 */
export const openedBefore = {
  read: readOpened,
  add: (one: RecentRegister): void => {
    if (isOpened(one)) writeOpened([one, ...openedWithout(one.id)].slice(0, OPENED_AT_MOST));
  },
  remove: (id: string): void => writeOpened(openedWithout(id)),
};

const SHORTCUTS_KEY = 'register-explorer:shortcuts';

/** shortcuts is whether keys without Ctrl do something wherever they are pressed (WCAG 2.2, 2.1.4). */
export const shortcuts = {
  areOn: (): boolean => readStored(SHORTCUTS_KEY) !== 'off',
  choose: (on: boolean): void => writeStored(SHORTCUTS_KEY, on ? null : 'off', 'choices'),
};

const THEME_KEY = 'register-explorer:theme';

/** Theme is the reader's choice of look; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** readTheme returns the remembered choice; `system` if there is none or storage is refused. */
export function readTheme(): Theme {
  const stored = readStored(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** showTheme applies a choice to the page. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** chooseTheme applies a choice and stores it; if storage refuses, it lasts until the page is closed. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  writeStored(THEME_KEY, theme === 'system' ? null : theme, 'choices');
}
