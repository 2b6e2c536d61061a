import { type RefObject, useEffect, useState } from 'react';

/** moreBeside tells at which sides of a box that scrolls sideways there is more than is in sight; a pixel is lost in rounding. */
export function moreBeside({
  scrollLeft,
  clientWidth,
  scrollWidth,
}: Pick<Element, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>): 'none' | 'left' | 'right' | 'both' {
  const left = scrollLeft > 1;
  const right = scrollLeft + clientWidth < scrollWidth - 1;
  if (left && right) return 'both';
  return left ? 'left' : right ? 'right' : 'none';
}

/** useMoreBeside follows that for the box, while it is scrolled and while it or what is in it changes its width. */
export function useMoreBeside(box: RefObject<HTMLElement | null>): ReturnType<typeof moreBeside> {
  const [more, setMore] = useState<ReturnType<typeof moreBeside>>('none');
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const follow = (): void => setMore(moreBeside(element));
    const observer = new ResizeObserver(follow);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [box]);
  return more;
}
