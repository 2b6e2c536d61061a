import { useCallback, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/**
 * useWidth measures the width of an element in units of 1/16 of the root font size (px where that is 16 px),
 * and again whenever it changes. `unmeasured` is used until there is an element, as when rendering to text.
 */
export function useWidth(element: RefObject<HTMLElement | null>, unmeasured: number): number {
  const [width, setWidth] = useState(unmeasured);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const wide = measured.clientWidth;
      if (wide > 0) setWidth(Math.floor((wide * 16) / (rem > 0 ? rem : 16)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** useMatches follows whether the window matches a media query, as `(width < 700px)`. */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
