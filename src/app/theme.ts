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

/** applyTheme puts a choice on the page and remembers it where storage allows. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage refused: the choice holds until the page is closed.
  }
}
