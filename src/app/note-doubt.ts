import { DOUBT } from './doubt.ts';

/** noteDoubt notes whether something of a register has to be shown as early as can be on the next page that is opened; `what` tells the register and the cause from others. */
export function noteDoubt(what: string, has: boolean): void {
  try {
    const stored = localStorage.getItem(DOUBT);
    const noted = new Set(listIn(stored));
    if (has) noted.add(what);
    else noted.delete(what);
    const next = noted.size > 0 ? JSON.stringify([...noted]) : null;
    if (next === stored) return;
    if (next === null) localStorage.removeItem(DOUBT);
    else localStorage.setItem(DOUBT, next);
  } catch {
    // Storage is full or refused: the alarm then comes a little later.
  }
}

/** What is spoilt, or not ours, is no list. */
function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter((what) => typeof what === 'string') : [];
  } catch {
    return [];
  }
}
