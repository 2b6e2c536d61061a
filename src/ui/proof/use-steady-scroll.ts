import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * useSteadyScroll lets a wide picture begin with its first node in the middle of the box that scrolls it, and keeps a node that was held where it was on
 * the screen when the picture is drawn anew.
 */
export function useSteadyScroll(): readonly [RefObject<HTMLDivElement | null>, (id: string) => void] {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ readonly id: string; readonly left: number }>(undefined);
  useLayoutEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[data-node]');
    if (!first || !box.current) return;
    const { clientWidth } = box.current;
    box.current.scrollTo({
      left: first.offsetLeft + (first.offsetWidth - clientWidth) / 2,
      behavior: 'instant',
    });
  }, []);
  useLayoutEffect(() => {
    const before = held.current;
    const node = before && nodeIn(box.current, before.id);
    if (!before || !node) return;
    held.current = undefined;
    const { left } = node.getBoundingClientRect();
    box.current?.scrollBy({ left: left - before.left, behavior: 'instant' });
  });
  const hold = useCallback((id: string) => {
    const node = nodeIn(box.current, id);
    if (node) held.current = { id, left: node.getBoundingClientRect().left };
  }, []);
  return [box, hold];
}

function nodeIn(box: HTMLElement | null, id: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-node="${id}"]`) ?? null;
}
