import { noteUnkept } from '../verify/unkept.ts';

/** Theme is the reader's choice of look; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'register-explorer:theme';

/** readTheme returns the remembered choice; `system` where there is none or storage is refused. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** showTheme puts a choice on the page. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** chooseTheme puts a choice on the page and remembers it; where storage refuses it holds until the page is closed. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  let refused: unknown;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch (error) {
    refused = error;
  }
  noteUnkept('choices', refused);
}
