import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The pointer rests this long before a card opens, and may be away this long before it closes: time enough to move onto the card (WCAG 1.4.13). */
const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 250;

/** useHover opens something while the pointer rests on a link or on what it opened, or while the link has the focus of the keyboard. */
export function useHover() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: boolean, ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const focused = (element: Element): boolean => element.querySelector('a:focus-visible') !== null;
  return {
    open,
    close: () => {
      clearTimeout(timer.current);
      setOpen(false);
    },
    /** For the element around the link and what it opens. */
    around: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') later(true, open ? 0 : OPEN_AFTER_MS);
      },
      onPointerLeave: ({ currentTarget }: PointerEvent) => {
        if (!focused(currentTarget)) later(false, CLOSE_AFTER_MS);
        else clearTimeout(timer.current);
      },
    },
    /** For the link. */
    on: {
      onFocus: ({ currentTarget }: FocusEvent) => {
        if (currentTarget.matches(':focus-visible')) later(true, OPEN_AFTER_MS);
      },
      onBlur: () => later(false, 0),
    },
  };
}
