/** DOUBT is where the registers are noted of which an alarm or a bad audit has to be shown: to be read before anything is fetched. */
export const DOUBT = 'register-explorer:doubt';

/** isDoubted says whether there is any in this browser. */
export function isDoubted(): boolean {
  try {
    return !!localStorage.getItem(DOUBT);
  } catch {
    return false;
  }
}
