import { useSyncExternalStore } from 'react';

const NARROW = '(width < 760px)';

/** TWO_LINES is the height in pixels of a row of two lines. */
export const TWO_LINES = 64;

/** useRowHeight is the height of a row of the log in pixels: one line, or two on a narrow page. Fixed, so that any entry can be reached by arithmetic. */
export function useRowHeight(): number {
  const narrow = useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(NARROW).matches,
  );
  return narrow ? TWO_LINES : 40;
}
