import type { RecentRegister } from '../query/site-context.ts';
import { parsePlace } from '../ui/paths.ts';
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

/**
 * storedList is a list of conveniences under a key of localStorage: at most `most`, newest first, no two with
 * one `id`. Members that `isOne` rejects are left out.
 */
function storedList<T extends object>(
  key: string,
  most: number,
  id: keyof T,
  isOne: (value: Partial<Record<keyof T, unknown>>) => boolean,
) {
  const isT = (value: unknown): value is T => typeof value === 'object' && value !== null && isOne(value);
  let text: string | null = null;
  let list: readonly T[] = [];
  const read = (): readonly T[] => {
    const stored = readStored(key);
    if (stored !== text) {
      text = stored;
      list = membersOf(stored).filter(isT);
    }
    return list;
  };
  const write = (next: readonly T[]): void =>
    writeStored(key, next.length === 0 ? null : JSON.stringify(next), 'lists');
  return {
    read,
    add: (one: T): void => {
      if (isT(one)) write([one, ...read().filter((other) => other[id] !== one[id])].slice(0, most));
    },
    remove: (name: T[keyof T]): void => write(read().filter((one) => one[id] !== name)),
    clear: (): void => write([]),
  };
}

function membersOf(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * openedBefore are the registers this browser opened: more than any family of files that is opened together.
 */
export const openedBefore = storedList<RecentRegister>(
  'register-explorer:recent',
  100,
  'id',
  ({ id, title, name = '', openedAt, entries = 0 }) =>
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof name === 'string' &&
    typeof entries === 'number' &&
    typeof openedAt === 'number' &&
    !Number.isNaN(new Date(openedAt).getTime()),
);

/** Choice is a chosen offer of the one box: its text, its register, and its path within this site. */
interface Choice {
  readonly what: string;
  readonly where: string;
  readonly path: string;
}

/**
 * choices are the offers chosen last. Anything on this origin may have written them: only paths of this site
 * and short texts are read.
 */
export const choices = storedList<Choice>(
  'register-explorer:choices',
  10,
  'path',
  ({ what, where, path }) => {
    if (![what, where, path].every((text) => typeof text === 'string' && text.length <= 500)) return false;
    const [, before = '', query = ''] = /^(\/(?!\/)[^?#]*)(\??[^#]*)$/.exec(String(path)) ?? [];
    return before !== '' && parsePlace(before, query).view !== 'nowhere';
  },
);

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
