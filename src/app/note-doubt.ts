import { DOUBT } from './doubt.ts';

/** noteDoubt notes whether something of a register has to be shown as early as can be on the next page that is opened; `what` tells the register and the cause from others. */
export function noteDoubt(what: string, has: boolean): void {
  try {
    const noted = new Set(JSON.parse(localStorage.getItem(DOUBT) ?? '[]') as string[]);
    if (has === noted.has(what)) return;
    if (has) noted.add(what);
    else noted.delete(what);
    if (noted.size > 0) localStorage.setItem(DOUBT, JSON.stringify([...noted]));
    else localStorage.removeItem(DOUBT);
  } catch {
    // Storage is refused, or what it holds is not ours: the alarm then comes a little later.
  }
}
