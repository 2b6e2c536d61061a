import { useSyncExternalStore } from 'react';

const NARROW = '(width < 760px)';

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
  return narrow ? 64 : 40;
}
