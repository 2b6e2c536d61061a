import { readStored, writeStored } from './kept-lists.ts';

/** Theme is the reader's choice of look; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'register-explorer:theme';

/** readTheme returns the remembered choice; `system` if there is none or storage is refused. */
export function readTheme(): Theme {
  const stored = readStored(KEY);
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
  writeStored(KEY, theme === 'system' ? undefined : theme, 'choices');
}
