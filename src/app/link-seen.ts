import { type RefObject, useEffect, useState } from 'react';

/** useSeen tells whether an element has come into sight; nothing is looked at unless it is wanted. */
export function useSeen(place: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!wanted || seen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, wanted, seen]);
  return seen;
}
